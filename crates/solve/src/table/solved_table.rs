//! Lookups in a table.

use std::path::{Path, PathBuf};

use ennead_game::{FinalValue, Game, Header, Keys, LayerKey, Match, Outcome, Packed, Turn};
use serde_json::Value as Json;

use super::TableError;
use super::layer_file::{LayerFile, LayerKind};
use super::summary::{TableSummary, value_json};
use super::value_code::ValueCode;
use crate::SolvedValue;

type WordOf<G> = <<G as Packed>::Keys as Keys<G>>::Word;

/// The file of a whole layer.
pub(crate) fn layer_name(layer: u32) -> String {
    format!("layer-{layer:03}.table")
}

/// The file of one worker's part of a layer.
pub(crate) fn part_name(layer: u32, worker: usize) -> String {
    format!("table-{layer:03}.{worker}")
}

/// The table of a solved game.
#[derive(Debug)]
pub struct SolvedTable<G: Packed> {
    directory: PathBuf,
    setup: G::Setup,
    keys: G::Keys,
    summary: TableSummary,
    /// The files of every layer: one, or one per worker.
    layers: Vec<Vec<LayerFile<WordOf<G>>>>,
}

/// The value of an option for the seat that chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedOption {
    /// The option.
    pub option: u32,
    /// Its value.
    pub value: SolvedValue,
    /// The number of moves to the end under best play.
    pub plies: u32,
}

/// The value of a position and of its options for the seat that chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSolution {
    /// The value of the position.
    pub value: SolvedValue,
    /// The number of moves to the end under best play.
    pub plies: u32,
    /// The options in order; empty once the game is over.
    pub options: Vec<SolvedOption>,
}

impl<G: Packed> SolvedTable<G> {
    /// Opens the table in a directory.
    pub fn open(directory: &Path) -> Result<Self, TableError> {
        let summary = TableSummary::read(directory)?;
        let wrong = |reason: String| TableError::File {
            path: directory.join(super::summary::SUMMARY_FILE),
            reason,
        };
        let header = parse_hex(summary.header()).ok_or_else(|| wrong("invalid header".into()))?;
        // Checked first, since the set-up of another game cannot be decoded.
        let number = Header::game_number(&header).map_err(|error| wrong(error.to_string()))?;
        if number != G::NUMBER {
            return Err(wrong(format!("the table is of {}, not of {}", summary.game(), G::ID)));
        }
        let (decoded, _) =
            Header::<G::Setup>::decode(&header).map_err(|error| wrong(error.to_string()))?;
        let keys = G::keys(&decoded.setup).map_err(|error| wrong(error.to_string()))?;
        let count = summary.json()["layers"].as_array().map_or(0, Vec::len) as u32;
        let layers = (0..count).map(|layer| open_layer::<G>(directory, layer, &header));
        Ok(SolvedTable {
            directory: directory.to_path_buf(),
            setup: decoded.setup,
            keys,
            layers: layers.collect::<Result<_, _>>()?,
            summary,
        })
    }

    /// The set-up that was solved.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The summary of the whole game.
    pub fn summary(&self) -> &TableSummary {
        &self.summary
    }

    fn absent(&self, reason: impl Into<String>) -> TableError {
        TableError::Absent { path: self.directory.clone(), reason: reason.into() }
    }

    /// The value of a position between moves, canonical or not, for the seat that moves next.
    pub fn value(&self, position: &G) -> Result<SolvedValue, TableError> {
        if let Some(value) = end_value(position) {
            return Ok(value);
        }
        let Some(key) = self.keys.pack(position) else {
            return self.best_continuation(position);
        };
        let code = self.find(key)?;
        let code = code.ok_or_else(|| self.absent("it is not reachable from the set-up"))?;
        Ok(ValueCode(code).value())
    }

