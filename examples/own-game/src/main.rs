//! Liar's dice for two, with everything that Ennead builds around a game's rules.

mod liars_dice;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use ennead::kit::Kit;

static GAME: Kit = Kit::hidden::<liars_dice::LiarsDice>().with_help(include_str!("../HELP.md"));

fn main() -> ExitCode {
    ennead::run(&[&GAME])
}
