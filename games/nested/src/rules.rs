//! The rules: a move is one cell per level, and sends the opponent to the grid named by its lower
//! cells.

use std::fmt;

use ennead_game::nine::{FULL, Mask, bit, cells, count};
use ennead_game::{Game, Outcome, Predictor, Turn};
use thiserror::Error;

use crate::flat::Flat;
use crate::grid_result::{GridResult, outcome_text};
use crate::node::{Masks, NONE, ROOT};
use crate::path::path_text;
use crate::tree::GridTree;
use crate::{Mark, NestedSetup, Path, Rules};

/// A position of a nested game of any depth, between moves or inside one. X has the first seat.
///
/// A move is one choice per level. The options of a choice are the cells that may be entered, in
/// ascending order, row by row from the top left; each step towards a target is a forced choice.
///
/// ```
/// use ennead_game::{Game, Outcome, Seat, Turn};
/// use ennead_nested::{Mark, Nested, NestedSetup, Path, Rules};
/// let mut position = Nested::new(&NestedSetup::new(3, Mark::X, Rules::Both)?);
/// position.place(&"5.1.9".parse()?)?;
/// assert_eq!(position.turn(), Turn::Seat(Seat::SECOND));
/// assert_eq!(position.target(), Some("1.9".parse()?));
/// assert_eq!(position.options(), 1);
/// assert_eq!(
///     position.place(&"5.1.1".parse()?).unwrap_err().to_string(),
///     "the move must be in grid 1.9, where the last move sends the player"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Nested(pub(crate) Representation);

/// A bitboard at depth 2, a tree at all other depths.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Representation {
    Flat(Flat),
    Tree(Box<GridTree>),
}

/// An illegal whole move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The path has the wrong length.
    #[error("a move at depth {depth} has {depth} cell(s), not {found}")]
    Length {
        /// The depth of the game.
        depth: u32,
        /// The length of the path.
        found: usize,
    },
    /// The game is over.
    #[error("the game is over: {}", outcome_text(*.0))]
    Over(Outcome),
    /// Another move is half made.
    #[error("a move is half made: it has begun with {0}")]
    HalfMade(Path),
    /// The player is sent to another grid.
    #[error("the move must be in grid {0}, where the last move sends the player")]
    Sent(Path),
    /// A grid on the path is decided.
    #[error(transparent)]
    NoGrid(#[from] NoGridError),
    /// The grid is full (open rules).
    #[error("grid {0} is full")]
    Full(Path),
    /// The cell has a mark.
    #[error("cell {cell} is taken by {by}")]
    Taken {
        /// The cell.
        cell: Path,
        /// The mark on it.
        by: Mark,
    },
}

/// A path that does not lead to a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoGridError {
    /// A grid on the path is decided.
    #[error("grid {grid} is decided: {}", result_text(*.result))]
    Decided {
        /// The grid.
        grid: Path,
        /// Its result.
        result: GridResult,
    },
    /// The path leads to a cell or below one.
    #[error(
        "{path} is too long for the path of a grid: at depth {depth} it has at most {} cell(s)",
        depth - 1
    )]
    Long {
        /// The path.
        path: Path,
        /// The depth of the game.
        depth: u32,
    },
}

fn result_text(result: GridResult) -> &'static str {
    match result {
        GridResult::X => "X has won it",
        GridResult::O => "O has won it",
        GridResult::Both => "it is drawn",
    }
}

/// A grid of a position: the top grid or an undecided one below it.
#[derive(Clone, Copy)]
pub struct SubGrid<'a> {
    position: &'a Nested,
    levels: u32,
    node: u32,
}

impl<'a> SubGrid<'a> {
    /// Number of levels of grids from this one down; 1 for a lowest grid.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Whether any cell in it has been played.
    pub fn is_touched(&self) -> bool {
        self.node != NONE
    }

    /// Its cells. Under open rules a won grid counts as open while it is playable.
    pub fn masks(&self) -> Masks {
        match &self.position.0 {
            _ if self.node == NONE => Masks::default(),
            Representation::Tree(tree) => tree.nodes().masks(self.node),
            Representation::Flat(flat) if self.node == ROOT => flat_top(flat),
            Representation::Flat(flat) => {
                let (x, o) = flat.marks(self.node as u8 - 1);
                Masks { x, o, open: 0 }
            }
        }
    }

