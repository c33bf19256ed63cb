//! Where a store is.

use std::path::PathBuf;

use crate::StoreError;

/// The database that a URL names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A file.
    Sqlite(PathBuf),
    /// A server.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl Place {
    pub(crate) fn parse(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() && path != ":memory:" => {
                Ok(Place::Sqlite(path.into()))
            }
            Some(("sqlite", _)) => {
                refuse("sqlite: needs the path of a file, as in sqlite:/var/lib/ennead.db")
            }
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", _)) => Ok(Place::Postgres(url.into())),
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", _)) => refuse("this program was built without PostgreSQL"),
            _ => refuse(&format!("{:?} is no database: sqlite:PATH or postgres://…", scheme(url))),
        }
    }
}

fn refuse(text: &str) -> Result<Place, StoreError> {
    Err(StoreError::Unavailable(text.into()))
}

/// What may be shown of a URL, which may hold a password.
fn scheme(url: &str) -> String {
    url.split(':').next().unwrap_or_default().chars().take(32).collect()
}
