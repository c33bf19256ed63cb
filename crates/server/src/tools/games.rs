//! `GET /api/games`: what can be played, how it can be set up, and against whom.

use axum::Json;
use ennead_bots::{Level, roster};
use ennead_game::{AnyGame, RECORD};
use ennead_registry::GAMES;
use serde::Serialize;
use utoipa::ToSchema;

use super::option_spec::SetupOption;

/// Every game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    games: Vec<Game>,
}

/// A game.
#[derive(Serialize, ToSchema)]
struct Game {
    id: &'static str,
    title: &'static str,
    /// How the seats are called.
    seats: [String; 2],
    /// Whether players may agree on a draw.
    draws: bool,
    setup: Vec<SetupOption>,
    /// The bots that play it.
    levels: Vec<BotLevel>,
    formats: Vec<&'static str>,
}

/// A bot's strength.
#[derive(Serialize, ToSchema)]
struct BotLevel {
    level: u32,
    about: &'static str,
}

/// What can be played.
#[utoipa::path(get, path = "/api/games", tag = "tools", responses((status = 200, body = Games)))]
pub(crate) async fn games() -> Json<Games> {
    Json(Games { games: GAMES.iter().map(|game| describe(*game)).collect() })
}

fn describe(game: &dyn AnyGame) -> Game {
    Game {
        id: game.id(),
        title: game.title(),
        seats: game.seat_names(),
        draws: game.draws(),
        setup: game.setup_options().iter().map(|spec| SetupOption::of(game, spec)).collect(),
        levels: levels(game.id()),
        formats: game.formats().into_iter().chain([&RECORD]).map(|format| format.id).collect(),
    }
}

/// The levels that a game's roster has; none for a game without bots.
fn levels(game: &str) -> Vec<BotLevel> {
    let Ok(roster) = roster::roster(game) else { return Vec::new() };
    let about = |level: Level| {
        let name = format!("level{}", level as u32);
        let bot = roster.bots().iter().find(|bot| bot.name == name)?;
        Some(BotLevel { level: level as u32, about: bot.about })
    };
    Level::ALL.into_iter().filter_map(about).collect()
}
