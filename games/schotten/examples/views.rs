//! Deals a match and shows the views of both players and of a spectator.
//!
//!     cargo run -p ennead-schotten --example views -- SEED

use ennead_game::{Game, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_schotten::{Schotten, Variant, draw_view};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = SplitMix64::new(seed);
    let mut position = Schotten::new(&Variant::default());
    while position.turn() == Turn::Chance {
        position.choose(random.below(position.options().into()) as u32);
    }
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator] {
        println!("{viewer:?}\n{}", draw_view(&position.view(viewer)));
    }
    Ok(())
}
