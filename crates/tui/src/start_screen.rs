//! The start screen: the game, its set-up and the opponent.

use ennead_game::{OptionSpec, Options, Seat, Values};
use ennead_search::Tables;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::{Color, Style};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::board::{CURSOR, Extent, FAINT, HEADING, KEY, Mouse, put, put_centred};
use crate::opponent::{self, opponents, title};
use crate::session::SessionPlan;
use crate::{ClientError, Config, PlayableGame};

const WIDTH: u16 = 46;
/// The column at which the values of rows begin.
const VALUES: u16 = 14;
const TITLE: [&str; 2] = ["E N N E A D", "games in as few bits as they need"];
const GAME_KEYS: &str = "↑ ↓ choose a game   Enter go on   Esc quit";
const SETTING_KEYS: &str = "↑ ↓ choose   ← → change   Enter play   Esc back";

/// A selectable row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Game(usize),
    Option(usize),
    Opponent,
    Seat,
    Play,
}

/// A request of the start screen to the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartReply {
    Nothing,
    Play,
    Leave,
}

pub(crate) struct StartScreen {
    games: Vec<PlayableGame>,
    game: usize,
    /// The values of every game's options, in the order of declaration.
    values: Vec<Vec<String>>,
    /// The opponent, which need not be one of those offered.
    opponent: String,
    seat: Seat,
    tables: Tables,
    focus: usize,
    message: String,
}

impl StartScreen {
    pub(crate) fn new(config: &Config) -> Result<StartScreen, ClientError> {
        let given =
            |spec: &OptionSpec| config.options.get(spec.name).unwrap_or(spec.default).to_string();
        let values = |game: &PlayableGame| game.game.setup_options().iter().map(given).collect();
        let game = config.chosen_game()?;
        let mut start = StartScreen {
            games: config.games.clone(),
            game,
            values: config.games.iter().map(values).collect(),
            opponent: config.opponent.clone(),
            seat: config.seat,
            tables: config.tables.clone(),
            focus: game,
            message: String::new(),
        };
        if config.game.is_some() {
            start.focus = start.rows().len() - 1;
        }
        Ok(start)
    }

