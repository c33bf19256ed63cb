//! The board of a game that has none: a list of options.

use ennead_game::ViewBytes;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::{Board, KeyHelp, Look, Mouse, Reply};
use crate::marks::{CURSOR, FAINT, HINT};
use crate::nine_cells::{Extent, put};

#[derive(Default)]
pub(super) struct ListBoard {
    labels: Vec<String>,
    chosen: usize,
    hint: Option<u32>,
    view: Option<ViewBytes>,
}

impl ListBoard {
    fn step(&mut self, down: bool, by: usize) -> Reply {
        let last = self.labels.len().saturating_sub(1);
        self.chosen = if down { (self.chosen + by).min(last) } else { self.chosen.saturating_sub(by) };
        Reply::Changed
    }

    fn choose(&self) -> Reply {
        if self.labels.is_empty() {
            return Reply::Say("it is not your turn".into());
        }
        Reply::Choose(vec![self.chosen as u32])
    }

    /// The first option that is on the screen.
    fn first(&self, rows: u16) -> usize {
        self.chosen.saturating_sub(usize::from(rows.saturating_sub(1)))
    }

    fn style(&self, option: usize) -> Style {
        match option {
            _ if option == self.chosen => CURSOR,
            _ if self.hint == Some(option as u32) => HINT,
            _ => Style::new(),
        }
    }
}

impl Board for ListBoard {
    fn min_size(&self) -> Extent {
        (16, 3)
    }

    fn see(&mut self, look: &Look<'_>) {
        self.labels = (look.labels)();
        self.view = Some(look.view.clone());
        self.chosen = 0;
        self.hint = None;
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        match key {
            KeyCode::Up => self.step(false, 1),
            KeyCode::Down => self.step(true, 1),
            KeyCode::PageUp => self.step(false, 10),
            KeyCode::PageDown => self.step(true, 10),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            _ => Reply::Ignored,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        match mouse {
            Mouse::WheelUp => self.step(false, 1),
            Mouse::WheelDown => self.step(true, 1),
            Mouse::Click => {
                let option = self.first(area.height) + usize::from(at.y.saturating_sub(area.y));
                if option >= self.labels.len() {
                    return Reply::Ignored;
                }
                self.chosen = option;
                self.choose()
            }
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        self.hint = choices.first().copied();
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        if self.labels.is_empty() {
            put(buffer, area.x, area.y, "nothing to choose", FAINT);
        }
        let first = self.first(area.height);
        for (row, label) in self.labels.iter().enumerate().skip(first).take(usize::from(area.height)) {
            put(buffer, area.x + 1, area.y + (row - first) as u16, label, self.style(row));
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &[("↑ ↓", "choose an option"), ("Enter", "take it")]
    }

    fn text(&self) -> String {
        let bytes = self.view.iter().flat_map(ViewBytes::as_slice).map(|byte| format!("{byte:02x}"));
        format!("you see {}\noptions: {}\n", bytes.collect::<String>(), self.labels.join(" "))
    }

    fn notation(&self) -> &'static str {
        "a move as the game writes it"
    }
}
