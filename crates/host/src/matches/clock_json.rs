//! Time controls as JSON.

use ennead_protocol::Code;
use serde::{Deserialize, Serialize};

use crate::{Clock, Failure};

/// The longest time on a clock: a day per move, or a day in total.
const MAX_SECONDS: f64 = 86_400.0;

/// A time control, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged, deny_unknown_fields)]
pub enum ClockJson {
    /// A fixed time for each move.
    PerMove {
        /// Seconds for each move.
        per_move: f64,
    },
    /// A base time for the whole match, and an increment with each move.
    Base {
        /// Seconds at the start.
        base: f64,
        /// Seconds that each move adds.
        increment: f64,
    },
}

impl ClockJson {
    /// The time control, if its times are in range.
    pub fn clock(self) -> Result<Clock, Failure> {
        Ok(match self {
            ClockJson::PerMove { per_move } => Clock::PerMove { ms: to_ms(per_move, 0.1)? },
            ClockJson::Base { base, increment } => {
                Clock::Base { ms: to_ms(base, 0.1)?, increment: to_ms(increment, 0.0)? }
            }
        })
    }

    /// The JSON of a time control; `None` without a time limit.
    pub fn of(clock: Clock) -> Option<ClockJson> {
        let seconds = |ms: u32| f64::from(ms) / 1000.0;
        match clock {
            Clock::None => None,
            Clock::PerMove { ms } => Some(ClockJson::PerMove { per_move: seconds(ms) }),
            Clock::Base { ms, increment } => {
                Some(ClockJson::Base { base: seconds(ms), increment: seconds(increment) })
            }
        }
    }
}

fn to_ms(seconds: f64, least: f64) -> Result<u32, Failure> {
    if (least..=MAX_SECONDS).contains(&seconds) {
        return Ok((seconds * 1000.0) as u32);
    }
    let text = format!("a clock's times are {least} to {MAX_SECONDS} seconds, not {seconds}");
    Err(Failure::new(Code::BadRequest, text))
}
