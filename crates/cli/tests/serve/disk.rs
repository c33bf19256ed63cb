//! Full and read-only disks.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ennead_protocol::Code;
use ennead_store::testing::{Folder, skip};
use rustix::process::{Resource, Rlimit, getrlimit, prlimit};
use serde_json::{Value as Json, json};

use crate::database::{choices, verify};
use crate::node::{Node, until};
use crate::served_match::ServedMatch;

/// Tells a child process that it is confined, and where.
const PLACE: &str = "ENNEAD_TEST_PLACE";

/// Runs a test of this executable in a small private file system, which no other process sees and
/// which ends with the process. Not every machine allows that.
fn confine(test: &str) {
    let possible = Command::new("unshare").args(["-rm", "true"]).output();
    if !possible.is_ok_and(|output| output.status.success()) {
        return skip("unshare -rm is not permitted here");
    }
    let folder = Folder::new();
    let mount = r#"mount -t tmpfs -o size=8m tmpfs "$ENNEAD_TEST_PLACE" && exec "$@""#;
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", mount, "sh"]).arg(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", test, "--nocapture"]);
    command.env(PLACE, folder.path()).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "{text}");
}

fn place() -> PathBuf {
    std::env::var_os(PLACE).expect("a child process is told where to work").into()
}

fn url_in(place: &Path) -> String {
    format!("sqlite:{}/matches.db", place.display())
}

/// Takes up all free space.
fn fill(ballast: &Path) {
    let mut file = File::create(ballast).unwrap();
    for size in [1 << 16, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}

/// Waits until not even the smallest change can be stored, and returns the error. Each attempt
/// takes some space.
fn exhaust(node: &Node) -> (u16, String) {
    until("the store takes nothing more", || {
        let (status, json) = node.call("GET", "/readyz", "", &Json::Null);
        (status != 200).then(|| (status, json["error"]["code"].as_str().unwrap().to_string()))
    })
}

/// While nothing can be stored, moves and new matches are rejected with this code, and everything
/// can still be read.
fn check_reads_only(node: &Node, table: &ServedMatch, code: Code) {
    let refusal = (code.status(), code.name().to_string());
    let mut player = table.sit(node, 1);
    assert_eq!((player.state.ply, player.refused(0).0), (1, code));
    let play = json!({ "ply": 1, "options": [0] });
    assert_eq!(node.refusal("POST", &table.path("/play"), &table.tokens[1], &play), refusal);
    let new = json!({ "game": "ttt", "seats": ["person", "person"] });
    assert_eq!(node.refusal("POST", "/api/matches", "", &new), refusal);
    assert_eq!(node.refusal("GET", "/readyz", "", &Json::Null), refusal);
    assert_eq!(node.get(&table.path(""))["ply"], 1);
    assert_eq!(table.watch(node).state.ply, 1);
    assert_eq!(node.get("/api/matches?state=running")["matches"][0]["id"], json!(table.id));
    assert_eq!(node.call("GET", "/healthz", "", &Json::Null).0, 200);
}

/// Afterwards, play continues.
fn check_plays_on(node: &Node, table: &ServedMatch) {
    // The server caches its readiness for a moment.
    until("the server is ready again", || {
        (node.call("GET", "/readyz", "", &Json::Null).0 == 200).then_some(())
    });
    table.sit(node, 1).play(0);
    table.sit(node, 0).play(0);
    assert_eq!(node.get(&table.path(""))["ply"], 3);
}

fn first_move(node: &Node) -> ServedMatch {
    let table = ServedMatch::of_two(node);
    table.sit(node, 0).play(4);
    table
}

#[test]
#[ignore = "started by a_full_disk_rejects_moves_until_there_is_space"]
fn on_a_small_disk() {
    let place = place();
    let url = url_in(&place);
    let node = Node::start(&url);
    let table = first_move(&node);
    let ballast = place.join("ballast");
    fill(&ballast);
    assert_eq!(exhaust(&node), (507, "store_full".into()));
    check_reads_only(&node, &table, Code::StoreFull);
    verify(&url);
    fs::remove_file(ballast).unwrap();
    check_plays_on(&node, &table);
    assert_eq!(node.terminate().0.code(), Some(0));
    verify(&url);
    assert_eq!(choices(&url)[&table.id], [4, 0, 0]);
}

#[test]
fn a_full_disk_rejects_moves_until_there_is_space() {
    confine("disk::on_a_small_disk");
}

/// Not quite a full disk, but available everywhere: files that may not grow.
#[test]
fn files_that_may_not_grow_reject_moves_until_they_may() {
    let folder = Folder::new();
    let url = folder.sqlite();
    // A process that exceeds the limit gets an error instead of a signal.
    let serve = r#"trap '' XFSZ; exec "$0" serve --listen 127.0.0.1:0 --db "$1""#;
    let mut command = Command::new("sh");
    command.args(["-c", serve, env!("CARGO_BIN_EXE_ennead"), &url]).stdin(Stdio::null());
    let node = Node::launch(command);
    let table = first_move(&node);
    let limit = |most: Option<u64>| {
        let maximum = getrlimit(Resource::Fsize).maximum;
        prlimit(Some(node.pid()), Resource::Fsize, Rlimit { current: most.or(maximum), maximum })
            .unwrap();
    };
    limit(Some(1 << 16));
    let (status, code) = exhaust(&node);
    let code =
        [Code::StoreUnavailable, Code::StoreFull].into_iter().find(|known| known.name() == code);
    let code = code.expect("the store is named");
    assert_eq!(status, code.status());
    check_reads_only(&node, &table, code);
    verify(&url);
    limit(None);
    check_plays_on(&node, &table);
    node.kill();
    verify(&url);
    assert_eq!(choices(&url)[&table.id], [4, 0, 0]);
}

/// A database that is writable, then read-only, then writable again.
fn read_only(place: &Path, set: impl Fn(bool)) {
    let url = url_in(place);
    let node = Node::start(&url);
    let table = first_move(&node);
    node.terminate();
    set(true);
    let node = Node::start(&url);
    check_reads_only(&node, &table, Code::StoreReadOnly);
    verify(&url);
    node.terminate();
    set(false);
    let node = Node::start(&url);
    check_plays_on(&node, &table);
    node.kill();
    verify(&url);
    assert_eq!(choices(&url)[&table.id], [4, 0, 0]);
}

#[test]
#[ignore = "started by a_read_only_database_rejects_moves"]
fn on_a_disk_that_can_only_be_read() {
    let place = place();
    read_only(&place, |read_only| {
        let how = if read_only { "remount,ro" } else { "remount,rw" };
        let output = Command::new("mount").args(["-o", how]).arg(&place).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    });
}

/// Root may write everywhere except on a read-only disk; for other users, file permissions suffice.
#[test]
fn a_read_only_database_rejects_moves() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::new();
    if fs::metadata(folder.path()).unwrap().uid() == 0 {
        return confine("disk::on_a_disk_that_can_only_be_read");
    }
    read_only(folder.path(), |read_only| {
        let modes = if read_only { [0o444, 0o444, 0o555] } else { [0o644, 0o644, 0o755] };
        for (path, mode) in ["matches.db", "matches.db.lock", ""].iter().zip(modes) {
            fs::set_permissions(folder.path().join(path), fs::Permissions::from_mode(mode))
                .unwrap();
        }
    });
}
