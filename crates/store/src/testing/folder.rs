//! Temporary folders for tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A new folder, removed on drop.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder.
    #[expect(clippy::new_without_default, reason = "a default should not write to the disk")]
    pub fn new() -> Self {
        Folder::within(&env::temp_dir())
    }

    /// Creates the folder in memory where the system supports that, for data that need not survive
    /// a reboot.
    pub fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Folder::within(memory) } else { Folder::new() }
    }

    /// Creates the folder inside another one.
    pub fn within(place: &Path) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("ennead-{}-{number}", process::id()));
        // An earlier process with the same id may have left it behind.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Folder(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The URL of an SQLite file in it.
    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.0.join("matches.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
