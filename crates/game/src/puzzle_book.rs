//! Puzzle books: many positions in few bytes.
//!
//! ```text
//! | version 1 (1) | how many, low byte first (2) | length of the shared start (1) | shared start |
//! | a task each (1) | a length each (1) | the rest of each position, one after the other |
//!
//!   7   6   5   4   3   2   1   0
//! +---+---+---+---+---+---+---+---+
//! | 0 | difficulty|     moves     |   a task: difficulty less 1, and moves to win (0: a question)
//! +---+---+---+---+---+---+---+---+
//! ```
//!
//! A position is a prefix shared by all puzzles followed by its own rest. It is a record, or bytes
//! that the game's [question](crate::Question) opens. The prefix is the longest common one, so a
//! list of puzzles has exactly one book.

use thiserror::Error;

const VERSION: u8 = 1;
/// Version, number of puzzles, and length of the shared prefix.
const HEAD: usize = 4;
/// The highest difficulty; the lowest is 1.
pub const MAX_DIFFICULTY: u8 = 5;
/// The highest number of moves to a win.
pub const MAX_PUZZLE_MOVES: u8 = 15;

/// Bytes that are not a puzzle book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("puzzles, byte {at}: {reason}")]
pub struct PuzzleBookError {
    /// The offset of the first wrong byte.
    pub at: usize,
    /// What is wrong, and what would be accepted.
    pub reason: &'static str,
}

/// A stored puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
    /// The number of moves in which the seat to move wins, at most [`MAX_PUZZLE_MOVES`]; 0 for the
    /// game's question.
    pub moves: u8,
    /// From 1 to [`MAX_DIFFICULTY`].
    pub difficulty: u8,
    /// The position: a record, or bytes that the game's question opens.
    pub position: Vec<u8>,
}

/// A puzzle book.
///
/// ```
/// use ennead_game::{PuzzleBook, PuzzleEntry};
/// let (moves, difficulty) = (2, 1);
/// let entry = |position: &[u8]| PuzzleEntry { moves, difficulty, position: position.into() };
/// let bytes = PuzzleBook::write(&[entry(&[7, 1]), entry(&[7, 2, 3])])?;
/// assert_eq!(bytes, [1, 2, 0, 1, 7, 2, 2, 1, 2, 1, 2, 3]);
/// assert_eq!(PuzzleBook::parse(&bytes)?.entry(1), Some(entry(&[7, 2, 3])));
/// let error = PuzzleBook::parse(&bytes[..11]).unwrap_err();
/// assert_eq!(error.to_string(), "puzzles, byte 11: the positions end before the last one does");
/// # Ok::<(), ennead_game::PuzzleBookError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PuzzleBook<'a> {
    start: &'a [u8],
    tasks: &'a [u8],
    lengths: &'a [u8],
    rests: &'a [u8],
}

impl<'a> PuzzleBook<'a> {
    /// Parses a book; empty input is a book without puzzles.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, PuzzleBookError> {
        if bytes.is_empty() {
            return Ok(PuzzleBook { start: &[], tasks: &[], lengths: &[], rests: &[] });
        }
        let wrong = |at: usize, reason| PuzzleBookError { at, reason };
        let Some((&[version, low, high, shared], rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Err(wrong(bytes.len(), "a book begins with four bytes"));
        };
        if version != VERSION {
            return Err(wrong(0, "the version of a book is 1"));
        }
        let count = usize::from(u16::from_le_bytes([low, high]));
        let cut = |at: usize| wrong(at, "the book ends before its positions do");
        let (start, rest) = rest.split_at_checked(shared.into()).ok_or_else(|| cut(bytes.len()))?;
        let (tasks, rest) = rest.split_at_checked(count).ok_or_else(|| cut(bytes.len()))?;
        let (lengths, rests) = rest.split_at_checked(count).ok_or_else(|| cut(bytes.len()))?;
        if let Some(at) = tasks.iter().position(|task| task >> 4 >= MAX_DIFFICULTY) {
            return Err(wrong(HEAD + start.len() + at, "a difficulty is from 1 to 5, less 1"));
        }
        let book = PuzzleBook { start, tasks, lengths, rests };
        let total: usize = lengths.iter().map(|length| usize::from(*length)).sum();
        if total > rests.len() {
            return Err(wrong(bytes.len(), "the positions end before the last one does"));
        }
        if total < rests.len() {
            let end = bytes.len() - rests.len() + total;
            return Err(wrong(end, "the book ends here, but more bytes follow"));
        }
        if count == 0 || book.shares_more() {
            return Err(wrong(3, "the shared start is not the longest one"));
        }
        Ok(book)
    }

    /// Whether all rests begin with the same byte, so the shared prefix is not the longest.
    fn shares_more(&self) -> bool {
        let mut rests = (0..self.len()).map(|at| self.rest(at).first());
        let first = rests.next().flatten();
        first.is_some() && rests.all(|next| next == first)
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether the book has no puzzles.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        let size =
            |lengths: &[u8]| lengths.iter().map(|length| usize::from(*length)).sum::<usize>();
        let from = size(&self.lengths[..at]);
        &self.rests[from..from + usize::from(self.lengths[at])]
    }

