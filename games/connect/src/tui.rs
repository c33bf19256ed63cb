//! The terminal board: a rack of columns if stones fall, a sheet of cells otherwise.

use ennead_game::{Game, Notation, View, ViewData, Viewer};
use ennead_tui::board::{
    Board, BoardUpdate, CURSOR, Extent, FAINT, HEADING, HINT, KeyHelp, LAST, Mouse, Reply, Symbol,
    fill, put,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::{Connect, ConnectSetup, ConnectView, Mark, draw_position};

/// Cell sizes, largest first.
const SIZES: [Extent; 4] = [(11, 5), (7, 3), (5, 1), (3, 1)];
/// Rows above the board, for the arrow over a column, and below it, for the names of columns.
const ABOVE: u16 = 1;
const BELOW: u16 = 1;
/// Columns beside the board, for the numbers of rows or the left wall.
const BESIDE: u16 = 3;

/// A rack of columns or a sheet of cells, with a cursor and the last move.
pub struct ConnectBoard {
    view: ConnectView,
    /// The label under the cursor.
    cursor: u8,
    is_my_turn: bool,
    /// The index of the cell of the last move.
    last: Option<u8>,
    /// The label that a hint points at.
    hint: Option<u8>,
}

impl Default for ConnectBoard {
    fn default() -> Self {
        let start = Connect::new(&ConnectSetup::default());
        let view = start.view(Viewer::Spectator);
        let cursor = middle(start.setup());
        ConnectBoard { view, cursor, is_my_turn: false, last: None, hint: None }
    }
}

/// The label in the middle of the board.
fn middle(setup: &ConnectSetup) -> u8 {
    let column = setup.width() / 2;
    if setup.gravity() { column } else { setup.height() / 2 * setup.width() + column }
}

/// The layout of cells in an area.
#[derive(Clone, Copy)]
struct Cells {
    left: u16,
    top: u16,
    cell: Extent,
    setup: ConnectSetup,
}

impl Cells {
    /// The extent of a board with cells of this size.
    fn extent(setup: &ConnectSetup, cell: Extent) -> Extent {
        let (width, height) = (u16::from(setup.width()), u16::from(setup.height()));
        (BESIDE + width * cell.0, ABOVE + height * cell.1 + BELOW)
    }

    /// The largest cells that fit, centred in the area.
    fn centred(setup: &ConnectSetup, area: Rect) -> Cells {
        let fits = |cell: &Extent| {
            let (width, height) = Self::extent(setup, *cell);
            width <= area.width && height <= area.height
        };
        let cell = SIZES.into_iter().find(fits).unwrap_or(SIZES[3]);
        let (width, height) = Self::extent(setup, cell);
        let left = area.x + area.width.saturating_sub(width) / 2 + BESIDE;
        let top = area.y + area.height.saturating_sub(height) / 2 + ABOVE;
        Cells { left, top, cell, setup: *setup }
    }

    /// The area of the cell with this index.
    fn area(&self, index: u8) -> Rect {
        let (row, column) = (index / self.setup.width(), index % self.setup.width());
        Rect {
            x: self.left + u16::from(column) * self.cell.0,
            y: self.top + u16::from(row) * self.cell.1,
            width: self.cell.0,
            height: self.cell.1,
        }
    }

    /// The label at a screen position: a whole column, or a cell.
    fn hit(&self, at: Position) -> Option<u8> {
        let index = (0..self.setup.cells()).find(|index| self.area(*index).contains(at))?;
        Some(if self.setup.gravity() { index % self.setup.width() } else { index })
    }

    /// The names of columns and rows.
    fn draw_names(&self, buffer: &mut Buffer) {
        let below = self.top + u16::from(self.setup.height()) * self.cell.1;
        for column in 0..self.setup.width() {
            let x = self.left + u16::from(column) * self.cell.0 + self.cell.0 / 2;
            let letter = char::from(b'a' + column).to_string();
            let name = if self.setup.gravity() { (column + 1).to_string() } else { letter };
            put(buffer, x, below, &name, FAINT);
        }
        for row in (0..self.setup.height()).filter(|_| !self.setup.gravity()) {
            let y = self.top + u16::from(row) * self.cell.1 + self.cell.1 / 2;
            let number = self.setup.height() - row;
            put(buffer, self.left - BESIDE, y, &format!("{number:>2}"), FAINT);
        }
    }

    /// An arrow over a column.
    fn draw_arrow(&self, column: u8, buffer: &mut Buffer) {
        let x = self.left + u16::from(column) * self.cell.0 + self.cell.0 / 2;
        put(buffer, x, self.top - ABOVE, "▼", HEADING);
    }
}

fn symbol(mark: Mark) -> Symbol {
    match mark {
        Mark::X => Symbol::X,
        Mark::O => Symbol::O,
    }
}

impl ConnectBoard {
    fn position(&self) -> &Connect {
        self.view.position()
    }

    fn setup(&self) -> ConnectSetup {
        *self.position().setup()
    }

    /// The cells of a column, from the bottom up.
    fn column(&self, column: u8) -> impl Iterator<Item = u8> + use<> {
        let setup = self.setup();
        (0..setup.height()).rev().map(move |row| row * setup.width() + column)
    }

    /// The cell that a label refers to: where a stone would come to rest.
    fn resting_cell(&self, label: u8) -> Option<u8> {
        if !self.setup().gravity() {
            return Some(label);
        }
        self.column(label).find(|index| self.position().mark_at(*index).is_none())
    }

    /// The cell of the last move, parsed from its text.
    fn last_cell(&self, text: &str) -> Option<u8> {
        let setup = self.setup();
        let mv = Connect::parse_move(text).ok()?;
        match mv.row() {
            Some(row) => {
                let from_top = setup.height().checked_sub(row + 1)?;
                Some(from_top * setup.width() + mv.column())
            }
            None => self
                .column(mv.column())
                .filter(|index| self.position().mark_at(*index).is_some())
                .last(),
        }
    }

    fn choose(&mut self, label: u8) -> Reply {
        self.cursor = label;
        if !self.is_my_turn {
            return Reply::Say("it is not your turn".into());
        }
        let text = self.view.label_text(label);
        let choices = Connect::parse_move(&text).and_then(|mv| self.position().choices_of(&mv));
        match choices {
            Ok(choices) => Reply::Choose(choices),
            Err(error) => Reply::Say(error.to_string()),
        }
    }

    /// The label that an arrow key moves to.
    fn step(&self, key: KeyCode) -> Option<u8> {
        let setup = self.setup();
        let (width, at) = (setup.width(), self.cursor);
        match key {
            KeyCode::Left => Some(if at.is_multiple_of(width) { at } else { at - 1 }),
            KeyCode::Right => Some(if at % width + 1 < width { at + 1 } else { at }),
            KeyCode::Up if !setup.gravity() => Some(if at >= width { at - width } else { at }),
            KeyCode::Down if !setup.gravity() => {
                Some(if at / width + 1 < setup.height() { at + width } else { at })
            }
            _ => None,
        }
    }

    fn style(&self, index: u8, won: &[u8]) -> Style {
        let mark = self.position().mark_at(index);
        let style = mark.map_or(FAINT, |mark| symbol(mark).style());
        let style = if self.last == Some(index) { style.patch(LAST) } else { style };
        let over = self.position().outcome().is_some();
        let is_at = |label: u8| !over && self.resting_cell(label) == Some(index);
        match index {
            _ if won.contains(&index) => style.patch(CURSOR),
            _ if self.is_my_turn && is_at(self.cursor) => style.patch(CURSOR),
            _ if self.hint.is_some_and(is_at) => style.patch(HINT),
            _ => style,
        }
    }
}

const COLUMN_KEYS: &[KeyHelp] = &[
    ("← →", "move the cursor"),
    ("Enter ↓", "drop a disc"),
    ("1 … 9", "drop it into a column"),
    ("click", "the same"),
];
const CELL_KEYS: &[KeyHelp] =
    &[("← ↑ ↓ →", "move the cursor"), ("Enter", "play there"), ("click", "the same")];

impl Board for ConnectBoard {
    fn min_size(&self) -> Extent {
        Cells::extent(&self.setup(), SIZES[3])
    }

    fn update(&mut self, update: &BoardUpdate<'_>) {
        if let Ok(view) = ConnectView::decode(update.view.as_slice()) {
            if view.position().setup() != self.position().setup() {
                self.cursor = middle(view.position().setup());
            }
            self.view = view;
        }
        self.is_my_turn = update.is_my_turn;
        self.last = update.last_move.as_ref().and_then(|text| self.last_cell(text));
        self.hint = None;
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        if let Some(label) = self.step(key) {
            self.cursor = label;
            return Reply::Changed;
        }
        let setup = self.setup();
        match key {
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Down => self.choose(self.cursor),
            KeyCode::Char(digit @ '1'..='9') if setup.gravity() => {
                let column = digit as u8 - b'1';
                if column < setup.width() { self.choose(column) } else { Reply::Ignored }
            }
            _ => Reply::Ignored,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        match Cells::centred(&self.setup(), area).hit(at) {
            Some(label) if mouse == Mouse::Click => self.choose(label),
            _ => Reply::Ignored,
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        let labels = self.position().labels();
        self.hint = choices.first().and_then(|option| labels.get(*option as usize)).copied();
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let setup = self.setup();
        let cells = Cells::centred(&setup, area);
        cells.draw_names(buffer);
        let over = self.position().outcome().is_some();
        if setup.gravity() && self.is_my_turn && !over {
            cells.draw_arrow(self.cursor, buffer);
        }
        let won = self.position().line();
        for index in 0..setup.cells() {
            let cell = cells.area(index);
            let style = self.style(index, &won);
            fill(buffer, cell, style);
            match self.position().mark_at(index) {
                Some(mark) => symbol(mark).draw(buffer, cell, style),
                None => put(buffer, cell.x + cell.width / 2, cell.y + cell.height / 2, "·", style),
            }
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        if self.setup().gravity() { COLUMN_KEYS } else { CELL_KEYS }
    }

    fn text(&self) -> Option<String> {
        Some(draw_position(self.position()))
    }

    fn notation(&self) -> &'static str {
        if self.setup().gravity() { "the number of a column" } else { "a cell such as c3" }
    }
}
