//! A PostgreSQL server for one test process.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use super::Folder;

const USER: &str = "ennead";
/// How long a server may take to respond on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The user that runs the server if the tests run as root, which PostgreSQL rejects.
const NOBODY: u32 = 65_534;
/// Runs the server until it reads the name of a signal, or until its input ends because the test
/// process has ended. Then it removes the folder.
const SUPERVISOR: &str = r#"folder=$1; shift
    "$@" & server=$!
    read -r signal
    kill -"${signal:-QUIT}" $server; wait $server
    [ -n "$signal" ] || rm -rf "$folder""#;

/// A PostgreSQL server in its own folder on a free port, as durable as a real one. It stops on drop
/// and when the process ends.
#[derive(Debug)]
pub struct PostgresServer {
    folder: Folder,
    port: u16,
    supervisor: Option<Child>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// The server shared by all tests of this process.
    pub fn shared() -> &'static PostgresServer {
        static SHARED: OnceLock<PostgresServer> = OnceLock::new();
        SHARED.get_or_init(PostgresServer::start)
    }

    /// Starts a server for a single test.
    ///
    /// # Panics
    /// If there is no PostgreSQL, or if it does not start.
    pub fn start() -> Self {
        // The first start writes hundreds of files, and tests kill processes, not machines.
        PostgresServer::start_in(Folder::in_memory())
    }

    /// Starts a server in a folder.
    ///
    /// # Panics
    /// If there is no PostgreSQL, or if it does not start.
    pub fn start_in(folder: Folder) -> Self {
        let mut server = PostgresServer::new(folder, free_port());
        let data = server.data();
        let mut initdb = server.program("initdb");
        initdb.arg("-D").arg(data).args([
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ]);
        succeed(&mut initdb);
        server.resume();
        server
    }

    fn new(folder: Folder, port: u16) -> Self {
        if is_root(folder.path()) {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("root can give a folder away");
        }
        PostgresServer { folder, port, supervisor: None, databases: AtomicU32::new(0) }
    }

    /// Starts a streaming replica of this server on a port, or on any free one. From then on,
    /// commits wait for the replica.
    ///
    /// # Panics
    /// If the replica does not start.
    pub fn replica(&self, port: Option<u16>) -> Self {
        let mut replica = PostgresServer::new(Folder::in_memory(), port.unwrap_or_else(free_port));
        let mut copy = replica.program("pg_basebackup");
        copy.args(["-h", "127.0.0.1", "-U", USER, "-p", &self.port.to_string()]);
        copy.args(["-R", "-X", "stream", "-c", "fast", "--no-sync", "-D"]).arg(replica.data());
        succeed(&mut copy);
        replica.resume();
        self.set("synchronous_standby_names", "*");
        replica
    }

    /// Promotes a replica to primary. It waits for no other replica.
    pub fn promote(&self) {
        self.sql(&self.url("postgres"), "SELECT pg_promote()");
    }

    /// Changes a setting of the whole server.
    fn set(&self, name: &str, value: &str) {
        let url = self.url("postgres");
        self.sql(&url, &format!("ALTER SYSTEM SET {name} = '{value}'"));
        self.sql(&url, "SELECT pg_reload_conf()");
    }

    /// Restarts the server after it was stopped.
    pub fn resume(&mut self) {
        let began = Instant::now();
        while !self.try_to_start() {
            assert!(began.elapsed() < PATIENCE, "PostgreSQL does not start: {}", self.log());
            // Another process may have taken the port. Existing clients still use the old one,
            // though.
            if self.log().contains("could not bind") {
                self.port = free_port();
            }
        }
    }

    /// Whether the server accepts connections.
    pub fn answers(&self) -> bool {
        let answer = self.client("pg_isready").stdout(Stdio::null()).status();
        answer.is_ok_and(|status| status.success())
    }

    /// Stops the server as an operator would: connections are cut, and all data is written.
    pub fn stop(&mut self) {
        self.signal("INT");
    }

    /// Kills the server, as a crash would.
    pub fn crash(&mut self) {
        self.signal("QUIT");
    }

    /// Creates a database and returns its URL.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        succeed(self.client("createdb").arg(&name));
        self.url(&name)
    }

    /// Runs SQL as the server's owner in the database of a URL, and returns what it prints.
    pub fn sql(&self, url: &str, sql: &str) -> String {
        succeed(self.client("psql").args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            url,
            "-c",
            sql,
        ]))
    }

    /// Enables encryption with a self-signed certificate for the address 127.0.0.1; returns the
    /// file of the certificate.
    ///
    /// # Panics
    /// If there is no `openssl`, or if the server rejects the certificate.
    pub fn enable_tls(&self, url: &str) -> PathBuf {
        let certificate = self.certificate("server");
        self.set("ssl", "on");
        let began = Instant::now();
        while self.sql(url, "SHOW ssl") != "on" {
            assert!(began.elapsed() < PATIENCE, "no TLS: {}", self.log());
            thread::sleep(Duration::from_millis(20));
        }
        certificate
    }

    /// A certificate that the server does not have.
    ///
    /// # Panics
    /// If there is no `openssl`.
    pub fn other_certificate(&self) -> PathBuf {
        self.certificate("other")
    }

    /// Creates a key and a self-signed certificate.
    fn certificate(&self, name: &str) -> PathBuf {
        let file = |ending: &str| self.data().join(format!("{name}.{ending}"));
        let (key, certificate) = (file("key"), file("crt"));
        let mut openssl = self.unprivileged(Path::new("openssl"));
        openssl.args(["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt"]);
        openssl.args(["ec_paramgen_curve:prime256v1", "-days", "2", "-subj"]);
        openssl.arg(format!("/CN={name}")).args(["-addext", "subjectAltName=IP:127.0.0.1"]);
        openssl.arg("-keyout").arg(&key).arg("-out").arg(&certificate);
        succeed(&mut openssl);
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(&key, private).expect("the key is there");
        certificate
    }

    /// The server's port on the loopback interface.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("server.log")).unwrap_or_default()
    }

    /// A PostgreSQL program, run as a user that it accepts.
    fn program(&self, name: &str) -> Command {
        self.unprivileged(&binary(name))
    }

    fn unprivileged(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if env::var_os("LC_ALL").is_none() {
            command.env("LC_ALL", "C");
        }
        let owner = fs::metadata(self.folder.path()).expect("the folder is there").uid();
        if owner == NOBODY {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    fn client(&self, name: &str) -> Command {
        let mut command = self.program(name);
        command.args(["-h", "127.0.0.1", "-U", USER, "-p", &self.port.to_string()]);
        command
    }

    /// One attempt; returns false if the server exits at once.
    fn try_to_start(&mut self) -> bool {
        let log =
            File::create(self.folder.path().join("server.log")).expect("the folder can be written");
        let mut command = self.unprivileged(Path::new("sh"));
        command.args(["-c", SUPERVISOR, "sh"]).arg(self.folder.path()).arg(binary("postgres"));
        command.arg("-D").arg(self.data()).args(["-h", "127.0.0.1", "-p", &self.port.to_string()]);
        command.arg("-k").arg(self.folder.path()).args([
            "-c",
            "fsync=on",
            "-c",
            "max_connections=200",
        ]);
        // A separate process group: a signal to all processes of a test must leave this one alive
        // to clean up.
        command.process_group(0);
        command
            .stdin(Stdio::piped())
            .stdout(log.try_clone().expect("a file has many handles"))
            .stderr(log);
        self.supervisor = Some(command.spawn().expect("sh runs"));
        let began = Instant::now();
        while began.elapsed() < PATIENCE
            && !self.log().contains("system is shut down")
            && !self.log().contains("could not bind")
        {
            if self.answers() {
                return true;
            }
            thread::sleep(Duration::from_millis(30));
        }
        self.signal("QUIT");
        false
    }

    fn signal(&mut self, signal: &str) {
        let Some(mut supervisor) = self.supervisor.take() else { return };
        if let Some(mut input) = supervisor.stdin.take() {
            let _ = writeln!(input, "{signal}");
        }
        let _ = supervisor.wait();
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.signal("QUIT");
    }
}

fn is_root(own_folder: &Path) -> bool {
    fs::metadata(own_folder).expect("the folder is there").uid() == 0
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it has an address").port()
}

/// The path of a PostgreSQL program: Debian installs them in one folder per version, outside the
/// search path.
fn binary(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|path| path.exists());
    found.unwrap_or_else(|| {
        panic!(
            "{name} is missing: these tests need PostgreSQL (Debian: apt-get install postgresql)"
        )
    })
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).trim_end().to_string()
}
