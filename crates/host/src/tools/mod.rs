//! The stateless HTTP calls, as JSON: games, formats, and details of values and records.
//!
//! Each of them bounds its own work.

mod analyse;
mod course;
mod explore;
mod formats;
mod game_files;
mod games;
mod icon;
mod inspection;
mod lessons;
mod look;
mod option_spec;
mod puzzles;
mod qr;
pub(crate) mod record;
mod replay;
mod review;
mod scalar;
mod sizes;
mod value;
mod walk;

pub(crate) use analyse::Analyst;
pub use analyse::{AnalyseRequest, Analysis, OptionValue, analyse};
pub use course::course;
pub use explore::{Exploration, ExploreRequest, Explored, OtherFormat, Part, explore};
pub use formats::{FormatJson, FormatOption, formats};
pub use game_files::game_file;
pub use games::{BotLevel, ExampleJson, Feature, GameJson, GameList, games};
pub use inspection::Inspection;
pub use lessons::{ChosenLabels, LessonAnswer, LessonJson, LessonList, answer_lesson, lessons};
pub use look::{BoardDetail, LookRequest, look};
pub use option_spec::{SetupOption, WordText};
pub use puzzles::{
    PuzzleJson, PuzzleList, PuzzleSolution, PuzzleVerdict, puzzle, puzzle_preview, puzzles,
    puzzles_of, solve_puzzle, try_puzzle,
};
pub use qr::{QrJson, QrRequest, qr};
pub use record::RecordRequest;
pub use replay::{Replay, ReplayStep, outcome_name, replay};
pub use review::{Review, ReviewedMove, review};
pub use scalar::{Scalar, to_options};
pub use sizes::{MoveSize, Sizes, sizes};
pub use value::Writings;
pub(crate) use walk::at_ply;
pub use walk::{Walk, WalkedMove};

pub(crate) use games::bot_levels;
