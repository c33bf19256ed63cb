//! `ennead backup` while others play, and `ennead restore`.

use std::fs;

use ennead_store::testing::{Folder, PostgresServer};

use crate::database::{choices, verify};
use crate::ledger::Ledger;
use crate::load::Load;
use crate::node::{Node, ennead};

/// The choices acknowledged so far, complete lines only.
fn promises_so_far(load: &Load, folder: &Folder) -> Ledger {
    let text = fs::read_to_string(load.ledger.path()).unwrap();
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let path = folder.path().join("so far");
    fs::write(&path, whole).unwrap();
    Ledger::at(&path)
}

/// Backs `from` up under load, and restores it in `to`.
fn back_up_and_restore(from: &str, to: &str) {
    let folder = Folder::new();
    let node = Node::start(from);
    let arguments = ["--game", "ttt", "--matches", "32", "--seconds", "100000"];
    let load = Load::start(node.address, &folder.path().join("ledger"), &arguments);
    load.go_on();
    let before = promises_so_far(&load, &folder);
    let file = folder.path().join("backup.ennead");
    let file = file.to_str().unwrap();
    let made = ennead(&["backup", "--db", from, file]).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    load.go_on();
    let after = load.stop();
    let again = ennead(&["backup", "--db", from, file]).output().unwrap();
    assert!(String::from_utf8(again.stderr).unwrap().contains("exists already"));
    let restored = ennead(&["restore", "--db", to, file]).output().unwrap();
    assert!(restored.status.success(), "{restored:?}");
    verify(to);
    let stored = choices(to);
    assert!(before.check_kept(&stored) > 0);
    after.check_nothing_else(&stored, 1);
    let twice = ennead(&["restore", "--db", to, file]).output().unwrap();
    assert!(String::from_utf8(twice.stderr).unwrap().contains("restore into an empty one"));
}

#[test]
fn a_backup_under_load_holds_what_was_acknowledged_before() {
    let [one, other] = [Folder::new(), Folder::new()];
    back_up_and_restore(&one.sqlite(), &other.sqlite());
}

#[test]
fn a_backup_goes_from_one_kind_of_database_to_the_other() {
    let (folder, url) = (Folder::new(), PostgresServer::shared().database());
    back_up_and_restore(&url, &folder.sqlite());
}
