//! `kill -9` under load, again and again.

use std::thread;
use std::time::Duration;

use ennead_game::{Random, SplitMix64};
use ennead_store::testing::Folder;

use crate::database::{choices, verify};
use crate::load::Load;
use crate::node::Node;

const ROUNDS: usize = 8;
/// Longer than the test may take: the test stops the load.
const LONG: &str = "100000";

#[test]
fn acknowledged_choices_survive_a_kill() {
    let folder = Folder::new();
    let url = folder.sqlite();
    let mut node = Node::start(&url);
    let start = |game: &str, matches: &str| {
        let ledger = folder.path().join(game);
        Load::start(
            node.address,
            &ledger,
            &["--game", game, "--matches", matches, "--seconds", LONG],
        )
    };
    let loads = [start("ttt", "32"), start("schotten", "8")];
    let mut random = SplitMix64::new(1);
    for _ in 0..ROUNDS {
        loads.iter().for_each(Load::go_on);
        // The process may die at any point of a commit.
        thread::sleep(Duration::from_micros(random.below(1_000_000)));
        let address = node.address;
        node.kill();
        verify(&url);
        node = Node::start_at(&url, address);
    }
    loads.iter().for_each(Load::go_on);
    let [ttt, schotten] = loads.map(Load::stop);
    node.kill();
    verify(&url);
    let stored = choices(&url);
    assert!(ttt.check_kept(&stored) > ROUNDS && schotten.check_kept(&stored) > ROUNDS);
    let ttt_only = stored.into_iter().filter(|(_, choices)| choices.len() <= 9).collect();
    ttt.check_nothing_else(&ttt_only, ROUNDS + 1);
}
