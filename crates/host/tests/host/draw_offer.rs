//! Draw offers to bots.

use ennead_game::Seat;
use ennead_host::{Action, DrawOffer};
use ennead_search::{Budget, Tables};

use crate::{games, start};

/// The second seat's answer after these choices.
fn answer(game: &str, choices: &[u32]) -> Action {
    let mut game = start(game);
    choices.iter().for_each(|option| game.play(*option).unwrap());
    let offer = DrawOffer::new(games(), &Tables::default(), &*game, Seat::SECOND);
    offer.unwrap().answer(Budget::nodes(200))
}

#[test]
fn a_position_proven_no_better_than_a_draw_is_accepted() {
    assert_eq!(answer("ttt", &[]), Action::Accept, "the first move leads to a draw");
    assert_eq!(answer("ttt", &[4, 0]), Action::Accept, "a draw with the opponent on the move");
    assert_eq!(answer("ttt", &[4, 1]), Action::Accept, "a loss");
}

#[test]
fn a_win_and_an_unknown_value_are_declined() {
    assert_eq!(answer("ttt", &[1, 0, 0, 3, 0, 3]), Action::Decline, "two threats");
    assert_eq!(answer("nested", &[]), Action::Decline);
}

#[test]
fn a_bot_that_cannot_see_the_position_gets_no_offer() {
    let mut game = start("schotten");
    game.deal(&mut ennead_game::SplitMix64::new(1));
    assert!(DrawOffer::new(games(), &Tables::default(), &*game, Seat::SECOND).is_none());
}
