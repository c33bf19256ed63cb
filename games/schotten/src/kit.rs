//! All that programs need to know about Schotten Totten.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Formats, Schotten, bot};

/// Schotten Totten.
pub static GAME: Kit = {
    let kit = Kit::of::<Schotten, Formats>(bot::ROSTER)
        .with_environment::<Schotten>()
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::SchottenBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(WEB);
    kit
};

/// The web board; `tests/` stays out.
#[cfg(feature = "web")]
const WEB: &[WebFile] = &[
    WebFile { path: "board.css", bytes: include_bytes!("../web/board.css") },
    WebFile { path: "board.js", bytes: include_bytes!("../web/board.js") },
    WebFile { path: "card.js", bytes: include_bytes!("../web/card.js") },
    WebFile { path: "drag.js", bytes: include_bytes!("../web/drag.js") },
    WebFile { path: "editor.js", bytes: include_bytes!("../web/editor.js") },
    WebFile { path: "hand.js", bytes: include_bytes!("../web/hand.js") },
    WebFile { path: "names.js", bytes: include_bytes!("../web/names.js") },
    WebFile { path: "order.js", bytes: include_bytes!("../web/order.js") },
    WebFile { path: "panel.js", bytes: include_bytes!("../web/panel.js") },
    WebFile { path: "payload.js", bytes: include_bytes!("../web/payload.js") },
    WebFile { path: "seats.js", bytes: include_bytes!("../web/seats.js") },
    WebFile { path: "stones.js", bytes: include_bytes!("../web/stones.js") },
    WebFile { path: "texts.js", bytes: include_bytes!("../web/texts.js") },
    WebFile { path: "tracker.js", bytes: include_bytes!("../web/tracker.js") },
];
