//! All that programs need to know about nested tic-tac-toe.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Formats, Nested, bot, commands};

/// Nested tic-tac-toe.
pub static GAME: Kit = {
    let kit = Kit::of::<Nested, Formats>(bot::ROSTER)
        .with_solver::<Nested>()
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_suggested(&[("rules", "classic")])
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES)
        .with_commands(commands::ALL);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::NestedBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(WEB);
    kit
};

/// The web board; `tests/` stays out.
#[cfg(feature = "web")]
const WEB: &[WebFile] = &[
    WebFile { path: "board.css", bytes: include_bytes!("../web/board.css") },
    WebFile { path: "board.js", bytes: include_bytes!("../web/board.js") },
    WebFile { path: "crumbs.js", bytes: include_bytes!("../web/crumbs.js") },
    WebFile { path: "editor.js", bytes: include_bytes!("../web/editor.js") },
    WebFile { path: "flight.js", bytes: include_bytes!("../web/flight.js") },
    WebFile { path: "grids.js", bytes: include_bytes!("../web/grids.js") },
    WebFile { path: "guide.js", bytes: include_bytes!("../web/guide.js") },
    WebFile { path: "highlights.js", bytes: include_bytes!("../web/highlights.js") },
    WebFile { path: "keyboard.js", bytes: include_bytes!("../web/keyboard.js") },
    WebFile { path: "paint.js", bytes: include_bytes!("../web/paint.js") },
    WebFile { path: "payload.js", bytes: include_bytes!("../web/payload.js") },
    WebFile { path: "pointer.js", bytes: include_bytes!("../web/pointer.js") },
    WebFile { path: "space.js", bytes: include_bytes!("../web/space.js") },
];
