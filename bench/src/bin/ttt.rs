//! Tic-tac-toe.

fn main() {}
