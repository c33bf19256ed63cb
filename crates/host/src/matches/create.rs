//! Creating a match.

use std::collections::BTreeMap;
use std::fmt::Display;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Random, Seat, Viewer};
use ennead_kit::{Games, Kit};
use ennead_protocol::{Code, Token};
use ennead_search::Roster;
use serde::{Deserialize, Serialize};

use super::ClockJson;
use crate::fork::{fork_prefix, needs_deal};
use crate::tools::{Scalar, bot_levels, record, to_options};
use crate::{Beginning, Clock, Failure, Head, MatchId, PlayerName, SeatHolder, SeatKey};

/// A request for a new match.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    game: String,
    /// Options of the set-up.
    #[serde(default)]
    setup: BTreeMap<String, Scalar>,
    /// `person`, `open` or `bot:1` to `bot:5`, for each of the two seats.
    #[serde(default = "person_and_open")]
    seats: [String; 2],
    /// None, a fixed time for each move, or base time and increment.
    #[serde(default)]
    clock: Option<ClockJson>,
    /// Whether the lobby lists the match.
    #[serde(default = "yes")]
    listed: bool,
    /// The name of the person who creates the match: 1 to 24 characters. It is shown on the first
    /// seat of a person.
    #[serde(default)]
    name: Option<String>,
    /// The position to continue from; game and set-up are those of its record.
    #[serde(default)]
    from: Option<ForkSource>,
}

/// A position of a record.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ForkSource {
    /// A match as a record: base64url without padding, or hexadecimal.
    record: String,
    /// The number of choices; all of them if omitted.
    ply: Option<usize>,
}

fn person_and_open() -> [String; 2] {
    ["person".into(), "open".into()]
}

fn yes() -> bool {
    true
}

/// A new match, ready to be stored.
#[derive(Debug)]
pub struct PreparedMatch {
    /// The start of its log.
    pub head: Head,
    /// Its initial choices; empty unless it is a fork.
    pub prefix: Vec<u32>,
    seats: [CreatedSeat; 2],
}

/// The response to [`NewMatch`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedMatch {
    id: String,
    /// The page to play on or to share with a friend.
    link: String,
    seats: [CreatedSeat; 2],
}

/// A seat of a new match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedSeat {
    kind: String,
    /// The secret that grants the right to play the seat.
    token: Option<String>,
}

/// The most that a server accepts in a new match.
#[derive(Clone, Debug, Default)]
pub struct CreationLimits {
    /// The highest numbers of set-up options, by their names.
    pub options: Vec<(String, u64)>,
    /// The most choices in a match; none if there is no limit.
    pub choices: Option<u32>,
}

impl CreationLimits {
    /// Rejects the number of a set-up option that is above its limit.
    fn check_option(&self, name: &str, value: &str) -> Result<(), Failure> {
        let Some((_, most)) = self.options.iter().find(|(limited, _)| limited == name) else {
            return Ok(());
        };
        match value.trim().parse::<u64>() {
            Ok(number) if number > *most => {
                Err(bad_request(format!("{name} is at most {most} on this server")))
            }
            _ => Ok(()),
        }
    }

    /// Rejects a match to play on from that is larger or longer than a match may be.
    fn check_source(&self, game: &dyn AnyMatch, ply: Option<usize>) -> Result<(), Failure> {
        for (name, value) in game.setup() {
            self.check_option(name, &value)?;
        }
        let ply = ply.unwrap_or(game.choices().len());
        match self.choices {
            Some(most) if ply >= most as usize => {
                let text = format!(
                    "a match has at most {most} choices on this server: none can begin with {ply}"
                );
                Err(Failure::new(Code::TooLarge, text))
            }
            _ => Ok(()),
        }
    }
}

impl NewMatch {
    /// The same as [`prepare_within`](Self::prepare_within) without limits.
    pub fn prepare(
        self,
        games: Games,
        now: u64,
        random: &mut dyn Random,
    ) -> Result<PreparedMatch, Failure> {
        self.prepare_within(&CreationLimits::default(), games, now, random)
    }

    /// Checks the request and draws tokens for the seats of people.
    pub fn prepare_within(
        self,
        limits: &CreationLimits,
        games: Games,
        now: u64,
        random: &mut dyn Random,
    ) -> Result<PreparedMatch, Failure> {
        for (name, value) in &self.setup {
            limits.check_option(name, &value.text())?;
        }
        let kit = games.game(&self.game).ok_or_else(|| {
            bad_request(format!("there is no game {:?}: there are {}", self.game, games.names()))
        })?;
        let (start, prefix, beginning) = match &self.from {
            Some(source) => self.fork(limits, games, source, random)?,
            None => (self.start_record(kit)?, Vec::new(), Beginning::Fresh),
        };
        let name = read_name(self.name.as_deref())?;
        let [first, second] = self.seats;
        let (first, first_seat) = take_seat(kit, first, random)?;
        let (second, second_seat) = take_seat(kit, second, random)?;
        let clock = self.clock.map_or(Ok(Clock::None), ClockJson::clock)?;
        let seats = [first, second];
        let mut names = [None, None];
        if let Some(seat) = seats.iter().position(|seat| matches!(seat, SeatHolder::Person(_))) {
            names[seat] = name;
        }
        let listed = self.listed;
        let head = Head { start, seats, names, clock, listed, created: now, beginning };
        Ok(PreparedMatch { head, prefix, seats: [first_seat, second_seat] })
    }

