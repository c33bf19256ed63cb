//! A lock that admits one writing process per file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// Held as long as the database is open for writing. The system releases it when the process ends
/// for any reason.
pub(super) struct Lock {
    _file: File,
}

/// The result of locking.
pub(super) enum Locking {
    /// This process holds the lock.
    Held(Lock),
    /// The folder is read-only, so nobody can write to the database.
    ReadOnly(io::Error),
}

impl Lock {
    /// Locks the database for writing. The lock is a separate file, since closing the database's
    /// file would release SQLite's own locks.
    pub(super) fn take(database: &Path) -> Result<Locking, StoreError> {
        let path = lock_path(database);
        let mut file = match OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
        {
            Ok(file) => file,
            Err(error) if is_read_only(&error) => return Ok(Locking::ReadOnly(error)),
            Err(error) => {
                return Err(StoreError::Unavailable(format!("{}: {error}", path.display())));
            }
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(database, &mut file)),
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::Unavailable(format!(
                    "cannot lock {}: {error}",
                    path.display()
                )));
            }
        }
        note_holder(&mut file);
        Ok(Locking::Held(Lock { _file: file }))
    }
}

/// Whether a process has the database open for writing.
pub(super) fn is_held(database: &Path) -> bool {
    let Ok(file) = File::open(lock_path(database)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn lock_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// Writes the process id for the error message of a second process. Failure is acceptable: a full
/// disk must not prevent reading.
fn note_holder(file: &mut File) {
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
}

fn in_use(database: &Path, file: &mut File) -> StoreError {
    let mut holder = String::new();
    let known = file.read_to_string(&mut holder).is_ok() && !holder.is_empty();
    let holder = if known { format!("process {holder}") } else { "another process".to_string() };
    StoreError::Unavailable(format!(
        "{} is in use by {holder}; only one can write to it",
        database.display()
    ))
}
