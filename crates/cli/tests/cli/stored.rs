//! Stored matches: export, import and verify.

use std::fs;

use ennead_game::{Options, Seat};
use ennead_store::testing::Folder;
use ennead_store::{
    Beginning, Clock, Entry, Event, Finished, Head, MatchId, Reason, SeatHolder, SeatKey, Store,
    Stored,
};

use crate::binary::{ennead, feed, good, run};
use crate::games::GAMES;

const NOW: u64 = 1_800_000_000_000;

fn id(number: u64) -> MatchId {
    MatchId::new(NOW, number)
}

fn head(game: &str) -> Head {
    let start = GAMES.game(game).unwrap().game().start(&Options::new()).unwrap().record();
    let seats = [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Bot(3)];
    let (names, clock) = ([None, None], Clock::PerMove { ms: 5000 });
    Head { start, seats, names, clock, listed: true, created: NOW, beginning: Beginning::Fresh }
}

fn choices(choices: &[u32]) -> Entry {
    Entry { at: 7, event: Event::Choices(choices.to_vec()) }
}

/// A match of tic-tac-toe in which both players take the first free square.
fn whole() -> Finished {
    let mut game = GAMES.game("ttt").unwrap().game().start(&Options::new()).unwrap();
    (0..7).for_each(|_| game.play(0).unwrap());
    let Head { seats, names, clock, created, .. } = head("ttt");
    Finished {
        record: game.record(),
        seats,
        names,
        reason: Reason::Rules,
        clock,
        created,
        ended: NOW + 9,
        listed: true,
        continues: None,
    }
}

fn in_store<T>(url: &str, work: impl AsyncFnOnce(&Store) -> T) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = Store::open(url).await.unwrap();
        let result = work(&store).await;
        store.close().await;
        result
    })
}

/// A folder with a database of some matches.
fn filled(count: u64) -> Folder {
    let folder = Folder::new();
    in_store(&folder.sqlite(), async |store| {
        store.create(id(1), &head("nested"), &[choices(&[4, 4])], NOW, None).await.unwrap();
        for number in 2..=count {
            let rematch_of = (number > 2).then(|| id(number - 1));
            store.create(id(number), &head("ttt"), &[], NOW, rematch_of).await.unwrap();
            let listed = number % 2 == 0;
            store.finish(id(number), 0, &Finished { listed, ..whole() }, None).await.unwrap();
        }
    });
    folder
}

fn everything(url: &str) -> Vec<(MatchId, Stored, Option<MatchId>)> {
    in_store(url, async |store| store.page(None, 100_000).await.unwrap())
}

