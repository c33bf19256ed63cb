//! The terminal board for any depth: two levels of grids on the screen, with keys to descend and
//! ascend.

use std::collections::HashMap;

use ennead_game::{Game, Mark, Notation, ViewData};
use ennead_tui::board::{
    Board, BoardUpdate, CURSOR, Extent, FAINT, HEADING, HINT, KeyHelp, LAST, Mouse, NineCells,
    OPEN, Reply, Symbol, cell_of_digit, fill, neighbour, put,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::{GridResult, Nested, NestedSetup, NestedView, Path, Rules, draw_position};

/// Sizes of a cell of an inner grid, with the gap between inner grids, largest first.
const SIZES: [(Extent, u16); 5] = [((7, 3), 1), ((7, 3), 0), ((5, 1), 1), ((3, 1), 1), ((2, 1), 0)];
/// Sizes of a cell when a lowest grid fills the screen.
const ONE_GRID_SIZES: [Extent; 3] = [(11, 5), (7, 3), (3, 1)];
/// Height of the line with the path.
const CRUMBS: u16 = 1;
const MIDDLE: u8 = 4;

/// The visible grid, with a cursor in it.
pub struct NestedBoard {
    position: Nested,
    /// The path of the visible grid.
    zoom: Vec<u8>,
    /// A cell of that grid and a cell of the grid in it; in a lowest grid, only the second.
    cursor: [u8; 2],
    /// Whether a digit has selected a grid, so the next one selects a cell.
    named: bool,
    is_my_turn: bool,
    last: Vec<u8>,
    hint: Vec<u8>,
    /// The player who moved first.
    first: Mark,
    /// Who played each cell, where the moves are known. Positions drop the cells of decided grids.
    played: HashMap<Vec<u8>, GridResult>,
}

impl Default for NestedBoard {
    fn default() -> Self {
        NestedBoard {
            position: Nested::new(&NestedSetup::default()),
            zoom: Vec::new(),
            cursor: [MIDDLE; 2],
            named: false,
            is_my_turn: false,
            last: Vec::new(),
            hint: Vec::new(),
            first: Mark::X,
            played: HashMap::new(),
        }
    }
}

/// The visible grids: one, or a grid of grids.
enum Layout {
    One(NineCells),
    Two(NineCells, Extent, u16),
}

impl Layout {
    fn inner(area: Rect, cell: Extent, gap: u16) -> NineCells {
        NineCells::centred(area, cell, gap)
    }
}

fn fits(area: Rect, (width, height): Extent) -> bool {
    width <= area.width && height <= area.height
}

fn outer_extent((cell, gap): (Extent, u16)) -> Extent {
    NineCells::extent(NineCells::extent(cell, gap), 1)
}

fn below_crumbs(area: Rect) -> Rect {
    Rect { y: area.y + CRUMBS, height: area.height.saturating_sub(CRUMBS), ..area }
}

fn is_prefix(short: &[u8], long: &[u8]) -> bool {
    long.len() >= short.len() && long[..short.len()] == *short
}

impl NestedBoard {
    fn depth(&self) -> usize {
        self.position.depth() as usize
    }

    /// Number of levels of the visible grid.
    fn levels(&self) -> usize {
        self.depth() - self.zoom.len()
    }

    fn is_lowest(&self) -> bool {
        self.levels() == 1
    }

    fn layout(&self, area: Rect) -> Layout {
        let area = below_crumbs(area);
        if self.is_lowest() {
            let size =
                ONE_GRID_SIZES.into_iter().find(|cell| fits(area, NineCells::extent(*cell, 1)));
            return Layout::One(NineCells::centred(area, size.unwrap_or(ONE_GRID_SIZES[2]), 1));
        }
        let (cell, gap) =
            SIZES.into_iter().find(|size| fits(area, outer_extent(*size))).unwrap_or(SIZES[4]);
        Layout::Two(NineCells::centred(area, NineCells::extent(cell, gap), 1), cell, gap)
    }

    /// The full path of a visible cell.
    fn path_of(&self, cursor: [u8; 2]) -> Vec<u8> {
        let cells = if self.is_lowest() { &cursor[1..] } else { &cursor[..] };
        [&self.zoom[..], cells].concat()
    }

    /// The owner of a cell or grid.
    fn result(&self, path: &[u8]) -> Option<GridResult> {
        let (cell, above) = path.split_last()?;
        match self.position.grid_at(&Path::new(above)) {
            Ok(grid) => grid.result(*cell),
            Err(_) => self.played.get(path).copied(),
        }
    }

    /// Whether a grid can be zoomed into: it is playable, or decided with known moves.
    fn can_look(&self, path: &[u8]) -> bool {
        self.position.grid_at(&Path::new(path)).is_ok() || self.was_played(path)
    }

    /// Whether a move has been made in a grid.
    fn was_played(&self, path: &[u8]) -> bool {
        path.len() < self.depth() && self.played.keys().any(|cell| is_prefix(path, cell))
    }

    /// The decided grid that the screen shows or is part of.
    fn decided(&self) -> Option<(&[u8], GridResult)> {
        let paths = (1..=self.zoom.len()).map(|length| &self.zoom[..length]);
        let decided = |path| Some((path, self.result(path)?));
        paths.filter_map(decided).next()
    }

    /// Replays the moves of a match, which alternate from the first player.
    fn take_moves(&mut self, moves: &[String]) {
        if let Some(mover) = self.position.mover() {
            self.first = if moves.len().is_multiple_of(2) { mover } else { mover.other() };
        }
        let marks = [self.first, self.first.other()].map(|mark| match mark {
            Mark::X => GridResult::X,
            Mark::O => GridResult::O,
        });
        let paths = moves.iter().filter_map(|text| text.parse::<Path>().ok());
        let cells = paths.map(|path| path.cells().to_vec());
        self.played = cells.zip(marks.into_iter().cycle()).collect();
    }

    /// Whether a move may pass through or end in this cell.
    fn is_open(&self, path: &[u8]) -> bool {
        if self.position.mover().is_none() {
            return false;
        }
        if path.len() == self.depth() {
            return self.position.check(&Path::new(path)).is_ok();
        }
        let Some((cell, above)) = path.split_last() else { return true };
        let Ok(grid) = self.position.grid_at(&Path::new(above)) else { return false };
        let target = self.position.target();
        let on_the_way = target.is_none_or(|target| {
            is_prefix(path, target.cells()) || is_prefix(target.cells(), path)
        });
        grid.result(*cell).is_none() && on_the_way
    }

    fn zoom_in(&mut self, cell: u8) -> Reply {
        let mut path = self.zoom.clone();
        path.push(cell);
        if let Err(error) = self.position.grid_at(&Path::new(&path))
            && !self.was_played(&path)
        {
            return Reply::Say(error.to_string());
        }
        let inner = if cell == self.cursor[0] { self.cursor[1] } else { MIDDLE };
        self.zoom = path;
        self.cursor = if self.is_lowest() { [cell, inner] } else { [inner, MIDDLE] };
        Reply::Changed
    }

    fn zoom_out(&mut self) -> Reply {
        let inner = if self.is_lowest() { self.cursor[1] } else { self.cursor[0] };
        let Some(cell) = self.zoom.pop() else {
            return Reply::Say("this is the whole board".into());
        };
        self.cursor = [cell, inner];
        Reply::Changed
    }

    /// Shows the target grid or, on a free move, the lowest grid under the cursor.
    fn jump(&mut self) {
        let target = self
            .position
            .target()
            .map_or_else(|| self.way_down(), |target| target.cells().to_vec());
        let Some((grid, above)) = target.split_last() else { return };
        self.zoom = above.to_vec();
        let free = (0..9).find(|cell| self.is_open(&[&target[..], &[*cell]].concat()));
        self.cursor = [*grid, free.unwrap_or(MIDDLE)];
    }

    /// The path from the cursor down to a lowest grid, through the first open cells.
    fn way_down(&self) -> Vec<u8> {
        let mut path = self.path_of(self.cursor);
        path.truncate(self.depth() - 1);
        while !path.is_empty() && !self.is_open(&path) {
            path.pop();
        }
        while path.len() < self.depth() - 1 {
            let open = (0..9).find(|cell| self.is_open(&[&path[..], &[*cell]].concat()));
            let Some(cell) = open else { break };
            path.push(cell);
        }
        path
    }

    fn enter(&mut self) -> Reply {
        let path = self.path_of(self.cursor);
        let grid = &path[..path.len() - 1];
        let is_shut = !self.is_lowest() && self.result(grid).is_some();
        if path.len() < self.depth() || is_shut && self.was_played(grid) {
            return self.zoom_in(self.cursor[0]);
        }
        self.play_at_cursor()
    }

    fn play_at_cursor(&self) -> Reply {
        if !self.is_my_turn {
            return Reply::Say("it is not your turn".into());
        }
        let path = self.path_of(self.cursor);
        match self.position.choices_of(&Path::new(&path)) {
            Ok(choices) => Reply::Choose(choices),
            Err(error) => Reply::Say(error.to_string()),
        }
    }

    /// Handles a digit, which selects a cell: of the target grid, of the visible grid, or of a grid
    /// selected before.
    fn digit(&mut self, cell: u8) -> Reply {
        if self.is_lowest() {
            self.cursor[1] = cell;
            return self.play_at_cursor();
        }
        if self.levels() > 2 {
            return self.zoom_in(cell);
        }
        let target = self.position.target();
        let sent = target.as_ref().and_then(|target| target.cells().split_last());
        match sent {
            Some((grid, above)) if above == self.zoom => self.cursor = [*grid, cell],
            _ if self.named => self.cursor[1] = cell,
            _ => {
                self.cursor[0] = cell;
                self.named = true;
                return Reply::Say(format!("grid {}: now a digit for the cell", cell + 1));
            }
        }
        self.named = false;
        self.play_at_cursor()
    }

    fn arrow(&mut self, key: KeyCode) -> Option<Reply> {
        let [outer, inner] = self.cursor;
        if self.is_lowest() {
            self.cursor[1] = neighbour(inner, key)?;
            return Some(Reply::Changed);
        }
        let (mut row, mut column) = (outer / 3 * 3 + inner / 3, outer % 3 * 3 + inner % 3);
        match key {
            KeyCode::Up => row = row.saturating_sub(1),
            KeyCode::Down => row = (row + 1).min(8),
            KeyCode::Left => column = column.saturating_sub(1),
            KeyCode::Right => column = (column + 1).min(8),
            _ => return None,
        }
        self.cursor = [row / 3 * 3 + column / 3, row % 3 * 3 + column % 3];
        Some(Reply::Changed)
    }

    /// The cell of the visible grid, and of the grid in it, at a screen position.
    fn hit(&self, at: Position, area: Rect) -> Option<[u8; 2]> {
        match self.layout(area) {
            Layout::One(cells) => Some([self.cursor[0], cells.hit(at)?]),
            Layout::Two(grids, cell, gap) => {
                let grid = grids.hit(at)?;
                let inner = Layout::inner(grids.cell(grid), cell, gap).hit(at).unwrap_or(MIDDLE);
                Some([grid, inner])
            }
        }
    }

    fn symbol(&self, result: GridResult) -> Symbol {
        match result {
            GridResult::X => Symbol::X,
            GridResult::O => Symbol::O,
            GridResult::Both if self.position.rules() == Rules::Both => Symbol::Both,
            GridResult::Both => Symbol::Nobody,
        }
    }

    /// The owner of a grid that is still playable, which open rules allow.
    fn won_but_open(&self, path: &[u8]) -> Option<GridResult> {
        match path {
            [grid] => self.position.as_flat()?.result(*grid),
            _ => None,
        }
    }

    fn style(&self, path: &[u8], on_cursor: bool) -> Style {
        let mut style = self.result(path).map_or(FAINT, |result| self.symbol(result).style());
        if self.is_my_turn && self.is_open(path) {
            style = style.patch(OPEN);
        }
        if self.last == path {
            style = style.patch(LAST);
        }
        if !self.hint.is_empty() && is_prefix(path, &self.hint) {
            style = style.patch(HINT);
        }
        if on_cursor { style.patch(CURSOR) } else { style }
    }

    /// The symbol of a cell without an owner: a dot where a move may go, a shade where one has gone
    /// deeper.
    fn empty_text(&self, path: &[u8]) -> &'static str {
        let (cell, above) = path.split_last().expect("a cell has a path");
        let grid = self.position.grid_at(&Path::new(above));
        let touched =
            grid.ok().and_then(|grid| grid.child(*cell)).is_some_and(|grid| grid.is_touched());
        match (touched, self.is_open(path)) {
            (true, _) => "▒",
            (false, true) => "·",
            (false, false) => " ",
        }
    }

    fn draw_cell(&self, buffer: &mut Buffer, area: Rect, path: &[u8], on_cursor: bool) {
        let style = self.style(path, on_cursor);
        fill(buffer, area, style);
        match self.result(path) {
            Some(result) => self.symbol(result).draw(buffer, area, style),
            None => {
                let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
                put(buffer, x, y, self.empty_text(path), style);
            }
        }
    }

    fn draw_grid(&self, buffer: &mut Buffer, area: Rect, outer: u8, (cell, gap): (Extent, u16)) {
        let path = [&self.zoom[..], &[outer]].concat();
        if let Some(result) = self.result(&path) {
            let style = self.style(&path, self.cursor[0] == outer && self.is_my_turn);
            fill(buffer, area, style);
            return self.symbol(result).draw(buffer, area, style);
        }
        let cells = Layout::inner(area, cell, gap);
        let lines = match self.won_but_open(&path) {
            Some(result) => self.symbol(result).style(),
            None if self.is_my_turn && self.is_open(&path) => Style::new(),
            None => FAINT,
        };
        if self.is_my_turn && self.is_open(&path) {
            fill(buffer, area, OPEN);
        }
        cells.draw_lines(buffer, false, lines);
        for inner in 0..9 {
            let on_cursor = self.cursor == [outer, inner];
            self.draw_cell(buffer, cells.cell(inner), &[&path[..], &[inner]].concat(), on_cursor);
        }
    }

    fn crumbs(&self) -> String {
        let place = match self.zoom.is_empty() {
            true => "the whole board".to_string(),
            false => format!("grid {}", shortened(&self.zoom)),
        };
        let sent = match self.position.target() {
            _ if self.position.mover().is_none() => String::new(),
            Some(target) if self.is_my_turn => {
                format!("  you must play in grid {}", shortened(target.cells()))
            }
            None if self.is_my_turn && self.depth() > 1 => "  you may play anywhere".into(),
            _ => String::new(),
        };
        let levels = match self.depth() {
            1 | 2 => String::new(),
            depth => format!(" (level {} of {depth})", self.zoom.len() + 1),
        };
        let shut = match self.decided() {
            Some((grid, result)) => {
                format!(", inside grid {}: {}", shortened(grid), self.decision(result))
            }
            None => String::new(),
        };
        format!("{place}{levels}{shut}{sent}")
    }

    fn decision(&self, result: GridResult) -> &'static str {
        match self.symbol(result) {
            Symbol::X => "X has it",
            Symbol::O => "O has it",
            Symbol::Both => "both have it",
            Symbol::Nobody => "nobody has it",
        }
    }
}

