//! Differences between operating systems.
//!
//! Every function exists on every system; on a system that lacks or does not need it, the function
//! does nothing. Code above this crate never asks which system it runs on.
//!
//! ```
//! let path = std::env::temp_dir().join(format!("ennead-platform-{}", std::process::id()));
//! ennead_platform::write_private(&path, b"only for me")?;
//! let file = std::fs::File::open(&path)?;
//! let mut word = [0; 2];
//! ennead_platform::read_exact_at(&file, &mut word, 9)?;
//! assert_eq!(&word, b"me");
//! # drop(file);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
#[cfg_attr(not(any(unix, windows)), path = "other.rs")]
mod system;

/// Reads at an offset; safe for concurrent use. Windows moves the file's cursor, so do not mix it
/// with reads at the cursor.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, buffer, offset)
}

/// Options that create files for their owner only. On Windows the permissions of the folder apply:
/// keep the file in the user's [data folder](data_folder).
pub fn private_options() -> OpenOptions {
    let mut options = File::options();
    system::create_for_owner(&mut options);
    options
}

/// Replaces a file by an empty one that only its owner can read.
pub fn create_private(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => private_options().write(true).create_new(true).open(path),
    }
}

/// Replaces a file by one with these bytes that only its owner can read.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    io::Write::write_all(&mut create_private(path)?, bytes)
}

/// Creates a folder, and the folders that it is in, for their owner only. Existing ones stay as
/// they are.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    system::create_private_folder(path)
}

/// Withdraws the permissions of all but the owner from a file or a folder; returns whether there
/// were any.
pub fn make_private(path: &Path) -> io::Result<bool> {
    system::make_private(path)
}

/// The path of an existing file without symbolic links; on Windows the path as it is, since its
/// canonical form is unusual there.
pub fn without_links(path: &Path) -> io::Result<PathBuf> {
    system::without_links(path)
}

/// The number of names (hard links) of a file, where the system tells.
pub fn count_names(path: &Path) -> io::Result<u64> {
    system::count_names(path)
}

/// Locks a file itself, whatever name it was opened by, until it is closed. On systems and network
/// file systems where that would interfere with locks on ranges of its bytes, nothing is locked.
pub fn try_lock_itself(file: &File) -> Result<(), TryLockError> {
    system::try_lock_itself(file)
}

/// The folder for the user's data: `$XDG_DATA_HOME` or `~/.local/share`, and on Windows
/// `%LOCALAPPDATA%`. `None` if the environment does not define it.
pub fn data_folder() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME").or_else(|| system::data_folder(&set))
}

/// Starts the program in a new process group, so that [`kill_group`] ends its children with it.
pub fn set_process_group(command: &mut Command) {
    system::set_process_group(command);
}

/// Kills a program that was started with [`set_process_group`], and its children.
pub fn kill_group(child: &mut Child) {
    system::kill_group(child);
}

/// Lets this thread yield to all others, on systems with per-thread priorities (Linux).
pub fn lower_priority() {
    system::lower_priority();
}

/// Raises the limit on open files and sockets to its maximum. A failure is ignored: opening files
/// will report it.
pub fn raise_file_limit() {
    system::raise_file_limit();
}

/// The current limit on open files and sockets; `None` if the system does not report it.
pub fn file_limit() -> Option<u64> {
    system::file_limit()
}

/// The resident memory of a process in bytes, if it exists and the system reports it.
pub fn resident_memory(process: u32) -> Option<u64> {
    system::resident_memory(process)
}

/// From now on, returns every large block of memory to the system as soon as it is freed: Linux
/// with the GNU C library. A program that runs for long takes less memory that way, but large
/// blocks take longer to allocate.
pub fn map_large_blocks() {
    ennead_linux::map_large_blocks();
}

/// Returns freed memory to the system, where the C library keeps it: Linux with the GNU C library.
/// Allocations wait meanwhile, so call it only after much was freed.
pub fn release_free_memory() {
    ennead_linux::release_free_memory();
}

/// Calls `end` on another thread when the system asks the program to terminate, with the exit
/// status that shells report for it. On Windows a closed console ends the program without notice.
#[cfg(feature = "terminal")]
pub fn on_termination(end: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    system::on_termination(end)
}

/// Waits until the user or the system asks the program to terminate.
#[cfg(feature = "async")]
pub async fn termination() {
    system::termination().await;
}

/// A flag that is set whenever the terminal is resized, on systems that report it (Unix).
#[cfg(feature = "terminal")]
pub fn watch_terminal_size() -> io::Result<std::sync::Arc<std::sync::atomic::AtomicBool>> {
    let flag = std::sync::Arc::default();
    system::watch_terminal_size(&flag)?;
    Ok(flag)
}

/// Re-announces terminal input that has arrived but was not read.
///
/// A poll on Unix reports input once, when it arrives. A key that arrives together with a resize,
/// or more keys than are read at once, would otherwise wait for the next key.
#[cfg(feature = "terminal")]
pub fn remind_of_terminal_input() -> io::Result<()> {
    system::remind_of_terminal_input()
}
