//! Engines that crash, hang, cheat and flood lose their games, are named in the report, and leave
//! no processes behind.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::Duration;

use ennead_game::{Options, Viewer};
use ennead_search::Budget;
use ennead_search::arena::{Contest, Contestant, Report, run};
use ennead_ttt::GAME;

fn engine(arguments: &str) -> String {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/engines/bad.py");
    format!("engine:python3 {} {arguments}", script.display())
}

fn play(b: &str, budget: Budget) -> Report {
    let contest = Contest {
        game: GAME.game(),
        roster: GAME.bots(),
        setup: Options::new(),
        a: "random",
        b,
        pairs: 1,
        budget,
        opening: 0,
        openings: Vec::new(),
        seed: 1,
        sprt: None,
        most_choices: ennead_search::arena::MAX_CHOICES,
        threads: 2,
    };
    run(&contest, |_| {}).unwrap()
}

/// Asserts that the engine loses both games for this reason, given ample time.
fn loses(mode: &str, reason: &str) {
    loses_within(Budget::nodes(1), mode, reason);
}

fn loses_within(budget: Budget, mode: &str, reason: &str) {
    let spec = engine(mode);
    let report = play(&spec, budget);
    assert_eq!((report.score.wins, report.score.losses), (2, 0), "{mode}");
    for game in report.games {
        let fault = game.fault.unwrap();
        assert_eq!(fault.contestant, Contestant::B);
        let name = spec.strip_prefix("engine:").unwrap();
        assert!(fault.error.starts_with(&format!("engine {name:?} ")), "{}", fault.error);
        assert!(fault.error.contains(reason), "{mode}: {}", fault.error);
    }
}

#[test]
fn engines_that_exit_lose() {
    loses("crash", "exited (exit status: 1); standard error: out of ideas");
    loses("quit", "exited (exit status: 0)");
}

#[test]
fn engines_that_hang_lose() {
    loses_within(Budget::time(Duration::from_millis(200)), "hang", "did not answer within 1200 ms");
}

#[test]
fn engines_with_invalid_answers_lose() {
    loses("option", "answered with option 99, but there are only ");
    loses(
        "negative",
        "violates the protocol: \"option -1\" is not an answer: expected `option N` or `move TEXT`",
    );
    loses("move", "answered with an illegal move: \"55\" is not a move");
    loses("garbage", "violates the protocol: \"\\u{1b}[2J I resign\" is not an answer");
    loses("binary", "sent invalid output: a line is not UTF-8");
}

#[test]
fn a_taken_square_is_an_illegal_move() {
    let spec = engine("same");
    let report = play(&spec, Budget::nodes(1));
    let faults = report.games.iter().filter_map(|game| game.fault.as_ref());
    assert!(faults.clone().count() > 0);
    for fault in faults {
        assert!(
            fault.error.contains("answered with an illegal move: 5 cannot be played"),
            "{}",
            fault.error
        );
    }
}

#[test]
fn engines_that_flood_lose() {
    loses("line", "sent invalid output: a line is longer than 1048576 bytes");
    loses("lines", "sent more than 10000 lines without an answer");
}

#[test]
fn engines_that_cannot_greet_are_rejected() {
    let rejection = |spec: &str| GAME.bots().bot(spec, 1).err().unwrap().to_string();
    assert!(
        rejection(&engine("version"))
            .contains("speaks version \"2\" of the protocol, but version 1 was expected")
    );
    assert!(
        rejection(&engine("stranger"))
            .contains("does not speak the protocol: its first line is \"uciok\"")
    );
    assert!(
        rejection("engine:/no/such/program")
            .starts_with("engine \"/no/such/program\" cannot be started")
    );
    assert!(rejection("engine:").ends_with("has no program"));
    assert!(rejection("engine:false").contains("exited (exit status: 1)"));
    assert!(rejection("cg:true").starts_with("ttt has no bot \"cg:true\""));
}

#[test]
fn no_process_is_left_behind() {
    let path = std::env::temp_dir().join(format!("ennead-traces-{}", std::process::id()));
    let mut bot = GAME.bots().bot(&engine(&format!("traces {}", path.display())), 1).unwrap();
    let game = GAME.game().start(&Options::new()).unwrap();
    let view = game.view(Viewer::Spectator);
    let error = bot.advise(&view, Budget::time(Duration::from_millis(200))).unwrap_err();
    assert!(error.to_string().contains("did not answer"), "{error}");
    let traces = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (engine, child) = traces.split_once(' ').unwrap();
    assert_eq!(state(engine), None, "the engine is reaped");
    // Its child is reaped by the system at any time: it only has to be dead.
    while !matches!(state(child), None | Some('Z')) {
        std::thread::yield_now();
    }
}

/// The state of a process, if it exists; always `None` on systems without /proc.
fn state(pid: &str) -> Option<char> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    status.rsplit_once(") ")?.1.chars().next()
}
