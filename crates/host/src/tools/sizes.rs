//! `POST /api/sizes`: how many bits each format needs for a match, move by move.

use ennead_game::{AnyGame, Options, RECORD, RECORDS, Value};
use ennead_kit::Games;
use ennead_protocol::Code;
use serde::Serialize;

use super::RecordRequest;
use super::value::count_bits;
use super::walk::Walk;
use crate::Failure;

/// Matches with more moves are not measured.
const MAX_MOVES: usize = 1_000;
/// Limit on moves times choices: after each move every format encodes the whole match.
const MAX_WORK: usize = 4_000_000;

/// The size of a match in each format, move by move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sizes {
    /// The formats that can represent the match at some point.
    formats: Vec<&'static str>,
    /// The information in the match after each move, in bits.
    bound: Vec<f64>,
    moves: Vec<MoveSize>,
}

/// The sizes after a move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveSize {
    ply: usize,
    text: String,
    /// Bits by format; null where the format cannot represent the match at this point.
    bits: Vec<Option<usize>>,
}

/// Measures the match in each format after each move.
pub fn sizes(games: Games, request: &RecordRequest) -> Result<Sizes, Failure> {
    let played = request.open(games)?;
    let mut walk = Walk::new(&*played)?;
    walk.check(MAX_MOVES, MAX_WORK)?;
    let unknown = || Failure::new(Code::Internal, "the match is of an unknown game");
    let game = games.game(played.game()).ok_or_else(unknown)?.game();
    let formats: Vec<&str> =
        game.formats().into_iter().chain(RECORDS).map(|format| format.id).collect();
    let mut sizes = Sizes { formats, bound: Vec::new(), moves: Vec::new() };
    while let Some(made) = walk.step()?.filter(|made| !made.text.is_empty()) {
        let record = Value::Bytes(walk.now().record());
        let bits = sizes.formats.iter().map(|format| size(game, format, &record)).collect();
        sizes.bound.push(walk.information());
        sizes.moves.push(MoveSize { ply: walk.now().choices().len(), text: made.text, bits });
    }
    sizes.drop_unused_formats();
    Ok(sizes)
}

fn size(game: &dyn AnyGame, format: &str, record: &Value) -> Option<usize> {
    let value = game.convert(RECORD.id, format, record, &Options::new()).ok()?;
    count_bits(game, format, &value).ok()
}

impl Sizes {
    /// Drops the formats that can never represent the match, such as those of a single card.
    fn drop_unused_formats(&mut self) {
        let is_used: Vec<bool> = (0..self.formats.len())
            .map(|format| self.moves.iter().any(|size| size.bits[format].is_some()))
            .collect();
        retain_used(&mut self.formats, &is_used);
        self.moves.iter_mut().for_each(|size| retain_used(&mut size.bits, &is_used));
    }
}

fn retain_used<T>(list: &mut Vec<T>, is_used: &[bool]) {
    let mut used = is_used.iter();
    list.retain(|_| used.next() == Some(&true));
}
