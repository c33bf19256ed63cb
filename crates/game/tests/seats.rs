//! Rules that name a seat that matches do not have.

use ennead_game::{
    AnyGame, Erased, Game, Match, MoveError, Notation, Open, Options, Outcome, PlayError,
    Presentation, Seat, SplitMix64, Turn,
};

/// Three seats, from the start, after a choice, after a deal, or at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Three<const WHEN: u8> {
    made: u8,
}

const START: u8 = 0;
const LATER: u8 = 1;
const DEALT: u8 = 2;
const END: u8 = 3;

impl<const WHEN: u8> Game for Three<WHEN> {
    const ID: &'static str = "three";
    const NUMBER: u8 = 205;
    type Setup = ();

    fn new((): &()) -> Self {
        Three { made: 0 }
    }

    fn turn(&self) -> Turn {
        match (WHEN, self.made) {
            (START, 0) | (LATER | DEALT, 1) => Turn::Seat(Seat(2)),
            (DEALT, 0) => Turn::Chance,
            (END, 1) => Turn::Over(Outcome::Win(Seat(2))),
            (_, 2..) => Turn::Over(Outcome::Draw),
            (_, made) => Turn::Seat(Seat(made)),
        }
    }

    fn options(&self) -> u32 {
        if matches!(self.turn(), Turn::Over(_)) { 0 } else { 2 }
    }

    fn choose(&mut self, _: u32) {
        self.made += 1;
    }
}

impl<const WHEN: u8> Notation for Three<WHEN> {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (0..self.options()).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a move is a number"))
    }
}

impl<const WHEN: u8> Presentation for Three<WHEN> {}

fn start<const WHEN: u8>() -> Result<Box<dyn ennead_game::AnyMatch>, String> {
    let game = Erased::<Open<Three<WHEN>>>::new();
    game.start(&Options::new()).map_err(|error| error.to_string())
}

const REASON: &str = "the rules name seat 2, but a match has two seats, 0 and 1";

#[test]
fn a_match_of_three_seats_is_rejected() {
    assert_eq!(start::<START>().err().as_deref(), Some(REASON));
}

#[test]
fn a_choice_that_gives_the_turn_or_the_win_to_a_third_seat_is_rejected() {
    for mut game in [start::<LATER>(), start::<END>()].map(Result::unwrap) {
        assert_eq!(game.play(1), Err(PlayError::UnknownSeat(Seat(2))));
        assert_eq!((game.choices().len(), game.turn()), (0, Turn::Seat(Seat::FIRST)));
    }
}

#[test]
fn a_deal_that_gives_the_turn_to_a_third_seat_is_taken_back() {
    let mut game = start::<DEALT>().unwrap();
    game.deal(&mut SplitMix64::new(1));
    assert_eq!((game.choices().len(), game.turn()), (0, Turn::Chance));
}

#[test]
fn a_record_with_a_third_seat_to_move_is_rejected() {
    // The record of one choice among two, which `LATER` cannot have made.
    let mut other = Match::<Three<{ DEALT + 2 }>>::new(());
    other.play(1).unwrap();
    let game = Erased::<Open<Three<LATER>>>::new();
    let error = game.open(&other.encode()).err().unwrap().to_string();
    assert_eq!(error, REASON);
}

#[test]
#[should_panic(expected = "UnknownSeat(Seat(2))")]
fn the_suite_rejects_three_seats_from_the_start() {
    ennead_game::suite::play_and_records::<Three<START>>(&());
}

#[test]
#[should_panic(expected = "UnknownSeat(Seat(2))")]
fn the_suite_rejects_three_seats_later() {
    ennead_game::suite::play_and_records::<Three<LATER>>(&());
}

#[test]
#[should_panic(expected = "UnknownSeat(Seat(2))")]
fn the_suite_rejects_a_win_of_a_third_seat() {
    ennead_game::suite::play_and_records::<Three<END>>(&());
}
