//! A game with hidden choices beside the real ones, and variants of it that leak them.

use std::cell::Cell;

use ennead_game::{Random, Seat, SplitMix64, Turn, Viewer};
use ennead_kit::{Games, Kit};
use ennead_search::Playout;
use leaky::{DRAWING, EXPLANATION, Leaky, MOVE_LABEL, MOVE_LIST, MOVE_TEXT, OPEN, PAYLOAD};
use throws::Throws;

use super::deal::{Deal, THROWS, start};

#[path = "../../../../game/tests/throws/leaky.rs"]
mod leaky;
#[path = "../../../../game/tests/throws/mod.rs"]
mod throws;

/// The ways to leak a hidden throw that can be planted.
pub(super) const LEAKS: usize = 7;

impl Playout for Throws {}

impl<const WAY: u8> Playout for Leaky<WAY> {}

static HONEST: Kit = Kit::hidden::<Throws>();
static LEAKING: [Kit; LEAKS] = [
    Kit::hidden::<Leaky<MOVE_TEXT>>(),
    Kit::hidden::<Leaky<MOVE_LABEL>>(),
    Kit::hidden::<Leaky<MOVE_LIST>>(),
    Kit::hidden::<Leaky<PAYLOAD>>(),
    Kit::hidden::<Leaky<DRAWING>>(),
    Kit::hidden::<Leaky<EXPLANATION>>(),
    Kit::hidden::<Leaky<OPEN>>(),
];

const fn with(throws: &'static Kit) -> [&'static Kit; 5] {
    let (ttt, nested) = (&ennead_ttt::GAME, &ennead_nested::GAME);
    [ttt, nested, &ennead_schotten::GAME, &ennead_connect::GAME, throws]
}

static KITS: [&Kit; 5] = with(&HONEST);
static LEAKING_KITS: [[&Kit; 5]; LEAKS] = [
    with(&LEAKING[0]),
    with(&LEAKING[1]),
    with(&LEAKING[2]),
    with(&LEAKING[3]),
    with(&LEAKING[4]),
    with(&LEAKING[5]),
    with(&LEAKING[6]),
];

thread_local! {
    /// The leak in the worlds of this thread.
    static PLANTED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Plants one of the leaks in the worlds of this thread.
#[cfg(test)]
pub(super) fn plant(leak: usize) {
    PLANTED.set(Some(leak));
}

/// The games of the worlds.
pub(super) fn games() -> Games {
    Games::new(PLANTED.get().map_or(&KITS, |leak| &LEAKING_KITS[leak]))
}

/// Throws in two worlds, of which the last is hidden from a viewer and differs. The thrower is the
/// given seat.
pub(super) fn hidden_throws(thrower: Seat, random: &mut SplitMix64) -> [Deal; 2] {
    loop {
        let mut game = start(&THROWS);
        for _ in 0..2 * random.below(4) as usize + thrower.index() {
            // A match that is over has no more throws, and is not used.
            let _ = game.play(random.below(3) as u32);
        }
        let throw = random.below(3) as u32;
        let throws = [throw, (throw + 1 + random.below(2) as u32) % 3];
        let goes_on = |throw: u32| {
            let mut after = game.boxed_clone();
            after.play(throw).is_ok() && matches!(after.turn(), Turn::Seat(_))
        };
        if throws.into_iter().all(goes_on) {
            return throws.map(|throw| Deal::of_throws([game.choices(), &[throw]].concat()));
        }
    }
}

/// The seat whose throws a viewer may not see.
pub(super) fn thrower(viewer: Viewer) -> Seat {
    match viewer {
        Viewer::Seat(seat) => seat.other(),
        Viewer::Spectator => Seat::SECOND,
    }
}