    /// The mark or result of a cell.
    pub fn result(&self, cell: u8) -> Option<GridResult> {
        let masks = self.masks();
        GridResult::of_bits(masks.x & bit(cell) != 0, masks.o & bit(cell) != 0)
    }

    /// The grid in a cell, unless it is decided or this is a lowest grid.
    pub fn child(&self, cell: u8) -> Option<SubGrid<'a>> {
        if self.levels == 1 || self.result(cell).is_some() {
            return None;
        }
        Some(SubGrid { levels: self.levels - 1, node: self.child_node(cell), ..*self })
    }

    pub(crate) fn child_node(&self, cell: u8) -> u32 {
        match &self.position.0 {
            _ if self.masks().open & bit(cell) == 0 => NONE,
            Representation::Tree(tree) => tree.nodes().child(self.node, cell),
            Representation::Flat(_) => u32::from(cell) + 1,
        }
    }

    /// Another grid of the same position.
    pub(crate) fn with(&self, node: u32, levels: u32) -> Self {
        SubGrid { node, levels, ..*self }
    }

    pub(crate) fn node(&self) -> u32 {
        self.node
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> Rules {
        self.position.rules()
    }
}

/// The top grid at depth 2. A won grid that is still playable counts as open.
fn flat_top(flat: &Flat) -> Masks {
    let (x, o) = flat.won();
    let shut = if flat.rules() == Rules::Open { full_grids(flat) } else { FULL };
    let (x, o) = (x & shut, o & shut);
    let touched = |grid: &u8| flat.empty(*grid) != FULL && (x | o) & bit(*grid) == 0;
    let open = cells(FULL).filter(touched).fold(0, |mask, grid| mask | bit(grid));
    Masks { x, o, open }
}

fn full_grids(flat: &Flat) -> Mask {
    cells(FULL).filter(|grid| flat.empty(*grid) == 0).fold(0, |mask, grid| mask | bit(grid))
}

impl Nested {
    /// Number of levels of grids.
    pub fn depth(&self) -> u32 {
        match &self.0 {
            Representation::Flat(_) => 2,
            Representation::Tree(tree) => tree.depth(),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        match &self.0 {
            Representation::Flat(flat) => flat.rules(),
            Representation::Tree(tree) => tree.rules(),
        }
    }

    /// The lowest grid that the player is sent to. `None` if the player may move anywhere, if the
    /// game is over, and at depth 1.
    pub fn target(&self) -> Option<Path> {
        match &self.0 {
            Representation::Flat(flat) => flat.target().map(|grid| Path::new(&[grid])),
            Representation::Tree(tree) => tree.target().map(Path::new),
        }
    }

    /// The cells of a half-made move; the empty path if no move is half made.
    pub fn half_made(&self) -> Path {
        match &self.0 {
            Representation::Flat(flat) => {
                flat.chosen().map_or(Path::TOP, |grid| Path::new(&[grid]))
            }
            Representation::Tree(tree) => Path::new(tree.path()),
        }
    }

    /// Whether the next choice completes a move.
    pub(crate) fn is_at_last_choice(&self) -> bool {
        match &self.0 {
            Representation::Flat(flat) => flat.chosen().is_some(),
            Representation::Tree(tree) => tree.path().len() + 1 == tree.depth() as usize,
        }
    }

    /// The player to move; `None` once the game is over.
    pub fn mover(&self) -> Option<Mark> {
        match self.turn() {
            Turn::Seat(seat) => Some(Mark::of(seat)),
            _ => None,
        }
    }

    /// The bitboard, at depth 2.
    pub fn as_flat(&self) -> Option<&Flat> {
        match &self.0 {
            Representation::Flat(flat) => Some(flat),
            Representation::Tree(_) => None,
        }
    }

    /// The top grid.
    pub fn top(&self) -> SubGrid<'_> {
        SubGrid { position: self, levels: self.depth(), node: ROOT }
    }

