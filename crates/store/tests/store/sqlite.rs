//! SQLite specifics, and the suite over SQLite.

use std::fs;
use std::path::PathBuf;

use ennead_store::testing::Folder;
use ennead_store::{Listing, Store, StoreError};
use rusqlite::Connection;

use crate::matches::{NOW, append, choice, due, finished, head, id};
use crate::suite;

macro_rules! tests {
    ($($case:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let folder = Folder::new();
                suite::$case(folder.sqlite()).await;
            }
        )*
    };
}

suite::each_case!(tests);

fn file(folder: &Folder) -> PathBuf {
    folder.path().join("matches.db")
}

async fn refusal(folder: &Folder) -> String {
    match Store::open(&folder.sqlite()).await {
        Ok(_) => panic!("the database opens"),
        Err(error) => error.to_string().replace(&*folder.path().to_string_lossy(), "FOLDER"),
    }
}

/// A store with one running and one finished match.
async fn filled(folder: &Folder) -> Store {
    let store = Store::open(&folder.sqlite()).await.unwrap();
    for number in [1, 2] {
        store.create(id(number), &head(), &[choice(0, 0), choice(1, 1)], NOW, None).await.unwrap();
    }
    store.finish(id(2), 2, &finished(), None).await.unwrap();
    store
}

#[tokio::test]
async fn folders_are_created() {
    let folder = Folder::new();
    let url = format!("sqlite:{}/a/b/matches.db", folder.path().display());
    assert_eq!(Store::open(&url).await.unwrap().ready().await, Ok(()));
}

#[tokio::test]
async fn a_file_has_one_writer_and_many_readers() {
    let folder = Folder::new();
    let store = filled(&folder).await;
    let expected = format!(
        "the database is not available: FOLDER/matches.db is in use by process {}; \
         only one can write to it",
        std::process::id()
    );
    assert_eq!(refusal(&folder).await, expected);
    let reader = Store::open_to_read(&folder.sqlite()).await.unwrap();
    store.append(append(id(1), 2, choice(2, 2))).await.unwrap();
    assert_eq!(reader.load(id(1)).await, store.load(id(1)).await);
    store.close().await;
    assert_eq!(reader.list(Listing::Finished, None, 9).await.unwrap().len(), 1);
    let store = Store::open(&folder.sqlite()).await.unwrap();
    assert_eq!(reader.load(id(1)).await, store.load(id(1)).await);
}

#[tokio::test]
async fn a_closed_store_leaves_one_file_and_the_lock() {
    let folder = Folder::new();
    filled(&folder).await.close().await;
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["matches.db", "matches.db.lock"]);
}

#[tokio::test]
async fn unknown_urls_are_rejected() {
    let refused = async |url: &str| Store::open(url).await.err().unwrap().to_string();
    assert_eq!(
        refused("sqlite:").await,
        "the database is not available: sqlite: needs the path of a file, \
         as in sqlite:/var/lib/ennead.db"
    );
    assert!(refused("sqlite::memory:").await.contains("needs the path of a file"));
    assert_eq!(
        refused("mysql://me:secret@host/x").await,
        "the database is not available: \"mysql\" is not a database: use sqlite:PATH or \
         postgres://…"
    );
}

#[tokio::test]
async fn unknown_files_are_rejected() {
    let folder = Folder::new();
    fs::write(
        file(&folder),
        "no database at all, but long enough for a header of one hundred bytes or more; \
         well, now it is",
    )
    .unwrap();
    assert_eq!(
        refusal(&folder).await,
        "the database is damaged: FOLDER/matches.db: file is not a database"
    );
    fs::remove_file(file(&folder)).unwrap();
    Connection::open(file(&folder))
        .unwrap()
        .execute_batch("CREATE TABLE cats (name TEXT)")
        .unwrap();
    assert_eq!(
        refusal(&folder).await,
        "the database is not available: FOLDER/matches.db: it is a database of another program"
    );
    fs::remove_file(file(&folder)).unwrap();
    fs::create_dir(file(&folder)).unwrap();
    assert!(refusal(&folder).await.contains("unable to open database file"));
    let missing = Store::open_to_read("sqlite:/nowhere/at/all.db").await.err().unwrap();
    assert_eq!(
        missing.to_string(),
        "the database is not available: /nowhere/at/all.db: there is no such file"
    );
}

