//! The byte interface: one call, bytes in, effects out.

use crate::{Effect, Local, Request};

/// What a call asks for. The numbers are part of the interface with JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Answers a call of PROTOCOL.md; the bytes are a [`Request`] as JSON.
    Request,
    /// Handles a client frame of the connection that the number names.
    Frame,
    /// Ends the connection that the number names.
    Close,
    /// Adds a match that was kept, or replaces it by what another page kept.
    Restore,
    /// Lets one bot make its next decision.
    Think,
    /// Processes clocks and idle matches.
    Tick,
    /// Adds the puzzles of a game: its id, a zero byte, and its book.
    Book,
}

impl Operation {
    /// The operation with a number.
    pub fn of(number: u32) -> Option<Operation> {
        use Operation::{Book, Close, Frame, Request, Restore, Think, Tick};
        [Request, Frame, Close, Restore, Think, Tick, Book].get(number as usize).copied()
    }
}

/// The state of the module.
pub struct Module {
    local: Local,
}

impl Module {
    /// A module without matches. The seed determines deals and tokens, so it has to be random.
    pub fn new(seed: [u8; 32]) -> Module {
        Module { local: Local::new(crate::GAMES, seed) }
    }

    /// Performs an operation, and returns its effects one after the other. `now` is in milliseconds
    /// of Unix time. Every input has an answer.
    pub fn call(&mut self, operation: Operation, number: u32, now: u64, input: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for effect in self.effects(operation, number, now, input) {
            effect.write(&mut out);
        }
        out
    }

    /// The effects of an operation, the answer first. Nothing of it may be delivered before the
    /// matches among it are durable.
    pub fn effects(
        &mut self,
        operation: Operation,
        number: u32,
        now: u64,
        input: &[u8],
    ) -> Vec<Effect> {
        let local = &mut self.local;
        let answer = match operation {
            Operation::Request => Some(Request::answer(local, now, input)),
            Operation::Restore => Some(local.restore(now, input)),
            Operation::Frame => {
                local.frame(number, now, input);
                None
            }
            Operation::Close => {
                local.close(number);
                None
            }
            Operation::Think => {
                local.think(now);
                None
            }
            Operation::Tick => {
                local.tick(now);
                None
            }
            Operation::Book => {
                local.add_book(input);
                None
            }
        };
        let answer = answer.map(|(status, json)| Effect::Answer { status, json });
        let wake = local.wake(now).map(Effect::Wake);
        answer.into_iter().chain(local.take_effects()).chain(wake).collect()
    }
}
