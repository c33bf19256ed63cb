//! The clients and their connections.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Random, Seat, SplitMix64, Viewer};
use ennead_protocol::Token;

/// The operator's token.
pub(super) const OPERATOR: &str = "the operator's secret";

/// The identity of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    /// The holder of the first seat's token.
    First,
    /// The holder of the second seat's token.
    Second,
    /// A client without a token.
    Spectator,
    /// A client with a wrong token.
    Stranger,
    /// The operator, who may know everything.
    Operator,
}

pub(super) const PARTIES: [Party; 5] =
    [Party::First, Party::Second, Party::Spectator, Party::Stranger, Party::Operator];

impl Party {
    /// Whether a party knows no more than the viewer, so what it receives must not differ.
    pub(super) fn knows_no_more_than(self, viewer: Viewer) -> bool {
        match self {
            Party::First => viewer == Viewer::Seat(Seat::FIRST),
            Party::Second => viewer == Viewer::Seat(Seat::SECOND),
            Party::Spectator | Party::Stranger => true,
            Party::Operator => false,
        }
    }

    /// The token in a frame.
    pub(super) fn token(self) -> Option<Token> {
        match self {
            Party::First => Some(seat_token(Seat::FIRST)),
            Party::Second => Some(seat_token(Seat::SECOND)),
            Party::Spectator | Party::Operator => None,
            Party::Stranger => Some([9; 16]),
        }
    }

    /// The header of a call that identifies its caller.
    pub(super) fn authorization(self, random: &mut SplitMix64) -> String {
        let bearer = |token: &str| format!("authorization: Bearer {token}\r\n");
        match self {
            Party::Operator => bearer(OPERATOR),
            Party::Stranger if random.below(4) == 0 => bearer("no token at all"),
            _ => {
                self.token().map_or(String::new(), |token| bearer(&BASE64URL_NOPAD.encode(&token)))
            }
        }
    }
}

/// The token of a seat.
pub(super) fn seat_token(seat: Seat) -> Token {
    [seat.0 + 1; 16]
}

/// What a connection is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    /// Calls that are answered at once.
    Http,
    /// Calls that wait for a move.
    Poll,
    /// Frames.
    Socket,
}

/// A connection of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) party: Party,
    pub(super) wire: Wire,
}

/// The number of connections.
pub(super) const LINES: usize = PARTIES.len() * 3;

impl Line {
    pub(super) fn index(self) -> usize {
        self.party as usize * 3 + self.wire as usize
    }

    /// All connections, in index order.
    pub(super) fn all() -> impl Iterator<Item = Line> {
        let wires = [Wire::Http, Wire::Poll, Wire::Socket];
        PARTIES.into_iter().flat_map(move |party| wires.map(|wire| Line { party, wire }))
    }
}
