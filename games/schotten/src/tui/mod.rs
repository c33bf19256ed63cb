//! The terminal board: the nine stones with both sides, and the player's own hand. The opponent's
//! hand is not in the view.

mod claims;
mod typed;

use ennead_game::{Seat, Turn, ViewData, Viewer};
use ennead_tui::board::{
    Board, BoardUpdate, CURSOR, Extent, FAINT, HEADING, HINT, KeyHelp, Mouse, OPEN, Reply, fill,
    put,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use self::claims::claims_since;
use crate::draw::draw_view_from;
use crate::table::stone_number;
use crate::{Card, Colour, HAND, SIDE_CARDS, STONES, SchottenView, Stage, formats};

/// The width of the margin left of the columns.
const MARGIN: u16 = 11;
const NARROW: u16 = 5;
const WIDE: u16 = 8;
/// Row offsets from the top of the board.
const THEIR_HAND: u16 = 0;
const THEIR_CARDS: u16 = 2;
const STONE_ROW: u16 = 5;
const OWN_CARDS: u16 = 6;
const OWN_HAND: u16 = 10;
const NOTES: u16 = 12;
const HEIGHT: u16 = 16;

/// The row that the arrow keys act on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CursorRow {
    #[default]
    Hand,
    Stones,
}

/// The table as seen from the player's seat, with a cursor on the hand or on the stones.
#[derive(Default)]
pub struct SchottenBoard {
    view: Option<SchottenView>,
    seat: Option<Seat>,
    is_my_turn: bool,
    focus: CursorRow,
    slot: usize,
    stone: usize,
    /// The slot of the card to be placed.
    picked: Option<usize>,
    hint: Option<(Option<usize>, Option<usize>)>,
    remark: Option<String>,
}

fn card_style(card: Card) -> Style {
    let (back, front) = match card.colour() {
        Colour::Red => (Color::Red, Color::White),
        Colour::Yellow => (Color::Yellow, Color::Black),
        Colour::Blue => (Color::Blue, Color::White),
        Colour::Green => (Color::Green, Color::Black),
        Colour::Cyan => (Color::Cyan, Color::Black),
        Colour::Grey => (Color::Gray, Color::Black),
    };
    Style::new().bg(back).fg(front).add_modifier(Modifier::BOLD)
}

fn card_text(card: Card) -> String {
    format!(" {}{} ", card.colour().letter(), card.number())
}

fn column_width(area: Rect) -> u16 {
    (area.width.saturating_sub(MARGIN) / STONES as u16).clamp(NARROW, WIDE)
}

/// The area moved down a little if there is room, which brings the table closer to the middle.
fn lowered(area: Rect) -> Rect {
    let spare = area.height.saturating_sub(HEIGHT) / 3;
    Rect { y: area.y + spare, height: area.height - spare, ..area }
}

fn column_x(area: Rect, stone: usize) -> u16 {
    area.x + MARGIN + stone as u16 * column_width(area)
}

/// The column of a slot in the hand; its number is drawn before it.
fn slot_x(area: Rect, slot: usize) -> u16 {
    area.x + MARGIN + slot as u16 * 7
}

impl SchottenBoard {
    fn me(&self) -> Seat {
        self.seat.unwrap_or(Seat::FIRST)
    }

    fn hand(&self) -> [Option<Card>; HAND] {
        self.view.as_ref().and_then(SchottenView::hand).copied().unwrap_or_default()
    }

    /// Whether a card can be placed at a stone.
    fn is_open(&self, stone: usize) -> bool {
        self.view.as_ref().is_some_and(|view| {
            view.table().owner(stone).is_none() && view.table().count(self.me(), stone) < SIDE_CARDS
        })
    }

    fn stage(&self) -> Option<Stage> {
        self.view.as_ref().filter(|_| self.is_my_turn).map(SchottenView::stage)
    }

