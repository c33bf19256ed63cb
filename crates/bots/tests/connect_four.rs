//! A game in one file gets everything else for nothing.

use ennead_bots::{Budget, Mcts, Worth};
use ennead_game::{Game, Match, Outcome, Random, SplitMix64, perft, play_tally, playout};

#[allow(dead_code, unreachable_pub)]
#[path = "../../../examples/connect_four.rs"]
mod rules;

use rules::ConnectFour;

ennead_game::conformance!(ConnectFour, [()], notation);

#[test]
fn it_is_one_file_of_at_most_150_lines() {
    assert!(include_str!("../../../examples/connect_four.rs").lines().count() <= 150);
}

#[test]
fn perft_counts_what_others_have_counted() {
    let start = ConnectFour::new(&());
    let counts: Vec<u64> = (1..=8).map(|plies| perft(&start, plies)).collect();
    assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn playouts_end_and_the_first_player_wins_most() {
    let mut random = SplitMix64::new(1);
    let mut ends = [0; 3];
    for _ in 0..2_000 {
        match playout(ConnectFour::new(&()), &mut random) {
            Outcome::Win(seat) => ends[seat.index()] += 1,
            Outcome::Draw => ends[2] += 1,
        }
    }
    assert!(ends[0] > ends[1] && ends[1] > ends[2], "{ends:?}");
    assert_eq!(play_tally::<ConnectFour>(&(), 50), play_tally::<ConnectFour>(&(), 50));
}

#[test]
fn a_record_takes_less_than_three_bits_a_move() {
    let mut game = Match::<ConnectFour>::new(());
    let mut random = SplitMix64::new(5);
    while !game.is_over() {
        game.play(random.below(game.position().options().into()) as u32).unwrap();
    }
    let record = game.encode();
    assert!(record.len() * 8 <= 3 * game.choices().len() + 24);
    assert_eq!(Match::<ConnectFour>::decode(&record), Ok(game));
}

#[test]
fn the_search_wins_and_defends() {
    // The first player has three in column 1, and it is their turn: option 0 wins.
    let won = Match::<ConnectFour>::replay((), &[0, 1, 0, 1, 0, 2]).unwrap();
    let advice = Mcts::new(1).search(won.position(), Budget::nodes(2_000));
    assert_eq!((advice.option, advice.worth), (0, Some(Worth::Exact { score: 1, moves: None })));
    // One disc fewer of their own: the second player must stop the three in column 1.
    let threat = Match::<ConnectFour>::replay((), &[0, 1, 0, 1, 0]).unwrap();
    assert_eq!(Mcts::new(1).search(threat.position(), Budget::nodes(5_000)).option, 0);
}
