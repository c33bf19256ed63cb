//! Making matches and taking seats.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Options, Seat};
use ennead_protocol::Code;
use ennead_store::{Clock, Head, Key, SeatHolder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::id_of;
use crate::Failure;
use crate::action::Action;
use crate::app::App;
use crate::body::Body;
use crate::entropy::token;
use crate::now::now;

/// The longest that a clock may give: a day a move, or a day in all.
const MAX_CLOCK_SECONDS: f64 = 86_400.0;

/// A match to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// The game's name.
    #[schema(example = "ttt")]
    game: String,
    /// Options of the set-up.
    #[serde(default)]
    setup: BTreeMap<String, Scalar>,
    /// `person`, `open` or `bot:1` to `bot:5`, for each of the two seats.
    #[serde(default = "two_people")]
    seats: [String; 2],
    /// None, time for each move, or base time and increment.
    #[serde(default)]
    clock: Option<ClockJson>,
    /// Whether the match is shown in the lobby.
    #[serde(default = "yes")]
    listed: bool,
}

/// A value of an option: text, or what reads the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Scalar {
    Text(String),
    Number(u32),
    Flag(bool),
}

impl Scalar {
    fn text(&self) -> String {
        match self {
            Scalar::Text(text) => text.clone(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
        }
    }
}

fn two_people() -> [String; 2] {
    ["person".into(), "open".into()]
}

fn yes() -> bool {
    true
}

/// A clock, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum ClockJson {
    /// Each move has its own time.
    PerMove { per_move: f64 },
    /// Time for the whole match, and more with every move.
    Base { base: f64, increment: f64 },
}

impl ClockJson {
    fn clock(self) -> Result<Clock, Failure> {
        let ms = |seconds: f64, least: f64| {
            let fits = (least..=MAX_CLOCK_SECONDS).contains(&seconds);
            let wrong = || {
                let text =
                    format!("a clock's times are {least} to {MAX_CLOCK_SECONDS} seconds, not {seconds}");
                Failure::new(Code::BadRequest, text)
            };
            if fits { Ok((seconds * 1000.0) as u32) } else { Err(wrong()) }
        };
        Ok(match self {
            ClockJson::PerMove { per_move } => Clock::PerMove { ms: ms(per_move, 0.1)? },
            ClockJson::Base { base, increment } => {
                Clock::Base { ms: ms(base, 0.1)?, increment: ms(increment, 0.0)? }
            }
        })
    }

    /// The clock of a match.
    pub(crate) fn of(clock: Clock) -> Option<ClockJson> {
        let seconds = |ms: u32| f64::from(ms) / 1000.0;
        match clock {
            Clock::None => None,
            Clock::PerMove { ms } => Some(ClockJson::PerMove { per_move: seconds(ms) }),
            Clock::Base { ms, increment } => {
                Some(ClockJson::Base { base: seconds(ms), increment: seconds(increment) })
            }
        }
    }
}

/// A match that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct Made {
    id: String,
    /// The page to play on or to send to a friend.
    link: String,
    seats: Vec<MadeSeat>,
}

/// A seat of a match that was made.
#[derive(Serialize, ToSchema)]
struct MadeSeat {
    kind: String,
    /// The right to play it: keep it secret.
    token: Option<String>,
}

/// A seat as asked for, and its token if it is a person's.
fn seat(kind: &str) -> Result<(SeatHolder, Option<[u8; 16]>), Failure> {
    let level = |text: &str| text.parse().ok().filter(|level| (1..=5).contains(level));
    match kind {
        "person" => {
            let token = token();
            Ok((SeatHolder::Person(Key::of(&token)), Some(token)))
        }
        "open" => Ok((SeatHolder::Open, None)),
        _ => match kind.strip_prefix("bot:").and_then(level) {
            Some(level) => Ok((SeatHolder::Bot(level), None)),
            None => Err(Failure::new(
                Code::BadRequest,
                format!("a seat is person, open or bot:1 to bot:5, not {kind:?}"),
            )),
        },
    }
}

fn start_record(new: &NewMatch) -> Result<Vec<u8>, Failure> {
    let bad = |text: String| Failure::new(Code::BadRequest, text);
    let game = ennead_registry::game(&new.game).ok_or_else(|| {
        let known: Vec<&str> = ennead_registry::GAMES.iter().map(|game| game.id()).collect();
        bad(format!("there is no game {:?}: there are {}", new.game, known.join(", ")))
    })?;
    let options = new.setup.iter().fold(Options::new(), |all, (name, value)| all.with(name, &value.text()));
    Ok(game.start(&options).map_err(|refusal| bad(refusal.to_string()))?.record())
}

/// Makes a match.
#[utoipa::path(post, path = "/api/matches", request_body = NewMatch,
    responses((status = 201, body = Made), (status = 400, description = "bad_request"), (status = 429, description = "too_many")))]
pub(crate) async fn create(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<Made>), Failure> {
    app.limits.new_match(app.address(peer, &headers))?;
    let start = start_record(&new)?;
    let (first, second) = (seat(&new.seats[0])?, seat(&new.seats[1])?);
    let clock = new.clock.map_or(Ok(Clock::None), ClockJson::clock)?;
    let head = Head { start, seats: [first.0, second.0], clock, listed: new.listed, created: now() };
    let manager = Arc::clone(&app.manager);
    let id = app.undisturbed(async move { manager.create(head, None).await }).await?;
    let tokens = [first.1, second.1].map(|token| token.map(|token| BASE64URL_NOPAD.encode(&token)));
    let seats = new.seats.into_iter().zip(tokens).map(|(kind, token)| MadeSeat { kind, token }).collect();
    Ok((StatusCode::CREATED, Json(Made { id: id.to_string(), link: format!("/m/{id}"), seats })))
}

/// The seat that somebody wants.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    /// 0 or 1; any open one if it is left out.
    seat: Option<u8>,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Taken {
    seat: u8,
    token: String,
}

/// Takes an open seat.
#[utoipa::path(post, path = "/api/matches/{id}/join", request_body = Wish, params(("id" = String, Path, description = "the match")),
    responses((status = 200, body = Taken), (status = 409, description = "seat_taken, over")))]
pub(crate) async fn join(
    State(app): State<App>,
    path: Path<String>,
    Body(wish): Body<Wish>,
) -> Result<Json<Taken>, Failure> {
    let seat = match wish.seat {
        None => None,
        Some(seat @ 0..=1) => Some(Seat(seat)),
        Some(_) => return Err(Failure::new(Code::BadRequest, "a seat is 0 or 1")),
    };
    let slot = app.manager.fresh_slot(id_of(&path)?).await?;
    let token = token();
    let (manager, place) = (Arc::clone(&app.manager), Arc::clone(&slot));
    let join = Action::Join { seat, token };
    app.undisturbed(async move { manager.act(&place, None, &join).await }).await?;
    let seat = app.manager.hold(&slot).await?.seat_of(&token);
    let seat = seat.ok_or_else(|| Failure::new(Code::SeatTaken, "somebody else took the seat"))?;
    Ok(Json(Taken { seat: seat.0, token: BASE64URL_NOPAD.encode(&token) }))
}