    fn pick(&mut self, slot: usize) -> Reply {
        if self.stage() != Some(Stage::Card) {
            return self.wrong_time();
        }
        if self.hand().get(slot).copied().flatten().is_none() {
            return Reply::Say(format!("there is no card {}", slot + 1));
        }
        self.slot = slot;
        self.picked = Some(slot);
        self.focus = CursorRow::Stones;
        Reply::Changed
    }

    fn place(&mut self, stone: usize) -> Reply {
        self.stone = stone;
        self.focus = CursorRow::Stones;
        let Some(slot) = self.picked else { return Reply::Changed };
        if stone >= STONES || !self.is_open(stone) {
            return Reply::Say(self.why_closed(stone));
        }
        let before =
            |slots: &mut dyn Iterator<Item = bool>| slots.filter(|held| *held).count() as u32;
        let card = before(&mut self.hand()[..slot].iter().map(Option::is_some));
        let column = before(&mut (0..stone).map(|stone| self.is_open(stone)));
        self.picked = None;
        Reply::Choose(vec![card, column])
    }

    fn why_closed(&self, stone: usize) -> String {
        let owner = self.view.as_ref().and_then(|view| view.table().owner(stone.min(STONES - 1)));
        let stone = stone_number(stone);
        match owner {
            Some(seat) if seat == self.me() => format!("stone {stone} is yours already"),
            Some(_) => format!("stone {stone} is theirs already"),
            None => format!("you have three cards at stone {stone} already"),
        }
    }

    fn wrong_time(&self) -> Reply {
        Reply::Say(
            match self.stage() {
                Some(Stage::Claim(_)) => "answer first: y or n",
                Some(Stage::Pass) => "nothing can be placed: Enter passes",
                _ => "it is not your turn",
            }
            .into(),
        )
    }

    fn enter(&mut self) -> Reply {
        match (self.stage(), self.focus) {
            (Some(Stage::Pass), _) => Reply::Choose(vec![0]),
            (Some(Stage::Card), CursorRow::Hand) => self.pick(self.slot),
            (Some(Stage::Card), CursorRow::Stones) if self.picked.is_none() => {
                self.focus = CursorRow::Hand;
                Reply::Say("pick a card first".into())
            }
            (Some(Stage::Card), CursorRow::Stones) => self.place(self.stone),
            _ => self.wrong_time(),
        }
    }

    fn digit(&mut self, digit: usize) -> Reply {
        if self.stage() != Some(Stage::Card) {
            return self.wrong_time();
        }
        // People count from 1.
        let Some(index) = digit.checked_sub(1) else {
            return Reply::Say("cards are 1 to 6, and stones 1 to 9".into());
        };
        if self.picked.is_some() && index < STONES {
            return self.place(index);
        }
        if index < HAND { self.pick(index) } else { Reply::Say("cards are 1 to 6".into()) }
    }

    fn answer(&self, yes: bool) -> Reply {
        match self.stage() {
            Some(Stage::Claim(_)) => Reply::Choose(vec![u32::from(yes)]),
            _ => Reply::Ignored,
        }
    }

    fn sideways(&mut self, right: bool) -> Reply {
        let (value, count) = match self.focus {
            CursorRow::Hand => (&mut self.slot, HAND),
            CursorRow::Stones => (&mut self.stone, STONES),
        };
        *value = if right { (*value + 1).min(count - 1) } else { value.saturating_sub(1) };
        Reply::Changed
    }

    fn put_back(&mut self) -> Reply {
        if self.picked.is_none() && self.focus == CursorRow::Hand {
            return Reply::Ignored;
        }
        self.picked = None;
        self.focus = CursorRow::Hand;
        Reply::Changed
    }

