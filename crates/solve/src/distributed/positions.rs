//! The positions of one set-up of a type-erased game.
//!
//! Only this part is compiled for every game; the solver itself is compiled once for each key size.

use std::path::Path;

use ennead_game::{Census, Child, Keys, LayerKey, Packed, Setup, Word};
use serde_json::{Map, Value as Json};

use super::SolveError;
use crate::table::{SolvedTable, TableError, header_of};

/// The type of a game's keys.
type WordOf<G> = <<G as Packed>::Keys as Keys<G>>::Word;

/// The positions that are reachable from a set-up, by their keys.
pub(crate) trait Positions<W: Word>: Send + Sync {
    /// The game, for messages.
    fn game(&self) -> &'static str;

    /// Game and set-up as in the header of a record.
    fn header(&self) -> Vec<u8>;

    /// The set-up as options and their values.
    fn setup(&self) -> Map<String, Json>;

    /// The key of the start; `None` if the game does not begin between two moves.
    fn start(&self) -> Option<LayerKey<W>>;

    /// See [`Keys::last_layer`].
    fn last_layer(&self) -> u32;

    /// See [`Keys::bits`].
    fn bits(&self, layer: u32) -> u32;

    /// See [`Keys::census`].
    fn census(&self, key: LayerKey<W>) -> Census;

    /// See [`Keys::visit_children`].
    fn visit_children(&self, key: LayerKey<W>, visit: &mut dyn FnMut(Child<W>));

    /// The number of moves from the start to the end under best play, from the table in a
    /// directory.
    fn plies(&self, directory: &Path) -> Result<u32, TableError>;
}

/// The positions of a game, with keys of either size.
pub(crate) enum AnyPositions {
    /// Keys of 64 bits.
    Short(Box<dyn Positions<u64>>),
    /// Keys of 128 bits.
    Long(Box<dyn Positions<u128>>),
}

impl AnyPositions {
    pub(crate) fn of<G: Packed>(setup: &G::Setup) -> Result<AnyPositions, SolveError> {
        let positions = PositionsOf::<G> { keys: G::keys(setup)?, setup: setup.clone() };
        Ok(match WordOf::<G>::BITS {
            u64::BITS => AnyPositions::Short(Box::new(positions)),
            _ => AnyPositions::Long(Box::new(positions)),
        })
    }
}

struct PositionsOf<G: Packed> {
    keys: G::Keys,
    setup: G::Setup,
}

/// Converts a key between types that are the same but not known to be by the compiler.
fn resized<V: Word, W: Word>(key: LayerKey<V>) -> LayerKey<W> {
    LayerKey { layer: key.layer, word: W::of(key.word.wide()) }
}

impl<G: Packed, W: Word> Positions<W> for PositionsOf<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn header(&self) -> Vec<u8> {
        header_of::<G>(&self.setup)
    }

    fn setup(&self) -> Map<String, Json> {
        let options = <G::Setup as Setup>::OPTIONS.iter();
        options.map(|spec| (spec.name.to_string(), self.setup.get(spec.name).into())).collect()
    }

    fn start(&self) -> Option<LayerKey<W>> {
        self.keys.pack(&G::new(&self.setup)).map(resized)
    }

    fn last_layer(&self) -> u32 {
        self.keys.last_layer()
    }

    fn bits(&self, layer: u32) -> u32 {
        self.keys.bits(layer)
    }

    fn census(&self, key: LayerKey<W>) -> Census {
        self.keys.census(resized(key))
    }

    fn visit_children(&self, key: LayerKey<W>, visit: &mut dyn FnMut(Child<W>)) {
        self.keys.visit_children(resized(key), |Child { key, end, again }: Child<WordOf<G>>| {
            visit(Child { key: resized(key), end, again });
        });
    }

    fn plies(&self, directory: &Path) -> Result<u32, TableError> {
        let table = SolvedTable::<G>::open(directory)?;
        let start = G::new(&self.setup);
        table.plies(&start, table.value(&start)?)
    }
}
