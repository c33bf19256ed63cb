//! Text drawings of cards, hands and tables. Letters repeat the colours, so drawings remain
//! readable without them.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use ennead_game::{Outcome, Seat, Turn, ViewData};

use crate::card::{Card, Colour};
use crate::rules::{Hand, Phase};
use crate::table::{SIDE_CARDS, STONES, Table};
use crate::{Schotten, SchottenView};

/// The legend of the letters.
const LEGEND: &str = "R red, Y yellow, B blue, G green, C cyan, E grey";
/// The width of a column.
const CELL: usize = 5;
/// The width of the row names before the columns.
const MARGIN: usize = 10;

fn style(colour: Colour) -> Style {
    let ansi = match colour {
        Colour::Red => AnsiColor::Red,
        Colour::Yellow => AnsiColor::Yellow,
        Colour::Blue => AnsiColor::Blue,
        Colour::Green => AnsiColor::Green,
        Colour::Cyan => AnsiColor::Cyan,
        Colour::Grey => AnsiColor::BrightBlack,
    };
    Style::new().fg_color(Some(Color::Ansi(ansi))).bold()
}

/// A card as a letter and a number in its colour, or a dot for an empty slot; two columns wide.
pub(crate) fn draw_card(card: Option<Card>) -> String {
    let Some(card) = card else { return "· ".into() };
    let style = style(card.colour());
    format!("{style}{}{}{style:#}", card.colour().letter(), card.number())
}

/// A row of cards.
pub(crate) fn draw_cards(cards: impl IntoIterator<Item = Option<Card>>) -> String {
    let cards: Vec<String> = cards.into_iter().map(draw_card).collect();
    format!("{}\n{LEGEND}\n", cards.join("  ").trim_end())
}

/// Rows of cards below the column numbers, with the line `middle` before row `middle_before`.
pub(crate) fn draw_rows(
    rows: &[(String, Vec<Option<Card>>)],
    middle: &str,
    middle_before: usize,
) -> String {
    draw_rows_from(0, rows, middle, middle_before)
}

