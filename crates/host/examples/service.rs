//! A match against a bot without a server: actions in, log entries and frames out.
//!
//!     cargo run -p ennead-host --example service

use ennead_game::{Seat, SplitMix64};
use ennead_host::matches::NewMatch;
use ennead_host::{Action, LiveMatch, MatchId};
use ennead_kit::{Games, Kit};

static KITS: &[&Kit] = &[&ennead_ttt::GAME];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (games, now, mut random) = (Games::new(KITS), 1_800_000_000_000, SplitMix64::new(1));
    let request = r#"{ "game": "ttt", "seats": ["person", "person"] }"#;
    let prepared = serde_json::from_str::<NewMatch>(request)?.prepare(games, now, &mut random)?;
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
