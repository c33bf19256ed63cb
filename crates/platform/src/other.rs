//! Systems without files, processes and signals, such as WebAssembly in a browser.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

pub(crate) fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(crate) fn create_for_owner(_: &mut OpenOptions) {}

pub(crate) fn create_private_folder(_: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(crate) fn make_private(_: &Path) -> io::Result<bool> {
    Ok(false)
}

pub(crate) fn without_links(path: &Path) -> io::Result<PathBuf> {
    Ok(path.to_path_buf())
}

pub(crate) fn count_names(_: &Path) -> io::Result<u64> {
    Ok(1)
}

pub(crate) fn try_lock_itself(_: &File) -> Result<(), TryLockError> {
    Ok(())
}

pub(crate) fn data_folder(_: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    None
}

pub(crate) fn set_process_group(_: &mut Command) {}

pub(crate) fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

pub(crate) fn lower_priority() {}

pub(crate) fn raise_file_limit() {}

pub(crate) fn file_limit() -> Option<u64> {
    None
}

pub(crate) fn resident_memory(_: u32) -> Option<u64> {
    None
}

#[cfg(feature = "terminal")]
pub(crate) fn on_termination(_: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "async")]
pub(crate) async fn termination() {
    std::future::pending().await
}

#[cfg(feature = "terminal")]
pub(crate) fn watch_terminal_size(
    _: &std::sync::Arc<std::sync::atomic::AtomicBool>,
) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "terminal")]
pub(crate) fn remind_of_terminal_input() -> io::Result<()> {
    Ok(())
}
