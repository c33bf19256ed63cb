//! Histories: sequences of placements.

use std::fmt;

use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, count, has_line};
use ennead_game::{Game, Match, MoveError, Notation, Outcome, Seat};
use thiserror::Error;

use crate::{Mark, Square, Ttt};

/// Up to nine placements on distinct squares, X and O alternating, whether or not the game is
/// legal.
///
/// ```
/// use ennead_ttt::History;
/// let history: History = "1 5 7 4 3 8 6 2 9".parse()?;
/// let error = history.legal().unwrap_err().to_string();
/// assert_eq!(error, "O had won with placement 8, so placement 9 is not possible");
/// # Ok::<(), ennead_ttt::HistoryError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct History {
    squares: [u8; CELLS],
    length: u8,
    taken: Mask,
}

/// The result of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryResult {
    /// The outcome, if the game ended.
    pub outcome: Option<Outcome>,
    /// The number, counted from 1, of the placement that ended it.
    pub over_at: Option<usize>,
}

/// Text or squares that are not a history.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HistoryError {
    /// The text is not a square.
    #[error("placement {number}: {error}")]
    Square {
        /// The number of the placement, counted from 1.
        number: usize,
        /// The reason.
        error: MoveError,
    },
    /// The square is taken.
    #[error("placement {number}: square {square} is already taken")]
    Taken {
        /// The number of the placement, counted from 1.
        number: usize,
        /// The square.
        square: Square,
    },
    /// More placements than squares.
    #[error("a board has room for nine placements, not {0}")]
    TooMany(usize),
}

/// A history that continues after the end of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{} with placement {over_at}, so placement {} is not possible",
    had_ended(*.outcome),
    over_at + 1
)]
pub struct PlayedOn {
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The number, counted from 1, of the placement that ended it.
    pub over_at: usize,
}

fn had_ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Seat::FIRST) => "X had won",
        Outcome::Win(_) => "O had won",
        Outcome::Draw => "the game was drawn",
    }
}

impl History {
    /// An empty history.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a placement.
    pub fn push(&mut self, square: Square) -> Result<(), HistoryError> {
        if self.taken & bit(square.0) != 0 {
            return Err(HistoryError::Taken { number: self.len() + 1, square });
        }
        self.push_free(square.0);
        Ok(())
    }

    #[inline]
    pub(crate) fn push_free(&mut self, square: u8) {
        self.squares[self.length as usize] = square;
        self.length += 1;
        self.taken |= bit(square);
    }

    /// Number of placements.
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are no placements.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The squares in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.squares[..self.len()].iter().map(|square| Square(*square))
    }

    /// The squares still free after the last placement.
    pub(crate) fn free(&self) -> Mask {
        FULL & !self.taken
    }

    /// Each placement as its number, counted from 1, among the squares free at that point.
    pub fn relative(&self) -> impl Iterator<Item = u32> + '_ {
        let mut free = FULL;
        self.squares().map(move |square| {
            let index = ennead_game::nine::index_of(free, square.0);
            free &= !bit(square.0);
            index + 1
        })
    }

    /// The result of the game, decided by the first completed line.
    pub fn result(&self) -> HistoryResult {
        let mut marks = [0; 2];
        for (index, square) in self.squares().enumerate() {
            let mover = index % 2;
            marks[mover] |= bit(square.0);
            if has_line(marks[mover]) {
                let outcome = Outcome::Win(Seat(mover as u8));
                return HistoryResult { outcome: Some(outcome), over_at: Some(index + 1) };
            }
        }
        let full = self.len() == CELLS;
        HistoryResult { outcome: full.then_some(Outcome::Draw), over_at: full.then_some(CELLS) }
    }

    /// The position reached, if the history is legal.
    pub fn legal(&self) -> Result<Ttt, PlayedOn> {
        match self.result() {
            HistoryResult { outcome: Some(outcome), over_at: Some(over_at) }
                if over_at < self.len() =>
            {
                Err(PlayedOn { outcome, over_at })
            }
            _ => {
                let (x, o) = self.marks();
                Ok(Ttt { x, o })
            }
        }
    }

    /// The squares of X and O.
    pub(crate) fn marks(&self) -> (Mask, Mask) {
        let mut marks = [0; 2];
        for (index, square) in self.squares().enumerate() {
            marks[index % 2] |= bit(square.0);
        }
        (marks[0], marks[1])
    }

    /// The board as text, reachable or not.
    pub fn board_text(&self) -> String {
        let (x, o) = self.marks();
        Ttt { x, o }.to_string()
    }

    /// The match with these placements, if it is legal.
    pub fn to_match(&self) -> Result<Match<Ttt>, PlayedOn> {
        self.legal()?;
        let mut game = Match::<Ttt>::new(());
        for square in self.squares() {
            let choices =
                game.position().choices_of(&square).expect("a legal history has legal moves");
            game.play(choices[0]).expect("a legal move's choice exists");
        }
        Ok(game)
    }

    /// The squares of a match.
    pub fn of_match(game: &Match<Ttt>) -> Self {
        let mut history = History::new();
        let mut position = Ttt::new(game.setup());
        for option in game.choices() {
            let square =
                cells(position.free()).nth(*option as usize).expect("a match has legal choices");
            history.push_free(square);
            position.choose(*option);
        }
        history
    }

    /// Parses relative numbers: each counts, from 1, among the squares free at that point.
    pub fn parse_relative(text: &str) -> Result<Self, HistoryError> {
        let mut history = History::new();
        for (index, word) in split_words(text)?.into_iter().enumerate() {
            let free = history.free();
            let count = count(free);
            let relative = digit(word).filter(|number| (1..=count).contains(number));
            let relative = relative.ok_or_else(|| HistoryError::Square {
                number: index + 1,
                error: MoveError::text(
                    word,
                    format!("{count} squares are free, so it is a number from 1 to {count}"),
                ),
            })?;
            history.push_free(ennead_game::nine::nth(free, relative - 1));
        }
        Ok(history)
    }
}

impl std::str::FromStr for History {
    type Err = HistoryError;

    /// Parses squares 1 to 9 separated by spaces.
    fn from_str(text: &str) -> Result<Self, HistoryError> {
        let mut history = History::new();
        for (index, word) in split_words(text)?.into_iter().enumerate() {
            let square = Ttt::parse_move(word)
                .map_err(|error| HistoryError::Square { number: index + 1, error })?;
            history.push(square)?;
        }
        Ok(history)
    }
}

/// Parses a single digit. `str::parse` would also accept `+1` and `01`, so a game would have
/// several spellings.
fn digit(word: &str) -> Option<u32> {
    let mut characters = word.chars();
    characters.next().and_then(|first| first.to_digit(10)).filter(|_| characters.next().is_none())
}

fn split_words(text: &str) -> Result<Vec<&str>, HistoryError> {
    let count = text.split_whitespace().count();
    if count > CELLS {
        Err(HistoryError::TooMany(count))
    } else {
        Ok(text.split_whitespace().collect())
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.squares().enumerate() {
            write!(f, "{}{square}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "History({self})")
    }
}

/// The mark of the placement at an index.
pub(crate) fn mark_of_placement(index: usize) -> Mark {
    if index.is_multiple_of(2) { Mark::X } else { Mark::O }
}
