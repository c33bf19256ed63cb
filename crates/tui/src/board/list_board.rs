//! The board of any game: the view's drawing, and the options as a list of labels.

use std::cell::Cell;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::label_grid::LabelGrid;
use super::{
    Board, BoardUpdate, CURSOR, Extent, FAINT, HEADING, HINT, KeyHelp, Mouse, Reply, ansi_lines,
    put,
};

/// The prompt and the last move.
const NOTES: u16 = 2;
/// Columns between the drawing and the options beside it.
const GAP: u16 = 3;
/// The narrowest list in which the notes can be read.
const MIN_LIST: u16 = 22;
/// Rows that a drawing leaves for the labels below it.
const MIN_ROWS: u16 = 3;
const PAGE: usize = 10;
/// Keys of the screen. As labels, these letters are typed as capitals.
const SCREEN_KEYS: [char; 5] = ['h', 'n', 'q', 'r', 'u'];

/// The board of a game that provides none: the view as the game draws it, the options of the next
/// choice as labels beside or below it, the last move and the result.
///
/// Arrow keys and the mouse choose a label. Digits and letters jump to the first label that begins
/// with the typed text.
#[derive(Default)]
pub struct ListBoard {
    drawing: String,
    lines: Vec<Line<'static>>,
    labels: Vec<String>,
    cursor: usize,
    /// The start of a label, as typed so far.
    typed: String,
    hint: Option<usize>,
    last_move: Option<String>,
    result: Option<String>,
    /// The number of the drawing's lines above the screen.
    scrolled: usize,
    /// The number of labels per row when last drawn, by which up and down move.
    columns: Cell<usize>,
}

/// The layout of the parts.
struct Layout {
    drawing: Rect,
    notes: Rect,
    labels: Rect,
}

fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> u16 {
    texts.map(|text| text.chars().count()).max().unwrap_or(0).try_into().unwrap_or(u16::MAX)
}

impl ListBoard {
    fn drawing_extent(&self) -> Extent {
        let width = self.lines.iter().map(Line::width).max().unwrap_or(0);
        let limit = |size: usize| u16::try_from(size).unwrap_or(u16::MAX);
        (limit(width), limit(self.lines.len()))
    }

    /// The width of the list beside the drawing, with all labels visible if possible.
    fn list_width(&self, height: u16, most: u16) -> u16 {
        let cell = LabelGrid::cell_width(widest(self.labels.iter()));
        let rows = height.saturating_sub(NOTES);
        let columns = LabelGrid::columns(self.labels.len(), cell, most, rows);
        let notes = widest([self.prompt().0, self.last_move_note()].iter());
        cell.saturating_mul(columns as u16).max(notes).clamp(MIN_LIST, most.max(MIN_LIST))
    }

    /// The columns beside the drawing, if there is room for the list.
    fn columns_beside(&self, (width, height): Extent) -> Option<u16> {
        let (drawing, lines) = self.drawing_extent();
        let beside = width.saturating_sub(drawing.saturating_add(GAP));
        (beside >= MIN_LIST && lines <= height && lines > 0).then_some(beside)
    }

    fn layout(&self, area: Rect) -> Layout {
        let (drawing, list) = match self.columns_beside((area.width, area.height)) {
            Some(beside) => self.layout_beside(beside, area),
            None => self.layout_below(area),
        };
        let notes = Rect { height: NOTES.min(list.height), ..list };
        let labels = Rect { y: notes.bottom(), height: list.height - notes.height, ..list };
        Layout { drawing, notes, labels }
    }

    /// Drawing and list side by side, in the middle of the area.
    fn layout_beside(&self, beside: u16, area: Rect) -> (Rect, Rect) {
        let (width, height) = self.drawing_extent();
        let list = self.list_width(area.height, beside).min(beside);
        let left = area.x + (area.width - (width + GAP + list)) / 2;
        let rows = NOTES + self.rows(list, area.height);
        let top = |height: u16| area.y + area.height.saturating_sub(height) / 2;
        let drawing = Rect { x: left, y: top(height), width, height };
        let list_height = rows.max(height).min(area.height);
        let list = Rect {
            x: drawing.right() + GAP,
            y: top(list_height),
            width: list,
            height: list_height,
        };
        (drawing, list)
    }

