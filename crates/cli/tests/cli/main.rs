//! The binary as its users run it.

mod batch;
mod binary;
mod garbage;
mod inspect;
mod single;
mod ttt;
