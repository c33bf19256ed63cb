//! A match as JSON for one viewer.

use std::collections::BTreeMap;

use anstream::adapter::strip_str;
use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Focus, Options, Outcome, Scene, Seat, Turn, Viewer};
use ennead_kit::Games;
use ennead_protocol::{Code, End, Token};
use serde::Serialize;

use super::ClockJson;
use crate::{
    BrokenMatch, Failure, Listing, LiveMatch, MatchId, MatchResult, PlayerName, SeatHolder, Summary,
};

/// A match in a list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchSummary {
    id: String,
    game: &'static str,
    title: &'static str,
    setup: BTreeMap<&'static str, String>,
    seats: [SeatJson; 2],
    clock: Option<ClockJson>,
    listed: bool,
    /// `open`, `running` or `finished`.
    state: &'static str,
    ply: u32,
    /// A seat's name, `draw`, or `called off`.
    outcome: Option<String>,
    /// Seconds since 1970.
    created: u64,
    /// False while the match waits for its last seat to be taken before it is dealt; absent
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    dealt: Option<bool>,
    /// The number of choices that it began with; absent if it began with a fresh deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    continues: Option<u32>,
}

/// A seat of a match.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatJson {
    name: String,
    /// `person`, `open` or `bot:3`.
    kind: String,
    /// The name of the person on the seat, if given.
    player: Option<String>,
}

/// A match as one viewer may see it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchJson {
    #[serde(flatten)]
    summary: MatchSummary,
    you: Option<u8>,
    turn: Option<u8>,
    options: Vec<OptionJson>,
    /// Whole moves; empty unless the viewer knows every one of them.
    moves: Vec<String>,
    log: Vec<String>,
    draws: bool,
    draw_offer: Option<u8>,
    /// The seat whose takeback request is pending.
    takeback: Option<u8>,
    /// Seconds left to each seat.
    clocks: Option<[f64; 2]>,
    winner: Option<u8>,
    /// `rules`, `resigned`, `time`, `agreed` or `abandoned`.
    end: Option<&'static str>,
    /// The labels of the last move, as far as the viewer may know them.
    last: Vec<u8>,
    /// The board payload, as base64url.
    #[serde(rename = "feed")]
    payload: String,
    drawing: String,
    next: Option<String>,
    /// The viewer's view in the game's encoding, as base64url; only on request, for programs that
    /// know the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<String>,
    /// The ply of the view. On the viewer's own turn, it lies before any forced choices that the
    /// server has made.
    #[serde(skip_serializing_if = "Option::is_none")]
    view_ply: Option<u32>,
}

/// An option on offer.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionJson {
    option: u32,
    label: u8,
    text: String,
}

impl MatchSummary {
    /// The summary of a match in memory.
    pub fn of(live: &LiveMatch) -> MatchSummary {
        MatchSummary::of_game(live.id, &*live.game, &live.summary())
    }

    /// The stored summary of a match. Only its set-up is decoded.
    pub fn of_stored(
        games: Games,
        id: MatchId,
        summary: &Summary,
    ) -> Result<MatchSummary, BrokenMatch> {
        let start = games.open_record(&summary.start);
        let start = start.map_err(|error| BrokenMatch { id, reason: error.to_string() })?;
        Ok(MatchSummary::of_game(id, &*start, summary))
    }

    /// `game` is the match at any ply.
    fn of_game(id: MatchId, game: &dyn AnyMatch, summary: &Summary) -> MatchSummary {
        MatchSummary {
            id: id.to_string(),
            game: game.game(),
            title: game.title(),
            setup: game.setup().into_iter().collect(),
            seats: Seat::BOTH.map(|seat| SeatJson::of(game, summary, seat)),
            clock: ClockJson::of(summary.clock),
            listed: summary.listed,
            state: listing(summary).name(),
            ply: summary.ply,
            outcome: summary.result.map(|result| result_text(game, result)),
            created: summary.created / 1000,
            dealt: awaits_deal(game, summary).then_some(false),
            continues: summary.continues.filter(|choices| *choices > 0),
        }
    }
}

/// Whether a match waits for its last seat before it is dealt. Otherwise a match that begins with
/// chance or with choices has made some.
fn awaits_deal(game: &dyn AnyMatch, summary: &Summary) -> bool {
    let begins_with_choices = summary.continues.is_some_and(|choices| choices > 0);
    let is_begun = summary.ply > 0;
    let awaits = !is_begun && (begins_with_choices || game.turn() == Turn::Chance);
    awaits && matches!(listing(summary), Listing::Open)
}

