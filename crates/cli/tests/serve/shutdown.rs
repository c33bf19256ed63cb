//! SIGTERM under load.

use std::collections::BTreeSet;

use ennead_store::testing::Folder;

use crate::database::{choices, verify};
use crate::load::Load;
use crate::node::Node;

/// What clients see of a server that shuts down and comes back.
const RECONNECTS: [&str; 3] = ["bye", "closed", "connect"];

#[test]
fn a_graceful_shutdown_under_load_costs_reconnects_and_nothing_else() {
    let folder = Folder::new();
    let url = folder.sqlite();
    let node = Node::start(&url);
    let address = node.address;
    let load =
        Load::start(address, &folder.path().join("ledger"), &["--matches", "32", "--seconds", "5"]);
    load.go_on();
    let (status, rest, log) = node.terminate();
    assert_eq!(status.code(), Some(0), "{log}");
    assert_eq!(rest, "");
    assert!(
        log.contains("shutting down: no new connections, finishing requests in progress"),
        "{log}"
    );
    verify(&url);
    let node = Node::start_at(&url, address);
    let (report, ledger) = load.report();
    let kinds: BTreeSet<&str> =
        report["errors"]["kinds"].as_object().unwrap().keys().map(String::as_str).collect();
    assert!(kinds.contains("bye"), "{report}");
    assert!(kinds.iter().all(|kind| RECONNECTS.contains(kind)), "{report}");
    let (status, _, log) = node.terminate();
    assert_eq!(status.code(), Some(0), "{log}");
    verify(&url);
    let stored = choices(&url);
    assert!(ledger.check_kept(&stored) > 0);
    ledger.check_nothing_else(&stored, 2);
}
