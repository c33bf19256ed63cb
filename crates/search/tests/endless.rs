//! Games that never end by themselves: every search, contest and analysis of them ends.

use std::ops::ControlFlow;

use ennead_game::{
    AnyGame, Erased, Game, Match, MoveError, Notation, Open, Options, Outcome, Presentation,
    Random, Seat, Turn, View, ViewData, ViewError, Viewer,
};
use ennead_search::analysis::{AnalysisParams, analyse};
use ennead_search::arena::{self, Contest};
use ennead_search::self_play::{self, SelfPlay};
use ennead_search::{Budget, Level, Playout, PositionValue, Roster, choose_move};

/// A few positions that follow each other for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Endless<const KIND: u8> {
    at: u8,
}

/// The seats choose in turn, among two options.
const IN_TURN: u8 = 0;
/// After the first choice, every choice is forced.
const FORCED: u8 = 1;
/// The first seat keeps the turn.
const SAME_SEAT: u8 = 2;
/// Chance decides after every choice.
const DICE: u8 = 3;
/// Chance decides for ever after the first choice.
const ONLY_DICE: u8 = 4;
/// Not endless: the fourth of five options wins, all others lose.
const PICK: u8 = 5;

impl<const KIND: u8> Game for Endless<KIND> {
    const ID: &'static str = "endless";
    const NUMBER: u8 = 204;
    type Setup = ();

    fn new((): &()) -> Self {
        Endless { at: 0 }
    }

    fn turn(&self) -> Turn {
        match (KIND, self.at) {
            (PICK, 1) => Turn::Over(Outcome::Win(Seat::FIRST)),
            (PICK, 2) => Turn::Over(Outcome::Win(Seat::SECOND)),
            (SAME_SEAT | PICK, _) => Turn::Seat(Seat::FIRST),
            (DICE, 1 | 3) | (ONLY_DICE, 1..) => Turn::Chance,
            (DICE, at) => Turn::Seat(Seat(at / 2)),
            (_, at) => Turn::Seat(Seat(at % 2)),
        }
    }

    fn options(&self) -> u32 {
        match (KIND, self.at) {
            (FORCED, 1..) => 1,
            (PICK, 0) => 5,
            (PICK, _) => 0,
            _ => 2,
        }
    }

    fn choose(&mut self, option: u32) {
        self.at = match (KIND, self.at) {
            (PICK, _) => {
                if option == 3 {
                    1
                } else {
                    2
                }
            }
            (FORCED | ONLY_DICE, 2) => 1,
            (_, at) => (at + 1) % 4,
        };
    }
}

impl<const KIND: u8> Notation for Endless<KIND> {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        match Game::turn(self) {
            Turn::Seat(_) => (0..Game::options(self)).collect(),
            _ => Vec::new(),
        }
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a move is a number"))
    }
}

impl<const KIND: u8> Presentation for Endless<KIND> {}
impl<const KIND: u8> Playout for Endless<KIND> {}

impl<const KIND: u8> ViewData for Endless<KIND> {
    fn encode(&self) -> Vec<u8> {
        vec![self.at]
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        match bytes {
            [at @ 0..4] => Ok(Endless { at: *at }),
            _ => Err(ViewError { at: 0, reason: "a view is a byte below 4".into() }),
        }
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn options(&self) -> u32 {
        Game::options(self)
    }
}

impl<const KIND: u8> View for Endless<KIND> {
    type Data = Self;

    fn view(&self, _: Viewer) -> Self {
        *self
    }

    fn sample(view: &Self, _: &mut dyn Random) -> Self {
        *view
    }
}

fn open_bots<const KIND: u8>() -> &'static Roster {
    &const { Roster::open::<Open<Endless<KIND>>>() }
}

fn hidden_bots<const KIND: u8>() -> &'static Roster {
    &const { Roster::hidden::<Endless<KIND>>() }
}

fn open_game<const KIND: u8>() -> &'static dyn AnyGame {
    const { &Erased::<Open<Endless<KIND>>>::new() }
}

fn hidden_game<const KIND: u8>() -> &'static dyn AnyGame {
    const { &Erased::<Endless<KIND>>::new() }
}

/// Every bot of the roster evaluates the start, and plays a whole move.
fn bots_answer(game: &dyn AnyGame, roster: &Roster) {
    let start = game.start(&Options::new()).unwrap();
    for entry in roster.bots() {
        let mut bot = (entry.make)(1);
        let budget = Budget::nodes(5);
        let advice = bot.advise(&start.view(Viewer::Seat(Seat::FIRST)), budget).unwrap();
        let value = advice.value.map_or(0.0, PositionValue::number);
        assert_eq!(value, 0.0, "{}: a playout that is cut off counts as a draw", entry.name);
        let choices = choose_move(&mut *bot, &*start, budget).unwrap();
        assert!((1..=2_000).contains(&choices.len()), "{}: {}", entry.name, choices.len());
    }
}

