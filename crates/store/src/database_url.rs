//! Database URLs.

use std::path::PathBuf;

use crate::StoreError;

/// The database that a URL refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseUrl {
    /// A file.
    Sqlite(PathBuf),
    /// A server.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl DatabaseUrl {
    pub(crate) fn parse(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() && path != ":memory:" => {
                Ok(DatabaseUrl::Sqlite(path.into()))
            }
            Some(("sqlite", _)) => {
                reject("sqlite: needs the path of a file, as in sqlite:/var/lib/ennead.db")
            }
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", _)) => Ok(DatabaseUrl::Postgres(url.into())),
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", _)) => {
                reject("this program was built without PostgreSQL")
            }
            _ => reject(&format!(
                "{:?} is not a database: use sqlite:PATH or postgres://…",
                scheme(url)
            )),
        }
    }
}

fn reject(text: &str) -> Result<DatabaseUrl, StoreError> {
    Err(StoreError::Unavailable(text.into()))
}

/// The part of a URL that is safe to show: the rest may hold a password.
fn scheme(url: &str) -> String {
    url.split(':').next().unwrap_or_default().chars().take(32).collect()
}
