//! A tic-tac-toe game in every format of this crate, with the number of bits each one takes.
//!
//!     cargo run -p ennead-ttt --example sizes -- '5 1 3 7 4'

use ennead_game::Options;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "5 1 3 7 4".into());
    let game = ennead_ttt::GAME.game();
    for format in game.formats() {
        match game.encode(format.id, &moves, &Options::default()) {
            Ok(value) => println!("{:<12} {}", format.id, value.show(value.default_show())),
            Err(reason) => println!("{:<12} {reason}", format.id),
        }
    }
    Ok(())
}
