//! Writes the decisions of a bot that plays tic-tac-toe against itself to a Parquet file.
//!
//!     cargo run -p ennead-data --example self_play -- decisions.parquet

use std::error::Error;
use std::fs::File;

use ennead_data::Dataset;
use ennead_search::Budget;
use ennead_search::self_play::SelfPlay;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "decisions.parquet".into());
    let kit = &ennead_ttt::GAME;
    let settings = SelfPlay {
        game: kit.game(),
        roster: kit.bots(),
        setup: Default::default(),
        bot: "best",
        games: 20,
        budget: Budget::nodes(100),
        opening: 1,
        sampled: 2,
        seed: 1,
        most_choices: ennead_search::arena::MAX_CHOICES,
        threads: 1,
    };
    let tally = Dataset::new(kit, settings)?.write(File::create(&path)?, |_| {})?;
    println!("{path}: {} decisions of {} games", tally.rows, tally.games);
    Ok(())
}
