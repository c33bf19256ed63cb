//! The anchors: textbook UCT with the same number of playouts for every move.

use ennead_connect::{Connect, ConnectSetup};
use ennead_game::{AnyGame, Game, Options, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_search::mcts::{OptionPrior, Selection, State, Tree, TreeParams};
use ennead_search::{Advice, Anchor, Bot, Budget, Mcts, Roster};

const PLAYOUTS: u64 = 100_000;

/// What the anchor says after so many random choices.
fn ask(game: &dyn AnyGame, roster: &Roster, choices: usize, budget: Budget) -> Advice {
    let mut play = game.start(&Options::new()).expect("the default set-up");
    let mut random = SplitMix64::new(3);
    for _ in 0..choices {
        play.play(random.below(play.options().into()) as u32).expect("the game goes on");
    }
    let Turn::Seat(seat) = play.turn() else { panic!("the game goes on") };
    let mut anchor = roster.bot("anchor", 7).expect("the game has an anchor");
    anchor.advise(&play.view(Viewer::Seat(seat)), budget).expect("the anchor answers")
}

fn is_the_same_at_any_budget(game: &dyn AnyGame, roster: &Roster, choices: usize) {
    let first = ask(game, roster, choices, Budget::nodes(1));
    assert_eq!(first.nodes, PLAYOUTS);
    let second = ask(game, roster, choices, Budget::nodes(PLAYOUTS * 2));
    assert_eq!(second, first, "the seed determines the answer");
}

// Late positions: their playouts are short, and their trees are full of final positions.

#[test]
fn the_anchor_of_nested_spends_its_playouts_and_repeats_itself() {
    is_the_same_at_any_budget(ennead_nested::GAME.game(), ennead_nested::GAME.bots(), 60);
}

#[test]
fn the_anchor_of_connect_spends_its_playouts_and_repeats_itself() {
    is_the_same_at_any_budget(ennead_connect::GAME.game(), ennead_connect::GAME.bots(), 10);
}

/// The textbook: c = 1.4 on values from -1 to 1, nothing proven, a new tree.
const TEXTBOOK: TreeParams = TreeParams {
    selection: Selection::Bounds { exploration: 1.4 },
    expansion_visits: 1,
    node_limit: 1 << 21,
    proofs: false,
};

#[test]
fn the_anchor_of_connect_is_textbook_uct() {
    let view = Connect::new(&ConnectSetup::default()).view(Viewer::Spectator);
    let anchor = Bot::<Connect>::advise(&mut Anchor::new(1), &view, Budget::nodes(1));
    // Each choice has a separate seed; the first is the next after the bot's.
    let mut textbook = Mcts::<Connect>::with_params(TEXTBOOK, 2);
    assert_eq!(anchor, textbook.advise(&view, Budget::nodes(PLAYOUTS)));
}

/// One choice among three options, each of which ends the game; its priors say how.
#[derive(Clone)]
struct Last(Option<u32>);

impl State for Last {
    fn turn(&self) -> Turn {
        match self.0 {
            None => Turn::Seat(Seat::FIRST),
            Some(0) => Turn::Over(Outcome::Win(Seat::FIRST)),
            Some(_) => Turn::Over(Outcome::Win(Seat::SECOND)),
        }
    }

    fn options(&self) -> u32 {
        if self.0.is_none() { 3 } else { 0 }
    }

    fn choose(&mut self, option: u32) {
        self.0 = Some(option);
    }

    fn priors(&self, priors: &mut Vec<OptionPrior>) -> Option<f32> {
        priors.extend(
            [1, -1, -1].map(|end| OptionPrior { proven: Some(end), ..OptionPrior::default() }),
        );
        None
    }

    fn guess(self, _: &mut SplitMix64) -> f32 {
        0.0
    }
}

#[test]
fn without_proofs_a_final_position_is_visited_like_any_other() {
    let mut random = SplitMix64::new(1);
    let mut tree = Tree::new();
    tree.grow(&Last(None), &TEXTBOOK, &mut random);
    assert!(tree.children(0).iter().all(|child| child.visits == 0 && child.proven.is_none()));
    (0..50).for_each(|_| tree.grow(&Last(None), &TEXTBOOK, &mut random));
    assert_eq!(tree.children(0).iter().map(|child| child.visits).sum::<u32>(), 50);
    assert!(tree.root().proven.is_none());
    let mut tree = Tree::new();
    tree.grow(&Last(None), &TreeParams { proofs: true, ..TEXTBOOK }, &mut random);
    assert_eq!(tree.root().proven, Some(1));
}
