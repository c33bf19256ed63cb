//! No level passes over a win that it has proven.

use ennead_connect::Connect;
use ennead_game::{AnyGame, AnyMatch, Options, Outcome, Random, Seat, SplitMix64, Turn};
use ennead_search::{Budget, Level, Roster, choose_move};
use ennead_ttt::Ttt;

/// Enough for the levels to see every option, and little enough for the best one to be fast.
const BUDGET: Budget = Budget::nodes(300);
/// Seeds that each level is asked with.
const SEEDS: u64 = 4;

/// Whether a seat can win before anything but its own choices happens.
fn can_win(game: &dyn AnyMatch, seat: Seat) -> bool {
    match game.turn() {
        Turn::Over(outcome) => outcome == Outcome::Win(seat),
        Turn::Seat(mover) if mover == seat => (0..game.options()).any(|option| {
            let mut next = game.boxed_clone();
            next.play(option).expect("the option exists");
            can_win(&*next, seat)
        }),
        _ => false,
    }
}

/// Positions between moves, from random play, in which the player on the move can win at once.
fn winning_positions(game: &dyn AnyGame, count: usize) -> Vec<Box<dyn AnyMatch>> {
    let mut random = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut play = game.start(&Options::new()).expect("the default set-up");
        play.deal(&mut random);
        let mut moves = None;
        while let Turn::Seat(seat) = play.turn() {
            let is_new = moves.replace(play.moves().len()) != Some(play.moves().len());
            if is_new && can_win(&*play, seat) {
                found.push(play.boxed_clone());
            }
            play.play(random.below(play.options().into()) as u32).expect("the option exists");
            play.deal(&mut random);
        }
    }
    found
}

/// Asks every level in positions that are won at once, and checks that it wins.
fn levels_win(game: &dyn AnyGame, roster: &Roster, count: usize) {
    for position in winning_positions(game, count) {
        let Turn::Seat(seat) = position.turn() else { panic!("a seat chooses") };
        for (level, seed) in Level::ALL.into_iter().flat_map(|l| (0..SEEDS).map(move |s| (l, s))) {
            let mut bot = roster.bot(level.name(), seed).expect("a level");
            let mut after = position.boxed_clone();
            for option in choose_move(&mut *bot, &*position, BUDGET).expect("a move") {
                after.play(option).expect("legal");
            }
            let (moves, name) = (position.moves().join(" "), level.name());
            assert_eq!(after.turn(), Turn::Over(Outcome::Win(seat)), "{name}, {seed}: {moves}");
        }
    }
}

#[test]
fn levels_of_ttt_take_every_win() {
    levels_win(ennead_ttt::GAME.game(), ennead_ttt::GAME.bots(), 200);
}

#[test]
fn levels_of_nested_take_every_win() {
    levels_win(ennead_nested::GAME.game(), ennead_nested::GAME.bots(), 60);
}

#[test]
fn levels_of_connect_take_every_win() {
    levels_win(ennead_connect::GAME.game(), ennead_connect::GAME.bots(), 100);
}

#[test]
fn levels_of_schotten_take_every_win() {
    levels_win(ennead_schotten::GAME.game(), ennead_schotten::GAME.bots(), 40);
}

#[test]
fn default_levels_take_every_win() {
    levels_win(ennead_ttt::GAME.game(), &const { Roster::open::<Ttt>() }, 200);
    levels_win(ennead_connect::GAME.game(), &const { Roster::open::<Connect>() }, 100);
}
