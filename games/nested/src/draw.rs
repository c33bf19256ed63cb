//! Text drawings of up to three levels of grids; a decided grid is one big mark.
//!
//! Playable grids are drawn in brackets and in colour. Below the third level a grid is a single
//! character: `·` untouched, `+` touched, `?` unseen.

use anstyle::{AnsiColor, Style};
use ennead_game::Game;

use crate::formats::grid::{Cell, Grid};
use crate::grid_result::{GridResult, outcome_text};
use crate::rules::Representation;
use crate::{Nested, NoGridError, Path, Rules, SubGrid};

/// Number of levels drawn.
const LEVELS: u32 = 3;

/// The content of a cell to draw.
enum DrawnCell<R> {
    Blank,
    Decided(GridResult),
    Grid(R),
    /// A grid that is missing from the data.
    Unseen,
}

/// A source of grids to draw.
trait GridSource {
    type Ref: Copy;
    fn cell(&self, grid: Self::Ref, cell: u8) -> DrawnCell<Self::Ref>;
    /// The character for a grid below the drawn levels.
    fn symbol(&self, grid: Self::Ref) -> char;
    /// Whether the next move may be in this grid or below it.
    fn is_active(&self, path: &[u8]) -> bool;
    /// The owner of a grid that is still playable.
    fn owner(&self, _path: &[u8]) -> Option<GridResult> {
        None
    }
}

impl<'a> GridSource for &'a Nested {
    type Ref = SubGrid<'a>;

    fn cell(&self, grid: SubGrid<'a>, cell: u8) -> DrawnCell<SubGrid<'a>> {
        match (grid.result(cell), grid.child(cell)) {
            (Some(result), _) => DrawnCell::Decided(result),
            (None, Some(child)) => DrawnCell::Grid(child),
            (None, None) => DrawnCell::Blank,
        }
    }

    fn symbol(&self, grid: SubGrid<'a>) -> char {
        if grid.is_touched() { '+' } else { '·' }
    }

    fn is_active(&self, path: &[u8]) -> bool {
        let common = |other: &[u8]| path.iter().zip(other).all(|(a, b)| a == b);
        let target = self.target();
        self.outcome().is_none()
            && target.is_none_or(|target| common(target.cells()))
            && common(self.half_made().cells())
    }

    fn owner(&self, path: &[u8]) -> Option<GridResult> {
        match (&self.0, path) {
            (Representation::Flat(flat), [grid]) if flat.rules() == Rules::Open => {
                flat.result(*grid)
            }
            _ => None,
        }
    }
}

/// A decoded grid with an index of its sub-grids.
struct DecodedGrid<'a> {
    grid: &'a Grid,
    first: Vec<usize>,
}

impl GridSource for DecodedGrid<'_> {
    type Ref = usize;

    fn cell(&self, grid: usize, cell: u8) -> DrawnCell<usize> {
        match (self.grid.cell(grid, cell), self.grid.sub_grid(&self.first, grid, cell)) {
            (Cell::Blank, _) => DrawnCell::Blank,
            (Cell::Decided(result), _) => DrawnCell::Decided(result),
            (Cell::SubGrid, Some(sub)) => DrawnCell::Grid(sub),
            (Cell::SubGrid, None) => DrawnCell::Unseen,
        }
    }

    fn symbol(&self, _: usize) -> char {
        '+'
    }

    fn is_active(&self, _: &[u8]) -> bool {
        false
    }
}

/// Draws a position, or the part of it below a path.
pub fn draw_position(position: &Nested, at: &Path) -> Result<String, NoGridError> {
    let grid = position.grid_at(at)?;
    let mut canvas = Canvas::new(grid.levels().min(LEVELS));
    let mut path = at.cells().to_vec();
    canvas.grid(&position, grid, Spot::ORIGIN, canvas.levels, &mut path);
    let mut text = canvas.text();
    text.push_str(&caption(position));
    Ok(text)
}

/// Draws grids of any shape.
pub fn draw_grid(grid: &Grid) -> String {
    let mut canvas = Canvas::new(grid.levels(LEVELS));
    let source = DecodedGrid { grid, first: grid.first_sub_grids() };
    canvas.grid(&source, 0, Spot::ORIGIN, canvas.levels, &mut Vec::new());
    canvas.text()
}

/// A sentence with the player to move and the target, or with the outcome.
pub(crate) fn caption(position: &Nested) -> String {
    if let Some(outcome) = position.outcome() {
        return format!("The game is over: {}.\n", outcome_text(outcome));
    }
    let mover = position.mover().map_or_else(String::new, |mark| mark.to_string());
    let place = match position.target() {
        Some(target) => format!("in grid {target}"),
        None => "anywhere".to_string(),
    };
    let begun = position.half_made();
    let half = if begun.cells().is_empty() {
        String::new()
    } else {
        format!(", and has begun with {begun}")
    };
    format!("{mover} is to move {place}{half}.\n")
}

#[derive(Clone, Copy)]
struct Spot {
    row: usize,
    column: usize,
}

impl Spot {
    const ORIGIN: Spot = Spot { row: 0, column: 0 };

    fn plus(self, rows: usize, columns: usize) -> Spot {
        Spot { row: self.row + rows, column: self.column + columns }
    }
}

