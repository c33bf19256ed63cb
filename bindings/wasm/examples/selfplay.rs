//! Plays seeded games natively, for comparison with the module: one JSON request per line of
//! standard input, one answer per line of standard output.

use std::io::{self, BufRead};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in io::stdin().lock().lines() {
        let wanted = serde_json::from_str(&line?)?;
        println!("{}", serde_json::to_string(&ennead_wasm::play_games(&wanted)?)?);
    }
    Ok(())
}
