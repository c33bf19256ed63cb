//! Connections between the processes of a cluster.
//!
//! A process connects to those before it and accepts those after it, all at the same time. Whoever
//! does not complete the handshake is dropped, and the process goes on waiting for its peers.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::handshake::{HELLO, Handshake, Hello, PROOF};
use super::{ClusterSecret, Hosts, SolveError};

/// How long to wait between attempts to reach a process.
const RETRY: Duration = Duration::from_millis(100);
/// How long to wait if no connection has anything to read.
const POLL: Duration = Duration::from_millis(5);
/// The time for a whole handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The most connections in the middle of their handshakes; the oldest is dropped for another one.
const MAX_GUESTS: usize = 64;
/// The most dropped connections that are reported.
const MAX_REPORTS: usize = 20;

/// The processes to be connected.
pub(super) struct Meeting<'a> {
    hosts: &'a Hosts,
    secret: ClusterSecret,
    /// What all processes must have in common.
    fingerprint: u64,
    deadline: Instant,
    /// Set once a process cannot be connected any more.
    failed: AtomicBool,
}

/// The name of a process in messages.
pub(super) fn process_name(hosts: &Hosts, process: usize) -> String {
    format!("process {process} ({})", hosts.addresses[process])
}

/// Connects to all other processes.
pub(super) fn connect(
    hosts: &Hosts,
    patience: Duration,
    fingerprint: u64,
) -> Result<Vec<Option<TcpStream>>, SolveError> {
    let secret = match &hosts.secret {
        Some(secret) => secret.clone(),
        None => {
            check_loopback(hosts)?;
            ClusterSecret::absent()
        }
    };
    let own = &hosts.addresses[hosts.process];
    let listener = TcpListener::bind(own).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let listener = listener
        .map_err(|error| SolveError::Cluster(format!("cannot listen on {own}: {error}")))?;
    let (deadline, failed) = (Instant::now() + patience, AtomicBool::new(false));
    let meeting = Meeting { hosts, secret, fingerprint, deadline, failed };
    thread::scope(|scope| {
        let meeting = &meeting;
        let reach = |process| scope.spawn(move || meeting.noted(meeting.reach(process)));
        let reached: Vec<_> = (0..hosts.process).map(reach).collect();
        let accepted = meeting.noted(meeting.accept(&listener));
        let reached = reached.into_iter().map(|thread| {
            let panicked = |_| Err(SolveError::Cluster("a connecting thread has panicked".into()));
            thread.join().unwrap_or_else(panicked).map(Some)
        });
        let mut sockets: Vec<Option<TcpStream>> = Vec::new();
        let mut errors = Vec::new();
        for socket in reached {
            socket.map_or_else(|error| errors.push(error), |socket| sockets.push(socket));
        }
        sockets.push(None);
        accepted.map_or_else(|error| errors.push(error), |accepted| sockets.extend(accepted));
        // One that gave up because of another has less to say.
        let cause = errors.iter().position(|error| error.to_string() != GIVEN_UP);
        match cause.map(|at| errors.swap_remove(at)).or(errors.pop()) {
            Some(error) => Err(error),
            None => Ok(sockets),
        }
    })
}

/// Without a secret, anybody who reaches the port may take part, so nobody else must reach it.
fn check_loopback(hosts: &Hosts) -> Result<(), SolveError> {
    let is_loopback = |address: &&String| {
        let resolved = address.to_socket_addrs().map(Iterator::collect::<Vec<SocketAddr>>);
        resolved.is_ok_and(|all| !all.is_empty() && all.iter().all(|at| at.ip().is_loopback()))
    };
    match hosts.addresses.iter().find(|address| !is_loopback(address)) {
        None => Ok(()),
        Some(address) => Err(SolveError::Cluster(format!(
            "{address} is not a loopback address: processes on several machines need a secret that \
             they share, from --secret-file FILE or ENNEAD_SOLVE_SECRET"
        ))),
    }
}

/// The error of a process that stopped because of another one.
const GIVEN_UP: &str = "another process could not be connected";

/// Why an attempt to reach a process failed.
enum Failed {
    /// Another attempt may succeed.
    Retry(String),
    /// None will.
    Final(SolveError),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Retry(error.to_string())
    }
}

