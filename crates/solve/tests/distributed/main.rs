//! Solving on several workers and processes, compared with plain minimax and published counts.

mod agreement;
mod damage;
mod measure;
mod minimax;
mod passing;
mod strangers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ennead_connect::ConnectSetup;
use ennead_solve::distributed::Plan;

/// A directory, removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ennead-solve-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A plan for one process.
fn plan(directory: &Path, workers: usize) -> Plan {
    Plan {
        directory: directory.to_path_buf(),
        workers,
        hosts: None,
        memory: 64 << 20,
        resume: false,
        patience: Duration::from_secs(120),
        watch: Arc::new(|_| {}),
    }
}

fn board(width: u8, height: u8, line: u8, gravity: bool) -> ConnectSetup {
    ConnectSetup::new(width, height, line, gravity).unwrap()
}
