//! Grids for people: up to three levels of them, decided ones as one big mark.
//!
//! The grids that may be played in stand in brackets, and in colour where there is colour. Below the third level a grid is
//! one character: `·` nobody has played there, `+` somebody has, `?` it is not known.

use anstyle::{AnsiColor, Style};
use ennead_game::Game;

use crate::formats::grid::{Cell, Grid};
use crate::rules::Board;
use crate::worth::{Worth, outcome_text};
use crate::{Nested, NoGridError, Path, Rules, SubGrid};

/// How many levels are drawn.
const LEVELS: u32 = 3;

/// What is drawn in a cell.
enum Look<R> {
    Blank,
    Worth(Worth),
    Grid(R),
    /// A grid that is not known.
    Unseen,
}

/// Something that has grids to draw.
trait Picture {
    type Ref: Copy;
    fn look(&self, grid: Self::Ref, cell: u8) -> Look<Self::Ref>;
    /// The character of a grid that is too far down to be drawn.
    fn small(&self, grid: Self::Ref) -> char;
    /// Whether the next move may be in this grid or below it.
    fn is_active(&self, path: &[u8]) -> bool;
    /// Who owns a grid that can still be played in.
    fn owner(&self, _path: &[u8]) -> Option<Worth> {
        None
    }
}

impl<'a> Picture for &'a Nested {
    type Ref = SubGrid<'a>;

    fn look(&self, grid: SubGrid<'a>, cell: u8) -> Look<SubGrid<'a>> {
        match (grid.worth(cell), grid.child(cell)) {
            (Some(worth), _) => Look::Worth(worth),
            (None, Some(child)) => Look::Grid(child),
            (None, None) => Look::Blank,
        }
    }

    fn small(&self, grid: SubGrid<'a>) -> char {
        if grid.is_touched() { '+' } else { '·' }
    }

    fn is_active(&self, path: &[u8]) -> bool {
        let common = |other: &[u8]| path.iter().zip(other).all(|(a, b)| a == b);
        let target = self.target();
        self.outcome().is_none()
            && target.is_none_or(|target| common(target.cells()))
            && common(self.half_made().cells())
    }

    fn owner(&self, path: &[u8]) -> Option<Worth> {
        match (&self.0, path) {
            (Board::Flat(flat), [grid]) if flat.rules() == Rules::Open => flat.worth(*grid),
            _ => None,
        }
    }
}

/// A decoded grid with its index.
struct Indexed<'a> {
    grid: &'a Grid,
    first: Vec<usize>,
}

impl Picture for Indexed<'_> {
    type Ref = usize;

    fn look(&self, grid: usize, cell: u8) -> Look<usize> {
        match (self.grid.cell(grid, cell), self.grid.sub_grid(&self.first, grid, cell)) {
            (Cell::Blank, _) => Look::Blank,
            (Cell::Worth(worth), _) => Look::Worth(worth),
            (Cell::SubGrid, Some(sub)) => Look::Grid(sub),
            (Cell::SubGrid, None) => Look::Unseen,
        }
    }

    fn small(&self, _: usize) -> char {
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
    let picture = Indexed { grid, first: grid.first_sub_grids() };
    canvas.grid(&picture, 0, Spot::ORIGIN, canvas.levels, &mut Vec::new());
    canvas.text()
}

/// Who is to move where, or how the game ended.
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
    let half = if begun.cells().is_empty() { String::new() } else { format!(", and has begun with {begun}") };
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

/// Height and width of a grid with this many levels drawn; of a cell for none.
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

/// Characters with a style each.
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

    /// Draws a grid and what is below it: at most [`LEVELS`] calls deep.
    fn grid<P: Picture>(&mut self, picture: &P, grid: P::Ref, spot: Spot, levels: u32, path: &mut Vec<u8>) {
        if levels == 1 {
            self.brackets(picture, spot, path);
        } else {
            self.rules(spot, levels);
        }
        for cell in 0..9 {
            let here = spot_of(spot, levels, cell);
            match picture.look(grid, cell) {
                Look::Worth(worth) if levels > 1 => self.big(worth, here, size(levels - 1)),
                Look::Worth(worth) => self.put(here, worth.letter(), style(Some(worth))),
                Look::Grid(sub) if levels > 1 => {
                    path.push(cell);
                    self.grid(picture, sub, here, levels - 1, path);
                    path.pop();
                }
                Look::Grid(sub) => self.put(here, picture.small(sub), style(None)),
                Look::Unseen => self.put(middle(here, levels), '?', style(None)),
                Look::Blank => self.put(middle(here, levels), '.', style(None)),
            }
        }
    }

    /// Brackets around a lowest grid that may be played in, and the letter of its owner, if it has one.
    fn brackets<P: Picture>(&mut self, picture: &P, spot: Spot, path: &[u8]) {
        let bright = AnsiColor::Green.on_default().bold();
        let (left, right) = if picture.is_active(path) { ('[', ']') } else { (' ', ' ') };
        for row in 0..3 {
            self.put(spot.plus(row, 0), left, bright);
            self.put(spot.plus(row, 6), right, bright);
            if let Some(owner) = picture.owner(path) {
                self.put(spot.plus(row, 6), owner.letter().to_ascii_lowercase(), style(Some(owner)));
            }
        }
    }

    /// The lines between the nine parts of a grid.
    fn rules(&mut self, spot: Spot, levels: u32) {
        let (height, width) = size(levels);
        let (part_height, part_width) = size(levels - 1);
        let (across, down, cross) = if levels == 2 { ('─', '│', '┼') } else { ('═', '║', '╬') };
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

    /// A decided grid: an X from corner to corner, an O around the middle, or a full block of B.
    fn big(&mut self, worth: Worth, spot: Spot, (height, width): (usize, usize)) {
        let last = height - 1;
        for row in 0..height {
            for column in 1..width - 1 {
                let edge = row == 0 || row == last;
                let slant = 1 + row * (width - 3) / last;
                let drawn = match worth {
                    Worth::X => column == slant || column == width - 1 - slant,
                    Worth::O if edge => column > width / 6 && column < width - 1 - width / 6,
                    Worth::O => column == 1 || column == width - 2,
                    Worth::Both => (row + column) % 2 == 1,
                };
                if drawn {
                    self.put(spot.plus(row, column), worth.letter(), style(Some(worth)));
                }
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let used = row.iter().rposition(|(character, _)| *character != ' ').map_or(0, |last| last + 1);
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

/// Where a cell of a grid begins.
fn spot_of(spot: Spot, levels: u32, cell: u8) -> Spot {
    let (row, column) = (usize::from(cell / 3), usize::from(cell % 3));
    if levels == 1 {
        return spot.plus(row, 1 + 2 * column);
    }
    let (height, width) = size(levels - 1);
    spot.plus(row * (height + 1), column * (width + 1))
}

/// The middle of a cell of a grid with this many levels.
fn middle(spot: Spot, levels: u32) -> Spot {
    let (height, width) = size(levels - 1);
    spot.plus(height / 2, width / 2)
}

fn style(worth: Option<Worth>) -> Style {
    match worth {
        Some(Worth::X) => AnsiColor::Cyan.on_default().bold(),
        Some(Worth::O) => AnsiColor::Yellow.on_default().bold(),
        Some(Worth::Both) => AnsiColor::Magenta.on_default(),
        None => Style::new().dimmed(),
    }
}