impl From<SolveError> for Failed {
    fn from(error: SolveError) -> Self {
        Failed::Final(error)
    }
}

impl Meeting<'_> {
    /// Notes a failure, so that the others need not wait any longer.
    fn noted<T>(&self, result: Result<T, SolveError>) -> Result<T, SolveError> {
        result.inspect_err(|_| self.failed.store(true, Ordering::Relaxed))
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn missing(&self, process: usize, cause: &str) -> SolveError {
        let name = process_name(self.hosts, process);
        SolveError::Cluster(format!("{name} is missing: {cause}; --wait gives it more time"))
    }

    /// Rejects a process that knows the secret but solves something else.
    fn check(&self, hello: &Hello, process: usize) -> Result<(), SolveError> {
        if hello.fits(self.fingerprint, process) {
            return Ok(());
        }
        Err(SolveError::Cluster(format!(
            "{} does not fit: the game, its set-up, --workers, --resume and the hosts must be the \
             same everywhere, and --process different",
            process_name(self.hosts, process)
        )))
    }

    /// Connects to a process with a lower number.
    fn reach(&self, process: usize) -> Result<TcpStream, SolveError> {
        loop {
            let cause = match self.try_to_reach(process) {
                Ok(stream) => return Ok(stream),
                Err(Failed::Final(error)) => return Err(error),
                Err(Failed::Retry(cause)) => cause,
            };
            if self.left().is_zero() {
                return Err(self.missing(process, &cause));
            }
            if self.failed.load(Ordering::Relaxed) {
                return Err(SolveError::Cluster(GIVEN_UP.into()));
            }
            thread::sleep(RETRY.min(self.left()));
        }
    }

    fn try_to_reach(&self, process: usize) -> Result<TcpStream, Failed> {
        let mut addresses = self.hosts.addresses[process].to_socket_addrs()?;
        let nowhere = || Failed::Retry("its host has no address".into());
        let address = addresses.next().ok_or_else(nowhere)?;
        let limit = HANDSHAKE.min(self.left()).max(RETRY);
        let until = Instant::now() + limit;
        let mut stream = TcpStream::connect_timeout(&address, limit)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(limit))?;
        let own = Hello::new(self.fingerprint, self.hosts.process)?;
        stream.write_all(own.bytes())?;
        let hello: [u8; HELLO] = read_within(&mut stream, until)?;
        let stranger = || Failed::Retry("another program listens there".into());
        let hello = Hello::read(&hello).ok_or_else(stranger)?;
        let handshake = Handshake::new(&self.secret, own, hello.clone());
        if !handshake.is_answer(read_within(&mut stream, until)?) {
            return Err(Failed::Retry("it does not know the secret of this process".into()));
        }
        // Sent in any case: the other process should know as well if the options differ.
        stream.write_all(&handshake.confirmation())?;
        self.check(&hello, process)?;
        if !handshake.is_welcome(read_within(&mut stream, until)?) {
            return Err(stranger());
        }
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        Ok(stream)
    }

    /// Accepts the processes with higher numbers, in their order.
    fn accept(&self, listener: &TcpListener) -> Result<Vec<Option<TcpStream>>, SolveError> {
        let first = self.hosts.process + 1;
        let mut sockets: Vec<Option<TcpStream>> =
            (first..self.hosts.addresses.len()).map(|_| None).collect();
        let mut guests: Vec<Guest<'_>> = Vec::new();
        let mut reports = 0;
        while let Some(missing) = sockets.iter().position(Option::is_none) {
            let mut is_idle = true;
            match listener.accept() {
                Ok((stream, from)) => {
                    is_idle = false;
                    if guests.len() == MAX_GUESTS {
                        report(&mut reports, guests.remove(0).from, "too many others have come");
                    }
                    guests.push(Guest::new(stream, from));
                }
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(SolveError::Cluster(format!("cannot accept: {error}"))),
            }
            for mut guest in std::mem::take(&mut guests) {
                match guest.step(self) {
                    Ok(None) => guests.push(guest),
                    // A process that lost its connection comes again: the newest one counts.
                    Ok(Some(process)) => sockets[process - first] = Some(guest.stream),
                    Err(Failed::Final(error)) => return Err(error),
                    Err(Failed::Retry(cause)) => report(&mut reports, guest.from, &cause),
                }
            }
            if self.left().is_zero() {
                return Err(self.missing(first + missing, "it has not connected"));
            }
            if self.failed.load(Ordering::Relaxed) {
                return Err(SolveError::Cluster(GIVEN_UP.into()));
            }
            if is_idle {
                thread::sleep(POLL);
            }
        }
        Ok(sockets)
    }
}

