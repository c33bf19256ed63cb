//! Engines that crash, hang, lie and flood: each loses its games, is named, and leaves nothing behind.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::Duration;

use ennead_bots::arena::{Contest, Report, Side, run};
use ennead_bots::{Budget, roster};
use ennead_game::{Options, Viewer};

fn engine(arguments: &str) -> String {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/engines/bad.py");
    format!("engine:python3 {} {arguments}", script.display())
}

fn play(b: &str, budget: Budget) -> Report {
    let contest = Contest {
        game: "ttt",
        setup: Options::new(),
        a: "random",
        b,
        pairs: 1,
        budget,
        opening: 0,
        seed: 1,
        sprt: None,
        threads: 2,
    };
    run(&contest, |_| {}).unwrap()
}

/// The engine loses both games, for this reason. It has all the time that it may need to fail.
fn loses(mode: &str, reason: &str) {
    loses_within(Budget::nodes(1), mode, reason);
}

fn loses_within(budget: Budget, mode: &str, reason: &str) {
    let spec = engine(mode);
    let report = play(&spec, budget);
    assert_eq!((report.score.wins, report.score.losses), (2, 0), "{mode}");
    for game in report.games {
        let fault = game.fault.unwrap();
        assert_eq!(fault.side, Side::B);
        let name = spec.strip_prefix("engine:").unwrap();
        assert!(fault.error.starts_with(&format!("engine {name:?} ")), "{}", fault.error);
        assert!(fault.error.contains(reason), "{mode}: {}", fault.error);
    }
}

#[test]
fn engines_that_end_lose() {
    loses("crash", "has ended (exit status: 1); its last words: out of ideas");
    loses("quit", "has ended (exit status: 0)");
}

#[test]
fn engines_that_hang_lose() {
    loses_within(Budget::time(Duration::from_millis(200)), "hang", "did not answer within 1200 ms");
}

#[test]
fn engines_that_lie_lose() {
    loses("option", "answers with option 99, but there are only ");
    loses("negative", "talks nonsense: \"option -1\" is no answer: it is `option N` or `move TEXT`");
    loses("move", "answers with an illegal move: \"55\" is not a move");
    loses("garbage", "talks nonsense: \"\\u{1b}[2J I resign\" is no answer");
    loses("binary", "is flooding or broken: a line is not UTF-8");
}

#[test]
fn a_square_that_is_taken_is_no_move() {
    let spec = engine("same");
    let report = play(&spec, Budget::nodes(1));
    let faults = report.games.iter().filter_map(|game| game.fault.as_ref());
    assert!(faults.clone().count() > 0);
    for fault in faults {
        assert!(fault.error.contains("answers with an illegal move: 5 cannot be played"), "{}", fault.error);
    }
}

#[test]
fn engines_that_flood_lose() {
    loses("line", "is flooding or broken: a line is longer than 1048576 bytes");
    loses("lines", "is flooding: more than 10000 lines and no answer");
}

#[test]
fn strangers_are_not_let_in() {
    let refused = |spec: &str| roster::bot("ttt", spec, 1).err().unwrap().to_string();
    assert!(refused(&engine("version")).contains("speaks version \"2\" of the protocol, this is version 1"));
    assert!(
        refused(&engine("stranger")).contains("does not speak the protocol: its first line is \"uciok\"")
    );
    assert!(refused("engine:/no/such/program").starts_with("engine \"/no/such/program\" cannot be started"));
    assert!(refused("engine:").ends_with("has no program"));
    assert!(refused("engine:false").contains("has ended (exit status: 1)"));
    assert!(refused("cg:true").starts_with("ttt has no bot \"cg:true\""));
    assert!(
        roster::bot("chess", "random", 1).err().unwrap().to_string().starts_with("no bot plays \"chess\"")
    );
}

#[test]
fn nothing_is_left_behind() {
    let path = std::env::temp_dir().join(format!("ennead-traces-{}", std::process::id()));
    let mut bot = roster::bot("ttt", &engine(&format!("traces {}", path.display())), 1).unwrap();
    let game = ennead_registry::game("ttt").unwrap().start(&Options::new()).unwrap();
    let view = game.view(Viewer::Spectator);
    let error = bot.advise(&view, Budget::time(Duration::from_millis(2000))).unwrap_err();
    assert!(error.to_string().contains("did not answer"), "{error}");
    let traces = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (engine, child) = traces.split_once(' ').unwrap();
    assert_eq!(state(engine), None, "the engine is waited for");
    // Its child is nobody's to wait for but the system's: dead is enough.
    while !matches!(state(child), None | Some('Z')) {
        std::thread::yield_now();
    }
}

/// The state of a process, if there is one; always none where there is no /proc.
fn state(pid: &str) -> Option<char> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    status.rsplit_once(") ")?.1.chars().next()
}
