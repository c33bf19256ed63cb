//! Plays eight concurrent matches for two seconds on a running server and prints the latencies.
//!
//!     cargo run -p ennead-load --example measure -- http://127.0.0.1:9999 GAME

use std::ops::ControlFlow;
use std::time::Duration;

use ennead_load::{Plan, Watched, report, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(url), Some(game)) = (arguments.next(), arguments.next()) else {
        return Err("give the server's address and a game, as in http://127.0.0.1:9999 ttt".into());
    };
    let plan = Plan {
        address: url.parse()?,
        game,
        setup: serde_json::Map::new(),
        matches: 8,
        time: Duration::from_secs(2),
        idle: 0,
        watched: Watched::default(),
        ledger: None,
    };
    let result = run(&plan, |_| ControlFlow::Continue(()))?;
    println!("{:#}", report(&plan, &result));
    Ok(())
}
