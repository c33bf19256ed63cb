//! A server as a separate process.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ennead_store::testing::Folder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value as Json;

/// Time limit for anything that hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// The binary, in an environment that does not affect it.
pub(crate) fn ennead(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ennead"));
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ENNEAD_") {
            command.env_remove(name);
        }
    }
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

/// Polls until there is a result.
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "waiting in vain: {what}");
        thread::sleep(PAUSE);
    }
}

/// A server that stops with its test.
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    /// The line it prints when it is ready.
    pub(crate) greeting: String,
    child: Child,
    /// Its remaining output.
    out: BufReader<ChildStdout>,
    log: PathBuf,
    /// Kept as long as the server.
    _folder: Folder,
}

impl Node {
    /// A server on a free port.
    pub(crate) fn start(url: &str) -> Node {
        Node::start_with(url, &["--listen", "127.0.0.1:0"])
    }

    /// Another process at the same address, after the first has ended.
    pub(crate) fn start_at(url: &str, address: SocketAddr) -> Node {
        Node::start_with(url, &["--listen", &address.to_string()])
    }

    pub(crate) fn start_with(url: &str, arguments: &[&str]) -> Node {
        let mut command = ennead(&["serve", "--db", url]);
        command.args(arguments);
        Node::launch(command)
    }

    /// Runs a command that becomes a server.
    pub(crate) fn launch(mut command: Command) -> Node {
        let folder = Folder::new();
        let log = folder.path().join("log");
        command.env("ENNEAD_DATA", folder.path());
        command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        out.read_line(&mut greeting).unwrap();
        let address =
            greeting.split("http://").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        let Some(address) = address else {
            let _ = child.wait();
            panic!("no server: {greeting}{}", fs::read_to_string(&log).unwrap());
        };
        Node { address, greeting, child, out, log, _folder: folder }
    }

    /// Kills it, as a crash would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Terminates it as an operator would; returns its exit status, its output after the greeting,
    /// and its log.
    pub(crate) fn terminate(mut self) -> (ExitStatus, String, String) {
        kill_process(self.pid(), Signal::TERM).unwrap();
        let status = until("a server ends when it is asked to", || self.child.try_wait().unwrap());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        let log = fs::read_to_string(&self.log).unwrap();
        assert!(!log.contains("panicked"), "{log}");
        (status, rest, log)
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Makes a call; returns the status and the JSON of the response. Status 0 means that the
    /// server closed the connection.
    pub(crate) fn call(&self, method: &str, path: &str, token: &str, body: &Json) -> (u16, Json) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let secret = if token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {token}\r\n")
        };
        let (host, length) = (self.address, body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{head}{secret}content-length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let text = answer.split_once("\r\n\r\n").map_or("", |(_, text)| text);
        (status, serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.into())))
    }

    pub(crate) fn get(&self, path: &str) -> Json {
        let (status, json) = self.call("GET", path, "", &Json::Null);
        assert_eq!(status, 200, "{path}: {json}");
        json
    }

    pub(crate) fn post(&self, path: &str, token: &str, body: &Json) -> Json {
        let (status, json) = self.call("POST", path, token, body);
        assert!(status == 200 || status == 201, "{path}: {status} {json}");
        json
    }

    /// The status and the code of a call that must fail.
    pub(crate) fn refusal(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: &Json,
    ) -> (u16, String) {
        let (status, json) = self.call(method, path, token, body);
        let code = json["error"]["code"].as_str();
        (status, code.unwrap_or_else(|| panic!("{path}: {status} {json}")).to_string())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
