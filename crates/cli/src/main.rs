//! The command line `ennead` with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    ennead::run(&[
        &ennead_ttt::GAME,
        &ennead_nested::GAME,
        &ennead_schotten::GAME,
        &ennead_connect::GAME,
    ])
}
