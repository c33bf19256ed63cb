//! Bots choose legal options with any budget.

mod common;

use std::time::Duration;

use common::{ask, nested_position};
use ennead_game::{Game, Random, SplitMix64, Turn};
use ennead_nested::{Mark, Nested, NestedBot, NestedSetup, Rules};
use ennead_search::{Bot, Budget, FlatMonteCarlo, Level, Mcts, PlainUct, RandomBot};
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
    bots.extend(Level::ALL.map(|level| ennead_nested::level_bot(level, 8)));
    bots
}

fn rules_of(depth: u32) -> impl Iterator<Item = Rules> {
    Rules::ALL.into_iter().filter(move |rules| depth == 2 || *rules != Rules::Open)
}

/// The bots see unrelated positions in turn, so that their state always belongs to another game.
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

/// Borrows a boxed bot as a bot.
struct BoxedBot<'a>(&'a mut Box<dyn Bot<Nested>>);

impl Bot<Nested> for BoxedBot<'_> {
    fn advise(
        &mut self,
        view: &ennead_nested::NestedView,
        budget: Budget,
    ) -> ennead_search::Advice {
        self.0.advise(view, budget)
    }
}

#[test]
fn whole_games_under_all_rules() {
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

/// Complete random games in which the bot is occasionally asked.
#[test]
fn whole_deep_games_under_all_rules() {
    let mut random = SplitMix64::new(3);
    for (depth, between) in [(3, 5), (4, 80)] {
        for rules in rules_of(depth) {
            let mut bot = NestedBot::new(1);
            let setup = NestedSetup::new(depth, Mark::O, rules).expect("a depth");
            let mut position = Nested::new(&setup);
            while position.outcome().is_none() {
                let mut option = random.below(position.options().into()) as u32;
                if random.below(between) == 0 {
                    let nodes = 1 + random.below(3);
                    option = ask(&mut bot, &position, Budget::nodes(nodes)).option;
                }
                position.play(option).expect("legal");
            }
        }
    }
}

#[test]
fn random_ttt_positions() {
    let mut random = SplitMix64::new(2);
    let mut bots = Level::ALL.map(|level| ennead_ttt::level_bot(level, 3));
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
            let view = ennead_game::View::view(&position, ennead_game::Viewer::Spectator);
            assert!(bot.advise(&view, budget).option < position.options());
        }
        ask(&mut baselines.0, &position, budget);
        ask(&mut baselines.1, &position, budget);
        ask(&mut baselines.2, &position, budget);
    }
}

#[test]
fn deep_games_work_with_the_smallest_budgets() {
    for depth in [1, 2, 3, 4, 5, 6, 1000] {
        let mut position =
            Nested::new(&NestedSetup::new(depth, Mark::X, Rules::Both).expect("a depth"));
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
