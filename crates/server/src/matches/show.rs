//! A match as JSON, as one viewer may see it.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Look, Options, Outcome, Seat, Turn, Viewer, label_at};
use ennead_store::{MatchId, SeatHolder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tokio::time::{Instant, timeout_at};
use utoipa::{IntoParams, ToSchema};

use super::create::ClockJson;
use super::place;
use crate::Failure;
use crate::app::{App, closed};
use crate::live::Live;
use crate::now::now;
use crate::slot::{Follower, Slot};
use crate::state::end;

/// The longest that a call waits for a move.
const MAX_WAIT_SECONDS: u64 = 30;
/// Matches with more choices than this are described without their moves: a record has them.
const MAX_TOLD: usize = 4_000;

/// What lists say of a match.
#[derive(Serialize, ToSchema)]
pub(super) struct Summary {
    id: String,
    game: &'static str,
    title: &'static str,
    setup: BTreeMap<&'static str, String>,
    seats: Vec<SeatJson>,
    clock: Option<ClockJson>,
    listed: bool,
    /// `open`, `running` or `finished`.
    state: &'static str,
    ply: u32,
    /// A seat's name, `draw`, or `called off`.
    outcome: Option<String>,
    /// Seconds since 1970.
    created: u64,
}

/// A seat.
#[derive(Serialize, ToSchema)]
struct SeatJson {
    name: String,
    /// `person`, `open` or `bot:3`.
    kind: String,
}

/// A match as one viewer may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchJson {
    #[serde(flatten)]
    summary: Summary,
    you: Option<u8>,
    turn: Option<u8>,
    options: Vec<OptionJson>,
    /// Whole moves, where they are everyone's to see.
    moves: Vec<String>,
    log: Vec<String>,
    draws: bool,
    draw_offer: Option<u8>,
    /// Seconds left.
    clocks: Option<[f64; 2]>,
    winner: Option<u8>,
    /// `rules`, `resigned`, `time`, `agreed` or `abandoned`.
    end: Option<&'static str>,
    last: Vec<u8>,
    feed: String,
    drawing: String,
    next: Option<String>,
}

/// An option on offer.
#[derive(Serialize, ToSchema)]
struct OptionJson {
    option: u32,
    label: u8,
    text: String,
}

fn state_name(live: &Live) -> &'static str {
    match (live.ending.is_some(), live.is_open()) {
        (true, _) => "finished",
        (false, true) => "open",
        (false, false) => "running",
    }
}

fn seat_json(live: &Live, seat: Seat) -> SeatJson {
    let kind = match live.head.seats[seat.index()] {
        SeatHolder::Person(_) => "person".to_string(),
        SeatHolder::Open => "open".to_string(),
        SeatHolder::Bot(level) => format!("bot:{level}"),
    };
    SeatJson { name: live.game.seat_name(seat), kind }
}

fn outcome_text(live: &Live) -> Option<String> {
    live.ending?;
    Some(match live.outcome() {
        Some(Outcome::Win(seat)) => live.game.seat_name(seat),
        Some(Outcome::Draw) => "draw".into(),
        None => "called off".into(),
    })
}

impl Summary {
    pub(super) fn of(live: &Live) -> Summary {
        let game = ennead_registry::game(live.game.game());
        Summary {
            id: live.id.to_string(),
            game: live.game.game(),
            title: game.map_or("", |game| game.title()),
            setup: live.game.setup().into_iter().collect(),
            seats: Seat::BOTH.map(|seat| seat_json(live, seat)).into(),
            clock: ClockJson::of(live.head.clock),
            listed: live.head.listed,
            state: state_name(live),
            ply: live.ply(),
            outcome: outcome_text(live),
            created: live.head.created / 1000,
        }
    }
}

