//! Stand-in for Parquet files in a build without the feature `parquet`.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;

use ennead_kit::{Games, Kit};
use ennead_search::self_play::SelfPlay;
use ennead_store::transfer::Item;

use crate::failure::Failure;

/// Whether this build can write Parquet files.
pub(crate) const IS_BUILT_IN: bool = false;

/// A table that cannot be constructed.
pub(crate) struct MatchTable<W: Write>(Infallible, PhantomData<W>);

impl<W: Write + Send> MatchTable<W> {
    pub(crate) fn new(_: Games, _: W) -> Result<Self, ParquetFailure> {
        Err(ParquetFailure::missing())
    }

    pub(crate) fn write(&mut self, _: &Item) -> Result<(), ParquetFailure> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<u64, ParquetFailure> {
        match self.0 {}
    }
}

pub(crate) fn write_dataset<W: Write + Send>(
    _: &'static Kit,
    _: SelfPlay<'_>,
    _: W,
    _: impl FnMut(u64),
) -> Result<String, ParquetFailure> {
    Err(ParquetFailure::missing())
}

/// Why no file was written.
#[expect(dead_code, reason = "only a program with the feature writes anything")]
pub(crate) enum ParquetFailure {
    Io(io::Error),
    Other(Failure),
}

impl ParquetFailure {
    fn missing() -> Self {
        ParquetFailure::Other(Failure::no_parquet())
    }
}