    /// The moves to win (0 for a question) and the difficulty of each puzzle.
    pub fn tasks(&self) -> impl Iterator<Item = (u8, u8)> + 'a {
        self.tasks.iter().map(|task| (task & 15, (task >> 4) + 1))
    }

    /// The puzzle at an index, from 0.
    pub fn entry(&self, at: usize) -> Option<PuzzleEntry> {
        let (moves, difficulty) = self.tasks().nth(at)?;
        Some(PuzzleEntry { moves, difficulty, position: [self.start, self.rest(at)].concat() })
    }

    /// Writes a book of at most 65,535 puzzles with positions of at most 255 bytes.
    pub fn write(entries: &[PuzzleEntry]) -> Result<Vec<u8>, PuzzleBookError> {
        let Some(first) = entries.first() else { return Ok(Vec::new()) };
        let wrong = |at: usize, reason| PuzzleBookError { at, reason };
        let count = u16::try_from(entries.len())
            .map_err(|_| wrong(1, "a book has at most 65535 puzzles"))?;
        let fits = |entry: &PuzzleEntry| {
            entry.moves <= MAX_PUZZLE_MOVES
                && (1..=MAX_DIFFICULTY).contains(&entry.difficulty)
                && entry.position.len() <= usize::from(u8::MAX)
        };
        if !entries.iter().all(fits) {
            let reason = "a puzzle has at most 15 moves, a difficulty from 1 to 5 and a position \
                          of at most 255 bytes";
            return Err(wrong(HEAD, reason));
        }
        let shared = entries.iter().fold(first.position.len(), |most, entry| {
            let pairs = first.position.iter().zip(&entry.position).take(most);
            pairs.take_while(|(a, b)| a == b).count()
        });
        let mut bytes = vec![VERSION];
        bytes.extend(count.to_le_bytes());
        bytes.push(shared as u8);
        bytes.extend(&first.position[..shared]);
        bytes.extend(entries.iter().map(|entry| entry.moves | (entry.difficulty - 1) << 4));
        bytes.extend(entries.iter().map(|entry| (entry.position.len() - shared) as u8));
        entries.iter().for_each(|entry| bytes.extend(&entry.position[shared..]));
        Ok(bytes)
    }

    /// The number of puzzles in the header of a book, for constants; 0 for empty input.
    pub const fn announced(bytes: &[u8]) -> usize {
        match bytes {
            [_, low, high, ..] => u16::from_le_bytes([*low, *high]) as usize,
            _ => 0,
        }
    }
}

/// The number of the daily puzzle, counted from 1: the same for everyone, starting over after the
/// last. `now` is Unix time in milliseconds; days are UTC.
///
/// ```
/// use ennead_game::puzzle_of_day;
/// assert_eq!(puzzle_of_day(0, 1000), 1);
/// assert_eq!(puzzle_of_day(86_399_999, 1000), 1);
/// assert_eq!(puzzle_of_day(86_400_000, 1000), 2);
/// assert_eq!(puzzle_of_day(86_400_000 * 1000, 1000), 1);
/// assert_eq!(puzzle_of_day(86_400_000, 0), 0);
/// ```
pub const fn puzzle_of_day(now: u64, count: usize) -> usize {
    if count == 0 { 0 } else { (now / 86_400_000 % count as u64) as usize + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Vec<u8> {
        let entry = |moves, difficulty, position: &[u8]| PuzzleEntry {
            moves,
            difficulty,
            position: position.into(),
        };
        PuzzleBook::write(&[
            entry(2, 1, &[9, 9, 1]),
            entry(0, 5, &[9, 9]),
            entry(15, 3, &[9, 9, 7]),
        ])
        .unwrap()
    }

    #[test]
    fn accepted_books_encode_back() {
        let bytes = book();
        // Every byte of a small book, changed to every value, and every truncation.
        for at in 0..bytes.len() {
            for value in 0..=u8::MAX {
                let mut changed = bytes.clone();
                changed[at] = value;
                let Ok(book) = PuzzleBook::parse(&changed) else { continue };
                let entries: Vec<_> = (0..book.len()).filter_map(|at| book.entry(at)).collect();
                assert_eq!(PuzzleBook::write(&entries).unwrap(), changed);
                assert_eq!(PuzzleBook::announced(&changed), entries.len());
            }
            assert!(at == 0 || PuzzleBook::parse(&bytes[..at]).is_err(), "cut at {at}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        let error = PuzzleBook::parse(&longer).unwrap_err();
        assert_eq!(
            (error.at, error.reason),
            (bytes.len(), "the book ends here, but more bytes follow")
        );
    }

    #[test]
    fn errors_name_the_byte() {
        let says = |bytes: &[u8]| PuzzleBook::parse(bytes).unwrap_err().to_string();
        assert_eq!(says(&[1, 1]), "puzzles, byte 2: a book begins with four bytes");
        assert_eq!(says(&[2, 1, 0, 0, 0, 0]), "puzzles, byte 0: the version of a book is 1");
        assert_eq!(says(&[1, 0, 0, 0]), "puzzles, byte 3: the shared start is not the longest one");
        assert_eq!(
            says(&[1, 1, 0, 0, 0x50, 0]),
            "puzzles, byte 4: a difficulty is from 1 to 5, less 1"
        );
        assert!(PuzzleBook::parse(&[]).unwrap().is_empty());
        assert!(PuzzleBook::write(&[]).unwrap().is_empty());
    }
}