    fn specs(&self) -> &'static [OptionSpec] {
        self.games[self.game].game.setup_options()
    }

    /// The current selection.
    pub(crate) fn plan(&self) -> SessionPlan {
        let options = self.specs().iter().zip(&self.values[self.game]);
        let options =
            options.fold(Options::new(), |options, (spec, value)| options.with(spec.name, value));
        let game = self.games[self.game];
        let (opponent, tables) = (self.opponent.clone(), self.tables.clone());
        SessionPlan { game, options, opponent, seat: self.seat, tables }
    }

    /// Shows why a game cannot begin.
    pub(crate) fn say(&mut self, message: String) {
        self.message = message;
    }

    fn rows(&self) -> Vec<Row> {
        let games = (0..self.games.len()).map(Row::Game);
        let options = (0..self.specs().len()).map(Row::Option);
        games.chain(options).chain([Row::Opponent, Row::Seat, Row::Play]).collect()
    }

    /// The rows and their distances from the top, with a heading before the games and one before
    /// the settings.
    fn places(&self) -> Vec<(Row, u16)> {
        let place = |(index, row): (usize, Row)| {
            let headings = match row {
                Row::Game(_) => 1,
                Row::Option(_) | Row::Opponent | Row::Seat => 3,
                Row::Play => 4,
            };
            (row, index as u16 + headings)
        };
        self.rows().into_iter().enumerate().map(place).collect()
    }

    fn height(&self) -> u16 {
        // Title, its blank line, rows with headings, two lines of note with one before them, keys.
        let most = self.values.iter().map(Vec::len).max().unwrap_or(0);
        (TITLE.len() + 1 + self.games.len() + most + 3 + 4 + 4) as u16
    }

    pub(crate) fn min_size(&self) -> Extent {
        (WIDTH + 4, self.height())
    }

    /// The area of the rows.
    fn area(&self, area: Rect) -> Rect {
        let top = area.y + area.height.saturating_sub(self.height()) / 2 + TITLE.len() as u16 + 1;
        let left = area.x + area.width.saturating_sub(WIDTH) / 2;
        Rect { x: left, y: top, width: WIDTH, height: area.bottom().saturating_sub(top) }
    }

    fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.focus.min(rows.len() - 1)]
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> StartReply {
        match key {
            KeyCode::Up => self.step(false),
            KeyCode::Down => self.step(true),
            KeyCode::Tab | KeyCode::Right if self.is_on_games() => self.focus_on(self.games.len()),
            KeyCode::Left => self.change(self.row(), false),
            KeyCode::Right => self.change(self.row(), true),
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit as u32 - u32::from('0')),
            KeyCode::Backspace => self.delete_digit(),
            KeyCode::Enter | KeyCode::Char(' ') if self.is_on_games() => {
                self.focus_on(self.rows().len() - 1);
            }
            KeyCode::Enter | KeyCode::Char(' ') => return StartReply::Play,
            KeyCode::Esc if !self.is_on_games() => self.focus_on(self.game),
            KeyCode::Esc | KeyCode::Char('q') => return StartReply::Leave,
            _ => {}
        }
        StartReply::Nothing
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> StartReply {
        let rows = self.area(area);
        let hit = self.places().into_iter().position(|(_, offset)| rows.y + offset == at.y);
        let Some(index) = hit.filter(|_| (rows.x..rows.right()).contains(&at.x)) else {
            return StartReply::Nothing;
        };
        match mouse {
            Mouse::WheelUp => self.change(self.rows()[index], true),
            Mouse::WheelDown => self.change(self.rows()[index], false),
            Mouse::Click => {
                self.focus_on(index);
                let row = self.row();
                if row == Row::Play {
                    return StartReply::Play;
                }
                if at.x >= rows.x + VALUES {
                    self.change(row, at.x > rows.x + VALUES + 1);
                }
            }
        }
        StartReply::Nothing
    }

    fn is_on_games(&self) -> bool {
        matches!(self.row(), Row::Game(_))
    }

    /// Moves one row down or up. Games and settings are separate lists: moving up from the settings
    /// leads to the chosen game, not through the others.
    fn step(&mut self, down: bool) {
        let (first, last) = if self.is_on_games() {
            (0, self.games.len() - 1)
        } else {
            (self.games.len(), self.rows().len() - 1)
        };
        match (down, self.focus) {
            (true, focus) => self.focus_on((focus + 1).min(last)),
            (false, focus) if focus > first => self.focus_on(focus - 1),
            (false, _) => self.focus_on(self.game),
        }
    }

    /// Moves to a row; moving to a game's row selects the game.
    fn focus_on(&mut self, index: usize) {
        self.focus = index;
        self.message.clear();
        if let Row::Game(game) = self.row() {
            self.game = game;
        }
    }

    fn change(&mut self, row: Row, up: bool) {
        self.message.clear();
        match row {
            Row::Option(option) => {
                let spec = &self.specs()[option];
                let value = &mut self.values[self.game][option];
                *value = neighbour(spec, value, up);
            }
            Row::Opponent => {
                let offered = opponents(self.games[self.game].bots);
                let at = offered.iter().position(|name| *name == self.opponent);
                // From an opponent that is not on offer, the first step leads to the first one.
                let next = at.map_or(0, |at| turn(at, offered.len(), up));
                if let Some(name) = offered.get(next) {
                    self.opponent = (*name).to_string();
                }
            }
            Row::Seat => self.seat = self.seat.other(),
            Row::Game(_) | Row::Play => {}
        }
    }

    /// The number being edited, and its option.
    fn number(&mut self) -> Option<(&mut String, u32, u32)> {
        let Row::Option(option) = self.row() else { return None };
        let Values::Numbers(low, high) = self.specs()[option].values else { return None };
        Some((&mut self.values[self.game][option], low, high))
    }

    fn type_digit(&mut self, digit: u32) {
        if let Some((value, low, high)) = self.number() {
            let longer = value
                .parse::<u32>()
                .ok()
                .and_then(|number| number.checked_mul(10)?.checked_add(digit));
            *value = longer
                .filter(|number| *number <= high)
                .unwrap_or(digit)
                .clamp(low, high)
                .to_string();
        }
    }

    fn delete_digit(&mut self) {
        if let Some((value, low, _)) = self.number() {
            *value = value.parse::<u32>().map_or(low, |number| (number / 10).max(low)).to_string();
        }
    }

    /// The name of a row, its value, and a line about it.
    fn value(&self, row: Row) -> (String, String, String) {
        match row {
            Row::Option(option) => {
                let spec = &self.specs()[option];
                (spec.name.to_string(), self.values[self.game][option].clone(), spec.help.into())
            }
            Row::Opponent => {
                let about = opponent::about(self.games[self.game].bots, &self.opponent);
                ("opponent".into(), title(&self.opponent), about)
            }
            _ => ("you are".into(), self.seat_name(), "whose seat you take".into()),
        }
    }

    /// The game's name for the user's seat.
    fn seat_name(&self) -> String {
        self.games[self.game].game.seat_names()[self.seat.index()].clone()
    }

    fn draw_row(&self, row: Row, area: Rect, y: u16, buffer: &mut Buffer) {
        let focused = self.row() == row;
        let style = if focused { CURSOR } else { Style::new() };
        match row {
            Row::Game(game) => {
                let mark = if game == self.game { "▸" } else { " " };
                put(
                    buffer,
                    area.x,
                    y,
                    &format!("{mark} {} ", self.games[game].game.title()),
                    style,
                );
            }
            Row::Play => put(buffer, area.x, y, "  Play  ", style.patch(KEY)),
            _ => {
                let (name, value, _) = self.value(row);
                put(buffer, area.x, y, &format!("  {name}"), Style::new());
                put(buffer, area.x + VALUES, y, &format!("‹ {value} ›"), style);
            }
        }
    }

    /// A description of the row under the cursor.
    fn about(&self) -> String {
        match self.row() {
            Row::Game(_) | Row::Play => String::new(),
            row => self.value(row).2,
        }
    }

    pub(crate) fn render(&self, area: Rect, buffer: &mut Buffer) {
        let rows = self.area(area);
        for (line, (text, style)) in TITLE.into_iter().zip([HEADING, FAINT]).enumerate() {
            let line = Rect { y: rows.y - 1 - TITLE.len() as u16 + line as u16, height: 1, ..area };
            put_centred(buffer, line, &[text], style);
        }
        put(buffer, rows.x, rows.y, "Game", FAINT);
        put(buffer, rows.x, rows.y + self.games.len() as u16 + 2, "Set-up", FAINT);
        for (row, offset) in self.places() {
            self.draw_row(row, rows, rows.y + offset, buffer);
        }
        let (note, style) = match self.message.is_empty() {
            true => (self.about(), FAINT),
            false => (self.message.clone(), Style::new().fg(Color::Red)),
        };
        let below = rows.y + self.places().last().map_or(0, |(_, offset)| offset + 2);
        let last = area.bottom().saturating_sub(1);
        let about = Rect { y: below.min(last), height: last.saturating_sub(below), ..area };
        let note = Paragraph::new(note).style(style).wrap(Wrap { trim: true });
        note.alignment(Alignment::Center).render(about, buffer);
        let keys = if self.is_on_games() { GAME_KEYS } else { SETTING_KEYS };
        put_centred(buffer, Rect { y: last, height: 1, ..area }, &[keys], FAINT);
    }
}

/// The next or previous of `count` places, cyclically.
fn turn(place: usize, count: usize, up: bool) -> usize {
    (place + if up { 1 } else { count - 1 }) % count
}

/// The next or previous value of an option.
fn neighbour(spec: &OptionSpec, value: &str, up: bool) -> String {
    match spec.values {
        Values::Words(words) => {
            let place = words.iter().position(|word| *word == value).unwrap_or(0);
            words[turn(place, words.len(), up)].to_string()
        }
        Values::Numbers(low, high) => {
            let number = value.parse::<u32>().unwrap_or(low);
            let number = if up { number.saturating_add(1) } else { number.saturating_sub(1) };
            number.clamp(low, high).to_string()
        }
        Values::Flag => (value != "true").to_string(),
        Values::Text(_) => value.to_string(),
    }
}
