//! The view of tic-tac-toe: all viewers see the whole board.

use ennead_game::nine::cells;
use ennead_game::{
    Focus, Game, GameError, LabelSet, Random, Turn, View, ViewData, ViewError, Viewer,
};

use crate::Ttt;
use crate::formats::rank;
use crate::payload::payload;

/// The view of a position: the whole board, encoded as its `ttt.rank` in two bytes, big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TttView(Ttt);

impl TttView {
    /// The board.
    pub fn position(&self) -> Ttt {
        self.0
    }
}

impl ViewData for TttView {
    fn encode(&self) -> Vec<u8> {
        rank::rank(&self.0).to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let two: [u8; 2] = bytes.try_into().map_err(|_| ViewError {
            at: bytes.len().min(2),
            reason: format!("a board takes two bytes, not {}", bytes.len()),
        })?;
        rank::unrank(u16::from_be_bytes(two).into())
            .map(TttView)
            .map_err(|error| ViewError { at: 0, reason: error.to_string() })
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn labels(&self) -> LabelSet {
        if self.options() == 0 { LabelSet::EMPTY } else { cells(self.0.free()).collect() }
    }

    fn draw(&self) -> String {
        format!("{}\n", self.0)
    }

    fn payload(&self, focus: &Focus) -> Result<Vec<u8>, GameError> {
        focus.whole()?;
        Ok(payload(&self.0).to_vec())
    }
}

impl View for Ttt {
    type Data = TttView;
    const OPEN: bool = true;

    fn view(&self, _: Viewer) -> TttView {
        TttView(*self)
    }

    fn sample(view: &TttView, _: &mut dyn Random) -> Self {
        view.0
    }
}