    /// The grid at a path, or the reason why there is none.
    pub fn grid_at(&self, path: &Path) -> Result<SubGrid<'_>, NoGridError> {
        if path.cells().len() >= self.depth() as usize {
            return Err(NoGridError::Long { path: path.clone(), depth: self.depth() });
        }
        let mut grid = self.top();
        for (index, cell) in path.cells().iter().enumerate() {
            grid = grid.child(*cell).ok_or_else(|| NoGridError::Decided {
                grid: Path::new(&path.cells()[..=index]),
                result: grid.result(*cell).expect("only decided grids are missing"),
            })?;
        }
        Ok(grid)
    }

    /// The options of the next choice, as cells.
    #[inline]
    pub(crate) fn legal(&self) -> Mask {
        match &self.0 {
            Representation::Flat(flat) => flat.legal(),
            Representation::Tree(tree) => tree.legal(),
        }
    }

    /// The option that selects a cell in the next choice.
    pub(crate) fn option_of(&self, cell: u8) -> u32 {
        match &self.0 {
            Representation::Flat(flat) => flat.option_of(cell),
            Representation::Tree(tree) => tree.option_of(cell),
        }
    }

    /// Makes a whole move; on error the position is unchanged.
    pub fn place(&mut self, path: &Path) -> Result<(), PlaceError> {
        self.check(path)?;
        self.put(path.cells());
        Ok(())
    }

    /// Makes a whole move without checks.
    #[inline]
    pub(crate) fn put(&mut self, path: &[u8]) {
        match &mut self.0 {
            Representation::Flat(flat) => flat.put(path[0], path[1]),
            Representation::Tree(tree) => tree.make(path),
        }
    }

    /// Checks that a whole move is legal.
    pub fn check(&self, path: &Path) -> Result<(), PlaceError> {
        let steps = path.cells();
        if steps.len() != self.depth() as usize {
            return Err(PlaceError::Length { depth: self.depth(), found: steps.len() });
        }
        if let Some(outcome) = self.outcome() {
            return Err(PlaceError::Over(outcome));
        }
        let begun = self.half_made();
        if !begun.cells().is_empty() {
            return Err(PlaceError::HalfMade(begun));
        }
        let (last, above) = steps.split_last().expect("the depth is at least 1");
        let grid = self.enterable(above)?;
        match grid.result(*last) {
            None => Ok(()),
            Some(GridResult::X) => Err(PlaceError::Taken { cell: path.clone(), by: Mark::X }),
            Some(_) => Err(PlaceError::Taken { cell: path.clone(), by: Mark::O }),
        }
    }

    /// The lowest grid at a path, if the player may move there.
    fn enterable(&self, path: &[u8]) -> Result<SubGrid<'_>, PlaceError> {
        let here = Path::new(path);
        if let Some(flat) =
            self.as_flat().filter(|flat| flat.rules() == Rules::Open && flat.empty(path[0]) == 0)
        {
            debug_assert!(flat.playable() & bit(path[0]) == 0, "a full grid is not playable");
            return Err(PlaceError::Full(here));
        }
        let grid = self.grid_at(&here)?;
        match self.target() {
            Some(target) if target != here => Err(PlaceError::Sent(target)),
            _ => Ok(grid),
        }
    }
}

impl Game for Nested {
    const ID: &'static str = "nested";
    const NUMBER: u8 = 2;
    type Setup = NestedSetup;
    const MODEL: u8 = crate::model::LATEST;

    fn new(setup: &NestedSetup) -> Self {
        Nested(match setup.depth() {
            2 => Representation::Flat(Flat::of_setup(setup)),
            _ => Representation::Tree(Box::new(GridTree::new(setup))),
        })
    }

    fn predictor(setup: &NestedSetup, model: u8) -> Option<Box<dyn Predictor<Self>>> {
        crate::model::predictor(setup, model)
    }

    #[inline]
    fn turn(&self) -> Turn {
        match &self.0 {
            Representation::Flat(flat) => flat.turn(),
            Representation::Tree(tree) => tree.turn(),
        }
    }

    #[inline]
    fn options(&self) -> u32 {
        count(self.legal())
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        match &mut self.0 {
            Representation::Flat(flat) => flat.choose(option),
            Representation::Tree(tree) => tree.choose(option),
        }
    }
}

impl fmt::Debug for Nested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.target().map(|target| path_text(target.cells()));
        f.debug_struct("Nested")
            .field("depth", &self.depth())
            .field("rules", &self.rules())
            .field("turn", &self.turn())
            .field("target", &target)
            .field("half_made", &self.half_made())
            .finish_non_exhaustive()
    }
}