/// As [`draw_rows`], with the number of the first column.
fn draw_rows_from(
    first: usize,
    rows: &[(String, Vec<Option<Card>>)],
    middle: &str,
    middle_before: usize,
) -> String {
    let mut out = " ".repeat(MARGIN);
    for column in first..first + STONES {
        let _ = write!(out, "{column:<CELL$}");
    }
    out = format!("{}\n", out.trim_end());
    for (number, (name, row)) in rows.iter().enumerate() {
        if number == middle_before {
            let _ = writeln!(out, "{middle}");
        }
        let cells: Vec<String> = row.iter().map(|card| draw_card(*card)).collect();
        let line = format!("{name:<MARGIN$}{}", cells.join(&" ".repeat(CELL - 2)));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// One row of a seat's side; `depth` 0 is nearest the stones.
fn row(table: &Table, seat: Seat, depth: usize) -> Vec<Option<Card>> {
    (0..STONES).map(|stone| table.cards(seat, stone).nth(depth)).collect()
}

/// The table with player two above and player one below.
fn draw_table(first: usize, table: &Table) -> String {
    let mut rows = Vec::new();
    for depth in (0..SIDE_CARDS).rev() {
        rows.push((
            name_at(Seat::SECOND, depth == SIDE_CARDS - 1),
            row(table, Seat::SECOND, depth),
        ));
    }
    for depth in 0..SIDE_CARDS {
        rows.push((name_at(Seat::FIRST, depth == 0), row(table, Seat::FIRST, depth)));
    }
    draw_rows_from(first, &rows, &draw_stones(table), SIDE_CARDS)
}

fn name_at(seat: Seat, here: bool) -> String {
    if here { seat.to_string() } else { String::new() }
}

/// The stones: `<1>` is claimed by player one, `1?` is claimable by player one, `o` is open.
fn draw_stones(table: &Table) -> String {
    let mut line = format!("{:<MARGIN$}", "stones");
    for stone in 0..STONES {
        let _ = write!(line, "{:<CELL$}", stone_mark(table, stone));
    }
    line.trim_end().to_string()
}

fn stone_mark(table: &Table, stone: usize) -> String {
    if let Some(owner) = table.owner(stone) {
        return format!("<{}>", owner.0 + 1);
    }
    let claimer = Seat::BOTH.into_iter().find(|seat| table.may_claim(*seat, stone));
    claimer.map_or_else(|| "o".into(), |seat| format!("{}?", seat.0 + 1))
}

/// One line per stone with a complete side: formations, who completed it first, and its owner.
fn draw_formations(first_stone: usize, table: &Table) -> String {
    let mut out = String::new();
    for stone in 0..STONES {
        let sides: Vec<String> = Seat::BOTH
            .into_iter()
            .filter_map(|seat| {
                table.strength(seat, stone).map(|strength| format!("{seat} {strength}"))
            })
            .collect();
        let Some(first) = table.first_to_complete(stone) else { continue };
        let _ = write!(out, "stone {}: {}", stone + first_stone, sides.join(", "));
        if sides.len() == 2 {
            let _ = write!(out, ", {first} first");
        }
        let _ = writeln!(out, "{}", claim_text(table, stone));
    }
    out
}

fn claim_text(table: &Table, stone: usize) -> String {
    if let Some(owner) = table.owner(stone) {
        return format!("; claimed by {owner}");
    }
    let claimer = Seat::BOTH.into_iter().find(|seat| table.may_claim(*seat, stone));
    claimer.map_or_else(String::new, |seat| format!("; {seat} may claim it"))
}

/// A hand with the numbers of its slots.
fn draw_hand(first: usize, hand: &Hand, chosen: Option<u8>) -> String {
    let slot = |(number, card): (usize, &Option<Card>)| {
        let mark = if chosen == Some(number as u8) { "*" } else { "" };
        format!("{}:{}{mark}", number + first, draw_card(*card))
    };
    hand.iter().enumerate().map(slot).collect::<Vec<_>>().join("  ").trim_end().to_string()
}

fn turn_text(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("{seat} to move"),
        Turn::Chance => "the cards are being dealt".into(),
        Turn::Over(Outcome::Win(seat)) => format!("{seat} has won"),
        Turn::Over(Outcome::Draw) => "nobody has won".into(),
    }
}

/// A whole position including both hands, for readers who may see everything.
pub fn draw_position(position: &Schotten) -> String {
    use ennead_game::Game;
    let mut out = draw_table(0, position.table());
    out.push_str(&draw_formations(0, position.table()));
    for seat in Seat::BOTH {
        let chosen = match position.phase {
            Phase::Column(slot) if seat == position.mover => Some(slot),
            _ => None,
        };
        let _ = writeln!(out, "{seat}: {}", draw_hand(0, position.hand(seat), chosen));
    }
    let _ =
        writeln!(out, "deck: {} card(s); {}", position.deck().len(), turn_text(position.turn()));
    let _ = writeln!(out, "{LEGEND}");
    out
}

/// A view, with slots and stones counted from 0, as in the notation of moves.
pub fn draw_view(view: &SchottenView) -> String {
    draw_view_from(0, view)
}

/// A view, with slots and stones counted from `first`; people count from 1.
pub(crate) fn draw_view_from(first: usize, view: &SchottenView) -> String {
    let mut out = draw_table(first, view.table());
    out.push_str(&draw_formations(first, view.table()));
    if let Some((card, stone)) = view.last_card() {
        let _ = writeln!(out, "last: {} at stone {}", draw_card(Some(card)), stone + first);
    }
    for seat in Seat::BOTH {
        let own = view.viewer == ennead_game::Viewer::Seat(seat);
        let hand = if own {
            draw_hand(first, &view.hand, view.chosen)
        } else {
            format!("{} card(s)", view.hand_size(seat))
        };
        let _ = writeln!(out, "{seat}: {hand}");
    }
    let _ = writeln!(out, "deck: {} card(s); {}", view.deck_len(), turn_text(view.turn()));
    let _ = writeln!(out, "{LEGEND}");
    out
}
