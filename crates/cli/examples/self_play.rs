//! Prints records of games of the strongest bot against itself, one a line in base64url, for
//! `scripts/record-bars`. Where no chance begins, the first two moves are random.
//!
//! `cargo run --release -p ennead --example self_play -- GAME GAMES MILLISECONDS SEED [THREADS]`

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Options, Turn};
use ennead_kit::Kit;
use ennead_search::Budget;
use ennead_search::self_play::{SelfPlay, run};

const GAMES: [&Kit; 4] =
    [&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME, &ennead_connect::GAME];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match play(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn play(words: &[String]) -> Result<(), String> {
    let number = |at: usize, default: Option<u64>| {
        let word = words.get(at).and_then(|word| word.parse().ok());
        word.or(default).ok_or("expected GAME GAMES MILLISECONDS SEED [THREADS]")
    };
    let is_wanted = |kit: &&Kit| words.first().is_some_and(|id| kit.game().id() == id);
    let kit = GAMES.into_iter().find(is_wanted).ok_or("the first word is no game")?;
    let start = kit.game().start(&Options::default()).map_err(|error| error.to_string())?;
    let settings = SelfPlay {
        game: kit.game(),
        roster: kit.bots(),
        setup: Options::default(),
        bot: "best",
        games: number(1, None)?,
        budget: Budget { time: Some(Duration::from_millis(number(2, None)?)), nodes: None },
        opening: if matches!(start.turn(), Turn::Chance) { 0 } else { 2 },
        sampled: 0,
        seed: number(3, None)?,
        most_choices: ennead_search::arena::MAX_CHOICES,
        threads: number(4, Some(1))? as usize,
    };
    let text = |record: Vec<u8>| BASE64URL_NOPAD.encode(&record);
    run(
        &settings,
        |played| text(played.game.record()),
        |text| {
            println!("{text}");
            ControlFlow::Continue(())
        },
    )
    .map_err(|error| error.to_string())
}
