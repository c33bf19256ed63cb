//! A two-player match without a server: actions in, transitions out.
//!
//!     cargo run -p ennead-host --example service

use ennead_game::{Seat, SplitMix64};
use ennead_host::matches::NewMatch;
use ennead_host::{Action, LiveMatch, MatchId};
use ennead_kit::{Games, Kit};
use serde_json::json;

static KITS: &[&Kit] = &[&ennead_ttt::GAME];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (games, now, mut random) = (Games::new(KITS), 1_800_000_000_000, SplitMix64::new(1));
    let request = json!({ "game": KITS[0].id(), "seats": ["person", "person"] });
    let request: NewMatch = serde_json::from_value(request)?;
    let prepared = request.prepare(games, now, &mut random)?;
    let mut live = LiveMatch::new(games, MatchId::new(now, 1), prepared.head)?;
    for (ply, square) in [(0, "5"), (1, "1"), (2, "3"), (3, "9"), (4, "7")] {
        let action = Action::Text { ply, text: square.into() };
        let seat = if ply % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        let transition =
            live.act(&action, Some(seat), now + 1_000 * u64::from(ply), &mut random)?;
        println!("{seat:?} plays {square}: {transition:?}");
    }
    Ok(())
}