#[tokio::test]
async fn newer_tables_are_rejected() {
    let folder = Folder::new();
    filled(&folder).await.close().await;
    Connection::open(file(&folder)).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(
        refusal(&folder).await,
        "the database is not available: FOLDER/matches.db: its tables are of version 99, \
         made by a newer program; this one knows up to 3"
    );
}

/// The tables of version 1.
const VERSION_1: &str = "
    PRAGMA application_id = 1164865124;
    PRAGMA user_version = 1;
    CREATE TABLE running (id INTEGER PRIMARY KEY, head BLOB NOT NULL, wake INTEGER NOT NULL,
        open INTEGER NOT NULL, listed INTEGER NOT NULL) STRICT;
    CREATE INDEX running_wake ON running (wake);
    CREATE INDEX running_listed ON running (open) WHERE listed;
    CREATE TABLE log (id INTEGER NOT NULL, entry INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (id, entry)) STRICT, WITHOUT ROWID;
    CREATE TABLE finished (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    CREATE TABLE unlisted (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    INSERT INTO running VALUES (7, x'4001030a5100', 5, 1, 1);
    INSERT INTO log VALUES (7, 0, x'000d');
    INSERT INTO finished VALUES (8, x'4001030a0b418b40');";

#[tokio::test]
async fn older_tables_are_migrated() {
    let folder = Folder::new();
    Connection::open(file(&folder)).unwrap().execute_batch(VERSION_1).unwrap();
    let to_read = Store::open_to_read(&folder.sqlite()).await.err().unwrap().to_string();
    assert!(
        to_read.ends_with(
            "its tables are of version 1, and this program reads version 3: \
             open it for writing once, as 'ennead serve' does"
        ),
        "{to_read}"
    );
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let matches = store.page(None, 9).await.unwrap();
    assert_eq!(matches.len(), 2);
    let [(running, ..), (finished, ..)] = matches[..] else { panic!() };
    assert_eq!(due(&store, 5, 9).await, Ok(vec![running]));
    assert_eq!(store.create(id(9), &head(), &[], NOW, Some(finished)).await, Ok(id(9)));
    assert_eq!(store.rematch(finished).await, Ok(Some(id(9))));
    store.close().await;
    assert_eq!(Store::open(&folder.sqlite()).await.unwrap().page(None, 9).await.unwrap().len(), 3);
}

#[tokio::test]
async fn damage_is_reported_and_affects_nothing_else() {
    let folder = Folder::new();
    filled(&folder).await.close().await;
    let change = |sql: &str| Connection::open(file(&folder)).unwrap().execute_batch(sql).unwrap();
    change("UPDATE log SET data = x'00' WHERE entry = 1");
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let damage = |text: &str| StoreError::Corrupt(format!("match {}{text}", id(1)));
    assert_eq!(store.load(id(1)).await, Err(damage(", entry 1: its checksum is wrong")));
    assert!(store.load(id(2)).await.is_ok());
    assert!(store.page(None, 9).await.is_err());
    assert_eq!(
        store.rows(None, 9).await.unwrap().iter().filter(|row| row.read().is_ok()).count(),
        1
    );
    change("DELETE FROM log WHERE entry = 0");
    assert_eq!(store.load(id(1)).await, Err(damage(": entry 0 is missing")));
    assert_eq!(store.faults().await, Ok(vec![]));
    change("DELETE FROM running; INSERT INTO unlisted SELECT * FROM finished");
    let faults = [
        format!("match {}: it has entries, but is not running", id(1)),
        format!("match {}: it is stored twice", id(2)),
    ];
    assert_eq!(store.faults().await, Ok(faults.to_vec()));
}

#[tokio::test]
async fn the_write_ahead_log_does_not_grow_without_bound() {
    let folder = Folder::new();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    store.create(id(1), &head(), &[], NOW, None).await.unwrap();
    let much = |number: u32| ennead_store::Entry {
        at: number.into(),
        event: ennead_store::Event::Choices((0..100_000).collect()),
    };
    for number in 0..300 {
        store.append(append(id(1), number, much(number))).await.unwrap();
    }
    let written = fs::metadata(file(&folder)).unwrap().len();
    let log = fs::metadata(folder.path().join("matches.db-wal")).unwrap().len();
    assert!(written > 60 << 20 && log < 24 << 20, "{written} and {log} bytes");
}

/// Every stored bit of a match is covered by a checksum.
#[tokio::test]
async fn a_changed_byte_of_any_column_is_detected() {
    for (table, column, key) in [
        ("running", "head", "id"),
        ("running", "seats", "id"),
        ("log", "data", "entry"),
        ("finished", "data", "id"),
        ("finished", "brief", "id"),
    ] {
        let folder = Folder::new();
        let store = filled(&folder).await;
        let entry = ennead_store::Event::Join {
            seat: ennead_game::Seat::SECOND,
            key: ennead_store::SeatKey::of(&[2; 16]),
            name: None,
        };
        let entry = ennead_store::Entry { at: 0, event: entry };
        store.create(id(7), &crate::matches::open_head(), &[entry], NOW, None).await.unwrap();
        let brief = ennead_store::Brief {
            start: vec![0x51, 0],
            ply: 5,
            result: ennead_store::MatchResult::Draw,
        };
        store.set_brief(id(2), &brief).await.unwrap();
        store.close().await;
        let connection = Connection::open(file(&folder)).unwrap();
        let find = format!(
            "SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY {key} LIMIT 1"
        );
        let (at, data): (i64, Vec<u8>) =
            connection.query_row(&find, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let set = format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1");
        for byte in 0..data.len() {
            let mut changed = data.clone();
            changed[byte] ^= 0x04;
            connection.execute(&set, rusqlite::params![at, changed]).unwrap();
            let store = Store::open_to_read(&folder.sqlite()).await.unwrap();
            // Matches are loaded from some columns, lists from others.
            let is_noticed = match column {
                "seats" | "brief" => {
                    let summaries = store.summaries(None, 9).await.unwrap();
                    summaries.iter().any(|row| row.read().is_err())
                }
                _ => store.rows(None, 9).await.unwrap().iter().any(|row| row.read().is_err()),
            };
            assert!(is_noticed, "byte {byte} of {table}.{column}");
            store.close().await;
        }
    }
}

/// A killed process leaves its log behind; a changed byte of it is detected wherever later changes
/// would be lost.
#[tokio::test]
async fn a_changed_byte_of_the_write_ahead_log_is_detected() {
    let folder = Folder::new();
    let store = filled(&folder).await;
    let killed = Folder::new();
    let copy = |name: &str| {
        fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    };
    ["matches.db", "matches.db-wal"].into_iter().for_each(copy);
    store.close().await;
    let log = killed.path().join("matches.db-wal");
    let bytes = fs::read(&log).unwrap();
    assert!(bytes.len() > 3 * 4096);
    let faults = async || {
        let store = Store::open_to_read(&killed.sqlite()).await;
        let Ok(store) = store else { return 1 };
        let faults = store.faults().await.map_or(1, |faults| faults.len());
        store.close().await;
        faults
    };
    assert_eq!(faults().await, 0);
    for at in (0..bytes.len() - 8192).step_by(997) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&log, changed).unwrap();
        assert_ne!(faults().await, 0, "byte {at} of {}", bytes.len());
    }
    // A process that is killed in the middle of a frame leaves it like this.
    let mut cut_off = bytes.clone();
    *cut_off.last_mut().unwrap() ^= 1;
    fs::write(&log, cut_off).unwrap();
    assert_eq!(faults().await, 0, "nothing follows the last frame");
}
