//! A lock that admits one writing process per database.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::database_path::DatabasePath;
use crate::StoreError;

/// Held as long as the database is open for writing. The system releases it when the process ends
/// for any reason.
///
/// It locks a file beside the database, which also excludes earlier versions, and the database
/// itself, which may be renamed or mounted elsewhere. The second lock (`flock`) is independent of
/// SQLite's locks (`fcntl`), but closing the file that holds it releases those of this process, so
/// it must be dropped after the connections.
pub(super) struct Lock {
    files: Vec<File>,
}

impl Drop for Lock {
    /// Closing the files is not enough: a child process has copies until its program starts.
    fn drop(&mut self) {
        for file in &self.files {
            let _ = file.unlock();
        }
    }
}

/// The result of locking.
pub(super) enum Locking {
    /// This process holds the lock.
    Held(Lock),
    /// The folder is read-only, so nobody can write to the database.
    ReadOnly(io::Error),
}

impl Lock {
    /// Locks the database for writing.
    pub(super) fn take(database: &DatabasePath) -> Result<Locking, StoreError> {
        let mut files = Vec::new();
        for path in database.locks() {
            let mut file = match create(&path) {
                Ok(file) => file,
                Err(error) if is_read_only(&error) => return Ok(Locking::ReadOnly(error)),
                Err(error) => return Err(unavailable(&path, &error)),
            };
            lock(file.try_lock(), &path, || in_use(database, &mut file))?;
            note_holder(&mut file);
            files.push(file);
        }
        database.check_names()?;
        // If it cannot be opened, SQLite reports why.
        if let Ok(file) = File::open(database.file()) {
            let by_another_name = || in_use_by(database, "another process, by another name");
            lock(ennead_platform::try_lock_itself(&file), database.file(), by_another_name)?;
            files.push(file);
        }
        Ok(Locking::Held(Lock { files }))
    }
}

/// Whether a process has the database open for writing.
pub(super) fn is_held(database: &DatabasePath) -> bool {
    database.locks().iter().any(|path| {
        let Ok(file) = File::open(path) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    })
}

fn create(path: &Path) -> io::Result<File> {
    ennead_platform::private_options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

fn lock(
    result: Result<(), TryLockError>,
    path: &Path,
    in_use: impl FnOnce() -> StoreError,
) -> Result<(), StoreError> {
    result.map_err(|error| match error {
        TryLockError::WouldBlock => in_use(),
        TryLockError::Error(error) => {
            StoreError::Unavailable(format!("cannot lock {}: {error}", path.display()))
        }
    })
}

fn unavailable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// Writes the process id for the error message of a second process. Failure is acceptable: a full
/// disk must not prevent reading.
fn note_holder(file: &mut File) {
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
}

fn in_use(database: &DatabasePath, file: &mut File) -> StoreError {
    let mut holder = String::new();
    let known = file.read_to_string(&mut holder).is_ok() && !holder.is_empty();
    let holder = if known { format!("process {holder}") } else { "another process".to_string() };
    in_use_by(database, &holder)
}

fn in_use_by(database: &DatabasePath, holder: &str) -> StoreError {
    StoreError::Unavailable(format!("{database} is in use by {holder}; only one can write to it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn copies_of_the_files_in_a_child_process_do_not_keep_the_lock() {
        let folder = Folder::new();
        let database = DatabasePath::create(&folder.path().join("matches.db"));
        let Ok(Locking::Held(lock)) = Lock::take(&database) else { panic!("the lock is free") };
        let copies: Vec<File> = lock.files.iter().map(|file| file.try_clone().unwrap()).collect();
        drop(lock);
        assert!(!is_held(&database));
        assert!(matches!(Lock::take(&database), Ok(Locking::Held(_))));
        drop(copies);
    }
}
