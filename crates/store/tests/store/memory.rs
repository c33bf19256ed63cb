//! The suite over the model of the databases that simulations use.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ennead_store::memory::{MemoryDatabase, MemoryKind, PerfectLink};
use ennead_store::{Store, StoreError};

use crate::suite;

static DATABASES: Mutex<BTreeMap<String, MemoryDatabase>> = Mutex::new(BTreeMap::new());

/// The in-memory database of a URL, if it names one.
fn database(url: &str) -> Option<MemoryDatabase> {
    DATABASES.lock().unwrap().get(url).cloned()
}

/// Opens a database of any kind.
pub(crate) async fn open(url: &str) -> Result<Store, StoreError> {
    match database(url) {
        Some(database) => Ok(database.connect(Arc::new(PerfectLink)).0),
        None => Store::open(url).await,
    }
}

/// Opens a database of any kind read-only.
pub(crate) async fn open_to_read(url: &str) -> Result<Store, StoreError> {
    match database(url) {
        Some(database) => Ok(database.connect_to_read(Arc::new(PerfectLink))),
        None => Store::open_to_read(url).await,
    }
}

macro_rules! tests {
    ($($case:ident)*) => {
        #[tokio::test]
        async fn the_whole_suite() {
            for kind in [MemoryKind::Single, MemoryKind::Shared] {
                $(
                    let url = format!("memory:{kind:?}/{}", stringify!($case));
                    DATABASES.lock().unwrap().insert(url.clone(), MemoryDatabase::new(kind));
                    eprintln!("{url}");
                    suite::$case(url).await;
                )*
            }
        }
    };
}

suite::each_case!(tests);
