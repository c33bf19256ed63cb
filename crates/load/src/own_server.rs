//! A server started for a measurement.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::memory::Watched;
use crate::{Address, LoadError};

/// A server in another process, with a new database in a temporary folder. Dropping it ends the
/// process and removes the folder.
pub struct OwnServer {
    process: Child,
    folder: PathBuf,
    address: Address,
}

impl OwnServer {
    /// Starts `program serve` with these arguments besides those for its address and database.
    pub fn start(program: &Path, arguments: &[&str]) -> Result<Self, LoadError> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ennead-load-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let failed = |error: std::io::Error| LoadError::Server(error.to_string());
        ennead_platform::create_private_folder(&folder).map_err(failed)?;
        let database = format!("sqlite:{}", folder.join("matches.db").display());
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--db", &database])
            .args(["--operator-token", "of a server that is measured"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        let read = process.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let address = line.split_whitespace().find_map(|word| word.parse().ok());
        match (read, address) {
            (Some(Ok(_)), Some(address)) => Ok(OwnServer { process, folder, address }),
            _ => {
                let _ = process.kill();
                let _ = process.wait();
                let _ = std::fs::remove_dir_all(&folder);
                Err(LoadError::Server(format!("it does not say where it listens: {line:?}")))
            }
        }
    }

    /// Its address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Its process.
    pub fn watched(&self) -> Watched {
        Watched(Some(self.process.id()))
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
