//! The stable error codes, the same in frames and in JSON.

use std::fmt;

/// The machine-readable reason of an error. `PROTOCOL.md` explains each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // PROTOCOL.md explains each code, and its name says the same.
pub enum Code {
    BadFrame = 1,
    BadRequest,
    UnknownMatch,
    WrongToken,
    NoSeat,
    NotYourTurn,
    BadOption,
    Stale,
    Over,
    NotOver,
    SeatTaken,
    Waiting,
    NoDraws,
    TooMany,
    TooLarge,
    StoreUnavailable,
    StoreFull,
    StoreReadOnly,
    Forbidden,
    NotFound,
    BadValue,
    Closing,
    Internal,
}

/// Every code with its name and its HTTP status, in numeric order.
#[rustfmt::skip]
const TABLE: [(Code, &str, u16); 23] = [
    (Code::BadFrame, "bad_frame", 400),
    (Code::BadRequest, "bad_request", 400),
    (Code::UnknownMatch, "unknown_match", 404),
    (Code::WrongToken, "wrong_token", 403),
    (Code::NoSeat, "no_seat", 403),
    (Code::NotYourTurn, "not_your_turn", 409),
    (Code::BadOption, "bad_option", 422),
    (Code::Stale, "stale", 409),
    (Code::Over, "over", 409),
    (Code::NotOver, "not_over", 409),
    (Code::SeatTaken, "seat_taken", 409),
    (Code::Waiting, "waiting", 409),
    (Code::NoDraws, "no_draws", 409),
    (Code::TooMany, "too_many", 429),
    (Code::TooLarge, "too_large", 413),
    (Code::StoreUnavailable, "store_unavailable", 503),
    (Code::StoreFull, "store_full", 507),
    (Code::StoreReadOnly, "store_read_only", 503),
    (Code::Forbidden, "forbidden", 403),
    (Code::NotFound, "not_found", 404),
    (Code::BadValue, "bad_value", 422),
    (Code::Closing, "closing", 503),
    (Code::Internal, "internal", 500),
];

impl Code {
    /// The code with a number.
    ///
    /// ```
    /// use ennead_protocol::Code;
    /// assert_eq!(Code::of(8), Some(Code::Stale));
    /// assert_eq!(Code::of(0), None);
    /// ```
    pub fn of(number: u8) -> Option<Code> {
        TABLE.get(usize::from(number).checked_sub(1)?).map(|row| row.0)
    }

    /// Its number in frames.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize - 1].1
    }

    /// The corresponding HTTP status.
    pub const fn status(self) -> u16 {
        TABLE[self as usize - 1].2
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
