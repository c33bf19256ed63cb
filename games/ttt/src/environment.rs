//! The reinforcement-learning environment of tic-tac-toe.

use ennead_game::nine::{CELLS, bit, bytes, nth};
use ennead_game::{Environment, Game, GameError, Random, Seat, Spaces};

use crate::view::TttView;
use crate::{Mark, Ttt};

impl Environment for Ttt {
    fn spaces((): &()) -> Result<Spaces, GameError> {
        let planes = &["own marks", "the opponent's marks"];
        Ok(Spaces { actions: CELLS, shape: vec![planes.len(), 3, 3], planes })
    }

    fn observe(view: &TttView, seat: Seat, out: &mut [u8]) {
        let Ttt { x, o } = view.position();
        let (own, other) = if Mark::of(seat) == Mark::X { (x, o) } else { (o, x) };
        out[..CELLS].copy_from_slice(bytes(own));
        out[CELLS..].copy_from_slice(bytes(other));
    }

    fn mark_legal(&self, mask: &mut [bool]) {
        if self.options() > 0 {
            let free = bytes(self.free());
            mask.iter_mut().zip(free).for_each(|(entry, free)| *entry = *free != 0);
        }
    }

    fn is_legal(&self, action: u64) -> bool {
        action < CELLS as u64 && self.options() > 0 && self.free() & bit(action as u8) != 0
    }

    fn act(&mut self, action: u64) {
        self.put(bit(action as u8));
    }

    fn sample_action(&self, random: &mut impl Random) -> u64 {
        nth(self.free(), random.below(self.options().into()) as u32).into()
    }
}