    /// The slot or stone under the mouse.
    fn hit(at: Position, area: Rect) -> Option<(CursorRow, usize)> {
        let row = at.y.checked_sub(area.y)?;
        if row == OWN_HAND {
            let slot = (0..HAND)
                .find(|slot| (slot_x(area, *slot)..slot_x(area, *slot) + 6).contains(&at.x))?;
            return Some((CursorRow::Hand, slot));
        }
        if !(THEIR_CARDS..OWN_HAND - 1).contains(&row) {
            return None;
        }
        let width = column_width(area);
        let stone = (0..STONES).find(|stone| {
            (column_x(area, *stone)..column_x(area, *stone) + width).contains(&at.x)
        })?;
        Some((CursorRow::Stones, stone))
    }

    fn draw_side(&self, view: &SchottenView, seat: Seat, area: Rect, buffer: &mut Buffer) {
        let own = seat == self.me();
        for stone in 0..STONES {
            let cards: Vec<Card> = view.table().cards(seat, stone).collect();
            for depth in 0..SIDE_CARDS {
                let row = if own { OWN_CARDS + depth as u16 } else { STONE_ROW - 1 - depth as u16 };
                let (x, y) = (column_x(area, stone), area.y + row);
                match cards.get(depth) {
                    Some(card) => {
                        let new = view.last_card().is_some_and(|(last, _)| last == *card);
                        let style = card_style(*card).add_modifier(if new {
                            Modifier::UNDERLINED
                        } else {
                            Modifier::empty()
                        });
                        put(buffer, x, y, &card_text(*card), style);
                    }
                    None => {
                        let free = own
                            && self.picked.is_some()
                            && self.is_open(stone)
                            && depth == cards.len();
                        put(
                            buffer,
                            x,
                            y,
                            if free { " ▽▽ " } else { " ·  " },
                            if free { OPEN } else { FAINT },
                        );
                    }
                }
            }
        }
    }

    fn draw_stones(&self, view: &SchottenView, area: Rect, buffer: &mut Buffer) {
        put(buffer, area.x + 1, area.y + STONE_ROW, "stones", FAINT);
        for stone in 0..STONES {
            let (text, mut style) = self.stone_mark(view, stone);
            if self.focus == CursorRow::Stones && self.stone == stone {
                style = style.patch(CURSOR);
            } else if self.hint.is_some_and(|(_, hinted)| hinted == Some(stone)) {
                style = style.patch(HINT);
            }
            put(buffer, column_x(area, stone), area.y + STONE_ROW, &text, style);
        }
    }

