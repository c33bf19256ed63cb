//! The binary as its users run it.

mod analyse;
mod arena;
mod batch;
mod binary;
mod games;
mod garbage;
mod inspect;
mod lessons;
mod load;
mod model;
mod nested;
mod play;
mod puzzles;
mod readme;
#[cfg(unix)]
mod screen;
mod single;
mod solve;
mod stored;
mod ttt;