#[test]
fn bots_answer_in_games_that_cycle() {
    bots_answer(open_game::<IN_TURN>(), open_bots::<IN_TURN>());
    bots_answer(open_game::<FORCED>(), open_bots::<FORCED>());
    bots_answer(hidden_game::<IN_TURN>(), hidden_bots::<IN_TURN>());
    bots_answer(hidden_game::<FORCED>(), hidden_bots::<FORCED>());
    bots_answer(hidden_game::<SAME_SEAT>(), hidden_bots::<SAME_SEAT>());
    bots_answer(hidden_game::<DICE>(), hidden_bots::<DICE>());
    bots_answer(hidden_game::<ONLY_DICE>(), hidden_bots::<ONLY_DICE>());
}

#[test]
fn a_deep_search_of_a_game_that_cycles_stays_small() {
    let start = open_game::<IN_TURN>().start(&Options::new()).unwrap();
    let mut bot = open_bots::<IN_TURN>().bot("mcts", 1).unwrap();
    let view = start.view(Viewer::Seat(Seat::FIRST));
    assert_eq!(bot.advise(&view, Budget::nodes(300)).unwrap().nodes, 300);
    assert!(bot.memory() < 1 << 20, "{} bytes", bot.memory());
}

fn contest<'a>(game: &'a dyn AnyGame, roster: &'a Roster) -> Contest<'a> {
    Contest {
        game,
        roster,
        setup: Options::new(),
        a: "level1",
        b: "random",
        pairs: 2,
        budget: Budget::nodes(2),
        opening: 2,
        openings: Vec::new(),
        seed: 1,
        sprt: None,
        most_choices: 60,
        threads: 1,
    }
}

#[test]
fn contests_cut_games_that_cycle_off_as_draws() {
    for (game, roster) in [
        (open_game::<IN_TURN>(), open_bots::<IN_TURN>()),
        (open_game::<FORCED>(), open_bots::<FORCED>()),
        (hidden_game::<SAME_SEAT>(), hidden_bots::<SAME_SEAT>()),
        (hidden_game::<DICE>(), hidden_bots::<DICE>()),
        (hidden_game::<ONLY_DICE>(), hidden_bots::<ONLY_DICE>()),
    ] {
        let report = arena::run(&contest(game, roster), |_| {}).unwrap();
        assert_eq!((report.score.draws, report.score.games()), (4, 4));
        assert!(report.games.iter().all(|game| game.is_cut && game.fault.is_none()));
    }
    let report = arena::run(&contest(open_game::<PICK>(), open_bots::<PICK>()), |_| {}).unwrap();
    assert!(report.games.iter().all(|game| !game.is_cut));
}

#[test]
fn self_play_cuts_games_that_cycle_off_as_draws() {
    let settings = SelfPlay {
        game: hidden_game::<DICE>(),
        roster: hidden_bots::<DICE>(),
        setup: Options::new(),
        bot: "best",
        games: 3,
        budget: Budget::nodes(4),
        opening: 1,
        sampled: 2,
        seed: 1,
        most_choices: 50,
        threads: 1,
    };
    let mut games = 0;
    self_play::run(
        &settings,
        |played| (played.is_cut, played.outcome),
        |played| {
            assert_eq!(played, (true, Outcome::Draw));
            games += 1;
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(games, 3);
}

#[test]
fn a_match_of_a_game_that_cycles_is_analysed() {
    let mut game = Match::<Open<Endless<FORCED>>>::new(());
    for option in [1, 0, 0] {
        game.play(option).unwrap();
    }
    let roster = open_bots::<FORCED>();
    let (budget, threshold) = (Budget::nodes(5), 0.3);
    let params = AnalysisParams { roster, spec: "best", seed: 1, budget, threshold };
    let valued = analyse(&game, params, |_, _| {}).unwrap();
    assert_eq!(valued.len(), 3);
    assert!(valued.iter().all(|valued| !valued.mistake));
}

/// Ten nodes used to be spent on 24 deals, none of which visited an option.
#[test]
fn levels_of_hidden_games_spend_few_nodes_on_few_deals() {
    let start = hidden_game::<PICK>().start(&Options::new()).unwrap();
    for level in Level::ALL {
        for seed in 0..20 {
            let mut bot = hidden_bots::<PICK>().bot(level.name(), seed).unwrap();
            let choices = choose_move(&mut *bot, &*start, Budget::nodes(20)).unwrap();
            assert_eq!(choices, [3], "{}, seed {seed}", level.name());
        }
    }
    let chosen = |seed| {
        let mut bot = hidden_bots::<PICK>().bot("level1", seed).unwrap();
        choose_move(&mut *bot, &*start, Budget::nodes(1)).unwrap()[0]
    };
    let first = chosen(0);
    assert!((1..20).any(|seed| chosen(seed) != first), "a single node visits no option");
}
