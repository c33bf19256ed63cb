//! Tic-tac-toe against a bot, line by line, through a pipe or in a terminal.
//!
//!     cargo run -p ennead-tui --example lines

use std::io::{stdin, stdout};

use ennead_tui::{ClientError, Config, play_in_lines};

fn main() -> Result<(), ClientError> {
    let config = Config::new(vec![ennead_ttt::GAME.playable()]);
    play_in_lines(&config, &mut stdin().lock(), &mut stdout())
}
