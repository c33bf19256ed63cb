//! Creates a match in an SQLite database, appends to its log and reads it back.
//!
//!     cargo run -p ennead-store --example log -- sqlite:/tmp/matches.db

use ennead_store::{
    Append, Beginning, Clock, Entry, Event, Head, MatchId, SeatHolder, Store, StoreError,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), StoreError> {
    let place = std::env::temp_dir().join("ennead-example.db");
    let url = std::env::args().nth(1).unwrap_or_else(|| format!("sqlite:{}", place.display()));
    let store = Store::open(&url).await?;
    let created = 1_800_000_000_000;
    let id = MatchId::new(created, std::process::id().into());
    let seats = [SeatHolder::Open, SeatHolder::Bot(3)];
    let (start, names, clock) = (vec![0x51, 0], [None, None], Clock::None);
    let head =
        Head { start, seats, names, clock, listed: true, created, beginning: Beginning::Fresh };
    store.create(id, &head, &[], created, None).await?;
    for (number, option) in [(0, 4), (1, 0)] {
        let entry = Entry { at: 1_500, event: Event::Choices(vec![option]) };
        store.append(Append { id, number, entry, wake: None, seating: None }).await?;
    }
    println!("{:#?}", store.load(id).await?);
    store.close().await;
    Ok(())
}
