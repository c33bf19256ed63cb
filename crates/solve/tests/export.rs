//! Graphviz and JSON exports.

mod common;

use common::{Heap, Sticks, solved, ttt};
use ennead_ttt::Ttt;

#[test]
fn two_sticks_as_dot() {
    let solution = solved::<Sticks>(&Heap { sticks: 2, last_loses: false });
    let label = |sticks: &Sticks| format!("\"{}\" left\nback\\slash", sticks.left);
    let right = r#"digraph "sticks" {
  node [shape=box, style=filled, fillcolor=white, fontname=monospace];
  n0 [label="\"2\" left\nback\\slash\nwin in 1", fillcolor=mistyrose];
  n0 -> n1;
  n0 -> n2;
  n1 [label="\"0\" left\nback\\slash\nloss in 0", fillcolor=palegreen, peripheries=2];
  n2 [label="\"1\" left\nback\\slash\nwin in 1", fillcolor=mistyrose];
  n2 -> n3;
  n3 [label="\"0\" left\nback\\slash\nloss in 0", fillcolor=palegreen, peripheries=2];
}
"#;
    assert_eq!(solution.dot(label).to_string(), right);
}

#[test]
fn tic_tac_toe_as_dot_has_every_node_and_edge() {
    let solution = ttt();
    let dot = solution.dot(Ttt::to_string).to_string();
    assert_eq!(dot.lines().filter(|line| line.contains("[label=")).count(), 765);
    assert_eq!(dot.lines().filter(|line| line.contains("->")).count(), solution.graph().edges());
}

#[test]
fn tic_tac_toe_as_json() {
    let solution = ttt();
    let json = solution.to_json(Ttt::to_string);
    assert_eq!(json["game"], "ttt");
    assert_eq!(json["edges"], 2_096);
    let nodes = json["nodes"].as_array().expect("a list");
    assert_eq!(nodes.len(), 765);
    assert_eq!(
        nodes[764].to_string(),
        concat!(
            r#"{"node":764,"position":"XOXOXOXOX","maker":1,"outcome":1,"value":"loss","moves":0,"#,
            r#""score":"+inf","win_depth":0,"lose_depth":null,"next_states":[]}"#
        )
    );
    let mut text = String::new();
    for node in nodes {
        text += &node["score"].to_string();
    }
    assert!(text.contains("\"-inf\"") && text.contains("\"+inf\"") && !text.contains("null"));
}