/// Height and width of a grid with this many levels drawn; of a cell for 0.
fn size(levels: u32) -> (usize, usize) {
    match levels {
        0 => (1, 1),
        1 => (3, 7),
        _ => {
            let (height, width) = size(levels - 1);
            (height * 3 + 2, width * 3 + 2)
        }
    }
}

/// A grid of characters with styles.
struct Canvas {
    levels: u32,
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn new(levels: u32) -> Self {
        let (height, width) = size(levels);
        Canvas { levels, rows: vec![vec![(' ', Style::new()); width]; height] }
    }

    fn put(&mut self, spot: Spot, character: char, style: Style) {
        self.rows[spot.row][spot.column] = (character, style);
    }

    /// Draws a grid and its sub-grids, recursing at most [`LEVELS`] deep.
    fn grid<P: GridSource>(
        &mut self,
        source: &P,
        grid: P::Ref,
        spot: Spot,
        levels: u32,
        path: &mut Vec<u8>,
    ) {
        if levels == 1 {
            self.brackets(source, spot, path);
        } else {
            self.rules(spot, levels);
        }
        for cell in 0..9 {
            let here = spot_of(spot, levels, cell);
            match source.cell(grid, cell) {
                DrawnCell::Decided(result) if levels > 1 => {
                    self.big(result, here, size(levels - 1));
                }
                DrawnCell::Decided(result) => self.put(here, result.letter(), style(Some(result))),
                DrawnCell::Grid(sub) if levels > 1 => {
                    path.push(cell);
                    self.grid(source, sub, here, levels - 1, path);
                    path.pop();
                }
                DrawnCell::Grid(sub) => self.put(here, source.symbol(sub), style(None)),
                DrawnCell::Unseen => self.put(middle(here, levels), '?', style(None)),
                DrawnCell::Blank => self.put(middle(here, levels), '.', style(None)),
            }
        }
    }

    /// Draws brackets around a playable lowest grid, with the letter of its owner, if any.
    fn brackets<P: GridSource>(&mut self, source: &P, spot: Spot, path: &[u8]) {
        let bright = AnsiColor::Green.on_default().bold();
        let (left, right) = if source.is_active(path) { ('[', ']') } else { (' ', ' ') };
        for row in 0..3 {
            self.put(spot.plus(row, 0), left, bright);
            self.put(spot.plus(row, 6), right, bright);
            if let Some(owner) = source.owner(path) {
                self.put(
                    spot.plus(row, 6),
                    owner.letter().to_ascii_lowercase(),
                    style(Some(owner)),
                );
            }
        }
    }

    /// Draws the lines between the nine parts of a grid.
    fn rules(&mut self, spot: Spot, levels: u32) {
        let (height, width) = size(levels);
        let (part_height, part_width) = size(levels - 1);
        let (across, down, cross) =
            if levels == 2 { ('─', '│', '┼') } else { ('═', '║', '╬') };
        let faint = style(None);
        for line in [1, 2] {
            let (row, column) = (line * part_height + line - 1, line * part_width + line - 1);
            (0..width).for_each(|at| self.put(spot.plus(row, at), across, faint));
            (0..height).for_each(|at| self.put(spot.plus(at, column), down, faint));
        }
        for (row, column) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let at = spot.plus(row * part_height + row - 1, column * part_width + column - 1);
            self.put(at, cross, faint);
        }
    }

    /// Draws a decided grid: an X from corner to corner, an O around the centre, or a block of B.
    fn big(&mut self, result: GridResult, spot: Spot, (height, width): (usize, usize)) {
        let last = height - 1;
        for row in 0..height {
            for column in 1..width - 1 {
                let edge = row == 0 || row == last;
                let slant = 1 + row * (width - 3) / last;
                let drawn = match result {
                    GridResult::X => column == slant || column == width - 1 - slant,
                    GridResult::O if edge => column > width / 6 && column < width - 1 - width / 6,
                    GridResult::O => column == 1 || column == width - 2,
                    GridResult::Both => (row + column) % 2 == 1,
                };
                if drawn {
                    self.put(spot.plus(row, column), result.letter(), style(Some(result)));
                }
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let used =
                row.iter().rposition(|(character, _)| *character != ' ').map_or(0, |last| last + 1);
            for (character, style) in &row[..used] {
                if *style == Style::new() || *character == ' ' {
                    text.push(*character);
                } else {
                    text.push_str(&format!("{style}{character}{style:#}"));
                }
            }
            text.push('\n');
        }
        text
    }
}

/// The origin of a cell of a grid.
fn spot_of(spot: Spot, levels: u32, cell: u8) -> Spot {
    let (row, column) = (usize::from(cell / 3), usize::from(cell % 3));
    if levels == 1 {
        return spot.plus(row, 1 + 2 * column);
    }
    let (height, width) = size(levels - 1);
    spot.plus(row * (height + 1), column * (width + 1))
}

/// The centre of a cell with this many levels.
fn middle(spot: Spot, levels: u32) -> Spot {
    let (height, width) = size(levels - 1);
    spot.plus(height / 2, width / 2)
}

fn style(result: Option<GridResult>) -> Style {
    match result {
        Some(GridResult::X) => AnsiColor::Cyan.on_default().bold(),
        Some(GridResult::O) => AnsiColor::Yellow.on_default().bold(),
        Some(GridResult::Both) => AnsiColor::Magenta.on_default(),
        None => Style::new().dimmed(),
    }
}
