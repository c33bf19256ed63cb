//! The description of tic-tac-toe that programs plug in.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Formats, Ttt, bot, commands};

/// Tic-tac-toe.
pub static GAME: Kit = {
    let kit = Kit::of::<Ttt, Formats>(bot::ROSTER)
        .with_solver::<Ttt>()
        .with_environment::<Ttt>()
        .with_position_format("ttt.rank")
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_puzzles(include_bytes!("../puzzles.bin"))
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES)
        .with_commands(commands::ALL);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::TttBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(WEB);
    kit
};

/// Files of the web board, without its tests.
#[cfg(feature = "web")]
const WEB: &[WebFile] = &[
    WebFile::new("board.css", include_bytes!("../web/board.css")),
    WebFile::new("board.js", include_bytes!("../web/board.js")),
    WebFile::new("editor.js", include_bytes!("../web/editor.js")),
    WebFile::new("payload.js", include_bytes!("../web/payload.js")),
];
