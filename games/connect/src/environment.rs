//! The reinforcement-learning environment of line games.

use ennead_game::{Environment, Game, GameError, Random, Seat, Spaces};

use crate::bits::Bits;
use crate::rules::on;
use crate::view::ConnectView;
use crate::{Connect, ConnectSetup};

impl Environment for Connect {
    fn spaces(setup: &ConnectSetup) -> Result<Spaces, GameError> {
        let planes = &["own stones", "the opponent's stones"];
        let shape = vec![planes.len(), setup.height().into(), setup.width().into()];
        let actions = if setup.gravity() { setup.width() } else { setup.cells() };
        Ok(Spaces { actions: actions.into(), shape, planes })
    }

    fn observe(view: &ConnectView, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        on!(&view.position().0, board => {
            let setup = board.setup();
            let planes = out.chunks_exact_mut(setup.cells().into());
            let own_first = [seat, seat.other()].map(|seat| board.stones()[seat.index() & 1]);
            for (stones, plane) in own_first.into_iter().zip(planes) {
                stones.each().for_each(|at| plane[usize::from(setup.index_of(at))] = 1);
            }
        });
    }

    fn mark_legal(&self, mask: &mut [bool]) {
        on!(&self.0, board => {
            let setup = board.setup();
            board.legal().each().for_each(|at| mask[usize::from(setup.label_of(at))] = true);
        });
    }

    fn is_legal(&self, action: u64) -> bool {
        on!(&self.0, board => bit_of_action(board.setup(), action, board.legal()).is_some())
    }

    fn act(&mut self, action: u64) {
        on!(&mut self.0, board => {
            let at = bit_of_action(board.setup(), action, board.legal());
            board.put(at.expect("the caller has checked that the action is legal"));
        });
    }

    fn sample_action(&self, random: &mut impl Random) -> u64 {
        on!(&self.0, board => {
            let at = board.legal().nth(random.below(self.options().into()) as u32);
            board.setup().label_of(at).into()
        })
    }
}

/// The legal bit set by an action, if there is one.
fn bit_of_action<B: Bits>(setup: &ConnectSetup, action: u64, legal: B) -> Option<u32> {
    let label = u8::try_from(action).ok()?;
    if !setup.gravity() {
        let at = (label < setup.cells()).then(|| setup.bit_of(label))?;
        return legal.has(at).then_some(at);
    }
    // A column holds at most one legal bit, and the lanes are the columns.
    let start = (label < setup.width()).then(|| u32::from(label) * setup.stride())?;
    let column = legal & (!(!B::NONE).up(setup.stride())).up(start);
    (!column.is_empty()).then(|| column.lowest())
}