    /// A stone: a triangle points to its owner, a question mark shows who may claim it.
    fn stone_mark(&self, view: &SchottenView, stone: usize) -> (String, Style) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let claimable = |seat: Seat| view.table().may_claim(seat, stone);
        let (owner, mine) = (view.table().owner(stone), claimable(self.me()));
        let theirs = claimable(self.me().other());
        let stone = stone_number(stone);
        match owner {
            Some(seat) if seat == self.me() => (format!("▼{stone}▼ "), bold.fg(Color::Green)),
            Some(_) => (format!("▲{stone}▲ "), bold.fg(Color::Red)),
            None if mine => (format!("▼{stone}? "), bold.fg(Color::Green)),
            None if theirs => (format!("▲{stone}? "), bold.fg(Color::Red)),
            None => (format!("({stone}) "), Style::new()),
        }
    }

    fn draw_hand(&self, area: Rect, buffer: &mut Buffer) {
        let y = area.y + OWN_HAND;
        put(buffer, area.x + 1, y, "your hand", HEADING);
        for (slot, card) in self.hand().into_iter().enumerate() {
            let x = slot_x(area, slot);
            let on_cursor = self.is_my_turn && self.focus == CursorRow::Hand && self.slot == slot;
            let hinted = self.hint.is_some_and(|(hinted, _)| hinted == Some(slot));
            let number = match (on_cursor || self.picked == Some(slot), hinted) {
                (true, _) => CURSOR,
                (_, true) => HINT,
                _ => FAINT,
            };
            put(buffer, x, y, &(slot + 1).to_string(), number);
            match card {
                Some(card) => put(buffer, x + 1, y, &card_text(card), card_style(card)),
                None => put(buffer, x + 1, y, " -- ", FAINT),
            }
            if self.picked == Some(slot) {
                put(buffer, x + 2, y + 1, "▲▲", HEADING);
            }
        }
    }

    fn draw_their_hand(&self, view: &SchottenView, area: Rect, buffer: &mut Buffer) {
        let size = view.hand_size(self.me().other());
        put(buffer, area.x + 1, area.y + THEIR_HAND, "they hold", FAINT);
        put(buffer, area.x + MARGIN, area.y + THEIR_HAND, &"▒▒ ".repeat(size), FAINT);
        let deck = format!("deck {}", view.deck_len());
        put(buffer, area.x + MARGIN + 22, area.y + THEIR_HAND, &deck, FAINT);
    }

    /// What to do next, and a note about the stone under the cursor.
    fn notes(&self, view: &SchottenView) -> Vec<Line<'static>> {
        let mut notes = vec![Line::styled(self.prompt(), HEADING)];
        if self.focus == CursorRow::Stones || matches!(self.stage(), Some(Stage::Claim(_))) {
            let stone = match self.stage() {
                Some(Stage::Claim(stone)) => usize::from(stone),
                _ => self.stone,
            };
            for (who, seat) in [("you", self.me()), ("they", self.me().other())] {
                let explanation = view.table().explain(seat, stone).unnamed();
                notes.push(Line::raw(format!("{who}: {explanation}")));
            }
        } else {
            notes.push(Line::styled("R red, Y yellow, B blue, G green, C cyan, E grey", FAINT));
        }
        notes
    }

    fn prompt(&self) -> String {
        match (self.stage(), self.picked) {
            (Some(Stage::Card), None) => {
                "pick a card: ← → and Enter, or 1 to 6; ↑ looks at the stones".into()
            }
            (Some(Stage::Card), Some(_)) => {
                "pick a stone: ← → and Enter, or 1 to 9; Esc puts the card back".into()
            }
            (Some(Stage::Claim(stone)), _) => {
                format!("claim stone {}? y or n", stone_number(stone.into()))
            }
            (Some(Stage::Pass), _) => "nothing can be placed: Enter passes".into(),
            _ => String::new(),
        }
    }
}

impl Board for SchottenBoard {
    fn min_size(&self) -> Extent {
        (MARGIN + NARROW * STONES as u16, HEIGHT)
    }

    fn update(&mut self, update: &BoardUpdate<'_>) {
        let Ok(view) = SchottenView::decode(update.view.as_slice()) else { return };
        debug_assert_eq!(view.viewer(), Viewer::Seat(update.seat), "a seat is shown its own view");
        self.seat = Some(update.seat);
        self.remark =
            self.view.as_ref().and_then(|before| claims_since(before, &view, update.seat));
        self.view = Some(view);
        self.is_my_turn = update.is_my_turn;
        self.picked = None;
        self.hint = None;
        self.focus = CursorRow::Hand;
        if self.hand()[self.slot].is_none() {
            self.slot = self.hand().iter().position(Option::is_some).unwrap_or(0);
        }
    }

