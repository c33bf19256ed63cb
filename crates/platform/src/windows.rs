//! Windows.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::windows::fs::FileExt;
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The flag of `CreateProcess` for a new process group.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

pub(crate) fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match file.seek_read(buffer, offset) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                buffer = &mut buffer[count..];
                offset += count as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

pub(crate) fn create_for_owner(_: &mut OpenOptions) {}

pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
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

pub(crate) fn data_folder(set: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    set("LOCALAPPDATA").or_else(|| Some(set("USERPROFILE")?.join(r"AppData\Local")))
}

pub(crate) fn set_process_group(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Windows cannot kill a group as a whole; `taskkill`, a part of Windows, kills a process with its
/// children.
pub(crate) fn kill_group(child: &mut Child) {
    let _ = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &child.id().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let _ = child.kill();
}

pub(crate) fn lower_priority() {}

/// There is no such limit.
pub(crate) fn raise_file_limit() {}

pub(crate) fn file_limit() -> Option<u64> {
    None
}

pub(crate) fn resident_memory(_: u32) -> Option<u64> {
    None
}

/// Ctrl-C is an ordinary key in raw mode, and closing a console ends its programs.
#[cfg(feature = "terminal")]
pub(crate) fn on_termination(_: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "async")]
pub(crate) async fn termination() {
    use tokio::signal::windows::{ctrl_break, ctrl_close, ctrl_shutdown};
    let interrupt = tokio::signal::ctrl_c();
    if let (Ok(mut stop), Ok(mut close), Ok(mut shutdown)) =
        (ctrl_break(), ctrl_close(), ctrl_shutdown())
    {
        tokio::select! {
            _ = interrupt => {}
            _ = stop.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
        return;
    }
    let _ = interrupt.await;
}

/// The terminal's events are sufficient.
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
