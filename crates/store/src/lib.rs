//! Durable matches: SQLite and PostgreSQL behind one interface.
//!
//! A [`Store`] holds a running match as a [`Head`] and a log of [entries](Entry), and a finished
//! one as a record and a few bytes; `FORMAT.md` describes each byte. A change is durable when it
//! returns without an error.
//!
//! ```
//! use ennead_store::{
//!     Append, Beginning, Clock, Entry, Event, Head, MatchId, SeatHolder, Store, StoreError,
//!     Stored,
//! };
//!
//! # let folder = std::env::temp_dir().join(format!("ennead-doc-{}", std::process::id()));
//! # let url = format!("sqlite:{}/matches.db", folder.display());
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let store = Store::open(&url).await?;
//! let created = 1_800_000_000_000;
//! let id = MatchId::new(created, 0x5eed);
//! let seats = [SeatHolder::Open, SeatHolder::Bot(3)];
//! let names = [None, None];
//! let (start, clock) = (vec![0x51, 0], Clock::None);
//! let beginning = Beginning::Fresh;
//! let head = Head { start, seats, names, clock, listed: true, created, beginning };
//! store.create(id, &head, &[], created, None).await?;
//!
//! // Two clients both saw an empty log: the second one has to reload.
//! let entry = Entry { at: 1500, event: Event::Choices(vec![4]) };
//! let append = Append { id, number: 0, entry, wake: None, seating: None };
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

mod commit_rows;
mod database_url;
mod error;
#[cfg(feature = "simulation")]
pub mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod row;
mod seats_bytes;
mod snapshot;
mod sqlite;
mod store;
mod store_request;
mod summary_row;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;

pub use ennead_host::bytes::{ByteError, EntryBytes, FinishedBytes, HeadBytes};
pub use ennead_host::{
    Beginning, Brief, Clock, Entry, Event, Finished, Head, Listing, MatchId, MatchIdError,
    MatchResult, PlayerName, Reason, ReplayError, Running, SeatHolder, SeatKey, Stored, Summary,
};
pub use error::StoreError;
pub use row::Row;
pub use snapshot::StoreSnapshot;
pub use store::{Store, StoreFuture};
pub use store_request::{
    Append, Change, Commit, Counts, Due, Postpone, Progress, Seating, Successor,
};
pub use summary_row::SummaryRow;
