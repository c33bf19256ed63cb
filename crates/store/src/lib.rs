//! Durable matches: SQLite and PostgreSQL behind one interface.

mod entry;
mod error;
mod finished;
mod head;
mod id;
mod key;
mod running;
mod seat;
mod store;
mod stored;

pub use entry::{Entry, Event};
pub use error::StoreError;
pub use finished::{Finished, Reason};
pub use head::{Clock, Head};
pub use id::{MatchId, MatchIdError};
pub use key::Key;
pub use running::Running;
pub use seat::{PastSeat, SeatHolder};
pub use store::Store;
pub use stored::{Append, Counts, Listing, Stored};
