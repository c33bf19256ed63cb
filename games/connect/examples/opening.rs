//! The bot's evaluation of each first move in a small Connect Four.
//!
//!     cargo run --release -p ennead-connect --example opening -- 5 4

use ennead_connect::{Connect, ConnectBot, ConnectSetup};
use ennead_game::{Game, Seat, View, Viewer};
use ennead_search::{Bot, Budget};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sides = std::env::args().skip(1).map(|text| text.parse());
    let (width, height) = (sides.next().unwrap_or(Ok(5))?, sides.next().unwrap_or(Ok(4))?);
    let setup = ConnectSetup::new(width, height, 4, true)?;
    let view = Connect::new(&setup).view(Viewer::Seat(Seat::FIRST));
    let advice = ConnectBot::new(1).advise(&view, Budget::nodes(1_000_000));
    println!("column {}: {:?} after {} nodes", advice.option + 1, advice.value, advice.nodes);
    Ok(())
}
