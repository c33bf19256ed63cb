//! The byte interface: each call takes bytes and returns effects.

use crate::{Effect, Local, Request};

/// The operation of a call. The numbers are part of the interface with JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Answers a call of PROTOCOL.md, given as a JSON [`Request`].
    Request,
    /// Handles a client frame of the connection with this number.
    Frame,
    /// Closes the connection with this number.
    Close,
    /// Adds a stored match, or replaces it by what another page has stored.
    Restore,
    /// Lets one bot make its next decision.
    Think,
    /// Processes clocks and idle matches.
    Tick,
    /// Adds the puzzles of a game: its id, a zero byte, and its book.
    Book,
}

impl Operation {
    /// The operation with this number.
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
    /// Creates a module without matches. The seed determines deals and tokens, so it must be
    /// random.
    pub fn new(seed: [u8; 32]) -> Module {
        Module { local: Local::new(crate::GAMES, seed) }
    }

    /// Performs an operation and returns its encoded effects. `now` is Unix time in milliseconds.
    /// Every input yields an answer.
    pub fn call(&mut self, operation: Operation, number: u32, now: u64, input: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for effect in self.effects(operation, number, now, input) {
            effect.write(&mut out);
        }
        out
    }

    /// The effects of an operation, the answer first. None of them may be delivered before the
    /// matches among them are durable.
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
