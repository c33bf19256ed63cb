//! `ennead solve` and `ennead probe`: real processes, killed and resumed.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value as Json;

use crate::binary::{Run, ennead, good, misused, refused};

/// An empty directory, removed on drop.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ennead-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const BOARD: [&str; 6] = ["solve", "connect", "--width", "4", "--height", "4"];

fn solve(more: &[&str]) -> Vec<String> {
    BOARD.iter().chain(more).map(ToString::to_string).collect()
}

fn json(text: &str) -> Json {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn texts(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn a_solved_board_is_summarised_probed_and_played() {
    let scratch = Scratch::new("table");
    let table = scratch.file("table");
    let summary = good(&texts(&solve(&["--workers", "2", "--out", &table])));
    let found = json(&summary);
    assert_eq!(found["positions"], 161_029);
    assert_eq!(found["canonical"], 80_541);
    assert_eq!(found["value"], "draw");
    assert_eq!(found["plies"], 16);
    assert_eq!(found["layers"][2], 16);
    assert_eq!(found["setup"]["width"], "4");
    assert_eq!(good(&["solve", "--info", &table]), summary);
    let log = fs::read_to_string(scratch.0.join("table/log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 16 + 17 + 1);
    assert!(log.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));

    let start = json(&good(&["probe", &table, "", "--json"]));
    assert_eq!((&start["value"], &start["plies"]), (&"draw".into(), &16.into()));
    assert_eq!(start["options"].as_array().unwrap().len(), 4);
    let won = json(&good(&["probe", &table, "1 2 1 2 1 2", "--json"]));
    assert_eq!((&won["value"], &won["plies"]), (&"win".into(), &1.into()));
    assert_eq!(won["options"][0], serde_json::json!({"move": "1", "value": "win", "plies": 1}));
    let over = json(&good(&["probe", &table, "1 2 1 2 1 2 1", "--json"]));
    assert_eq!((&over["value"], &over["plies"]), (&"loss".into(), &0.into()));
    assert_eq!(over["options"], serde_json::json!([]));
    assert!(good(&["probe", &table, "1 2 1 2 1 2"]).contains("value: win in 1"));
    assert!(refused(&["probe", &table, "1 9"]).starts_with("move 2: "));
    assert!(refused(&["probe", &table, "1 1 1 1 1"]).contains("column 1 is full"));

    let bot = format!("table:{table}");
    let board = ["--width", "4", "--height", "4"];
    let mut arena =
        vec!["arena", "connect", "--a", &bot, "--b", "random", "--games", "20", "--json"];
    arena.extend(board);
    let played = crate::binary::run(&arena);
    assert_eq!(played.status, 0, "{}", played.err);
    let wrong =
        crate::binary::run(&["arena", "connect", "--a", &bot, "--b", "random", "--games", "2"]);
    let both = "is of connect (width 4, height 4, line 4, gravity on), not of connect (width 7, \
                height 6, line 4, gravity on)";
    assert!(wrong.status == 1 && wrong.err.contains(both), "{wrong:?}");
    assert_eq!(wrong.out, "", "no game is played");
    let wrong = crate::binary::run(&["play", "connect", "--opponent", &bot]);
    assert!(wrong.status == 1 && wrong.err.contains(both), "{wrong:?}");
    let wrong = refused(&["arena", "ttt", "--a", &bot, "--b", "random", "--games", "2"]);
    assert!(wrong.contains("the table is of connect, not of ttt"), "{wrong}");
    let asked = "ennead 1\ngame connect width=7 height=6 line=4 gravity=on\nposition\n";
    let engine = ["bot", "--game", "connect", "--bot", &bot];
    let served = crate::binary::feed(&engine, asked.as_bytes());
    assert!(served.status == 1 && served.err.contains(both), "{served:?}");
    let asked = "ennead 1\ngame connect width=4 height=4 line=4 gravity=on\nbye\n";
    assert_eq!(crate::binary::feed(&engine, asked.as_bytes()).status, 0);
    let absent = crate::binary::run(&[
        "arena",
        "connect",
        "--a",
        "table:/nowhere",
        "--b",
        "random",
        "--games",
        "2",
    ]);
    assert!(absent.err.contains("/nowhere"), "{}", absent.err);
}

#[test]
fn analyse_uses_a_table() {
    let scratch = Scratch::new("analyse");
    let table = scratch.file("table");
    good(&["solve", "ttt", "--out", &table]);
    let record = good(&["encode", "record", "--game", "ttt", "1 2 5 9"]);
    let bot = format!("table:{table}");
    let analysis = json(&good(&["analyse", &record, "--table", &table, "--json"]));
    assert_eq!(analysis["analyst"], bot.as_str());
    let second = &analysis["moves"][1];
    assert_eq!(second["mistake"], true, "{analysis}");
    assert_eq!(second["after"], serde_json::json!({"value": -1, "exact": true, "moves": 5}));
    assert_eq!(good(&["analyse", &record, "--bot", &bot, "--json"]), analysis.to_string());
    let text = good(&["analyse", &record, "--table", &table]);
    assert!(text.contains("draw -> loss in 5  mistake"), "{text}");
    assert!(misused(&["analyse", &record, "--table", &table, "--bot", "random"]).contains("--bot"));
    let other = good(&["encode", "record", "--game", "connect", "1 2"]);
    let wrong = refused(&["analyse", &other, "--table", &table]);
    assert!(wrong.contains("the table is of ttt, not of connect"), "{wrong}");
    let hidden = good(&["encode", "record", "--game", "nested", "5.5 5.1"]);
    let wrong = refused(&["analyse", &hidden, "--table", "/nowhere"]);
    assert!(wrong.contains("/nowhere"), "{wrong}");
}

/// Changes the last byte before the index of a layer.
pub(crate) fn damage(layer: &Path) {
    let mut bytes = fs::read(layer).unwrap();
    let index = u64::from_le_bytes(bytes[bytes.len() - 40..bytes.len() - 32].try_into().unwrap());
    bytes[index as usize - 1] ^= 1;
    fs::write(layer, &bytes).unwrap();
}

#[test]
fn hints_at_home_come_from_a_table() {
    let scratch = Scratch::new("hints");
    let table = scratch.file("table");
    good(&texts(&solve(&["--out", &table])));
    let play = ["play", "connect", "--width", "4", "--height", "4", "--opponent", "random"];
    let arguments: Vec<&str> = play.iter().copied().chain(["--table", &table]).collect();
    let hinted = crate::binary::feed(&arguments, b"hint\nquit\n");
    assert!(hinted.status == 0 && hinted.out.contains("draw"), "{hinted:?}");
    // Once the table is damaged, the hint fails, so nothing else was asked.
    damage(&scratch.0.join("table/layer-001.table"));
    let hinted = crate::binary::feed(&arguments, b"hint\nquit\n");
    assert!(hinted.err.contains("layer-001.table") && hinted.err.contains("damaged"), "{hinted:?}");
    let absent = refused(&["play", "connect", "--table", "/nowhere"]);
    assert!(absent.contains("/nowhere"), "{absent}");
    let twice = refused(&["play", "connect", "--table", &table, "--table", &table]);
    assert!(twice.contains("are both of connect (width 4, height 4, "), "{twice}");
}

/// The whole process stays within its memory limit, whatever it solves.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_for_the_whole_process() {
    let scratch = Scratch::new("memory");
    let table = scratch.file("table");
    let board = ["solve", "connect", "--width", "5", "--height", "4", "--workers", "2"];
    let run = |memory: &str| {
        let arguments = board.iter().copied().chain(["--memory", memory, "--out", &table]);
        crate::binary::run(&arguments.collect::<Vec<&str>>())
    };
    let refused = run("20MB");
    let least = refused.err.split("need at least ").nth(1).and_then(|text| text.split(' ').next());
    let least: u64 = least.unwrap_or_else(|| panic!("{refused:?}")).parse().unwrap();
    let solved = run(&format!("{least}MB"));
    assert_eq!(json(&solved.out)["positions"], 3_945_711, "{}", solved.err);
    let log = fs::read_to_string(scratch.0.join("table/log.jsonl")).unwrap();
    let peak = json(&log)["peak_memory"].as_u64().unwrap();
    assert!(peak > 1 << 20 && peak <= least << 20, "{peak} of {least} MB");
}

#[test]
fn wrong_arguments_are_explained() {
    let scratch = Scratch::new("wrong");
    let table = scratch.file("table");
    assert!(misused(&["solve", "connect"]).contains("--out"));
    assert!(misused(&["solve", "connect", "--out", &table, "--memory", "much"]).contains("MB"));
    assert!(misused(&["solve", "connect", "--out", &table, "--width", "99"]).contains("width"));
    let large = refused(&["solve", "connect", "--out", &table, "--width", "15"]);
    assert!(large.contains("width * (height + 1) can be at most 64"), "{large}");
    let hidden = refused(&["solve", "schotten", "--out", &table]);
    assert!(hidden.starts_with("schotten cannot be solved"), "{hidden}");
    let deep = refused(&["solve", "nested", "--depth", "3", "--out", &table]);
    assert!(deep.contains("keys exist for depths 1 and 2"), "{deep}");
    assert!(refused(&["solve", "--info", &table]).contains("solution.json"));
    assert!(refused(&["probe", &table]).contains("solution.json"));
    let hosts = scratch.file("hosts");
    fs::write(&hosts, "localhost\n").unwrap();
    let line = refused(&texts(&solve(&["--out", &table, "--hosts", &hosts, "--process", "0"])));
    assert!(line.ends_with("\"localhost\" is not a host:port"), "{line}");
}

/// Unused loopback addresses.
fn hosts_file(scratch: &Scratch, count: usize) -> String {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = listeners.iter().map(|one| format!("{}\n", one.local_addr().unwrap()));
    let path = scratch.file("hosts");
    fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// Starts one process of a cluster.
fn start(table: &str, hosts: &str, process: usize, resume: bool) -> Child {
    let process = process.to_string();
    let mut arguments = solve(&["--out", table, "--hosts", hosts, "--process", &process]);
    arguments.extend(resume.then(|| "--resume".to_string()));
    ennead(&texts(&arguments)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn processes_share_a_secret_from_a_file_or_the_environment() {
    let scratch = Scratch::new("secret");
    let (table, whole) = (scratch.file("table"), scratch.file("whole"));
    let expected = json(&good(&texts(&solve(&["--out", &whole]))));
    let hosts = hosts_file(&scratch, 2);
    let cluster =
        |process: &str| solve(&["--out", &table, "--hosts", &hosts, "--process", process]);
    let secret = scratch.file("secret");
    let with_file = [cluster("0"), vec!["--secret-file".into(), secret.clone()]].concat();
    fs::write(&secret, "too short\n").unwrap();
    let short = refused(&texts(&with_file));
    assert!(short.contains("the secret has 9 byte(s), but needs at least 16"), "{short}");
    let alone = solve(&["--out", &table, "--secret-file", &secret]);
    assert!(misused(&texts(&alone)).contains("--hosts"));

    fs::write(&secret, "a secret of enough bytes\n").unwrap();
    let piped = |mut command: std::process::Command| {
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let first = piped(ennead(&texts(&with_file)));
    let mut command = ennead(&texts(&cluster("1")));
    command.env("ENNEAD_SOLVE_SECRET", "a secret of enough bytes");
    let second = piped(command);
    for process in [first, second] {
        let run: Run = process.wait_with_output().unwrap().into();
        assert_eq!(run.status, 0, "{run:?}");
        assert_eq!(json(&run.out)["digest"], expected["digest"]);
    }
}

fn log_lines(table: &str) -> usize {
    let log = fs::read_to_string(Path::new(table).join("log.jsonl")).unwrap_or_default();
    log.lines().filter(|line| line.contains("\"layer\"")).count()
}

#[test]
fn processes_that_are_killed_at_every_layer_resume() {
    let scratch = Scratch::new("kill");
    let whole = scratch.file("whole");
    let expected = json(&good(&texts(&solve(&["--out", &whole]))));
    let table = scratch.file("table");
    let mut kills = 0;
    loop {
        let hosts = hosts_file(&scratch, 2);
        let seen = log_lines(&table);
        let mut processes: Vec<Child> =
            (0..2).map(|process| start(&table, &hosts, process, kills > 0)).collect();
        // Until a layer is complete or the process has ended.
        while log_lines(&table) == seen && processes[0].try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        if let Some(status) = processes[0].try_wait().unwrap() {
            let [first, second] = processes.try_into().unwrap();
            let run: Run = first.wait_with_output().unwrap().into();
            assert!(status.success(), "{}", run.err);
            assert!(second.wait_with_output().unwrap().status.success());
            assert_eq!(json(&run.out)["digest"], expected["digest"]);
            break;
        }
        kills += 1;
        processes[1].kill().unwrap();
        if kills == 2 {
            // The other process notices and reports it.
            let run: Run = processes.remove(0).wait_with_output().unwrap().into();
            assert_eq!(run.status, 1, "{run:?}");
            assert!(run.err.contains("lost the connection to process 1"), "{}", run.err);
        } else {
            processes[0].kill().unwrap();
        }
        processes.iter_mut().for_each(|process| drop(process.wait()));
        assert!(kills < 100, "every attempt completes a layer");
    }
    assert!(kills > 2, "{kills}");
    assert_eq!(good(&["solve", "--info", &table]), good(&["solve", "--info", &whole]));
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_survived() {
    let scratch = Scratch::new("full");
    let table = scratch.file("table");
    let arguments = solve(&["--out", &table, "--workers", "2"]).join(" ");
    let program = env!("CARGO_BIN_EXE_ennead");
    // Writes beyond the limit fail as on a full disk, without a signal.
    let script = format!("trap '' XFSZ; ulimit -f 4; exec {program} {arguments}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let run = Run::from(output);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.err.contains("cannot write"), "{}", run.err);
    let again = refused(&texts(&solve(&["--out", &table, "--workers", "2"])));
    assert!(again.contains("--resume"), "{again}");
    let resumed = good(&texts(&solve(&["--out", &table, "--workers", "2", "--resume"])));
    assert_eq!(json(&resumed)["positions"], 161_029);
}
