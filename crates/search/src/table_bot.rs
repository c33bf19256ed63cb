//! Perfect play from a table on disk.

use std::path::Path;
use std::sync::Arc;

use ennead_game::{Packed, Random, SplitMix64, View, ViewBytes, ViewData};
use ennead_solve::{SolvedTable, TableError};

use crate::perfect::exact;
use crate::{Advice, AnyBot, BotError, Budget, Opinion};

/// Plays a solved game perfectly: it wins as early and loses as late as possible, and chooses at
/// random among equally good options.
pub struct TableBot<G: Packed> {
    table: Arc<SolvedTable<G>>,
    random: SplitMix64,
}

impl<G: Packed> TableBot<G> {
    /// Creates a bot from a table, which may be shared.
    pub fn new(table: Arc<SolvedTable<G>>, seed: u64) -> Self {
        TableBot { table, random: SplitMix64::new(seed) }
    }

    /// Opens the table in a directory.
    pub fn open(directory: &Path, seed: u64) -> Result<Self, TableError> {
        Ok(Self::new(Arc::new(SolvedTable::open(directory)?), seed))
    }

    fn advise_on(&mut self, position: &G) -> Result<Advice, TableError> {
        let mut options = self.table.options(position)?;
        let best = options.iter().map(|(_, value)| *value).max();
        let equals: Vec<u32> =
            options.iter().filter(|(_, value)| Some(*value) == best).map(|own| own.0).collect();
        let option = equals[self.random.below(equals.len() as u64) as usize];
        options.sort_by_key(|(other, value)| (std::cmp::Reverse(*value), *other != option));
        let mut next = position.clone();
        next.choose(option);
        let mut line = vec![option];
        line.extend(self.table.line(&next)?);
        let opinion = |(option, value)| Opinion { option, visits: 1, value: exact(value) };
        Ok(Advice {
            option,
            value: best.map(exact),
            line,
            opinions: options.into_iter().map(opinion).collect(),
            nodes: 1,
        })
    }
}

impl<G: Packed + View> AnyBot for TableBot<G> {
    fn advise(&mut self, view: &ViewBytes, _: Budget) -> Result<Advice, BotError> {
        let view = G::Data::decode(view.as_slice())?;
        if view.options() <= 1 {
            return Ok(Advice::bare(0));
        }
        let position = G::sample(&view, &mut self.random);
        // Players may read this, so it does not name the directory.
        self.advise_on(&position).map_err(|error| BotError::Table(error.without_directory()))
    }
}
