//! `ennead matches`: the operator of a running server.

use std::process::Output;

use ennead_store::testing::Folder;

use crate::node::{Node, ennead, until};
use crate::served_match::ServedMatch;

/// The operator's token.
const OPERATOR: &str = "the operator's secret";

fn run(node: &Node, arguments: &[&str]) -> Output {
    let server = format!("http://{}", node.address);
    let token = ["--operator-token", OPERATOR, "--server", &server];
    ennead(&[&["matches"], arguments, &token].concat()).output().unwrap()
}

fn out(node: &Node, arguments: &[&str]) -> String {
    let output = run(node, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_operator_lists_ends_and_deletes_matches() {
    let folder = Folder::new();
    let arguments = ["--listen", "127.0.0.1:0", "--operator-token", OPERATOR];
    let node = Node::start_with(&folder.sqlite(), &arguments);
    let [one, two] = [ServedMatch::of_two(&node), ServedMatch::of_two(&node)];
    let list = out(&node, &["list"]);
    let line = |id: &str| format!("{id} running ttt, person against person, ply 0\n");
    assert!(list.contains(&line(&one.id)) && list.contains(&line(&two.id)), "{list}");
    assert_eq!(out(&node, &["end", &one.id]), format!("{} ended\n", one.id));
    assert!(out(&node, &["list"]).contains(&format!("{} finished ttt", one.id)));
    let both = out(&node, &["delete", &one.id, &two.id]);
    assert_eq!(both, format!("{} deleted\n{} deleted\n", one.id, two.id));
    assert_eq!(out(&node, &["list"]), "");
    let again = run(&node, &["delete", &one.id]);
    assert_eq!(again.status.code(), Some(1));
    let text = String::from_utf8(again.stdout).unwrap();
    assert!(text.starts_with(&format!("error: {}: the server answers 404", one.id)), "{text}");
    let server = format!("http://{}", node.address);
    let wrong = ["matches", "list", "--server", &server, "--operator-token", "guess"];
    assert!(!ennead(&wrong).output().unwrap().status.success());
}

/// Prunes the matches of a node.
fn prune(node: &Node, arguments: &[&str]) -> String {
    let server = format!("http://{}", node.address);
    let token = ["--operator-token", OPERATOR, "--server", &server];
    let output = ennead(&[&["prune"], arguments, &token].concat()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn old_matches_are_pruned_by_kind() {
    let folder = Folder::new();
    let arguments = ["--listen", "127.0.0.1:0", "--operator-token", OPERATOR];
    let node = Node::start_with(&folder.sqlite(), &arguments);
    let [ended, running] = [ServedMatch::of_two(&node), ServedMatch::of_two(&node)];
    let waiting = ServedMatch::set_up(&node, "ttt", ["person", "open"]);
    out(&node, &["end", &ended.id]);
    assert_eq!(prune(&node, &["--older-than", "1d"]), "0 match(es) deleted\n");
    // Creation times are in whole seconds: all matches count as old once the second is over.
    let all = ["--kind", "waiting", "--kind", "finished", "--kind", "running"];
    until("the matches are older than 0 s", || {
        let dry = prune(&node, &[&["--older-than", "0s", "--dry-run"], &all[..]].concat());
        (dry == "3 match(es) would be deleted\n").then_some(())
    });
    let dry = prune(&node, &["--older-than", "0s", "--dry-run"]);
    assert_eq!(dry, "1 match(es) would be deleted\n");
    assert_eq!(prune(&node, &["--older-than", "0s"]), "1 match(es) deleted\n");
    assert!(!out(&node, &["list"]).contains(&ended.id));
    assert_eq!(prune(&node, &["--older-than", "0s", "--kind", "bots"]), "0 match(es) deleted\n");
    let kinds = ["--older-than", "0s", "--kind", "waiting", "--kind", "finished"];
    assert_eq!(prune(&node, &kinds), "1 match(es) deleted\n");
    let left = out(&node, &["list"]);
    assert!(!left.contains(&waiting.id) && left.contains(&running.id), "{left}");
}
