//! The view of line games: all viewers see the whole board.

use ennead_game::{
    Focus, Game, GameError, LabelSet, Random, Turn, View, ViewData, ViewError, Viewer,
};

use crate::formats::pack;
use crate::{Connect, Move, draw_position, payload};

/// The view of a position: the whole board, encoded as `connect.pack`, zero-padded to whole bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectView(Connect);

impl ConnectView {
    /// The position.
    pub fn position(&self) -> &Connect {
        &self.0
    }
}

impl ViewData for ConnectView {
    fn encode(&self) -> Vec<u8> {
        pack::write(&self.0).as_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        pack::read_bytes(bytes)
            .map(ConnectView)
            .map_err(|error| ViewError { at: error.byte(), reason: error.to_string() })
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    /// Columns with gravity, indices of cells without.
    fn labels(&self) -> LabelSet {
        self.0.labels().into_iter().collect()
    }

    /// The move that a label stands for.
    fn label_text(&self, label: u8) -> String {
        let setup = self.0.setup();
        if setup.gravity() || label >= setup.cells() {
            return Move::in_column(label).to_string();
        }
        Move::cell(setup, setup.bit_of(label)).to_string()
    }

    fn payload(&self, focus: &Focus) -> Result<Vec<u8>, GameError> {
        focus.whole()?;
        Ok(payload(&self.0))
    }

    fn draw(&self) -> String {
        draw_position(&self.0)
    }
}

impl View for Connect {
    type Data = ConnectView;
    const OPEN: bool = true;

    fn view(&self, _: Viewer) -> ConnectView {
        ConnectView(self.clone())
    }

    fn sample(seen: &ConnectView, _: &mut dyn Random) -> Self {
        seen.0.clone()
    }
}
