//! Type-erased solvers.

use std::marker::PhantomData;
use std::path::Path;

use ennead_game::Packed;
#[cfg(feature = "distributed")]
use ennead_game::{Options, SetupError, setup_of};

#[cfg(feature = "distributed")]
use crate::TableSummary;
#[cfg(feature = "distributed")]
use crate::distributed::{Plan, SolveError, solve};
use crate::{AnyTable, SolvedTable, TableError};

/// Solves a game and opens its tables.
pub trait AnySolver: Send + Sync {
    /// Opens the table in a directory.
    fn open(&self, directory: &Path) -> Result<Box<dyn AnyTable>, TableError>;

    /// Solves the game with these set-up options.
    #[cfg(feature = "distributed")]
    fn solve(&self, options: &Options, plan: &Plan) -> Result<TableSummary, AnySolveError>;
}

/// A solve that could not start or finish.
#[cfg(feature = "distributed")]
#[derive(Debug, thiserror::Error)]
pub enum AnySolveError {
    /// The options do not make a set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The solver of a game.
pub struct SolverOf<G>(PhantomData<fn() -> G>);

impl<G: Packed> SolverOf<G> {
    /// Creates the solver.
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        SolverOf(PhantomData)
    }
}

impl<G: Packed> AnySolver for SolverOf<G> {
    fn open(&self, directory: &Path) -> Result<Box<dyn AnyTable>, TableError> {
        Ok(Box::new(SolvedTable::<G>::open(directory)?))
    }

    #[cfg(feature = "distributed")]
    fn solve(&self, options: &Options, plan: &Plan) -> Result<TableSummary, AnySolveError> {
        Ok(solve::<G>(&setup_of::<G>(options)?, plan)?)
    }
}