/// Whether accepting may succeed later.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted, WouldBlock};
    matches!(error.kind(), WouldBlock | ConnectionAborted | ConnectionReset | Interrupted)
}

/// Reports a dropped connection; after many, no more of them.
fn report(reports: &mut usize, from: SocketAddr, cause: &str) {
    *reports += 1;
    if *reports <= MAX_REPORTS {
        eprintln!("dropped a connection from {from}: {cause}");
    }
    if *reports == MAX_REPORTS {
        eprintln!("further dropped connections are not reported");
    }
}

/// Reads a message, however slowly it comes, until a point in time.
fn read_within<const N: usize>(stream: &mut TcpStream, until: Instant) -> io::Result<[u8; N]> {
    let (mut bytes, mut read) = ([0; N], 0);
    while read < N {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut bytes[read..])? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => read += count,
        }
    }
    Ok(bytes)
}

/// A connection in the middle of its handshake. It is never waited for.
struct Guest<'a> {
    stream: TcpStream,
    from: SocketAddr,
    until: Instant,
    received: Vec<u8>,
    /// The peer's hello, and the handshake that it began.
    begun: Option<(Hello, Handshake<'a>)>,
}

impl<'a> Guest<'a> {
    fn new(stream: TcpStream, from: SocketAddr) -> Self {
        let until = Instant::now() + HANDSHAKE;
        Guest { stream, from, until, received: Vec::new(), begun: None }
    }

    /// Goes on as far as possible without waiting; returns the process at the end.
    fn step(&mut self, meeting: &'a Meeting<'_>) -> Result<Option<usize>, Failed> {
        self.stream.set_nonblocking(true)?;
        if self.begun.is_none() {
            let Some(hello) = self.read(HELLO)? else { return Ok(None) };
            self.begin(meeting, &hello)?;
        }
        let Some(proof) = self.read(PROOF)? else { return Ok(None) };
        let Some((hello, handshake)) = &self.begun else { return Ok(None) };
        let proof = std::array::from_fn(|at| proof[at]);
        if !handshake.is_confirmation(proof) {
            return Err(Failed::Retry("it does not know the secret".into()));
        }
        let process = hello.process();
        meeting.check(hello, process)?;
        self.stream.write_all(&handshake.welcome())?;
        self.stream.set_nonblocking(false)?;
        self.stream.set_nodelay(true)?;
        Ok(Some(process))
    }

    fn begin(&mut self, meeting: &'a Meeting<'_>, hello: &[u8]) -> Result<(), Failed> {
        let hosts = meeting.hosts;
        let known = Hello::read(hello).filter(|hello| {
            hello.process() > hosts.process && hello.process() < hosts.addresses.len()
        });
        let hello = known.ok_or_else(|| Failed::Retry("it is no process of this solve".into()))?;
        let own = Hello::new(meeting.fingerprint, hosts.process)?;
        let handshake = Handshake::new(&meeting.secret, hello.clone(), own);
        // A few bytes always fit into the buffer of a new connection.
        self.stream.write_all(&handshake.answer())?;
        self.begun = Some((hello, handshake));
        Ok(())
    }

    /// The next message, once all of its bytes are here.
    fn read(&mut self, length: usize) -> Result<Option<Vec<u8>>, Failed> {
        while self.received.len() < length {
            let mut bytes = [0; HELLO];
            let wanted = (length - self.received.len()).min(HELLO);
            match self.stream.read(&mut bytes[..wanted]) {
                Ok(0) => return Err(Failed::Retry("it was closed".into())),
                Ok(count) => self.received.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return match Instant::now() < self.until {
                        true => Ok(None),
                        false => Err(Failed::Retry("its handshake takes too long".into())),
                    };
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Some(std::mem::take(&mut self.received)))
    }
}
