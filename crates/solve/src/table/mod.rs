//! Tables of solved games: compressed files with random access. `TABLE.md` describes them.

mod block;
mod codebook;
mod error;
mod layer_file;
mod solved_table;
mod summary;
mod value_code;

pub use error::TableError;
pub use solved_table::{AnyTable, PositionSolution, SolvedOption, SolvedTable};
pub use summary::TableSummary;

#[cfg(feature = "distributed")]
pub(crate) use codebook::Codebook;
#[cfg(feature = "distributed")]
pub(crate) use error::io_error;
#[cfg(feature = "distributed")]
pub(crate) use layer_file::{
    LayerCursor, LayerFile, LayerHeader, LayerKind, LayerWriter, Written, merge_parts,
};
#[cfg(feature = "distributed")]
pub(crate) use solved_table::{header_of, layer_name, part_name};
#[cfg(feature = "distributed")]
pub(crate) use summary::{SUMMARY_FILE, hex, write_durably};
#[cfg(feature = "distributed")]
pub(crate) use value_code::ValueCode;
