//! Prints what a program learns about its games from their kits.
//!
//!     cargo run -p ennead-kit --example describe

use ennead_kit::{Games, Kit};

static KITS: &[&Kit] = &[&ennead_ttt::GAME];

fn main() {
    for kit in Games::new(KITS).iter() {
        println!("{}: {}", kit.id(), kit.game().title());
        for bot in kit.bots().bots() {
            println!("  bot {}", bot.name);
        }
        for format in kit.game().formats() {
            println!("  format {}", format.id);
        }
    }
}
