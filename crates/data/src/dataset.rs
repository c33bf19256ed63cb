//! Labelled positions from self-play, as a table.

use std::io::Write;
use std::ops::ControlFlow;

use ennead_game::{
    AnyMatch, Converter, GameError, Options, Outcome, RECORD, SplitMix64, Value, Viewer,
};
use ennead_kit::Kit;
use ennead_search::PositionValue;
use ennead_search::self_play::{self, Decision, SelfPlay, SelfPlayError, SelfPlayed};

use crate::DataError;
use crate::column::{
    Boxed, bytes, flag, float, floats, number, numbers, small, smalls, text, whole,
};
use crate::table::TableWriter;

/// Games of a bot against itself, as a table of its decisions.
pub struct Dataset<'a> {
    kit: &'a Kit,
    settings: SelfPlay<'a>,
    /// The format of positions, and the converter from records to it.
    format: (&'static str, Option<Converter>),
}

/// Statistics of a data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatasetTally {
    /// Games.
    pub games: u64,
    /// Decisions: rows.
    pub rows: u64,
    /// Games that were cut off as draws at the limit of choices.
    pub cut: u64,
}

/// A decision with the position in which it was made.
struct DecisionRow {
    game: i64,
    decision: Decision,
    /// The position before the whole move.
    position: Vec<u8>,
    view: Vec<u8>,
    /// The choices of the move made before this one.
    partial: Vec<i32>,
    labels: Vec<i32>,
    legal: Vec<u64>,
    /// The move made, as text and as a number.
    made: Option<(String, u64)>,
    outcome: Outcome,
}

impl<'a> Dataset<'a> {
    /// Creates a data set of a game with these settings, which must be for the same game. Fails if
    /// no match can begin with the set-up.
    pub fn new(kit: &'a Kit, settings: SelfPlay<'a>) -> Result<Self, DataError> {
        let start = settings.game.start(&settings.setup).map_err(SelfPlayError::Setup)?;
        let format = position_format(kit, &*start).unwrap_or((RECORD.id, None));
        Ok(Dataset { kit, settings, format })
    }