    /// The list below the drawing, which scrolls if there is no room for all of it.
    fn layout_below(&self, area: Rect) -> (Rect, Rect) {
        let (width, height) = self.drawing_extent();
        let rows = self.rows(area.width, area.height);
        let reserved = NOTES + rows.min(MIN_ROWS);
        let drawn = height.min(area.height.saturating_sub(reserved));
        let width = width.min(area.width);
        let x = area.x + (area.width - width) / 2;
        let drawing = Rect { x, y: area.y, width, height: drawn };
        // A blank line between the two, if all labels still fit.
        let blank = u16::from(drawn > 0 && drawn + NOTES + rows < area.height);
        let y = drawing.bottom() + blank;
        (drawing, Rect { y, height: area.bottom().saturating_sub(y), ..area })
    }

    /// The number of rows that the labels take at this width.
    fn rows(&self, width: u16, height: u16) -> u16 {
        let cell = LabelGrid::cell_width(widest(self.labels.iter())).min(width);
        let columns =
            LabelGrid::columns(self.labels.len(), cell, width, height.saturating_sub(NOTES));
        self.labels.len().div_ceil(columns).try_into().unwrap_or(u16::MAX)
    }

    fn grid(&self, area: Rect) -> LabelGrid {
        LabelGrid::new(area, self.labels.len(), widest(self.labels.iter()), self.cursor)
    }

    fn step(&mut self, forward: bool, by: usize) -> Reply {
        let last = self.labels.len().saturating_sub(1);
        let target = if forward { self.cursor + by } else { self.cursor.wrapping_sub(by) };
        if target <= last {
            self.cursor = target;
        }
        self.typed.clear();
        Reply::Changed
    }

    fn page(&mut self, forward: bool) -> Reply {
        let last = self.labels.len().saturating_sub(1);
        self.cursor = match forward {
            true => (self.cursor + PAGE).min(last),
            false => self.cursor.saturating_sub(PAGE),
        };
        Reply::Changed
    }

    fn jump_to(&mut self, index: usize) -> Reply {
        self.cursor = index.min(self.labels.len().saturating_sub(1));
        self.typed.clear();
        Reply::Changed
    }

    fn scroll(&mut self, down: bool) -> Reply {
        let last = self.lines.len().saturating_sub(1);
        self.scrolled = match down {
            true => (self.scrolled + 1).min(last),
            false => self.scrolled.saturating_sub(1),
        };
        Reply::Changed
    }

    /// Jumps to the first label that begins with the typed text, if there is one.
    fn type_letter(&mut self, letter: char) -> Reply {
        let is_for_the_screen = self.typed.is_empty() && SCREEN_KEYS.contains(&letter);
        if is_for_the_screen || letter.is_control() {
            return Reply::Ignored;
        }
        let longer = format!("{}{letter}", self.typed).to_lowercase();
        let begins = |label: &String| label.to_lowercase().starts_with(&longer);
        match self.labels.iter().position(begins) {
            Some(index) => {
                self.cursor = index;
                self.typed = longer;
                Reply::Changed
            }
            // A letter that does not continue a label may begin another.
            None if !self.typed.is_empty() => {
                self.typed.clear();
                self.type_letter(letter)
            }
            None => Reply::Ignored,
        }
    }

    fn choose(&self) -> Reply {
        if self.labels.is_empty() {
            return Reply::Say(self.result.clone().unwrap_or("it is not your turn".into()));
        }
        Reply::Choose(vec![self.cursor as u32])
    }

    fn style(&self, option: usize) -> Style {
        match option {
            _ if option == self.cursor => CURSOR,
            _ if self.hint == Some(option) => HINT,
            _ => Style::new(),
        }
    }

    /// What to do, or how the game ended.
    fn prompt(&self) -> (String, Style) {
        if let Some(result) = &self.result {
            return (result.clone(), HEADING);
        }
        match (self.labels.len(), self.typed.as_str()) {
            (0, _) => ("the opponent's turn".into(), FAINT),
            (_, "") => ("your choice:".into(), HEADING),
            (_, typed) => (format!("your choice: {typed}…"), HEADING),
        }
    }

    fn last_move_note(&self) -> String {
        self.last_move.as_ref().map(|last| format!("last move: {last}")).unwrap_or_default()
    }

