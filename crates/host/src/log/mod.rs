//! The log of a match as data. The store encodes it as bytes.

mod entry;
mod finished;
mod head;
mod id;
mod listing;
mod name;
mod replay;
mod running;
mod seat;
mod seat_key;
mod stored;
mod summary;

pub use entry::{Entry, Event};
pub use finished::{Finished, Reason};
pub use head::{Beginning, Clock, Head};
pub use id::{MatchId, MatchIdError};
pub use listing::Listing;
pub use name::{PlayerName, PlayerNameError};
pub use replay::ReplayError;
pub use running::Running;
pub use seat::SeatHolder;
pub use seat_key::SeatKey;
pub use stored::Stored;
pub use summary::{Brief, MatchResult, Summary};
