//! The description of Schotten Totten that programs plug in.

use ennead_kit::Kit;
#[cfg(feature = "web")]
use ennead_kit::WebFile;

use crate::examples::EXAMPLES;
use crate::{Formats, Schotten, bot, puzzle};

/// Schotten Totten.
pub static GAME: Kit = {
    let kit = Kit::of::<Schotten, Formats>(bot::ROSTER)
        .with_environment::<Schotten>()
        .with_help(include_str!("../HELP.md"))
        .with_lessons(include_str!("../lessons.json"))
        .with_puzzles(include_bytes!("../puzzles.bin"))
        .with_question(&puzzle::QUESTION)
        .with_icon(include_str!("../web/icon.svg"))
        .with_examples(EXAMPLES);
    #[cfg(feature = "tui")]
    let kit = kit.with_board(|| Box::new(crate::tui::SchottenBoard::default()));
    #[cfg(feature = "web")]
    let kit = kit.with_web(WEB);
    kit
};

/// Files of the web board, without its tests.
#[cfg(feature = "web")]
const WEB: &[WebFile] = &[
    WebFile::new("board.css", include_bytes!("../web/board.css")),
    WebFile::new("board.js", include_bytes!("../web/board.js")),
    WebFile::new("card.js", include_bytes!("../web/card.js")),
    WebFile::new("chart.js", include_bytes!("../web/chart.js")),
    WebFile::new("drag.js", include_bytes!("../web/drag.js")),
    WebFile::new("editor.js", include_bytes!("../web/editor.js")),
    WebFile::new("hand.js", include_bytes!("../web/hand.js")),
    WebFile::new("names.js", include_bytes!("../web/names.js")),
    WebFile::new("order.js", include_bytes!("../web/order.js")),
    WebFile::new("panel.js", include_bytes!("../web/panel.js")),
    WebFile::new("payload.js", include_bytes!("../web/payload.js")),
    WebFile::new("seats.js", include_bytes!("../web/seats.js")),
    WebFile::new("stones.js", include_bytes!("../web/stones.js")),
    WebFile::new("texts.js", include_bytes!("../web/texts.js")),
    WebFile::new("tracker.js", include_bytes!("../web/tracker.js")),
];