    fn draw_notes(&self, area: Rect, buffer: &mut Buffer) {
        let (prompt, style) = self.prompt();
        let lines = [(prompt, style), (self.last_move_note(), FAINT)];
        for ((text, style), y) in lines.iter().zip(area.y..area.bottom()) {
            let text: String = text.chars().take(usize::from(area.width)).collect();
            put(buffer, area.x, y, &text, *style);
        }
    }

    fn draw_labels(&self, area: Rect, buffer: &mut Buffer) {
        let grid = self.grid(area);
        self.columns.set(grid.in_a_row());
        for (option, place) in grid.places() {
            let room = usize::from(place.width.saturating_sub(2));
            let label: String = self.labels[option].chars().take(room).collect();
            put(buffer, place.x, place.y, &format!(" {label} "), self.style(option));
        }
    }
}

impl Board for ListBoard {
    fn min_size(&self) -> Extent {
        (MIN_LIST, NOTES + 2 * MIN_ROWS)
    }

    fn preferred_size(&self, most: Extent) -> Extent {
        let (width, height) = self.drawing_extent();
        match self.columns_beside(most) {
            Some(beside) => {
                let list = self.list_width(height, beside);
                (width + GAP + list, height.max(NOTES + self.rows(list, most.1)))
            }
            None => {
                let width = width.clamp(MIN_LIST, most.0.max(MIN_LIST));
                let list = NOTES + self.rows(width, 2 * MIN_ROWS);
                (width, height.saturating_add(list))
            }
        }
    }

    fn update(&mut self, update: &BoardUpdate<'_>) {
        self.drawing = update.drawing();
        self.lines = ansi_lines(&self.drawing);
        let labels = update.labels();
        if labels.is_empty() || labels != self.labels {
            self.cursor = 0;
        }
        self.labels = labels;
        self.last_move.clone_from(&update.last_move);
        self.result.clone_from(&update.result);
        self.typed.clear();
        self.hint = None;
        self.scrolled = self.scrolled.min(self.lines.len().saturating_sub(1));
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        let row = self.columns.get().max(1);
        match key {
            KeyCode::Left => self.step(false, 1),
            KeyCode::Right => self.step(true, 1),
            KeyCode::Up => self.step(false, row),
            KeyCode::Down => self.step(true, row),
            KeyCode::PageUp => self.page(false),
            KeyCode::PageDown => self.page(true),
            KeyCode::Home => self.jump_to(0),
            KeyCode::End => self.jump_to(usize::MAX),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            KeyCode::Char('[') => self.scroll(false),
            KeyCode::Char(']') => self.scroll(true),
            KeyCode::Backspace => {
                self.typed.pop();
                Reply::Changed
            }
            KeyCode::Char(letter) => self.type_letter(letter),
            _ => Reply::Ignored,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        let layout = self.layout(area);
        match mouse {
            Mouse::WheelUp | Mouse::WheelDown if layout.drawing.contains(at) => {
                self.scroll(mouse == Mouse::WheelDown)
            }
            Mouse::WheelUp | Mouse::WheelDown => self.step(mouse == Mouse::WheelDown, 1),
            Mouse::Click => match self.grid(layout.labels).hit(at) {
                Some(option) => {
                    self.cursor = option;
                    self.choose()
                }
                None => Reply::Ignored,
            },
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        self.hint = choices.first().map(|option| *option as usize);
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let layout = self.layout(area);
        let hidden = self.lines.len().saturating_sub(usize::from(layout.drawing.height));
        let first = self.scrolled.min(hidden) as u16;
        Paragraph::new(self.lines.clone())
            .scroll((first, 0))
            .render(layout.drawing.intersection(buffer.area), buffer);
        self.draw_notes(layout.notes, buffer);
        self.draw_labels(layout.labels, buffer);
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &[
            ("← ↑ ↓ →", "choose an option"),
            ("Enter", "take it"),
            ("1 … Z", "jump to an option (capitals for h n q r u)"),
            ("[ ]", "scroll the drawing; the wheel, too"),
            ("click", "take an option"),
        ]
    }

    fn text(&self) -> Option<String> {
        let gap = if self.drawing.ends_with('\n') { "" } else { "\n" };
        let separator =
            if self.labels.iter().any(|label| label.contains(' ')) { ", " } else { " " };
        let options = match self.labels.is_empty() {
            true => String::new(),
            false => format!("options: {}\n", self.labels.join(separator)),
        };
        Some(format!("{}{gap}{options}", self.drawing))
    }
}
