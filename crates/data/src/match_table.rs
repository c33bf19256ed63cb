//! Stored matches as a table.

use std::io::Write;

use ennead_game::{AnyGame, Outcome, Seat};
use ennead_kit::{Games, Kit};
use ennead_store::transfer::Item;
use ennead_store::{Clock, PlayerName, Reason, SeatHolder};

use crate::DataError;
use crate::column::{Boxed, bytes, double, flag, numbers, text, time, whole};
use crate::match_row::{MatchRow, ReplayedMatch};
use crate::table::TableWriter;

/// Writes stored matches, one row each.
pub struct MatchTable<W: Write> {
    games: Games,
    table: TableWriter<MatchRow, W>,
    tally: MatchTally,
}

/// Statistics of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTally {
    /// All matches.
    pub matches: u64,
    /// Matches that cannot be replayed: of an unknown game, or with a choice that the rules reject.
    pub unreadable: u64,
}

impl<W: Write + Send> MatchTable<W> {
    /// Begins a file with the columns for these games.
    pub fn new(games: Games, output: W) -> Result<Self, DataError> {
        let notes = [("version", env!("CARGO_PKG_VERSION").to_string())];
        let table = TableWriter::new(output, "matches", columns(games), &notes)?;
        Ok(MatchTable { games, table, tally: MatchTally::default() })
    }

    /// Adds a match.
    pub fn write(&mut self, item: &Item) -> Result<(), DataError> {
        let row = MatchRow::new(self.games, item);
        self.tally.matches += 1;
        self.tally.unreadable += u64::from(row.replay.is_err());
        self.table.write(&row)
    }

    /// The statistics so far.
    pub fn tally(&self) -> MatchTally {
        self.tally
    }

    /// Completes the file.
    pub fn finish(self) -> Result<(), DataError> {
        self.table.finish()
    }
}

fn columns(games: Games) -> Vec<Boxed<MatchRow>> {
    let of_replay =
        |get: fn(&ReplayedMatch) -> Option<String>| move |row: &MatchRow| get(row.known()?);
    let mut columns = vec![
        text("id", |row: &MatchRow| Some(row.id.to_string())),
        text("game", of_replay(|replay| Some(replay.game.to_string()))),
        text("setup", of_replay(|replay| Some(replay.setup_json()))),
    ];
    columns.extend(setup_names(games).into_iter().map(|name| {
        text(format!("setup_{}", plain(name)), move |row: &MatchRow| row.option(name))
    }));
    columns.extend([
        text("first", |row: &MatchRow| Some(holder(row.seats[0]))),
        text("second", |row: &MatchRow| Some(holder(row.seats[1]))),
        text("first_name", |row: &MatchRow| name(&row.names[0])),
        text("second_name", |row: &MatchRow| name(&row.names[1])),
        text("outcome", |row: &MatchRow| row.outcome().map(outcome)),
        text("ending", |row: &MatchRow| row.end.map(|(_, reason)| ending(reason).to_string())),
        whole("plies", |row: &MatchRow| i64::try_from(row.known()?.plies).ok()),
        text("moves", of_replay(|replay| Some(replay.moves.join(" ")))),
        numbers("numbers", |row: &MatchRow| Some(row.known()?.numbers.clone())),
        double("bits", |row: &MatchRow| Some(row.known()?.bits)),
        bytes("record", MatchRow::record),
        time("created", |row: &MatchRow| Some(row.created)),
        time("ended", |row: &MatchRow| row.end.map(|(ended, _)| ended)),
        text("clock", |row: &MatchRow| clock(row.clock).map(|(kind, ..)| kind.to_string())),
        whole("clock_ms", |row: &MatchRow| clock(row.clock).map(|(_, ms, _)| ms.into())),
        whole("increment_ms", |row: &MatchRow| clock(row.clock)?.2.map(i64::from)),
        flag("listed", |row: &MatchRow| Some(row.listed)),
        text("rematch", |row: &MatchRow| row.rematch.map(|id| id.to_string())),
        text("fault", |row: &MatchRow| row.replay.as_ref().err().cloned()),
    ]);
    columns
}

/// The names of all set-up options, without duplicates.
fn setup_names(games: Games) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for spec in games.iter().map(Kit::game).flat_map(AnyGame::setup_options) {
        if names.iter().all(|known| plain(known) != plain(spec.name)) {
            names.push(spec.name);
        }
    }
    names
}

/// A name that needs no quotes in SQL.
fn plain(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    name.chars().map(plain).collect()
}

/// The holder of a seat, named as in the server's calls. The keys of people stay in the store.
fn holder(seat: SeatHolder) -> String {
    match seat {
        SeatHolder::Person(_) => "person".to_string(),
        SeatHolder::Open => "open".to_string(),
        SeatHolder::Bot(level) => format!("bot:{level}"),
    }
}

fn name(name: &Option<PlayerName>) -> Option<String> {
    name.as_ref().map(ToString::to_string)
}

fn outcome(outcome: Outcome) -> String {
    let name = match outcome {
        Outcome::Win(Seat::FIRST) => "first",
        Outcome::Win(_) => "second",
        Outcome::Draw => "draw",
    };
    name.to_string()
}

fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules => "rules",
        Reason::Resigned(_) => "resigned",
        Reason::Time(_) => "time",
        Reason::Agreed => "agreed",
        Reason::Abandoned => "abandoned",
    }
}

/// The kind of a clock, its milliseconds, and its increment.
fn clock(clock: Clock) -> Option<(&'static str, u32, Option<u32>)> {
    match clock {
        Clock::None => None,
        Clock::PerMove { ms } => Some(("per_move", ms, None)),
        Clock::Base { ms, increment } => Some(("base", ms, Some(increment))),
    }
}
