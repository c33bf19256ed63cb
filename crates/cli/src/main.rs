//! The command line `ennead` with the built-in games.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A server returns what an attack or thousands of sockets have taken, which the C library's
/// allocator does not, and makes more moves.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ennead::run(&[
        &ennead_ttt::GAME,
        &ennead_nested::GAME,
        &ennead_schotten::GAME,
        &ennead_connect::GAME,
    ])
}
