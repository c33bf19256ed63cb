//! Seeded games between bots, identical on every platform.

use data_encoding::HEXLOWER;
use ennead_game::{Options, Seat, SplitMix64, Turn, Viewer};
use ennead_search::{Budget, choose_move};
use serde::{Deserialize, Serialize};

use crate::GAMES;

/// A request for self-play games. Game `i` has the seed `seed + i`.
#[derive(Deserialize)]
pub struct SelfPlay {
    /// The game's id.
    game: String,
    /// The bot that plays both seats.
    bot: String,
    /// The number of games.
    games: u64,
    /// The seed of the first game.
    seed: u64,
    /// The node budget of each search.
    nodes: u64,
    /// Options of the set-up.
    #[serde(default)]
    setup: std::collections::BTreeMap<String, String>,
}

/// The games that were played.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The records, in hexadecimal.
    records: Vec<String>,
    /// A hash of all views of all viewers.
    views: String,
    /// The total number of nodes searched.
    nodes: u64,
}

/// Plays the games.
pub fn play_games(wanted: &SelfPlay) -> Result<Played, String> {
    let unknown = || format!("there is no game {:?}: there are {}", wanted.game, GAMES.names());
    let kit = GAMES.game(&wanted.game).ok_or_else(unknown)?;
    let options =
        wanted.setup.iter().fold(Options::new(), |all, (name, value)| all.with(name, value));
    let mut views = blake3::Hasher::new();
    let mut records = Vec::new();
    let mut nodes = 0;
    for number in 0..wanted.games {
        let seed = wanted.seed.wrapping_add(number);
        let mut random = SplitMix64::new(seed);
        let mut game = kit.game().start(&options).map_err(|error| error.to_string())?;
        let bot = || kit.bots().bot(&wanted.bot, seed).map_err(|error| error.to_string());
        let mut bots = [bot()?, bot()?];
        game.deal(&mut random);
        while let Turn::Seat(seat) = game.turn() {
            let budget = Budget::nodes(wanted.nodes);
            let choices = choose_move(&mut *bots[seat.index()], &*game, budget)
                .map_err(|error| error.to_string())?;
            nodes += wanted.nodes;
            for option in choices {
                game.play(option).map_err(|error| error.to_string())?;
            }
            game.deal(&mut random);
            for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator]
            {
                views.update(game.view(viewer).as_slice());
            }
        }
        records.push(HEXLOWER.encode(&game.record()));
    }
    Ok(Played { records, views: views.finalize().to_hex().to_string(), nodes })
}

/// As [`play_games`], with JSON in both directions.
pub(crate) fn answer(input: &[u8]) -> Vec<u8> {
    let played = serde_json::from_slice(input).map_err(|error| error.to_string());
    let json = match played.and_then(|wanted| play_games(&wanted)) {
        Ok(played) => serde_json::to_vec(&played),
        Err(error) => serde_json::to_vec(&serde_json::json!({ "error": error })),
    };
    json.unwrap_or_default()
}
