//! Taking an open seat.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::Seat;
use ennead_protocol::{Code, Token};
use serde::{Deserialize, Serialize};

use super::create::read_name;
use crate::{Action, Failure, LiveMatch};

/// A request for an open seat.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// 0 or 1; any open seat if omitted.
    seat: Option<u8>,
    /// The display name: 1 to 24 characters.
    name: Option<String>,
}

/// The response to [`JoinRequest`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JoinedSeat {
    seat: u8,
    /// The secret that grants the right to play the seat.
    token: String,
}

impl JoinRequest {
    /// The action that takes the seat with this token.
    pub fn action(&self, token: Token) -> Result<Action, Failure> {
        let seat = match self.seat {
            None => None,
            Some(seat @ 0..=1) => Some(Seat(seat)),
            Some(_) => return Err(Failure::new(Code::BadRequest, "a seat is 0 or 1")),
        };
        Ok(Action::Join { seat, token, name: read_name(self.name.as_deref())? })
    }
}

impl JoinedSeat {
    /// The response after the action: the seat that the token now holds.
    pub fn of(live: &LiveMatch, token: &Token) -> Result<JoinedSeat, Failure> {
        let taken = || Failure::new(Code::SeatTaken, "somebody else took the seat");
        let seat = live.seat_of(token).ok_or_else(taken)?;
        Ok(JoinedSeat { seat: seat.0, token: BASE64URL_NOPAD.encode(token) })
    }
}
