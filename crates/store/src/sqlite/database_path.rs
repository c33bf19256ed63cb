//! The files of a database.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::StoreError;

/// A database file and the files beside it.
pub(super) struct DatabasePath {
    given: PathBuf,
    /// The path without symbolic links: SQLite keeps the other files beside this one.
    file: PathBuf,
}

impl DatabasePath {
    /// The path of an existing file, or of one that cannot be opened.
    pub(super) fn of(given: &Path) -> Self {
        let file = ennead_platform::without_links(given).unwrap_or_else(|_| given.into());
        DatabasePath { given: given.into(), file }
    }

    /// The same, of a file that is created if it is missing.
    pub(super) fn create(given: &Path) -> Self {
        // If this fails, opening it reports why.
        if let Some(folder) = given.parent() {
            let _ = ennead_platform::create_private_folder(folder);
        }
        // SQLite gives the files that it creates the permissions of the database. An existing file
        // must not be opened and closed: that would release SQLite's locks in this process.
        if !given.exists() {
            let _ = ennead_platform::private_options().append(true).create(true).open(given);
        }
        DatabasePath::of(given)
    }

    /// The database.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// The write-ahead log.
    pub(super) fn log(&self) -> PathBuf {
        beside(&self.file, "-wal")
    }

    /// The lock files: the one beside the database, and the one beside a symbolic link to it, which
    /// earlier versions lock instead.
    pub(super) fn locks(&self) -> Vec<PathBuf> {
        let own = beside(&self.file, ".lock");
        let folder = self.given.parent().filter(|folder| *folder != OsStr::new(""));
        let folder = ennead_platform::without_links(folder.unwrap_or(Path::new(".")));
        let link = match (folder, self.given.file_name()) {
            (Ok(folder), Some(name)) => beside(&folder.join(name), ".lock"),
            _ => beside(&self.given, ".lock"),
        };
        if link == own { vec![own] } else { vec![own, link] }
    }

    /// Rejects a file with several names: its write-ahead log is beside one of them, so that
    /// opening it by another one would lose what is in the log.
    pub(super) fn check_names(&self) -> Result<(), StoreError> {
        let is_file = fs::metadata(&self.file).is_ok_and(|found| found.is_file());
        match ennead_platform::count_names(&self.file) {
            Ok(count @ 2..) if is_file => Err(StoreError::Unavailable(format!(
                "{self} is one of {count} names (hard links) of the same file: remove the others, \
                 or make a copy, since two servers on one database would damage it"
            ))),
            _ => Ok(()),
        }
    }

    /// Withdraws the permissions of others, which files of earlier versions have.
    pub(super) fn make_private(&self) {
        let own = [self.file.clone(), self.log(), beside(&self.file, "-shm")];
        for path in own.into_iter().chain(self.locks()).filter(|path| path.is_file()) {
            let file = path.display();
            match ennead_platform::make_private(&path) {
                Ok(false) => {}
                Ok(true) => tracing::warn!(%file, "other users could read it until now"),
                Err(error) => tracing::warn!(%file, %error, "other users may read it"),
            }
        }
    }
}

impl std::fmt::Display for DatabasePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.given.display().fmt(f)
    }
}

/// A path with this at its end.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    path.into()
}
