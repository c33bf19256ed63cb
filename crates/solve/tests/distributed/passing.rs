//! A game in which a seat may have to pass: Othello on four by four squares.

use ennead_game::{
    Census, Child, Game, Keys, LayerKey, NoKeysError, Outcome, Packed, Random, Seat, SplitMix64,
    Turn, visit_by_choices,
};
use ennead_solve::distributed::solve;
use ennead_solve::{AnySolver, Graph, SolvedTable, SolvedValue, SolverOf};

use super::{Scratch, plan};

const SIDE: i32 = 4;

/// The discs of both seats as sets of squares, and the seat to move. A seat without a move passes,
/// which takes no choice; the game is over once neither seat has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Othello<const KEYS: u8> {
    discs: [u16; 2],
    mover: Seat,
}

/// The keys are right.
const RIGHT: u8 = 0;
/// The keys do not tell who is to move.
const NO_MOVER: u8 = 1;
/// Children always say that the other seat moves next.
const ALTERNATING: u8 = 2;
/// All positions are in one layer.
const ONE_LAYER: u8 = 3;

fn neighbour(square: i32, (across, down): (i32, i32)) -> Option<i32> {
    let (x, y) = (square % SIDE + across, square / SIDE + down);
    ((0..SIDE).contains(&x) && (0..SIDE).contains(&y)).then_some(y * SIDE + x)
}

impl<const KEYS: u8> Othello<KEYS> {
    /// The discs that a seat turns by a disc on a square.
    fn turned(&self, seat: Seat, square: i32) -> u16 {
        let (own, other) = (self.discs[seat.index()], self.discs[seat.other().index()]);
        if (own | other) >> square & 1 == 1 {
            return 0;
        }
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|d| *d != (0, 0));
        around.fold(0, |all, direction| {
            let (mut line, mut at) = (0, neighbour(square, direction));
            while let Some(here) = at.filter(|here| other >> here & 1 == 1) {
                line |= 1 << here;
                at = neighbour(here, direction);
            }
            if at.is_some_and(|here| own >> here & 1 == 1) { all | line } else { all }
        })
    }

    fn moves(&self, seat: Seat) -> Vec<i32> {
        (0..SIDE * SIDE).filter(|square| self.turned(seat, *square) != 0).collect()
    }
}

impl<const KEYS: u8> Game for Othello<KEYS> {
    const ID: &'static str = "othello4";
    const NUMBER: u8 = 203;
    type Setup = ();

