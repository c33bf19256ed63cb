//! The terminal board: nine large squares.

use ennead_game::{Game, Notation, ViewData, nine};
use ennead_tui::board::{
    Board, BoardUpdate, CURSOR, Extent, FAINT, HINT, KeyHelp, LAST, Mouse, NineCells, Reply,
    Symbol, cell_of_digit, fill, neighbour, put,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::{Mark, Ttt, TttView, draw_board};

/// Square sizes, largest first.
const SIZES: [Extent; 4] = [(15, 7), (11, 5), (7, 3), (3, 1)];
const GAP: u16 = 1;
const MIDDLE: u8 = 4;

/// Nine squares with marks, a cursor and the last move.
pub struct TttBoard {
    position: Ttt,
    cursor: u8,
    is_my_turn: bool,
    last: Option<u8>,
    hint: Option<u8>,
}

impl Default for TttBoard {
    fn default() -> Self {
        TttBoard {
            position: Ttt::new(&()),
            cursor: MIDDLE,
            is_my_turn: false,
            last: None,
            hint: None,
        }
    }
}

/// The squares laid out in an area.
fn squares(area: Rect) -> NineCells {
    let fits = |cell: &Extent| {
        let (width, height) = NineCells::extent(*cell, GAP);
        width <= area.width && height <= area.height
    };
    NineCells::centred(area, SIZES.into_iter().find(fits).unwrap_or(SIZES[3]), GAP)
}

fn symbol(mark: Mark) -> Symbol {
    match mark {
        Mark::X => Symbol::X,
        Mark::O => Symbol::O,
    }
}

impl TttBoard {
    fn choose(&mut self, square: u8) -> Reply {
        self.cursor = square;
        if !self.is_my_turn {
            return Reply::Say("it is not your turn".into());
        }
        let choices =
            Ttt::parse_move(&(square + 1).to_string()).and_then(|mv| self.position.choices_of(&mv));
        match choices {
            Ok(choices) => Reply::Choose(choices),
            Err(error) => Reply::Say(error.to_string()),
        }
    }

    fn style(&self, square: u8) -> Style {
        let style = self.position.mark_at(square).map_or(FAINT, |mark| symbol(mark).style());
        let style = if self.last == Some(square) { style.patch(LAST) } else { style };
        match square {
            _ if self.is_my_turn && self.cursor == square => style.patch(CURSOR),
            _ if self.hint == Some(square) => style.patch(HINT),
            _ => style,
        }
    }

    /// The squares of the winning line.
    fn line(&self) -> Option<nine::Mask> {
        nine::LINES.into_iter().find(|line| {
            let mut marks = nine::cells(*line).map(|square| self.position.mark_at(square));
            let first = marks.next().flatten();
            first.is_some() && marks.all(|mark| mark == first)
        })
    }
}

impl Board for TttBoard {
    fn min_size(&self) -> Extent {
        NineCells::extent(SIZES[3], GAP)
    }

    fn update(&mut self, update: &BoardUpdate<'_>) {
        if let Ok(view) = TttView::decode(update.view.as_slice()) {
            self.position = view.position();
        }
        self.is_my_turn = update.is_my_turn;
        let last = update.last_move.as_ref().and_then(|text| text.parse::<u8>().ok());
        self.last = last.and_then(|square| square.checked_sub(1));
        self.hint = None;
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        if let Some(square) = neighbour(self.cursor, key) {
            self.cursor = square;
            return Reply::Changed;
        }
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            _ => cell_of_digit(key).map_or(Reply::Ignored, |square| self.choose(square)),
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        match squares(area).hit(at) {
            Some(square) if mouse == Mouse::Click => self.choose(square),
            _ => Reply::Ignored,
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        let free = (0..9).filter(|square| self.position.mark_at(*square).is_none());
        let free = free.fold(0, |mask, square| mask | nine::bit(square));
        self.hint = choices
            .first()
            .filter(|option| **option < nine::count(free))
            .map(|option| nine::nth(free, *option));
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let squares = squares(area);
        squares.draw_lines(buffer, false, FAINT);
        let line = self.line();
        for square in 0..9 {
            let cell = squares.cell(square);
            let mut style = self.style(square);
            if line.is_some_and(|line| line & nine::bit(square) != 0) {
                style = style.patch(CURSOR);
            }
            fill(buffer, cell, style);
            match self.position.mark_at(square) {
                Some(mark) => symbol(mark).draw(buffer, cell, style),
                None => {
                    let (x, y) = (cell.x + cell.width / 2, cell.y + cell.height / 2);
                    put(buffer, x, y, &(square + 1).to_string(), style);
                }
            }
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &[
            ("← ↑ ↓ →", "move the cursor"),
            ("Enter", "play there"),
            ("1 … 9", "play on a square"),
            ("click", "the same"),
        ]
    }

    fn text(&self) -> Option<String> {
        Some(draw_board(&self.position))
    }

    fn notation(&self) -> &'static str {
        "a square from 1 to 9"
    }
}
