//! The description of the line games that programs plug in.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Connect, Formats, bot};

/// Connect Four, gomoku and their relatives.
pub static GAME: Kit = {
    let kit = Kit::of::<Connect, Formats>(bot::ROSTER)
        .with_solver::<Connect>()
        .with_environment::<Connect>()
        .with_position_format("connect.pack")
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_puzzles(include_bytes!("../puzzles.bin"))
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::ConnectBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(&[
        WebFile::new("board.js", include_bytes!("../web/board.js")),
        WebFile::new("payload.js", include_bytes!("../web/payload.js")),
        WebFile::new("board.css", include_bytes!("../web/board.css")),
    ]);
    kit
};
