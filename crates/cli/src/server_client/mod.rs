//! A client of a server, for the terminal and for bots: calls over HTTP, notifications over a
//! socket.

mod calls;
mod connection;
mod match_link;
mod pause;
mod served;

pub(crate) use calls::{Calls, NewMatch};
pub(crate) use connection::{Connection, wait_for};
pub(crate) use match_link::{MatchLink, match_argument, name_argument, server_argument};