    /// The format of the column `position`.
    pub fn position_format(&self) -> &'static str {
        self.format.0
    }

    /// Plays the games and writes the table; calls `watch` after each game.
    pub fn write<W: Write + Send>(
        &self,
        output: W,
        mut watch: impl FnMut(DatasetTally),
    ) -> Result<DatasetTally, DataError> {
        let mut table = TableWriter::new(output, "decisions", columns(), &self.notes()?)?;
        let mut tally = DatasetTally::default();
        let mut written = Ok(());
        let label = |played: SelfPlayed| (played.is_cut, self.rows(played));
        self_play::run(&self.settings, label, |(is_cut, rows)| {
            tally.games += 1;
            tally.rows += rows.len() as u64;
            tally.cut += u64::from(is_cut);
            written = rows.iter().try_for_each(|row| table.write(row));
            watch(tally);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        written?;
        table.finish()?;
        Ok(tally)
    }

    /// The settings of the data set, for the file's metadata.
    fn notes(&self) -> Result<Vec<(&'static str, String)>, DataError> {
        let settings = &self.settings;
        let start = settings.game.start(&settings.setup).map_err(SelfPlayError::Setup)?;
        let setup: Vec<String> =
            start.setup().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        let budget = settings.budget;
        let mut notes = vec![
            ("version", env!("CARGO_PKG_VERSION").to_string()),
            ("game", self.kit.id().to_string()),
            ("setup", setup.join(" ")),
            ("position", self.format.0.to_string()),
            ("bot", settings.bot.to_string()),
            ("opening", settings.opening.to_string()),
            ("sampled", settings.sampled.to_string()),
            ("seed", settings.seed.to_string()),
        ];
        notes.extend(budget.nodes.map(|nodes| ("nodes", nodes.to_string())));
        notes.extend(budget.time.map(|time| ("ms", time.as_millis().to_string())));
        Ok(notes)
    }

    /// The rows of a game.
    fn rows(&self, played: SelfPlayed) -> Vec<DecisionRow> {
        let SelfPlayed { number, game, outcome, decisions, .. } = played;
        let starts = game.numbered_moves();
        let texts = game.moves();
        let mut replay = game.restart();
        let mut rows: Vec<DecisionRow> = Vec::with_capacity(decisions.len());
        for decision in decisions {
            // The move that the decision belongs to.
            let at = starts.partition_point(|(start, _)| *start <= decision.ply).checked_sub(1);
            let start = at.map_or(decision.ply, |at| starts[at].0);
            advance(&mut *replay, &*game, start);
            let before = rows.last().filter(|last| last.start() == start);
            let (position, legal) = match before {
                Some(last) => (last.position.clone(), last.legal.clone()),
                None => (self.position(&*replay), replay.legal_numbers()),
            };
            advance(&mut *replay, &*game, decision.ply);
            let labels = (0..replay.options()).map(|option| replay.option_label(option));
            rows.push(DecisionRow {
                game: number as i64,
                position,
                view: replay.view(Viewer::Seat(decision.seat)).as_slice().to_vec(),
                partial: game.choices()[start..decision.ply].iter().map(|c| *c as i32).collect(),
                labels: labels.map(|label| label.map_or(-1, i32::from)).collect(),
                legal,
                made: at.map(|at| (texts[at].clone(), starts[at].1)),
                outcome,
                decision,
            });
        }
        rows
    }

    /// The position of a match as bytes.
    fn position(&self, game: &dyn AnyMatch) -> Vec<u8> {
        let record = game.record();
        match &self.format.1 {
            None => record,
            // If the format can hold the first position, it can hold every later one; otherwise the
            // value would be empty.
            Some(pack) => packed(pack, record).unwrap_or_default(),
        }
    }
}

impl DecisionRow {
    /// The number of choices before the whole move.
    fn start(&self) -> usize {
        self.decision.ply - self.partial.len()
    }
}

/// Replays the choices of a game up to a ply.
fn advance(replay: &mut dyn AnyMatch, game: &dyn AnyMatch, ply: usize) {
    for choice in &game.choices()[replay.choices().len().min(ply)..ply] {
        if replay.play(*choice).is_err() {
            return;
        }
    }
}

/// The game's format of positions, if it can hold those of this set-up.
fn position_format(kit: &Kit, start: &dyn AnyMatch) -> Option<(&'static str, Option<Converter>)> {
    let format = kit.position_format()?;
    let pack = kit.game().converter(RECORD.id, format).ok()?;
    let mut dealt = start.boxed_clone();
    dealt.deal(&mut SplitMix64::new(0));
    packed(&pack, dealt.record()).ok()?;
    Some((format, Some(pack)))
}

fn packed(pack: &Converter, record: Vec<u8>) -> Result<Vec<u8>, GameError> {
    Ok(pack(&Value::Bytes(record), &Options::new())?.to_bytes())
}

fn columns() -> Vec<Boxed<DecisionRow>> {
    vec![
        whole("game", |row: &DecisionRow| Some(row.game)),
        small("ply", |row: &DecisionRow| i32::try_from(row.decision.ply).ok()),
        small("seat", |row: &DecisionRow| Some(row.decision.seat.0.into())),
        bytes("position", |row: &DecisionRow| Some(row.position.clone())),
        bytes("view", |row: &DecisionRow| Some(row.view.clone())),
        numbers("legal", |row: &DecisionRow| Some(row.legal.clone())),
        text("move", |row: &DecisionRow| row.made.as_ref().map(|(text, _)| text.clone())),
        number("number", |row: &DecisionRow| row.made.as_ref().map(|(_, number)| *number)),
        smalls("partial", |row: &DecisionRow| Some(row.partial.clone())),
        smalls("labels", |row: &DecisionRow| Some(row.labels.clone())),
        floats("policy", |row: &DecisionRow| Some(row.decision.policy.clone())),
        small("option", |row: &DecisionRow| row.decision.option.try_into().ok()),
        float("value", |row: &DecisionRow| Some(row.decision.value?.number() as f32)),
        flag("proven", |row: &DecisionRow| {
            Some(matches!(row.decision.value?, PositionValue::Exact { .. }))
        }),
        whole("nodes", |row: &DecisionRow| row.decision.nodes.try_into().ok()),
        small("outcome", |row: &DecisionRow| Some(row.outcome.score(row.decision.seat))),
    ]
}