    fn new((): &()) -> Self {
        Othello { discs: [0b0000_0010_0100_0000, 0b0000_0100_0010_0000], mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        if !self.moves(self.mover).is_empty() {
            return Turn::Seat(self.mover);
        }
        let [first, second] = self.discs.map(u16::count_ones);
        Turn::Over(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::FIRST),
            std::cmp::Ordering::Less => Outcome::Win(Seat::SECOND),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn options(&self) -> u32 {
        self.moves(self.mover).len() as u32
    }

    fn choose(&mut self, option: u32) {
        let square = self.moves(self.mover)[option as usize];
        let turned = self.turned(self.mover, square);
        self.discs[self.mover.index()] |= turned | 1 << square;
        self.discs[self.mover.other().index()] &= !turned;
        if !self.moves(self.mover.other()).is_empty() {
            self.mover = self.mover.other();
        }
    }
}

impl<const KEYS: u8> Packed for Othello<KEYS> {
    type Keys = OthelloKeys;

    fn keys((): &()) -> Result<OthelloKeys, NoKeysError> {
        Ok(OthelloKeys)
    }
}

#[derive(Clone)]
struct OthelloKeys;

impl<const KEYS: u8> Keys<Othello<KEYS>> for OthelloKeys {
    type Word = u64;

    fn last_layer(&self) -> u32 {
        12
    }

    fn bits(&self, _: u32) -> u32 {
        33
    }

    fn pack(&self, position: &Othello<KEYS>) -> Option<LayerKey<u64>> {
        let [first, second] = position.discs.map(u64::from);
        let mover = if KEYS == NO_MOVER { 0 } else { u64::from(position.mover.0) };
        let layer = if KEYS == ONE_LAYER { 0 } else { (first | second).count_ones() - 4 };
        Some(LayerKey { layer, word: mover << 32 | first << 16 | second })
    }

    fn unpack(&self, key: LayerKey<u64>) -> Othello<KEYS> {
        let discs = [(key.word >> 16) as u16, key.word as u16];
        Othello { discs, mover: Seat((key.word >> 32) as u8) }
    }

    fn census(&self, key: LayerKey<u64>) -> Census {
        let position: Othello<KEYS> = self.unpack(key);
        Census { orbit: 1, over: position.outcome().is_some() }
    }

    fn visit_children(&self, key: LayerKey<u64>, mut visit: impl FnMut(Child<u64>)) {
        let position: Othello<KEYS> = self.unpack(key);
        visit_by_choices(self, position, |child: Child<u64>| {
            visit(Child { again: child.again && KEYS != ALTERNATING, ..child });
        });
    }
}

type Rightly = Othello<RIGHT>;

ennead_game::conformance!(Rightly, [()], solver_keys);

#[test]
fn a_game_with_passes_is_solved_as_plain_search_does() {
    ennead_solve::suite::solve::<Rightly>(&());
}

#[test]
#[should_panic(expected = "children of")]
fn the_suite_rejects_keys_that_do_not_tell_who_is_to_move() {
    ennead_game::suite::solver_keys::<Othello<NO_MOVER>>(&());
}

#[test]
#[should_panic(expected = "children of")]
fn the_suite_rejects_children_that_ignore_a_pass() {
    ennead_game::suite::solver_keys::<Othello<ALTERNATING>>(&());
}

#[test]
#[should_panic(expected = "but layers grow with every move")]
fn the_suite_rejects_layers_that_do_not_grow() {
    ennead_game::suite::solver_keys::<Othello<ONE_LAYER>>(&());
}

#[test]
#[should_panic(expected = "left: ")]
fn a_solve_that_ignores_passes_differs_from_plain_search() {
    ennead_solve::suite::solve::<Othello<ALTERNATING>>(&());
}

/// Plays random games and follows what `ennead probe` says, to the end.
#[test]
fn probing_a_game_with_passes_tells_the_value_for_whoever_moves() {
    let scratch = Scratch::new();
    solve::<Rightly>(&(), &plan(scratch.path(), 1)).unwrap();
    let table = SolverOf::<Rightly>::new().open(scratch.path()).unwrap();
    let mut random = SplitMix64::new(4);
    let (mut passes, mut lost_by_the_last) = (0, 0);
    for _ in 0..300 {
        let (mut position, mut choices) = (Rightly::new(&()), Vec::new());
        let mut last = Seat::SECOND;
        while let Turn::Seat(mover) = position.turn() {
            passes += usize::from(mover == last && !choices.is_empty());
            last = mover;
            choices.push(random.below(position.options().into()) as u32);
            position.choose(choices[choices.len() - 1]);
        }
        let found = table.solution(&choices).unwrap();
        let expected = match position.outcome().unwrap().score(last) {
            1 => SolvedValue::Loss(0),
            0 => SolvedValue::Draw,
            _ => SolvedValue::Win(0),
        };
        assert_eq!((found.value, found.options.len()), (expected, 0), "{position:?}");
        lost_by_the_last += usize::from(expected == SolvedValue::Win(0));
    }
    assert!(passes > 50 && lost_by_the_last > 20, "{passes}, {lost_by_the_last}");

    // Best play from the start takes as many moves as it says, and ends as it says.
    let table = SolvedTable::<Rightly>::open(scratch.path()).unwrap();
    let mut position = Rightly::new(&());
    let value = table.value(&position).unwrap();
    let line = table.line(&position).unwrap();
    line.iter().for_each(|option| position.choose(*option));
    let score = position.outcome().unwrap().score(Seat::FIRST);
    let moves = line.len() as u32;
    assert_eq!(value, if score > 0 { SolvedValue::Win(moves) } else { SolvedValue::Loss(moves) });
}

/// The graph in memory says that it is for games whose seats alternate.
#[test]
fn the_graph_rejects_a_game_with_passes() {
    let error = Graph::<Rightly>::build(&(), 100_000).unwrap_err().to_string();
    assert!(error.contains("do not alternate"), "{error}");
}

impl ennead_game::Symmetric for Rightly {
    const SYMMETRIES: u32 = 1;
    type Key = ([u16; 2], u8);

    fn key(&self) -> Self::Key {
        (self.discs, self.mover.0)
    }

    fn transform(&self, _: u32) -> Self {
        *self
    }

    fn transform_option(&self, _: u32, option: u32) -> u32 {
        option
    }
}
