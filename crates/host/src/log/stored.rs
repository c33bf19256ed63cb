//! A match as it is stored.

use crate::{Finished, Running};

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A match in progress.
    Running(Running),
    /// A match that is over.
    Finished(Finished),
}
