//! The log of a match grows by the lines that are new.

use std::sync::Arc;

use ennead_game::{MoveLog, Options, Random, SplitMix64, Turn, Viewer};
use ennead_host::{
    Action, Beginning, Clock, Head, LiveMatch, MatchId, SeatHolder, SeatKey, Snapshot, Wanted,
};
use ennead_kit::Games;

use crate::NOW;

static GAMES: Games = Games::new(&[
    &ennead_ttt::GAME,
    &ennead_nested::GAME,
    &ennead_schotten::GAME,
    &ennead_connect::GAME,
]);

/// The lines as they are, and that the first of them are the very same as before.
fn check(lines: &[Arc<str>], before: &[Arc<str>], expected: &[String]) {
    assert!(lines.iter().map(AsRef::<str>::as_ref).eq(expected), "{lines:?}, not {expected:?}");
    let reused = lines.iter().zip(before).filter(|(line, old)| Arc::ptr_eq(line, old)).count();
    assert_eq!(reused, before.len(), "every earlier line is reused");
}

/// At every choice of random matches, half-made moves included.
#[test]
fn a_log_that_grows_equals_one_made_at_once() {
    for (kit, seed) in GAMES.iter().flat_map(|kit| (0..8).map(move |seed| (kit, seed))) {
        let mut random = SplitMix64::new(seed);
        let viewer = Viewer::ALL[seed as usize % 3];
        let mut game = kit.game().start(&Options::new()).unwrap();
        let (mut log, mut before) = (MoveLog::new(viewer), MoveLog::new(viewer).lines());
        while !matches!(game.turn(), Turn::Over(_)) {
            game.play(random.below(game.options().into()) as u32).unwrap();
            game.extend_log(&mut log);
            check(&log.lines(), &before, &game.log(viewer));
            before = log.lines();
        }
    }
}

#[test]
fn snapshots_share_the_lines_of_earlier_moves() {
    let log_of = |live: &LiveMatch| -> Arc<[Arc<str>]> {
        let snapshot = Snapshot::of(live, Wanted { spectator: false, log: true }, NOW).unwrap();
        Arc::clone(snapshot.log(Viewer::Spectator).unwrap())
    };
    for kit in GAMES.iter() {
        let mut random = SplitMix64::new(5);
        let start = kit.game().start(&Options::new()).unwrap().record();
        let seats = [[1; 16], [2; 16]].map(|token| SeatHolder::Person(SeatKey::of(&token)));
        let names = [None, None];
        let head = Head {
            start,
            seats,
            names,
            clock: Clock::None,
            listed: true,
            created: NOW,
            beginning: Beginning::Fresh,
        };
        let mut live = LiveMatch::new(GAMES, MatchId::new(NOW, 1), head).unwrap();
        live.first_entries(&[], &mut random).unwrap();
        let mut before = log_of(&live);
        while let Some(seat) = live.mover() {
            let option = random.below(live.game.options().into()) as u32;
            let action = Action::Options { ply: live.ply(), options: vec![option] };
            live.act(&action, Some(seat), NOW, &mut random).unwrap();
            let log = log_of(&live);
            check(&log, &before, &live.game.log(Viewer::Spectator));
            before = log;
        }
        let again = log_of(&live);
        assert!(Arc::ptr_eq(&again, &before), "nothing new, so the same list");
    }
}