impl SeatJson {
    fn of(game: &dyn AnyMatch, summary: &Summary, seat: Seat) -> SeatJson {
        let kind = match summary.seats[seat.index()] {
            SeatHolder::Person(_) => "person".to_string(),
            SeatHolder::Open => "open".to_string(),
            SeatHolder::Bot(level) => format!("bot:{level}"),
        };
        let player = summary.names[seat.index()].as_ref().map(PlayerName::to_string);
        SeatJson { name: game.seat_name(seat), kind, player }
    }
}

impl MatchJson {
    /// The match as `viewer` may see it.
    pub fn of(live: &LiveMatch, viewer: Viewer, now: u64) -> Result<MatchJson, Failure> {
        let scene = live.scene(viewer, &Focus::default())?;
        Ok(MatchJson {
            summary: MatchSummary::of(live),
            you: seat_number(viewer),
            turn: live.mover().map(|seat| seat.0),
            options: options(live, viewer, &scene),
            moves: moves(live, viewer),
            log: live.log(viewer).iter().map(ToString::to_string).collect(),
            draws: live.game.draws(),
            draw_offer: live.offer.map(|seat| seat.0),
            takeback: live.takeback_asker.map(|seat| seat.0),
            clocks: live.time_left(now).map(|left| left.map(|ms| ms as f64 / 1000.0)),
            winner: match live.outcome() {
                Some(Outcome::Win(seat)) => Some(seat.0),
                _ => None,
            },
            end: live.ending.map(|ending| End::from(ending.reason).name()),
            last: live.last_labels(viewer).to_vec(),
            payload: BASE64URL_NOPAD.encode(scene.payload()),
            drawing: drawing(live, viewer),
            next: live.next.map(|id| id.to_string()),
            view: None,
            view_ply: None,
        })
    }

    /// Adds the bytes of the view.
    #[must_use]
    pub fn with_view(self, live: &LiveMatch, viewer: Viewer) -> MatchJson {
        let is_mover = live.mover().is_some_and(|seat| viewer == Viewer::Seat(seat));
        // Boards and engines understand whole moves, not the middle of one.
        let before = if is_mover { live.before_forced_choices() } else { None };
        let game = before.as_deref().unwrap_or(&*live.game);
        let view = BASE64URL_NOPAD.encode(game.view(viewer).as_slice());
        let view_ply = game.choices().len() as u32;
        MatchJson { view: Some(view), view_ply: Some(view_ply), ..self }
    }
}

/// The whole moves, if the viewer knows all of them and there are not too many to list.
fn moves(live: &LiveMatch, viewer: Viewer) -> Vec<String> {
    match live.lists_moves() {
        true if live.reveals_all() => live.game.moves(),
        true => live.game.seen_moves(viewer),
        false => Vec::new(),
    }
}

fn listing(summary: &Summary) -> Listing {
    match summary.result {
        Some(_) => Listing::Finished,
        None if summary.seats.contains(&SeatHolder::Open) => Listing::Open,
        None => Listing::Running,
    }
}

fn result_text(game: &dyn AnyMatch, result: MatchResult) -> String {
    match result {
        MatchResult::Win(seat) => game.seat_name(seat),
        MatchResult::Draw => "draw".into(),
        MatchResult::CalledOff => "called off".into(),
    }
}

fn options(live: &LiveMatch, viewer: Viewer, scene: &Scene) -> Vec<OptionJson> {
    if live.mover().is_none_or(|seat| viewer != Viewer::Seat(seat)) {
        return Vec::new();
    }
    let texts = live.game.option_texts(viewer);
    let labelled = (0..).zip(scene.labels().iter()).zip(texts);
    labelled.map(|((option, label), text)| OptionJson { option, label, text }).collect()
}

/// The viewer's view as text; the complete position once the match is over.
fn drawing(live: &LiveMatch, viewer: Viewer) -> String {
    let drawing = match live.template() {
        _ if live.reveals_all() => live.game.draw(&Options::new()).unwrap_or_default(),
        Some(template) => template.draw_view(Viewer::Spectator),
        None => live.game.draw_view(viewer),
    };
    strip_str(&drawing).to_string()
}

fn seat_number(viewer: Viewer) -> Option<u8> {
    match viewer {
        Viewer::Seat(seat) => Some(seat.0),
        Viewer::Spectator => None,
    }
}

/// Parses a match id from the path of a call.
pub fn parse_id(text: &str) -> Result<MatchId, Failure> {
    text.parse()
        .map_err(|_| Failure::new(Code::UnknownMatch, "a match id is 11 characters of base64url"))
}

/// Parses a seat's token from the header of a call.
pub fn parse_token(text: &str) -> Result<Token, Failure> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok();
    let token = bytes.and_then(|bytes| bytes.try_into().ok());
    token.ok_or_else(|| Failure::new(Code::WrongToken, "a token is 22 characters of base64url"))
}
