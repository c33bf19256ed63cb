//! The description of nested tic-tac-toe that programs plug in.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Formats, Nested, bot, commands};

/// Nested tic-tac-toe.
pub static GAME: Kit = {
    let kit = Kit::of::<Nested, Formats>(bot::ROSTER)
        .with_solver::<Nested>()
        .with_environment::<Nested>()
        .with_position_format("nested.pack")
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_puzzles(include_bytes!("../puzzles.bin"))
        .with_suggested(&[("rules", "classic")])
        .preselected()
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES)
        .with_commands(commands::ALL);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::NestedBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(WEB);
    kit
};

/// Files of the web board, without its tests.
#[cfg(feature = "web")]
const WEB: &[WebFile] = &[
    WebFile::new("board.css", include_bytes!("../web/board.css")),
    WebFile::new("board.js", include_bytes!("../web/board.js")),
    WebFile::new("crumbs.js", include_bytes!("../web/crumbs.js")),
    WebFile::new("editor.js", include_bytes!("../web/editor.js")),
    WebFile::new("flight.js", include_bytes!("../web/flight.js")),
    WebFile::new("grids.js", include_bytes!("../web/grids.js")),
    WebFile::new("guide.js", include_bytes!("../web/guide.js")),
    WebFile::new("highlights.js", include_bytes!("../web/highlights.js")),
    WebFile::new("inside.js", include_bytes!("../web/inside.js")),
    WebFile::new("keyboard.js", include_bytes!("../web/keyboard.js")),
    WebFile::new("paint.js", include_bytes!("../web/paint.js")),
    WebFile::new("payload.js", include_bytes!("../web/payload.js")),
    WebFile::new("pointer.js", include_bytes!("../web/pointer.js")),
    WebFile::new("space.js", include_bytes!("../web/space.js")),
];