    /// The start of a record's match, and the initial choices of a fork of it. What the players of
    /// the fork have seen stays; everything else is dealt anew. With an open seat, only what
    /// spectators see stays: whoever offers the seat could have chosen the rest.
    fn fork(
        &self,
        limits: &CreationLimits,
        games: Games,
        source: &ForkSource,
        random: &mut dyn Random,
    ) -> Result<(Vec<u8>, Vec<u32>, Beginning), Failure> {
        let game = record::open_text(games, &source.record)?;
        if game.game() != self.game || !self.setup.is_empty() {
            let text = format!(
                "\"game\" and \"setup\" contradict \"from\": its record is of {}, and says the \
                 set-up",
                game.game()
            );
            return Err(bad_request(text));
        }
        limits.check_source(&*game, source.ply)?;
        let is_open = self.seats.iter().any(|seat| seat == "open");
        let people = Seat::BOTH.into_iter().filter(|seat| self.seats[seat.index()] == "person");
        let people = people.filter(|_| !is_open);
        let viewers: Vec<Viewer> = people.map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        let prefix = fork_prefix(&*game, source.ply, &viewers, random)?;
        let beginning = match prefix.as_slice() {
            [] => Beginning::Fresh,
            prefix if is_open && needs_deal(&*game, prefix)? => {
                Beginning::Template(prefix.to_vec())
            }
            prefix => Beginning::Fork(prefix.len() as u32),
        };
        Ok((game.restart().record(), prefix, beginning))
    }

    fn start_record(&self, kit: &Kit) -> Result<Vec<u8>, Failure> {
        let start = kit.game().start(&to_options(&self.setup)).map_err(bad_request)?;
        Ok(start.record())
    }
}

impl PreparedMatch {
    /// The response, once the match is stored.
    pub fn answer(self, id: MatchId) -> CreatedMatch {
        CreatedMatch { id: id.to_string(), link: link(id), seats: self.seats }
    }
}

/// The name in a request, if any; empty text counts as no name.
pub(super) fn read_name(text: Option<&str>) -> Result<Option<PlayerName>, Failure> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| text.parse().map_err(bad_request)).transpose()
}

/// The page of a match.
pub(super) fn link(id: MatchId) -> String {
    format!("/m/{id}")
}

/// A seat's token, drawn from unpredictable random numbers.
pub fn new_token(random: &mut dyn Random) -> Token {
    let mut token = [0; 16];
    for half in token.chunks_exact_mut(8) {
        half.copy_from_slice(&random.next_u64().to_be_bytes());
    }
    token
}

/// The holder of a seat of this kind, and the seat in the response.
fn take_seat(
    kit: &Kit,
    kind: String,
    random: &mut dyn Random,
) -> Result<(SeatHolder, CreatedSeat), Failure> {
    let (holder, token) = match kind.as_str() {
        "person" => {
            let token = new_token(random);
            (SeatHolder::Person(SeatKey::of(&token)), Some(BASE64URL_NOPAD.encode(&token)))
        }
        "open" => (SeatHolder::Open, None),
        _ => (SeatHolder::Bot(bot_level(kit, &kind)?), None),
    };
    Ok((holder, CreatedSeat { kind, token }))
}

/// The level of a bot that plays this game.
fn bot_level(kit: &Kit, kind: &str) -> Result<u8, Failure> {
    let level = kind.strip_prefix("bot:").and_then(|text| text.parse().ok());
    let level: u8 = level.ok_or_else(|| {
        bad_request(format!("a seat is person, open or bot:1 to bot:5, not {kind:?}"))
    })?;
    let levels = levels(kit.bots());
    if levels.contains(&level) {
        return Ok(level);
    }
    let known: Vec<String> = levels.iter().map(|level| format!("bot:{level}")).collect();
    let accepted = match known.as_slice() {
        [] => "it has none".to_string(),
        known => format!("it has {}", known.join(", ")),
    };
    Err(bad_request(format!("{} has no bot {kind:?}: {accepted}", kit.game().title())))
}

fn levels(roster: &Roster) -> Vec<u8> {
    bot_levels(roster).map(|(level, _)| level as u8).collect()
}

fn bad_request(text: impl Display) -> Failure {
    Failure::rejected(Code::BadRequest, &text)
}
