//! A thousand games of each game's best bot with tiny budgets: no fault, every move legal.

use std::collections::HashSet;

use ennead_game::{AnyGame, Options, Turn};
use ennead_search::arena::{Contest, run};
use ennead_search::{Budget, Roster};

/// Pairs of games for each number of nodes.
const PAIRS: u64 = 170;
const NODES: [u64; 3] = [1, 2, 3];

fn plays_legally(game: &dyn AnyGame, roster: &Roster, setup: &Options, opening: u32) {
    let mut records = HashSet::new();
    let mut games = 0;
    for nodes in NODES {
        let contest = Contest {
            game,
            roster,
            setup: setup.clone(),
            a: "best",
            b: "best",
            pairs: PAIRS,
            budget: Budget::nodes(nodes),
            opening,
            openings: Vec::new(),
            seed: nodes,
            sprt: None,
            most_choices: ennead_search::arena::MAX_CHOICES,
            threads: 2,
        };
        for played in run(&contest, |_| {}).expect("the contest can be held").games {
            assert_eq!(played.fault, None, "{nodes} nodes");
            let replayed = game.open(&played.record).expect("every choice is legal");
            assert!(matches!(replayed.turn(), Turn::Over(_)), "the game is played to its end");
            records.insert(played.record);
            games += 1;
        }
    }
    assert!(games >= 1000 && records.len() > 250, "{} of {games} differ", records.len());
}

#[test]
fn a_thousand_games_of_ttt() {
    plays_legally(ennead_ttt::GAME.game(), ennead_ttt::GAME.bots(), &Options::new(), 3);
}

#[test]
fn a_thousand_games_of_nested() {
    for rules in ["count", "both"] {
        let setup = Options::new().with("rules", rules);
        plays_legally(ennead_nested::GAME.game(), ennead_nested::GAME.bots(), &setup, 4);
    }
}

#[test]
fn a_thousand_games_of_connect() {
    plays_legally(ennead_connect::GAME.game(), ennead_connect::GAME.bots(), &Options::new(), 4);
}

#[test]
fn a_thousand_games_of_schotten() {
    let none = Options::new();
    plays_legally(ennead_schotten::GAME.game(), ennead_schotten::GAME.bots(), &none, 0);
}
