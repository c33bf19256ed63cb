//! Linux, macOS and other Unix systems.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use rustix::process::{Pid, Resource, Signal, getrlimit, kill_process_group, setrlimit};

/// The permissions of the group and of everybody.
const OTHERS: u32 = 0o077;
/// The types of file systems on which Linux turns a lock on a file into one on all of its bytes:
/// NFS, the three of SMB, and 9P.
#[cfg(target_os = "linux")]
const NETWORK: [u32; 5] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997];
/// The niceness of a thread with a lower priority, where only that can be set.
#[cfg(target_os = "linux")]
const NICE: i32 = 19;

pub(crate) fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(buffer, offset)
}

pub(crate) fn create_for_owner(options: &mut OpenOptions) {
    options.mode(0o600);
}

pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

pub(crate) fn make_private(path: &Path) -> io::Result<bool> {
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & OTHERS == 0 {
        return Ok(false);
    }
    fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS))?;
    Ok(true)
}

pub(crate) fn without_links(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

pub(crate) fn count_names(path: &Path) -> io::Result<u64> {
    fs::metadata(path).map(|found| found.nlink())
}

#[cfg(target_os = "linux")]
pub(crate) fn try_lock_itself(file: &File) -> Result<(), TryLockError> {
    let kind = rustix::fs::fstatfs(file).map_err(|error| TryLockError::Error(error.into()))?.f_type;
    if NETWORK.contains(&(kind as u32)) { Ok(()) } else { file.try_lock() }
}

/// Elsewhere a lock on the file blocks locks on ranges of its bytes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn try_lock_itself(_: &File) -> Result<(), TryLockError> {
    Ok(())
}

pub(crate) fn data_folder(set: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    Some(set("HOME")?.join(".local/share"))
}

pub(crate) fn set_process_group(command: &mut Command) {
    command.process_group(0);
}

pub(crate) fn kill_group(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if group.is_none_or(|group| kill_process_group(group, Signal::KILL).is_err()) {
        let _ = child.kill();
    }
}

pub(crate) fn lower_priority() {
    // On other systems this would affect the whole process.
    #[cfg(target_os = "linux")]
    if !ennead_linux::yield_to_others() {
        let _ = rustix::process::nice(NICE);
    }
}

pub(crate) fn raise_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
}

pub(crate) fn file_limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// Linux reports it in a file; other systems do not.
pub(crate) fn resident_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(feature = "terminal")]
pub(crate) fn on_termination(end: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(128 + signal);
        }
    });
    Ok(())
}

#[cfg(feature = "async")]
pub(crate) async fn termination() {
    use tokio::signal::unix::{SignalKind, signal};
    let interrupt = tokio::signal::ctrl_c();
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    let _ = interrupt.await;
}

#[cfg(feature = "terminal")]
pub(crate) fn watch_terminal_size(
    flag: &std::sync::Arc<std::sync::atomic::AtomicBool>,
) -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGWINCH, flag.clone())?;
    Ok(())
}

/// Setting a terminal's attributes, even to their current values, makes it report its input again.
#[cfg(feature = "terminal")]
pub(crate) fn remind_of_terminal_input() -> io::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let terminal = io::stdin();
    if rustix::io::ioctl_fionread(&terminal)? > 0 {
        tcsetattr(&terminal, OptionalActions::Now, &tcgetattr(&terminal)?)?;
    }
    Ok(())
}