#[test]
fn matches_go_from_one_database_to_another_in_both_forms() {
    let (folder, there) = (filled(1200), Folder::new());
    let file = there.path().join("matches.ennead");
    let file = file.to_str().unwrap();
    for form in [&[][..], &["--jsonl"]] {
        let other = Folder::new();
        let from = folder.sqlite();
        let arguments = [&["export", "--db", &from], form, &[file]].concat();
        assert_eq!(good(&arguments), format!("1200 match(es) written to {file}"));
        let to = other.sqlite();
        let import = ["import", "--db", &to, file];
        assert_eq!(good(&import), "1200 match(es) imported, 0 there already, 0 different");
        assert_eq!(everything(&other.sqlite()), everything(&folder.sqlite()));
        assert_eq!(good(&import), "0 match(es) imported, 1200 there already, 0 different");
        assert_eq!(
            good(&["verify", "--db", &other.sqlite()]),
            "1 running and 1199 finished match(es), 0 fault(s)"
        );
    }
    assert_eq!(fs::read_dir(there.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn matches_go_through_a_pipe() {
    let (folder, other) = (filled(3), Folder::new());
    let exported = ennead(&["export", "--db", &folder.sqlite(), "-"]).output().unwrap();
    assert!(exported.status.success() && exported.stderr.is_empty());
    let imported = feed(&["import", "--db", &other.sqlite(), "-"], &exported.stdout);
    assert_eq!(imported.out, "3 match(es) imported, 0 there already, 0 different\n");
    assert_eq!(everything(&other.sqlite()), everything(&folder.sqlite()));
}

#[test]
fn lines_can_be_read() {
    let folder = filled(2);
    let lines = good(&["export", "--jsonl", "--db", &folder.sqlite(), "-"]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], r#"{"ennead":"matches","version":1}"#);
    assert!(lines[1].contains(r#""state":"running","game":"nested""#), "{}", lines[1]);
    assert!(lines[2].contains(r#""moves":["1","2","3","4","5","6","7"]"#), "{}", lines[2]);
    assert!(lines[2].contains(r#""reason":"rules","clock":{"per_move":5000}"#), "{}", lines[2]);
    assert_eq!(lines[3], r#"{"end":2}"#);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_build_it() {
    let folder = Folder::new();
    let file = folder.path().join("matches.parquet").display().to_string();
    let reason = "error: this program was built without the feature 'parquet': build it with \
                  'cargo build --release -p ennead --features parquet', or install it with 'cargo \
                  install ennead --features parquet'\n";
    let export = ["export", "--format", "parquet", "--db", "sqlite:none.db", "--out", &file];
    let dataset = ["dataset", "ttt", "--bot", "best", "--games", "1", "--out", &file];
    for arguments in [&export[..], &dataset[..]] {
        let answer = run(arguments);
        assert_eq!((answer.status, answer.err.as_str()), (1, reason));
    }
    assert!(!folder.path().join("matches.parquet").exists());
}

#[test]
fn a_match_that_went_on_is_reported_and_kept() {
    let folder = filled(3);
    let file = folder.path().join("old");
    let file = file.to_str().unwrap();
    good(&["export", "--db", &folder.sqlite(), file]);
    let append = ennead_store::Append {
        id: id(1),
        number: 1,
        entry: choices(&[0]),
        wake: None,
        seating: None,
    };
    in_store(&folder.sqlite(), async |store| store.append(append).await.unwrap());
    let before = everything(&folder.sqlite());
    let imported = run(&["import", "--db", &folder.sqlite(), file]);
    assert_eq!(imported.status, 1);
    assert_eq!(
        imported.out,
        format!(
            "0 match(es) imported, 2 there already, 1 different\n\
             match {}: there is another match with this id, or it has gone on\n",
            id(1)
        )
    );
    assert_eq!(everything(&folder.sqlite()), before);
}

#[test]
fn damaged_files_are_rejected_with_the_offset() {
    let (folder, other) = (filled(3), Folder::new());
    let file = folder.path().join("file");
    let path = file.to_str().unwrap();
    good(&["export", "--db", &folder.sqlite(), path]);
    let mut bytes = fs::read(&file).unwrap();
    bytes[40] ^= 1;
    fs::write(&file, bytes).unwrap();
    let refused = run(&["import", "--db", &other.sqlite(), path]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.err.starts_with(&format!("error: {path}: byte 9: the checksum of the block")),
        "{}",
        refused.err
    );
    assert_eq!(refused.out, "0 match(es) imported, 0 there already, 0 different\n");
    let refused = feed(&["import", "--db", &other.sqlite(), "-"], b"hello");
    assert_eq!(
        (refused.status, &*refused.err),
        (1, "error: standard input: byte 0: this is not a file of matches\n")
    );
    let refused = feed(
        &["import", "--db", &other.sqlite(), "-"],
        b"{\"ennead\":\"matches\",\"version\":1}\n{}",
    );
    assert_eq!(
        (refused.status, &*refused.err),
        (1, "error: standard input: line 2: \"id\" is missing\n")
    );
    assert_eq!(run(&["import", "--db", &other.sqlite(), "/nowhere"]).status, 1);
}

#[test]
fn matches_that_do_not_replay_are_reported() {
    let folder = filled(2);
    in_store(&folder.sqlite(), async |store| {
        store.create(id(8), &head("ttt"), &[choices(&[9])], NOW, None).await.unwrap();
        store.create(id(9), &head("ttt"), &[], NOW, None).await.unwrap();
        let resigned = Finished { reason: Reason::Resigned(Seat::FIRST), ..whole() };
        store.finish(id(9), 0, &resigned, None).await.unwrap();
    });
    let verified = run(&["verify", "--db", &folder.sqlite()]);
    assert_eq!(verified.status, 1);
    assert_eq!(
        verified.out,
        format!(
            "match {}: entry 0: option 9 does not exist: there are 9, numbered from 0\n\
             match {}: it is marked as ended early, but it is over by the rules\n\
             2 running and 2 finished match(es), 2 fault(s)\n",
            id(8),
            id(9)
        )
    );
}

#[test]
fn missing_databases_are_named() {
    for command in [&["verify"][..], &["export", "-"]] {
        let refused = run(&[command, &["--db", "sqlite:/nowhere/matches.db"]].concat());
        assert_eq!(refused.status, 1);
        assert_eq!(
            refused.err,
            "error: the database is not available: /nowhere/matches.db: there is no such file\n"
        );
    }
}

#[test]
#[cfg(unix)]
fn files_with_hidden_cards_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let set_mode = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let folder = filled(3);
    // An export that was cut off, and one of an earlier version.
    let [old, part] = ["old", "old.part"].map(|name| folder.path().join(name));
    for file in [&old, &part] {
        fs::write(file, "").unwrap();
        set_mode(file, 0o644);
    }
    for arguments in [&["backup", "backup"][..], &["export", "new"], &["export", "--jsonl", "old"]]
    {
        let run = ennead(arguments)
            .current_dir(folder.path())
            .args(["--db", "sqlite:matches.db"])
            .output()
            .unwrap();
        assert!(run.status.success(), "{run:?}");
        assert_eq!(mode(&folder.path().join(arguments.last().unwrap())), 0o600, "{arguments:?}");
    }
    // The data folder of an earlier version, but none that was named.
    let data = folder.path().join("ennead");
    fs::create_dir(&data).unwrap();
    for path in [&data, folder.path()] {
        set_mode(path, 0o755);
    }
    for (name, value) in [("XDG_DATA_HOME", folder.path()), ("ENNEAD_DATA", folder.path())] {
        let import = ["import", "new"];
        let mut command = ennead(&import);
        command.current_dir(folder.path()).env_remove("ENNEAD_DB").env_remove("ENNEAD_DATA");
        assert!(command.env(name, value).output().unwrap().status.success());
    }
    assert_eq!([mode(&data), mode(&data.join("ennead.db"))], [0o700, 0o600]);
    assert_eq!(mode(folder.path()), 0o755);
}

#[test]
fn the_data_folder_can_be_set() {
    let folder = Folder::new();
    let run = ennead(&["verify"])
        .env("ENNEAD_DATA", folder.path())
        .env_remove("ENNEAD_DB")
        .output()
        .unwrap();
    let expected = format!(
        "error: the database is not available: {}/ennead.db: there is no such file\n",
        folder.path().display()
    );
    assert_eq!(String::from_utf8(run.stderr).unwrap(), expected);
}