    fn find(&self, key: LayerKey<WordOf<G>>) -> Result<Option<u8>, TableError> {
        for file in self.layers.get(key.layer as usize).into_iter().flatten() {
            if let Some(code) = file.find(key.word)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// The value inside a whole move: the best of its continuations, for the seat that moves.
    fn best_continuation(&self, position: &G) -> Result<SolvedValue, TableError> {
        let mut best = None;
        for option in 0..position.options() {
            if !is_between_moves(&self.keys, &after(position, option)) {
                return Err(self.absent("its set-up is another one"));
            }
            best = best.max(Some(self.option_value(position, option)?));
        }
        best.ok_or_else(|| self.absent("its set-up is another one"))
    }

    /// The value of an option for the seat that chooses it.
    fn option_value(&self, position: &G, option: u32) -> Result<SolvedValue, TableError> {
        let next = after(position, option);
        if let (Some(outcome), Turn::Seat(mover)) = (next.outcome(), position.turn()) {
            let end = FinalValue::of(outcome, mover);
            return Ok(ValueCode::of_end(end).value().before());
        }
        let value = self.value(&next)?;
        Ok(match is_between_moves(&self.keys, &next) {
            // Inside a move the turn stays, and the move is counted where it ends.
            false => value,
            // The other seat had to pass.
            true if next.turn() == position.turn() => value.before_another(),
            true => value.before(),
        })
    }

    /// The values of all options of a position.
    pub fn options(&self, position: &G) -> Result<Vec<(u32, SolvedValue)>, TableError> {
        let options = if end_value(position).is_some() { 0 } else { position.options() };
        (0..options).map(|option| Ok((option, self.option_value(position, option)?))).collect()
    }

    /// The best option: the first among equals.
    pub fn best(&self, position: &G) -> Result<Option<u32>, TableError> {
        let options = self.options(position)?;
        Ok(options.into_iter().rev().max_by_key(|(_, value)| *value).map(|(option, _)| option))
    }

    /// The choices from a position to the end under best play.
    pub fn line(&self, position: &G) -> Result<Vec<u32>, TableError> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(option) = self.best(&position)? {
            line.push(option);
            position.choose(option);
        }
        Ok(line)
    }

    /// The number of whole moves to the end under best play.
    pub fn plies(&self, position: &G, value: SolvedValue) -> Result<u32, TableError> {
        if let Some(moves) = value.moves() {
            return Ok(moves);
        }
        let mut position = position.clone();
        let mut moves = 0;
        while let Some(option) = self.best(&position)? {
            position.choose(option);
            moves += u32::from(is_between_moves(&self.keys, &position));
        }
        Ok(moves)
    }

    /// The value of a position and of all its options.
    pub fn solution(&self, position: &G) -> Result<PositionSolution, TableError> {
        let value = self.value(position)?;
        let mut options = Vec::new();
        for (option, value) in self.options(position)? {
            let next = after(position, option);
            let plies = match value.moves() {
                Some(moves) => moves,
                None => {
                    let own = u32::from(is_between_moves(&self.keys, &next));
                    self.plies(&next, value)? + own
                }
            };
            options.push(SolvedOption { option, value, plies });
        }
        Ok(PositionSolution { value, plies: self.plies(position, value)?, options })
    }
}

/// The value of a final position for the opponent of the seat that moved last, assuming that the
/// winner moved last.
fn end_value<G: Game>(position: &G) -> Option<SolvedValue> {
    let end = match position.outcome()? {
        Outcome::Win(_) => FinalValue::Loss,
        Outcome::Draw => FinalValue::Draw,
    };
    Some(ValueCode::of_end(end).value())
}

/// Whether a choice has completed the move it is part of.
fn is_between_moves<G: Packed>(keys: &G::Keys, position: &G) -> bool {
    position.outcome().is_some() || keys.pack(position).is_some()
}

fn after<G: Game>(position: &G, option: u32) -> G {
    let mut next = position.clone();
    next.choose(option);
    next
}

/// The files of a layer: the whole layer, or all of its parts.
fn open_layer<G: Packed>(
    directory: &Path,
    layer: u32,
    header: &[u8],
) -> Result<Vec<LayerFile<WordOf<G>>>, TableError> {
    let whole = directory.join(layer_name(layer));
    let mut files = Vec::new();
    let part = |worker: usize| directory.join(part_name(layer, worker));
    let first = if whole.exists() { whole } else { part(0) };
    files.push(open_file::<G>(&first, layer, header)?);
    for worker in 1..files[0].header.parts as usize {
        files.push(open_file::<G>(&part(worker), layer, header)?);
    }
    Ok(files)
}

fn open_file<G: Packed>(
    path: &Path,
    layer: u32,
    header: &[u8],
) -> Result<LayerFile<WordOf<G>>, TableError> {
    let file = LayerFile::open(path)?;
    let found = &file.header;
    if found.kind != LayerKind::Table || found.layer != layer || found.game != header {
        let reason = format!("it is not layer {layer} of this table");
        return Err(TableError::File { path: path.to_path_buf(), reason });
    }
    Ok(file)
}

fn parse_hex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
    (0..text.len()).step_by(2).map(byte).collect()
}

/// A type-erased table.
pub trait AnyTable: Send + Sync {
    /// The set-up that was solved, as options and their values.
    fn setup(&self) -> Vec<(&'static str, String)>;

    /// The summary of the whole game.
    fn summary(&self) -> &TableSummary;

    /// The value of the position after these choices, and of its options.
    fn solution(&self, choices: &[u32]) -> Result<PositionSolution, TableError>;
}

impl<G: Packed> AnyTable for SolvedTable<G> {
    fn setup(&self) -> Vec<(&'static str, String)> {
        let options = <G::Setup as ennead_game::Setup>::OPTIONS.iter();
        options.map(|spec| (spec.name, ennead_game::Setup::get(&self.setup, spec.name))).collect()
    }

    fn summary(&self) -> &TableSummary {
        &self.summary
    }

    fn solution(&self, choices: &[u32]) -> Result<PositionSolution, TableError> {
        let mut game = Match::<G>::replay(self.setup.clone(), choices)
            .map_err(|(at, error)| self.absent(format!("choice {}: {error}", at + 1)))?;
        let mut solution = SolvedTable::solution(self, game.position())?;
        // The loser may have moved last, which a final position alone does not tell.
        if let Some(outcome) = game.position().outcome()
            && game.undo().is_some()
            && let Turn::Seat(mover) = game.position().turn()
        {
            solution.value = ValueCode::of_end(FinalValue::of(outcome, mover)).value();
        }
        Ok(solution)
    }
}

impl PositionSolution {
    /// The solution as JSON; `name` returns the text of an option.
    pub fn to_json(&self, name: impl Fn(u32) -> String) -> Json {
        let mut json = value_json(self.value.name(), Some(self.plies));
        let option = |option: &SolvedOption| {
            let mut json = serde_json::json!({ "move": name(option.option) });
            json["value"] = option.value.name().into();
            json["plies"] = option.plies.into();
            json
        };
        json["options"] = self.options.iter().map(option).collect();
        json
    }
}

/// Game and set-up as in the header of a record.
#[cfg(feature = "distributed")]
pub(crate) fn header_of<G: Game>(setup: &G::Setup) -> Vec<u8> {
    Header { game: G::NUMBER, setup: setup.clone(), unfinished: None }.encode()
}