/// A path as text, with the middle elided if it is long.
fn shortened(path: &[u8]) -> String {
    let text = |cells: &[u8]| {
        cells.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(".")
    };
    match path.len() {
        0..=8 => text(path),
        length => format!("{}…{}", text(&path[..2]), text(&path[length - 3..])),
    }
}

impl Board for NestedBoard {
    fn min_size(&self) -> Extent {
        let (width, height) = outer_extent(SIZES[4]);
        (width, height + CRUMBS)
    }

    fn update(&mut self, update: &BoardUpdate<'_>) {
        if let Ok(view) = NestedView::decode(update.view.as_slice()) {
            self.position = view.position().clone();
        }
        self.is_my_turn = update.is_my_turn;
        self.named = false;
        self.hint.clear();
        let last = update.last_move.as_ref().and_then(|text| text.parse::<Path>().ok());
        self.last = last.map_or_else(Vec::new, |path| path.cells().to_vec());
        self.take_moves(&update.moves());
        while !self.zoom.is_empty() && !self.can_look(&self.zoom) {
            self.zoom.pop();
        }
        // Leave a decided grid that was only being viewed: no move is possible there.
        while self.is_my_turn && self.decided().is_some() {
            self.zoom_out();
        }
        if self.is_my_turn && self.position.target().is_some() {
            self.jump();
        }
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        if let Some(reply) = self.arrow(key) {
            return reply;
        }
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Char('+' | '=') if self.is_lowest() => {
                Reply::Say("this is a lowest grid".into())
            }
            KeyCode::Char('+' | '=') => self.zoom_in(self.cursor[0]),
            KeyCode::Char('-') | KeyCode::Backspace => self.zoom_out(),
            KeyCode::Char('t') => {
                self.jump();
                Reply::Changed
            }
            _ => cell_of_digit(key).map_or(Reply::Ignored, |cell| self.digit(cell)),
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        let Some(cursor) = self.hit(at, area) else { return Reply::Ignored };
        match mouse {
            Mouse::WheelDown => self.zoom_out(),
            Mouse::WheelUp if self.is_lowest() => Reply::Ignored,
            Mouse::WheelUp => {
                self.cursor = cursor;
                self.zoom_in(cursor[0])
            }
            Mouse::Click => {
                self.cursor = cursor;
                self.enter()
            }
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        self.hint.clear();
        if let Some((path, _)) = self.position.read_move(choices) {
            self.hint = path.cells().to_vec();
            let keep = self.depth().saturating_sub(2);
            self.zoom = self.hint[..keep.min(self.hint.len())].to_vec();
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        put(buffer, area.x + 1, area.y, &self.crumbs(), HEADING);
        match self.layout(area) {
            Layout::One(cells) => {
                cells.draw_lines(buffer, false, FAINT);
                for cell in 0..9 {
                    let path = [&self.zoom[..], &[cell]].concat();
                    self.draw_cell(buffer, cells.cell(cell), &path, self.cursor[1] == cell);
                }
            }
            Layout::Two(grids, cell, gap) => {
                grids.draw_lines(buffer, true, Style::new());
                for grid in 0..9 {
                    self.draw_grid(buffer, grids.cell(grid), grid, (cell, gap));
                }
            }
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &[
            ("← ↑ ↓ →", "move the cursor"),
            ("Enter", "play there, or go into a grid"),
            ("1 … 9", "grid and cell; cell alone where you are sent"),
            ("+ -", "into a grid, won ones too, and out; or the wheel"),
            ("t", "to the grid where you must play"),
            ("click", "play there, or go into a grid"),
        ]
    }

    fn text(&self) -> Option<String> {
        let target = self.position.target().unwrap_or(Path::TOP);
        let at = Path::new(&target.cells()[..target.cells().len().saturating_sub(1)]);
        Some(draw_position(&self.position, &at).unwrap_or_else(|error| format!("{error}\n")))
    }

    fn notation(&self) -> &'static str {
        "a path of cells from 1 to 9, one a level, such as 5.1"
    }
}
