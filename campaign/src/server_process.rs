//! A node: the server as a real process.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use rustix::process::{Pid, Signal, kill_process};

/// How long a node may take to become ready after its start, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval between readiness checks.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The timeout of one readiness check.
const ANSWER: Duration = Duration::from_secs(2);

/// A node of the cluster. It is killed on drop.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    program: PathBuf,
    folder: PathBuf,
    database: String,
    port: u16,
    child: Option<Child>,
}

impl ServerProcess {
    /// A node that is not running yet, with a folder for its data and log.
    pub(crate) fn new(
        program: &Path,
        folder: PathBuf,
        database: String,
    ) -> io::Result<ServerProcess> {
        fs::create_dir_all(&folder)?;
        Ok(ServerProcess {
            program: program.to_path_buf(),
            folder,
            database,
            port: free_port()?,
            child: None,
        })
    }

    /// The port it listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Its log file.
    pub(crate) fn log(&self) -> PathBuf {
        self.folder.join("node.log")
    }

    /// Starts the process with a clock that is off by `skew` seconds.
    pub(crate) fn start(&mut self, skew: i64) -> io::Result<()> {
        let log = File::options().append(true).create(true).open(self.log())?;
        let mut command = bound_command(&self.program);
        command.args(["serve", "--log", "warn", "--drain", "2", "--db", &self.database]);
        command.arg("--listen").arg(format!("127.0.0.1:{}", self.port));
        command.arg("--data").arg(&self.folder);
        // Ctrl-C in a terminal reaches the whole process group, but only the campaign may end its
        // nodes.
        command.process_group(0);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        if let Some(library) = faketime().filter(|_| skew != 0) {
            command.env("LD_PRELOAD", library).env("FAKETIME", format!("{skew:+}s"));
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Waits until the node can store moves; false if it exits or does not become ready.
    pub(crate) fn wait_until_ready(&mut self) -> bool {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if is_ready(self.port) {
                return true;
            }
            if !self.is_alive() {
                return false;
            }
            thread::sleep(POLL_INTERVAL);
        }
        false
    }

    /// Whether the process runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(pid) = self.child.as_ref().and_then(|child| Pid::from_raw(child.id() as i32)) {
            // It may have exited on its own; the next start restores it.
            let _ = kill_process(pid, signal);
        }
    }

    /// Waits for the process to exit after a signal.
    pub(crate) fn wait(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
            // libfaketime leaves these files behind when a process is killed.
            for name in ["faketime_shm", "sem.faketime_sem"] {
                let _ = fs::remove_file(format!("/dev/shm/{name}_{}", child.id()));
            }
        }
    }

    pub(crate) fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.wait();
    }

    /// Asks it to shut down, and waits until it has.
    pub(crate) fn end(&mut self) {
        self.signal(Signal::TERM);
        self.wait();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A command whose process is killed when this one ends, however it ends, if the system has
/// `setpriv`.
fn bound_command(program: &Path) -> Command {
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders).map(|folder| folder.join("setpriv"));
    match found.into_iter().find(|path| path.exists()) {
        Some(setpriv) => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "KILL", "--"]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// The libfaketime library, if it is installed.
pub(crate) fn faketime() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let paths = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    paths.into_iter().find(|path| path.exists())
}

/// A port that nothing listens on.
pub(crate) fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Whether the node on a port reports that it can store moves.
fn is_ready(port: u16) -> bool {
    let ask = || -> io::Result<bool> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut stream = TcpStream::connect_timeout(&address, ANSWER)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream
            .write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut start = [0; 12];
        stream.read_exact(&mut start)?;
        Ok(start == *b"HTTP/1.1 200")
    };
    ask().unwrap_or(false)
}
