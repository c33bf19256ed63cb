//! A stored match as a row.

use ennead_game::{AnyMatch, Outcome, Turn};
use ennead_kit::Games;
use ennead_store::transfer::Item;
use ennead_store::{Clock, Event, MatchId, PlayerName, Reason, Running, SeatHolder, Stored};
use serde_json::{Map, Value as Json};

/// A stored match, replayed.
pub(crate) struct MatchRow {
    pub(crate) id: MatchId,
    pub(crate) rematch: Option<MatchId>,
    pub(crate) seats: [SeatHolder; 2],
    pub(crate) names: [Option<PlayerName>; 2],
    pub(crate) clock: Clock,
    pub(crate) listed: bool,
    pub(crate) created: u64,
    /// When and why it ended; `None` while it is running.
    pub(crate) end: Option<(u64, Reason)>,
    /// The stored record; `None` for a running match.
    stored_record: Option<Vec<u8>>,
    /// The match, or why it cannot be replayed.
    pub(crate) replay: Result<ReplayedMatch, String>,
}

/// What a replay reveals about a match.
pub(crate) struct ReplayedMatch {
    pub(crate) game: &'static str,
    pub(crate) setup: Vec<(&'static str, String)>,
    pub(crate) plies: usize,
    pub(crate) moves: Vec<String>,
    pub(crate) numbers: Vec<u64>,
    /// The information content of its choices.
    pub(crate) bits: f64,
    record: Vec<u8>,
    outcome: Option<Outcome>,
}

impl MatchRow {
    pub(crate) fn new(games: Games, item: &Item) -> Self {
        let replay = item.stored.replay(games);
        let replay =
            replay.map(|game| ReplayedMatch::new(&*game)).map_err(|error| error.to_string());
        let (id, rematch) = (item.id, item.rematch);
        match &item.stored {
            Stored::Running(running) => MatchRow {
                id,
                rematch,
                seats: running.seats(),
                names: names_of(running),
                clock: running.head.clock,
                listed: running.head.listed,
                created: running.head.created,
                end: None,
                stored_record: None,
                replay,
            },
            Stored::Finished(finished) => MatchRow {
                id,
                rematch,
                seats: finished.seats,
                names: finished.names.clone(),
                clock: finished.clock,
                listed: finished.listed,
                created: finished.created,
                end: Some((finished.ended, finished.reason)),
                stored_record: Some(finished.record.clone()),
                replay,
            },
        }
    }

    pub(crate) fn known(&self) -> Option<&ReplayedMatch> {
        self.replay.as_ref().ok()
    }

    /// The record; if the match cannot be replayed, the stored one.
    pub(crate) fn record(&self) -> Option<Vec<u8>> {
        let replayed = self.known().map(|replay| replay.record.clone());
        replayed.or_else(|| self.stored_record.clone())
    }

    /// The result of a match that is over and was not called off.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.end?.1 {
            Reason::Rules => self.known()?.outcome,
            Reason::Resigned(seat) | Reason::Time(seat) => Some(Outcome::Win(seat.other())),
            Reason::Agreed => Some(Outcome::Draw),
            Reason::Abandoned => None,
        }
    }

    /// The value of a set-up option.
    pub(crate) fn option(&self, name: &str) -> Option<String> {
        let found = self.known()?.setup.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone())
    }
}

/// The names of the people on the seats, including those who joined later.
fn names_of(running: &Running) -> [Option<PlayerName>; 2] {
    let mut names = running.head.names.clone();
    for entry in &running.entries {
        if let Event::Join { seat, name, .. } = &entry.event
            && let Some(entry) = names.get_mut(seat.index())
        {
            entry.clone_from(name);
        }
    }
    names
}

impl ReplayedMatch {
    fn new(game: &dyn AnyMatch) -> Self {
        ReplayedMatch {
            game: game.game(),
            setup: game.setup(),
            plies: game.choices().len(),
            moves: game.moves(),
            numbers: game.numbered_moves().into_iter().map(|(_, number)| number).collect(),
            bits: information(game),
            record: game.record(),
            outcome: match game.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
        }
    }

    /// The set-up as a JSON object.
    pub(crate) fn setup_json(&self) -> String {
        let pairs = self.setup.iter();
        let pairs = pairs.map(|(name, value)| ((*name).to_string(), Json::from(value.as_str())));
        Json::Object(pairs.collect::<Map<_, _>>()).to_string()
    }
}

/// The sum of log2 n over all choices.
fn information(game: &dyn AnyMatch) -> f64 {
    let mut replay = game.restart();
    let mut bits = 0.0;
    for choice in game.choices() {
        bits += f64::from(replay.options().max(1)).log2();
        if replay.play(*choice).is_err() {
            break;
        }
    }
    bits
}
