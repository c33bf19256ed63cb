//! Strangers who connect to a process of a cluster.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ennead_connect::Connect;
use ennead_solve::TableSummary;
use ennead_solve::distributed::{ClusterSecret, Hosts, Plan, SolveError, solve};

use super::agreement::addresses;
use super::{Scratch, board, plan};

/// Bytes of a hello and of a proof.
const HELLO: usize = 56;
const PROOF: usize = 32;

fn secret(text: &str) -> Option<ClusterSecret> {
    Some(ClusterSecret::new(text.as_bytes()).unwrap())
}

fn ours() -> Option<ClusterSecret> {
    secret("the secret of this cluster")
}

type Process = JoinHandle<Result<TableSummary, SolveError>>;

/// Starts a process, here a thread.
fn start(
    directory: PathBuf,
    addresses: &[String],
    process: usize,
    secret: Option<ClusterSecret>,
) -> Process {
    let hosts = Some(Hosts { addresses: addresses.to_vec(), process, secret });
    let patience = Duration::from_secs(120);
    thread::spawn(move || {
        let plan = Plan { hosts, patience, ..plan(&directory, 1) };
        solve::<Connect>(&board(4, 3, 4, true), &plan)
    })
}

/// Connects as soon as somebody listens there.
fn reach(address: &str) -> TcpStream {
    loop {
        if let Ok(stream) = TcpStream::connect(address) {
            return stream;
        }
        thread::yield_now();
    }
}

/// Waits until the process has dropped the connection; returns what it said before.
fn dropped(mut stream: TcpStream) -> usize {
    let mut said = Vec::new();
    // A connection that is dropped with bytes unread ends with an error.
    let _ = stream.read_to_end(&mut said);
    said.len()
}

/// Passes a connection on to a process; sends what the connecting process says in its handshake.
fn eavesdrop(target: String) -> (String, Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (sender, heard) = channel();
    thread::spawn(move || {
        let (mut from, _) = listener.accept().unwrap();
        let mut to = reach(&target);
        let (mut answers, mut back) = (to.try_clone().unwrap(), from.try_clone().unwrap());
        thread::spawn(move || std::io::copy(&mut answers, &mut back));
        let mut bytes = vec![0; HELLO + PROOF];
        from.read_exact(&mut bytes[..HELLO]).unwrap();
        to.write_all(&bytes[..HELLO]).unwrap();
        from.read_exact(&mut bytes[HELLO..]).unwrap();
        to.write_all(&bytes[HELLO..]).unwrap();
        sender.send(bytes).unwrap();
        std::io::copy(&mut from, &mut to)
    });
    (address, heard)
}

fn digest(process: Process) -> String {
    process.join().unwrap().unwrap().digest().to_string()
}

fn part(scratch: &Scratch, process: usize) -> PathBuf {
    scratch.path().join(process.to_string())
}

fn expected(directory: &Path) -> String {
    let summary = solve::<Connect>(&board(4, 3, 4, true), &plan(directory, 2)).unwrap();
    summary.digest().to_string()
}

#[test]
fn strangers_are_dropped_and_the_solve_goes_on() {
    let whole = Scratch::new();
    let expected = expected(whole.path());

    // A solve whose handshake is overheard.
    let scratch = Scratch::new();
    let real = addresses(2);
    let (proxy, heard) = eavesdrop(real[0].clone());
    let first = start(part(&scratch, 0), &real, 0, ours());
    let second = start(part(&scratch, 1), &[proxy, real[1].clone()], 1, ours());
    let recorded = heard.recv().unwrap();
    assert_eq!((digest(first), digest(second)), (expected.clone(), expected.clone()));

    // The same solve again, with strangers before the second process comes.
    let scratch = Scratch::new();
    let real = addresses(2);
    let first = start(part(&scratch, 0), &real, 0, ours());
    let say = |bytes: &[u8]| {
        let mut stream = reach(&real[0]);
        stream.write_all(bytes).unwrap();
        stream
    };
    let answer = HELLO + PROOF;
    assert_eq!(dropped(say(&[0x47; 200])), 0, "garbage");
    let mut later = recorded[..HELLO].to_vec();
    later[7] += 1;
    assert_eq!(dropped(say(&later)), 0, "another version");
    for process in [0u64, 2, u64::MAX] {
        let mut hello = recorded[..HELLO].to_vec();
        hello[16..24].copy_from_slice(&process.to_le_bytes());
        assert_eq!(dropped(say(&hello)), 0, "there is no process {process}");
    }
    assert_eq!(dropped(say(&recorded)), answer, "a replayed handshake");
    let forged = [&recorded[..HELLO], &[0; PROOF]].concat();
    assert_eq!(dropped(say(&forged)), answer, "the right first bytes");
    let mut other = forged.clone();
    other[8] ^= 1;
    assert_eq!(dropped(say(&other)), answer, "other options, which end nothing without a proof");
    // More stalled handshakes than are kept at a time; the oldest are dropped for newer ones.
    let stalled: Vec<TcpStream> = (0..80).map(|_| say(&recorded[..40])).collect();
    let second = start(part(&scratch, 1), &real, 1, ours());
    assert_eq!((digest(first), digest(second)), (expected.clone(), expected));
    drop(stalled);
}

#[test]
fn a_process_with_another_secret_is_dropped() {
    let scratch = Scratch::new();
    let real = addresses(2);
    let first = start(part(&scratch, 0), &real, 0, ours());
    for other in [secret("the secret of another cluster"), None] {
        let hosts = Some(Hosts { addresses: real.clone(), process: 1, secret: other });
        let directory = part(&scratch, 2);
        let plan = Plan { hosts, patience: Duration::ZERO, ..plan(&directory, 1) };
        // Other causes come first, until the first process listens and answers.
        loop {
            let error = solve::<Connect>(&board(4, 3, 4, true), &plan).unwrap_err().to_string();
            assert!(error.contains(" is missing: "), "{error}");
            if error.contains("it does not know the secret of this process") {
                break;
            }
        }
    }
    let second = start(part(&scratch, 1), &real, 1, ours());
    assert_eq!(digest(first), digest(second));
}

#[test]
fn processes_on_several_machines_need_a_secret() {
    let scratch = Scratch::new();
    let elsewhere = vec!["127.0.0.1:9".to_string(), "192.0.2.1:9".to_string()];
    let hosts = Some(Hosts { addresses: elsewhere, process: 0, secret: None });
    let plan = Plan { hosts, ..plan(scratch.path(), 1) };
    let error = solve::<Connect>(&board(4, 3, 4, true), &plan).unwrap_err().to_string();
    assert!(error.starts_with("192.0.2.1:9 is not a loopback address"), "{error}");
    assert!(error.contains("--secret-file"), "{error}");
}
