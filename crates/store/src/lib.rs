//! Durable matches: SQLite and PostgreSQL behind one interface.
//!
//! A [`Store`] holds running matches as a [`Head`] and a log of [entries](Entry), and finished ones as a record and a few bytes;
//! `FORMAT.md` describes each byte. Every change that returns without an error is on disk.
//!
//! ```
//! use ennead_store::{Append, Clock, Entry, Event, Head, MatchId, SeatHolder, Store, StoreError, Stored};
//!
//! # let folder = std::env::temp_dir().join(format!("ennead-doc-{}", std::process::id()));
//! # let url = format!("sqlite:{}/matches.db", folder.display());
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let store = Store::open(&url).await?;
//! let created = 1_800_000_000_000;
//! let id = MatchId::new(created, 0x5eed);
//! let seats = [SeatHolder::Open, SeatHolder::Bot(3)];
//! let head = Head { start: vec![0x51, 0], seats, clock: Clock::None, listed: true, created };
//! store.create(id, &head, &[], created, None).await?;
//!
//! // Two who both saw no entry yet: the second has to look again.
//! let entry = Entry { at: 1500, event: Event::Choices(vec![4]) };
//! let append = Append { id, number: 0, entry, wake: None, open: None };
//! assert_eq!(store.append(append.clone()).await, Ok(()));
//! assert_eq!(store.append(append).await, Err(StoreError::Conflict));
//!
//! let Some(Stored::Running(running)) = store.load(id).await? else { panic!() };
//! assert_eq!(running.entries.len(), 1);
//! # store.close().await;
//! # std::fs::remove_dir_all(folder).unwrap();
//! # Ok::<(), StoreError>(())
//! # })?;
//! # Ok::<(), StoreError>(())
//! ```

mod bytes;
mod entry;
mod entry_bytes;
mod error;
mod finished;
mod finished_bytes;
mod head;
mod head_bytes;
mod id;
mod key;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod replay;
mod row;
mod running;
#[cfg(test)]
mod samples;
mod seat;
mod sqlite;
mod store;
mod stored;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;

pub use bytes::ByteError;
pub use entry::{Entry, Event};
pub use error::StoreError;
pub use finished::{Finished, Reason};
pub use head::{Clock, Head};
pub use id::{MatchId, MatchIdError};
pub use key::Key;
pub use replay::ReplayError;
pub use row::Row;
pub use running::Running;
pub use seat::SeatHolder;
pub use store::Store;
pub use stored::{Append, Counts, Listing, Stored};