    fn key(&mut self, key: KeyCode) -> Reply {
        match key {
            KeyCode::Left => self.sideways(false),
            KeyCode::Right => self.sideways(true),
            KeyCode::Up => {
                self.focus = CursorRow::Stones;
                Reply::Changed
            }
            KeyCode::Down | KeyCode::Esc => self.put_back(),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Char('y') => self.answer(true),
            KeyCode::Char('n') => self.answer(false),
            KeyCode::Char(digit @ '0'..='9') => self.digit(usize::from(digit as u8 - b'0')),
            _ => Reply::Ignored,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply {
        let area = lowered(area);
        match Self::hit(at, area) {
            Some((CursorRow::Hand, slot)) if mouse == Mouse::Click => self.pick(slot),
            Some((CursorRow::Stones, stone)) if mouse == Mouse::Click => self.place(stone),
            _ => Reply::Ignored,
        }
    }

    fn hint(&mut self, choices: &[u32]) {
        let nth = |index: Option<&u32>, is: &dyn Fn(usize) -> bool, count: usize| {
            (0..count).filter(|place| is(*place)).nth(*index? as usize)
        };
        let hand = self.hand();
        let slot = nth(choices.first(), &|slot| hand[slot].is_some(), HAND);
        let stone = nth(choices.get(1), &|stone| self.is_open(stone), STONES);
        self.hint = (self.stage() == Some(Stage::Card)).then_some((slot, stone));
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let Some(view) = &self.view else { return };
        let area = lowered(area);
        let table_width = column_width(area) * STONES as u16;
        if self.focus == CursorRow::Stones {
            let column = Rect::new(
                column_x(area, self.stone),
                area.y + THEIR_CARDS,
                4,
                OWN_HAND - THEIR_CARDS - 1,
            );
            fill(buffer, column, OPEN);
        }
        self.draw_their_hand(view, area, buffer);
        self.draw_side(view, self.me().other(), area, buffer);
        self.draw_stones(view, area, buffer);
        self.draw_side(view, self.me(), area, buffer);
        put(buffer, area.x + 1, area.y + THEIR_CARDS, "they", FAINT);
        put(buffer, area.x + 1, area.y + OWN_CARDS + 2, "you", FAINT);
        self.draw_hand(area, buffer);
        let notes = Rect::new(
            area.x + 1,
            area.y + NOTES,
            (MARGIN + table_width).min(area.width.saturating_sub(1)),
            area.height.saturating_sub(NOTES),
        );
        Paragraph::new(self.notes(view))
            .wrap(Wrap { trim: true })
            .render(notes.intersection(buffer.area), buffer);
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &[
            ("← →", "choose a card or a stone"),
            ("Enter", "pick the card, then place it"),
            ("1 … 9", "a card by its number, then a stone"),
            ("↑", "look at the stones and why they can be claimed"),
            ("Esc ↓", "put the card back"),
            ("y n", "claim a stone, or not (with manual claims)"),
            ("click", "a card, then a stone"),
        ]
    }

    fn text(&self) -> Option<String> {
        let view = self.view.as_ref()?;
        let mut text = draw_view_from(1, view);
        if let (Turn::Seat(seat), true) = (view.turn(), self.is_my_turn) {
            text.push_str(&format!("you are {seat}\n"));
        }
        Some(text)
    }

    fn notation(&self) -> &'static str {
        "a card and a stone by their numbers, such as 3 5; claims that you decide on follow, as \
         in 3 5 claim 2; or pass"
    }

    fn read_move(&self, text: &str) -> Option<Result<String, String>> {
        typed::read(self, text)
    }

    fn write_move(&self, text: &str) -> String {
        typed::write(text)
    }

    fn watched(&self, view: &[u8]) -> Option<String> {
        SchottenView::decode(view).ok().map(|view| draw_view_from(1, &view))
    }

    fn remark(&self) -> Option<String> {
        self.remark.clone()
    }

    fn last_move(&self) -> Option<String> {
        let (card, stone) = self.view.as_ref()?.last_card()?;
        Some(format!("{card} at {}", stone_number(stone)))
    }

    fn public_values(&self) -> Vec<(&'static str, String)> {
        let cards = |cards: &mut dyn Iterator<Item = Option<Card>>| {
            cards
                .map(|card| card.map_or_else(|| "-".into(), |card| card.to_string()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut values = vec![("schotten.hand", cards(&mut self.hand().into_iter()))];
        if let Some(view) = &self.view {
            let board = formats::board::Board::of(view.table(), view.mover().other());
            let rows = (0..2 * SIDE_CARDS).map(|row| cards(&mut board.row(row).iter().copied()));
            values.push(("schotten.board", rows.collect::<Vec<_>>().join("/")));
        }
        values
    }
}