impl MatchJson {
    /// The match as `viewer` may see it.
    pub(super) fn of(live: &Live, viewer: Viewer) -> Result<MatchJson, Failure> {
        let scene = live.scene(viewer, &Look::default())?;
        let texts = live.game.option_texts(viewer);
        let on_move = live.mover().is_some_and(|seat| viewer == Viewer::Seat(seat));
        let options = texts.into_iter().enumerate().filter(|_| on_move).filter_map(|(option, text)| {
            let option = option as u32;
            Some(OptionJson { option, label: label_at(scene.labels(), option)?, text })
        });
        let told = live.game.choices().len() <= MAX_TOLD;
        let open = live.game.shows_moves() || live.ending.is_some();
        Ok(MatchJson {
            summary: Summary::of(live),
            you: seat_number(viewer),
            turn: live.mover().map(|seat| seat.0),
            options: options.collect(),
            moves: if told && open { live.game.moves() } else { Vec::new() },
            log: if told { live.game.log() } else { Vec::new() },
            draws: live.has_draws(),
            draw_offer: live.offer.map(|seat| seat.0),
            clocks: live.time_left(now()).map(|left| left.map(|ms| ms as f64 / 1000.0)),
            winner: match live.outcome() {
                Some(Outcome::Win(seat)) => Some(seat.0),
                _ => None,
            },
            end: live.ending.map(|ending| end(ending.reason).name()),
            last: live.last().to_vec(),
            feed: BASE64URL_NOPAD.encode(scene.feed()),
            drawing: drawing(live, viewer),
            next: live.next.map(|id: MatchId| id.to_string()),
        })
    }
}

/// What the viewer may see, drawn with letters; all of it once the match is over.
fn drawing(live: &Live, viewer: Viewer) -> String {
    let drawing = match live.ending {
        Some(_) => live.game.draw(&Options::new()).unwrap_or_default(),
        None => live.game.draw_view(viewer),
    };
    anstream::adapter::strip_str(&drawing).to_string()
}

fn seat_number(viewer: Viewer) -> Option<u8> {
    match viewer {
        Viewer::Seat(seat) => Some(seat.0),
        Viewer::Spectator => None,
    }
}

/// What to wait for.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Wait {
    /// Answer once the ply is above this one, or the match is over.
    after: Option<u32>,
    /// How many seconds to wait for that, 30 at most.
    wait: Option<u64>,
}

/// The match as this viewer sees it.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path, description = "the match"), Wait),
    responses((status = 200, body = MatchJson), (status = 404, description = "unknown_match")))]
pub(crate) async fn show(
    State(app): State<App>,
    path: Path<String>,
    Query(wait): Query<Wait>,
    headers: HeaderMap,
) -> Result<Json<MatchJson>, Failure> {
    let (slot, viewer) = place(&app, &path, &headers).await?;
    if let Some(after) = wait.after {
        wait_for(&app, &slot, viewer, after, wait.wait.unwrap_or(MAX_WAIT_SECONDS)).await?;
    }
    answer(&app, &slot, viewer).await
}

/// The match as JSON.
pub(super) async fn answer(app: &App, slot: &Arc<Slot>, viewer: Viewer) -> Result<Json<MatchJson>, Failure> {
    Ok(Json(MatchJson::of(&*app.manager.hold(slot).await?, viewer)?))
}

/// Waits until the match is past a ply, it is over, or the time is up.
async fn wait_for(
    app: &App,
    slot: &Arc<Slot>,
    viewer: Viewer,
    ply: u32,
    seconds: u64,
) -> Result<(), Failure> {
    let until = Instant::now() + Duration::from_secs(seconds.min(MAX_WAIT_SECONDS));
    let mut closing = app.closing.clone();
    loop {
        let live = app.manager.hold(slot).await?;
        if live.ply() > ply || matches!(live.game.turn(), Turn::Over(_)) || live.ending.is_some() {
            return Ok(());
        }
        let mut follower = Follower::new(slot, viewer);
        drop(live);
        tokio::select! {
            changed = timeout_at(until, follower.news.changed()) => if !matches!(changed, Ok(Ok(()))) { return Ok(()) },
            () = closed(&mut closing) => return Ok(()),
        }
    }
}
