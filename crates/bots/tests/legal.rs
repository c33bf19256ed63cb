//! No bot ever chooses what is not there, however little it may spend.

mod common;

use std::time::Duration;

use common::{ask, nested_position};
use ennead_bots::{
    Bot, Budget, FlatMonteCarlo, Level, Mcts, NestedBot, PlainUct, RandomBot, nested_bot, ttt_bot,
};
use ennead_game::{Game, Random, SplitMix64, Turn};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};
use ennead_ttt::Ttt;

fn nested_bots() -> Vec<Box<dyn Bot<Nested>>> {
    let mut bots: Vec<Box<dyn Bot<Nested>>> = vec![
        Box::new(RandomBot::new(1)),
        Box::new(FlatMonteCarlo::new(2)),
        Box::new(PlainUct::new(3)),
        Box::new(Mcts::new(4)),
        Box::new(Mcts::with_node_limit(5, 40)),
        Box::new(NestedBot::new(6)),
        Box::new(NestedBot::with_playouts(7)),
    ];
    bots.extend(Level::ALL.map(|level| nested_bot(level, 8)));
    bots
}

fn rules_of(depth: u32) -> impl Iterator<Item = Rules> {
    Rules::ALL.into_iter().filter(move |rules| depth == 2 || *rules != Rules::Open)
}

/// The bots meet positions of all kinds in turn, so that what they keep is always of another game.
#[test]
fn random_nested_positions() {
    let mut random = SplitMix64::new(1);
    let mut bots = nested_bots();
    for round in 0..60 {
        for depth in 1..=4 {
            for rules in rules_of(depth) {
                let position = nested_position(depth, rules, u64::from(20 * depth), &mut random);
                for bot in &mut bots {
                    let nodes = [1, 2, 7, 40][round % 4];
                    ask(&mut BoxedBot(bot), &position, Budget::nodes(nodes));
                }
            }
        }
    }
}

/// Lends a boxed bot.
struct BoxedBot<'a>(&'a mut Box<dyn Bot<Nested>>);

impl Bot<Nested> for BoxedBot<'_> {
    fn advise(&mut self, seen: &ennead_nested::NestedView, budget: Budget) -> ennead_bots::Advice {
        self.0.advise(seen, budget)
    }
}

#[test]
fn whole_games_by_all_rules() {
    for rules in Rules::ALL {
        for seed in 0..4 {
            let mut bots = [NestedBot::new(seed), NestedBot::with_playouts(seed)];
            let mut position = Nested::new(&NestedSetup::new(2, Mark::X, rules).expect("depth 2"));
            while let Turn::Seat(seat) = position.turn() {
                let advice = ask(&mut bots[seat.index()], &position, Budget::nodes(60));
                position.play(advice.option).expect("legal");
            }
        }
    }
}

#[test]
fn random_ttt_positions() {
    let mut random = SplitMix64::new(2);
    let mut bots = Level::ALL.map(|level| ttt_bot(level, 3));
    let mut baselines: (FlatMonteCarlo, PlainUct, Mcts<Ttt>) =
        (FlatMonteCarlo::new(1), PlainUct::new(1), Mcts::new(1));
    for round in 0..500 {
        let mut position = Ttt::new(&());
        for _ in 0..random.below(8) {
            if position.options() > 0 {
                position.choose(random.below(position.options().into()) as u32);
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        let budget = Budget::nodes(1 + round % 30);
        for bot in &mut bots {
            let seen = ennead_game::View::view(&position, ennead_game::Viewer::Spectator);
            assert!(bot.advise(&seen, budget).option < position.options());
        }
        ask(&mut baselines.0, &position, budget);
        ask(&mut baselines.1, &position, budget);
        ask(&mut baselines.2, &position, budget);
    }
}

#[test]
fn deep_games_are_answered_with_the_smallest_budgets() {
    for depth in [1, 2, 3, 4, 5, 6, 1000] {
        let mut position = Nested::new(&NestedSetup::new(depth, Mark::X, Rules::Both).expect("a depth"));
        let mut bots = nested_bots();
        for choice in 0..6 {
            if position.outcome().is_some() {
                break;
            }
            for bot in &mut bots {
                ask(&mut BoxedBot(bot), &position, Budget::nodes(1));
                ask(&mut BoxedBot(bot), &position, Budget::time(Duration::from_millis(1)));
            }
            position.play(choice % position.options()).expect("legal");
        }
    }
}
