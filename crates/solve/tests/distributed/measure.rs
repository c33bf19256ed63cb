//! Games whose layers are not plies.

use ennead_game::{Census, Game, Keys, LayerKey, NoKeysError, Outcome, Packed, Seat, Turn};
use ennead_solve::distributed::solve;
use ennead_solve::{SolvedTable, SolvedValue};

use super::{Scratch, plan};

/// Takes one to three of `COUNT` sticks; the player who takes the last one wins. Layers are sticks
/// taken if `GROWS`, and otherwise all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticks<const GROWS: bool> {
    left: u32,
    mover: Seat,
}

const COUNT: u32 = 50;

impl<const GROWS: bool> Game for Sticks<GROWS> {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 200;
    type Setup = ();

    fn new((): &()) -> Self {
        Sticks { left: COUNT, mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(self.mover.other())),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        self.left.min(3)
    }

    fn choose(&mut self, option: u32) {
        self.left -= option + 1;
        self.mover = self.mover.other();
    }
}

#[derive(Clone)]
struct SticksKeys;

impl<const GROWS: bool> Packed for Sticks<GROWS> {
    type Keys = SticksKeys;

    fn keys((): &()) -> Result<SticksKeys, NoKeysError> {
        Ok(SticksKeys)
    }
}

impl<const GROWS: bool> Keys<Sticks<GROWS>> for SticksKeys {
    type Word = u64;

    fn last_layer(&self) -> u32 {
        COUNT
    }

    fn bits(&self, _: u32) -> u32 {
        16
    }

    fn pack(&self, position: &Sticks<GROWS>) -> Option<LayerKey<u64>> {
        let layer = if GROWS { COUNT - position.left } else { 0 };
        Some(LayerKey { layer, word: u64::from(position.left) << 8 | u64::from(position.mover.0) })
    }

    fn unpack(&self, key: LayerKey<u64>) -> Sticks<GROWS> {
        Sticks { left: (key.word >> 8) as u32, mover: Seat(key.word as u8 & 1) }
    }

    fn census(&self, key: LayerKey<u64>) -> Census {
        Census { orbit: 1, over: key.word >> 8 == 0 }
    }
}

#[test]
fn layers_may_be_skipped() {
    for workers in [1, 3] {
        let scratch = Scratch::new();
        let summary = solve::<Sticks<true>>(&(), &plan(scratch.path(), workers)).unwrap();
        assert_eq!(summary.json()["value"], "win");
        let table = SolvedTable::<Sticks<true>>::open(scratch.path()).unwrap();
        for left in 1..=COUNT {
            // Some positions are unreachable, such as one stick taken with the first seat to move.
            if let Ok(value) = table.value(&Sticks { left, mover: Seat::SECOND }) {
                assert_eq!(matches!(value, SolvedValue::Loss(_)), left % 4 == 0, "{left}");
            }
        }
    }
}

#[test]
fn a_measure_that_does_not_grow_is_rejected() {
    let scratch = Scratch::new();
    let error = solve::<Sticks<false>>(&(), &plan(scratch.path(), 2)).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("a move leads from layer 0 to layer 0"), "{message}");
}
