//! The text form of a match in which chance chooses.

use std::cell::Cell;
use std::fmt;

use ennead_game::{
    AnyGame, Erased, Game, MoveError, MoveLog, Notation, Open, Options, Outcome, Presentation,
    RECORD, RecordOnly, Seat, Turn, Viewer,
};

/// A die is rolled and the first seat guesses, until a guess is right.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Guess {
    die: Option<u32>,
    is_right: bool,
}

impl Game for Guess {
    const ID: &'static str = "guess";
    const NUMBER: u8 = 201;
    type Setup = ();

    fn new((): &()) -> Self {
        Guess { die: None, is_right: false }
    }

    fn turn(&self) -> Turn {
        match self.die {
            _ if self.is_right => Turn::Over(Outcome::Win(Seat::FIRST)),
            None => Turn::Chance,
            Some(_) => Turn::Seat(Seat::FIRST),
        }
    }

    fn options(&self) -> u32 {
        if self.is_right { 0 } else { 6 }
    }

    fn choose(&mut self, option: u32) {
        match self.die.take() {
            None => self.die = Some(option),
            Some(die) => self.is_right = die == option,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(u32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DESCRIBED.set(DESCRIBED.get() + 1);
        write!(f, "n{}", self.0)
    }
}

impl Notation for Guess {
    type Move = Number;

    fn moves(&self) -> Vec<Number> {
        (0..self.options()).map(Number).collect()
    }

    fn number(mv: &Number) -> u64 {
        mv.0.into()
    }

    fn parse_move(text: &str) -> Result<Number, MoveError> {
        let digits = text.strip_prefix('n').and_then(|digits| digits.parse().ok());
        digits.map(Number).ok_or_else(|| MoveError::text(text, "a move is n0 to n5"))
    }

    fn choices_of(&self, mv: &Number) -> Result<Vec<u32>, MoveError> {
        Ok(vec![mv.0])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Number, usize)> {
        Some((Number(*choices.first()?), 1))
    }
}

thread_local! {
    /// How many moves this test has described.
    static DESCRIBED: Cell<usize> = const { Cell::new(0) };
}

impl Presentation for Guess {}

static GUESS: Erased<Open<Guess>, RecordOnly> = Erased::new();

#[test]
fn the_text_form_includes_chance_choices() {
    let options = Options::default();
    for text in ["!3", "!3 n2", "!3 n2 !5", "!0 n0", "!3 n2 !5 n5"] {
        let record = GUESS.encode(RECORD.id, text, &options).unwrap();
        let shown = GUESS.decode(RECORD.id, &record, &options).unwrap();
        assert_eq!(shown.json["line"], *text, "{shown:?}");
    }
    let empty = GUESS.encode(RECORD.id, "", &options).unwrap();
    assert_eq!(GUESS.decode(RECORD.id, &empty, &options).unwrap().json.get("line"), None);
}

#[test]
fn a_move_before_a_chance_choice_is_rejected_with_the_expected_form() {
    for (text, reason) in [
        ("n2", "move 1: chance is next: write !0 to !5, not \"n2\""),
        ("!6", "move 1: chance is next: write !0 to !5, not \"!6\""),
        ("!1 n2 n3", "move 3: chance is next: write !0 to !5, not \"n3\""),
    ] {
        let error = GUESS.encode(RECORD.id, text, &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), reason);
    }
    let error = GUESS.encode(RECORD.id, "!1 !2", &Options::default()).unwrap_err();
    assert!(error.to_string().contains("a move is n0 to n5"), "{error}");
}

/// A log that grew line by line took a description per move, and reads like one made at once.
#[test]
fn a_log_describes_every_move_once() {
    let mut playing = GUESS.start(&Options::new()).unwrap();
    let mut log = MoveLog::new(Viewer::Spectator);
    for (ply, option) in [3, 1, 0, 5, 2, 4, 1, 1].into_iter().enumerate() {
        playing.play(option).unwrap();
        playing.extend_log(&mut log);
        let moves = ply.div_ceil(2);
        assert_eq!((DESCRIBED.get(), log.lines().len()), (moves, moves), "at ply {ply}");
    }
    let lines: Vec<String> = log.lines().iter().map(ToString::to_string).collect();
    assert_eq!(lines, playing.log(Viewer::Spectator));
}

/// It used to count none.
#[test]
fn perft_says_that_it_cannot_count_across_a_choice_of_chance() {
    let options = Options::new();
    assert_eq!(GUESS.perft(0, None, &options).unwrap(), 1);
    assert_eq!(GUESS.perft(1, None, &options).unwrap(), 6);
    for plies in [2, 3, u32::MAX] {
        let error = GUESS.perft(plies, None, &options).unwrap_err().to_string();
        assert!(error.starts_with("chance decides between two moves"), "{error}");
    }
}

/// One option for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Treadmill;

impl Game for Treadmill {
    const ID: &'static str = "treadmill";
    const NUMBER: u8 = 202;
    type Setup = ();

    fn new((): &()) -> Self {
        Treadmill
    }

    fn turn(&self) -> Turn {
        Turn::Seat(Seat::FIRST)
    }

    fn options(&self) -> u32 {
        1
    }

    fn choose(&mut self, _: u32) {}
}

impl Notation for Treadmill {
    type Move = Number;

    fn moves(&self) -> Vec<Number> {
        vec![Number(0)]
    }

    fn number(mv: &Number) -> u64 {
        mv.0.into()
    }

    fn parse_move(text: &str) -> Result<Number, MoveError> {
        Guess::parse_move(text)
    }
}

impl Presentation for Treadmill {}

#[test]
fn a_game_that_never_ends_is_counted_up_to_a_limit() {
    let game = Erased::<Open<Treadmill>>::new();
    let options = Options::new();
    assert_eq!(game.perft(1_000, None, &options).unwrap(), 1);
    let error = game.perft(u32::MAX, None, &options).unwrap_err().to_string();
    assert_eq!(error, "sequences of at most 1000 moves can be counted");
    let error = game.tally(2, &options).unwrap_err().to_string();
    assert_eq!(error, "2 of 2 games are not over after 1048576 moves");
    let mut random = ennead_game::SplitMix64::new(1);
    assert_eq!(ennead_game::playout(Treadmill, &mut random), Outcome::Draw);
}
