//! Everybody sees the whole board.

use ennead_game::nine::cells;
use ennead_game::{Game, Look, Random, Refusal, Seen, SeenError, Turn, View, Viewer};

use crate::Ttt;
use crate::feed::feed;
use crate::formats::rank;

/// What anyone knows of a tic-tac-toe position: all of it, as two bytes with its `ttt.rank`, high byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board(Ttt);

impl Board {
    /// The board that is seen.
    pub fn position(&self) -> Ttt {
        self.0
    }
}

impl Seen for Board {
    fn encode(&self) -> Vec<u8> {
        rank::rank(&self.0).to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Result<Self, SeenError> {
        let two: [u8; 2] = bytes.try_into().map_err(|_| SeenError {
            at: bytes.len().min(2),
            reason: format!("a board takes two bytes, not {}", bytes.len()),
        })?;
        rank::unrank(u16::from_be_bytes(two).into())
            .map(Board)
            .map_err(|error| SeenError { at: 0, reason: error.to_string() })
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn labels(&self) -> u64 {
        if self.options() == 0 {
            0
        } else {
            cells(self.0.free()).fold(0, |labels, square| labels | 1 << square)
        }
    }

    fn draw(&self) -> String {
        format!("{}\n", self.0)
    }

    fn feed(&self, look: &Look) -> Result<Vec<u8>, Refusal> {
        look.whole()?;
        Ok(feed(&self.0).to_vec())
    }
}

impl View for Ttt {
    type Seen = Board;

    fn view(&self, _: Viewer) -> Board {
        Board(*self)
    }

    fn sample(seen: &Board, _: &mut dyn Random) -> Self {
        seen.0
    }
}
