//! Ennead for Python: a thin layer over the games' kits and the service without I/O.
//!
//! Every function that Python calls goes through [`failure::guarded`], so errors are typed and a
//! panic arrives as one of them.

mod arguments;
mod batch;
mod bots;
mod codecs;
mod failure;
mod matches;
mod pool;

use ennead_kit::Games;
use pyo3::prelude::*;

/// The built-in games.
static GAMES: Games = Games::new(&[
    &ennead_ttt::GAME,
    &ennead_nested::GAME,
    &ennead_schotten::GAME,
    &ennead_connect::GAME,
]);

/// The native module of the package `ennead`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bots::{analyse, best, graph};
    #[pymodule_export]
    use crate::codecs::{convert, decode, draw, encode, formats, games, inspect};
    #[pymodule_export]
    use crate::failure::raise_panic;
    #[pymodule_export]
    use crate::matches::Match;
}
