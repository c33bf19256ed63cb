//! Whole moves: a card, its stone, and claimed stones.

use std::fmt;

use ennead_game::nine::{self, index_of, nth};
use ennead_game::{Game, MoveError, Notation, Outcome, Turn};

use crate::Schotten;
use crate::rules::{HAND, Phase};
use crate::setup::Claims;
use crate::table::{STONES, Stones, reversed, stones_in};

/// What a move does, apart from claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Places the card in a slot at a stone, both counted from 0.
    Place {
        /// The slot.
        slot: u8,
        /// The stone, which is the column of the board.
        column: u8,
    },
    /// Wins by claims at the start of the turn, without placing a card.
    Win,
    /// Passes, because no card can be placed.
    Pass,
}

/// A whole move. Its text is `slot>column` or `pass`, followed by the stones that the player chose
/// to claim, each prefixed with `!`.
///
/// ```
/// use ennead_game::Notation;
/// use ennead_schotten::Schotten;
/// assert_eq!(Schotten::number(&Schotten::parse_move("1>3")?), 0x13);
/// assert_eq!(Schotten::number(&Schotten::parse_move("pass")?), 255);
/// let with_claims = Schotten::parse_move("2>4!1!3")?;
/// assert_eq!(Schotten::number(&with_claims), 0b1010 << 8 | 0x24);
/// assert_eq!(with_claims.to_string(), "2>4!1!3");
/// # Ok::<(), ennead_game::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    action: Action,
    claims: Stones,
}

/// The byte in place of slot and column if no card is placed.
const WIN: u8 = 0xfe;
const PASS: u8 = 0xff;

impl Move {
    /// A pass.
    pub const PASS: Move = Move { action: Action::Pass, claims: 0 };

    /// Places the card in a slot in a column, both from 0, without claims; `None` if there is no
    /// such slot or column.
    pub const fn place(slot: u8, column: u8) -> Option<Move> {
        if slot as usize >= HAND || column as usize >= STONES {
            return None;
        }
        Some(Move { action: Action::Place { slot, column }, claims: 0 })
    }

    /// What the move does, apart from claims.
    pub const fn action(&self) -> Action {
        self.action
    }

    /// The stones that the player chose to claim, from 0. Automatic claims are not part of a move.
    pub fn claims(&self) -> impl Iterator<Item = usize> + use<> {
        stones_in(self.claims)
    }

    /// Slot and column in one byte, 255 for a pass.
    pub(crate) const fn byte(&self) -> u8 {
        match self.action {
            Action::Place { slot, column } => slot << 4 | column,
            Action::Win => WIN,
            Action::Pass => PASS,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Place { slot, column } => write!(f, "{slot}>{column}")?,
            Action::Pass => write!(f, "pass")?,
            Action::Win => {}
        }
        self.claims().try_for_each(|stone| write!(f, "!{stone}"))
    }
}

/// Collects the choices of a move.
#[derive(Clone, Copy)]
struct Parts {
    action: Action,
    claims: Stones,
}

impl Parts {
    const NONE: Parts = Parts { action: Action::Win, claims: 0 };

    /// Adds an option chosen in a position.
    fn note(&mut self, position: &Schotten, option: u32) {
        match position.phase {
            Phase::Column(slot) => {
                let column = nth(position.table.open(position.mover), option);
                self.action = Action::Place { slot, column };
            }
            Phase::Pass => self.action = Action::Pass,
            Phase::Claim(stone) if option == 1 => self.claims |= nine::bit(stone),
            Phase::Shuffle | Phase::Card | Phase::Claim(_) | Phase::Over => {}
        }
    }

    fn whole(self) -> Move {
        Move { action: self.action, claims: self.claims }
    }
}

/// Whether the move of `mover` is complete.
fn is_ended(position: &Schotten, mover: Turn) -> bool {
    position.turn() != mover
}

impl Notation for Schotten {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        match self.phase {
            Phase::Shuffle | Phase::Over => {}
            Phase::Card if self.claims_are_automatic() => self.list_placements(&mut moves),
            _ => {
                self.list_moves(self.turn(), Parts::NONE, &mut moves);
                moves.sort_unstable_by_key(Schotten::number);
            }
        }
        moves
    }

    fn number(mv: &Move) -> u64 {
        u64::from(reversed(mv.claims)) << 8 | u64::from(mv.byte())
    }

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        parse(text).ok_or_else(|| {
            MoveError::text(
                text,
                "a move is slot>column with slots 0 to 5 and columns 0 to 8, or pass; claimed \
                 stones follow in ascending order, each after a !, as in 2>4!1!3",
            )
        })
    }

    fn choices_of(&self, mv: &Move) -> Result<Vec<u32>, MoveError> {
        self.walk(mv).map_err(|reason| MoveError::illegal(mv, reason))
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Move, usize)> {
        let mut position = self.clone();
        let mut parts = Parts::NONE;
        for (made, option) in choices.iter().enumerate() {
            parts.note(&position, *option);
            position.choose(*option);
            if is_ended(&position, self.turn()) {
                return Some((parts.whole(), made + 1));
            }
        }
        None
    }

    /// The byte of document 003: slot in the high half, column in the low half, 0xff for a pass.
    fn short_move(byte: u8) -> Option<String> {
        match byte {
            PASS => Some(Move::PASS.to_string()),
            _ => Move::place(byte >> 4, byte & 15).map(|mv| mv.to_string()),
        }
    }

    fn count_moves(&self) -> u64 {
        match self.phase {
            Phase::Card if self.claims_are_automatic() => {
                let cards = self.occupied(self.mover).count_ones();
                u64::from(cards * self.table.open(self.mover).count_ones())
            }
            _ => self.moves().len() as u64,
        }
    }
}

impl Schotten {
    fn claims_are_automatic(&self) -> bool {
        self.variant.claims == Claims::Auto
    }

    fn list_placements(&self, moves: &mut Vec<Move>) {
        for slot in stones_in(self.occupied(self.mover)) {
            for column in stones_in(self.table.open(self.mover)) {
                moves.extend(Move::place(slot as u8, column as u8));
            }
        }
    }

    /// Lists all moves. The recursion is at most eleven deep: a card, a stone and nine claims.
    fn list_moves(&self, mover: Turn, parts: Parts, moves: &mut Vec<Move>) {
        if is_ended(self, mover) {
            moves.push(parts.whole());
            return;
        }
        for option in 0..self.options() {
            let (mut position, mut parts) = (self.clone(), parts);
            parts.note(&position, option);
            position.choose(option);
            position.list_moves(mover, parts, moves);
        }
    }

    /// The choices of a move, or the reason why it is illegal.
    fn walk(&self, mv: &Move) -> Result<Vec<u32>, String> {
        let mut position = self.clone();
        let mut choices = Vec::new();
        let (mut claims, mut acted) = (mv.claims, false);
        while !is_ended(&position, self.turn()) || choices.is_empty() {
            let option = position.option_of(mv)?;
            acted |= matches!(position.phase, Phase::Column(_) | Phase::Pass);
            if let Phase::Claim(stone) = position.phase {
                claims &= !nine::bit(stone);
            }
            position.choose(option);
            choices.push(option);
        }
        if let Some(stone) = stones_in(claims).next() {
            return Err(self.why_no_claim(stone));
        }
        if !acted && mv.action != Action::Win {
            return Err("the claims win, and nothing is placed after that".into());
        }
        Ok(choices)
    }

    fn why_no_claim(&self, stone: usize) -> String {
        if self.claims_are_automatic() {
            "claims are automatic in this set-up: leave them out".into()
        } else {
            format!("stone {stone} cannot be claimed at that point")
        }
    }

    /// The next option of a move.
    fn option_of(&self, mv: &Move) -> Result<u32, String> {
        match (self.phase, mv.action) {
            (Phase::Shuffle, _) => Err("the cards are not dealt yet".into()),
            (Phase::Over, _) => Err(format!("the game is over: {}", outcome_text(self.outcome()))),
            (Phase::Claim(stone), _) => Ok(u32::from(mv.claims & nine::bit(stone) != 0)),
            (Phase::Pass, Action::Pass) => Ok(0),
            (Phase::Pass, _) => Err("nothing can be placed, so this turn is a pass".into()),
            (_, Action::Pass) => Err("a card can be placed, so this turn is no pass".into()),
            (_, Action::Win) => Err("a card must be placed: these claims do not win".into()),
            (Phase::Card, Action::Place { slot, .. }) => self.slot_option(slot),
            (Phase::Column(_), Action::Place { column, .. }) => self.column_option(column),
        }
    }

    fn slot_option(&self, slot: u8) -> Result<u32, String> {
        let slots = self.occupied(self.mover);
        if slots & nine::bit(slot) == 0 {
            return Err(format!("slot {slot} is empty"));
        }
        Ok(index_of(slots, slot))
    }

    fn column_option(&self, column: u8) -> Result<u32, String> {
        let open = self.table.open(self.mover);
        if open & nine::bit(column) == 0 {
            return Err(self.why_closed(column));
        }
        Ok(index_of(open, column))
    }

    /// Why the mover may not place a card in a column.
    fn why_closed(&self, column: u8) -> String {
        match self.table.owner(usize::from(column)) {
            Some(seat) => format!("stone {column} is claimed by {seat}"),
            None => format!("{} has three cards in column {column} already", self.mover),
        }
    }
}

/// The result of a match as text.
pub(crate) fn outcome_text(outcome: Option<Outcome>) -> String {
    match outcome {
        Some(Outcome::Win(seat)) => format!("{seat} has won"),
        Some(Outcome::Draw) => "nobody has won".into(),
        None => "it goes on".into(),
    }
}

fn parse(text: &str) -> Option<Move> {
    let mut parts = text.split('!');
    let action = match parts.next()? {
        "" => Action::Win,
        "pass" => Action::Pass,
        place => parse_place(place)?,
    };
    let mut claims = 0;
    for part in parts {
        let stone = digit(part, STONES)?;
        if claims << stone & nine::FULL != 0 {
            return None; // not in ascending order
        }
        claims |= nine::bit(stone);
    }
    // Claims are automatic in a pass, and a move is never empty.
    let possible = match action {
        Action::Win => claims != 0,
        Action::Pass => claims == 0,
        Action::Place { .. } => true,
    };
    possible.then_some(Move { action, claims })
}

fn parse_place(text: &str) -> Option<Action> {
    let (slot, column) = text.split_once('>')?;
    Some(Action::Place { slot: digit(slot, HAND)?, column: digit(column, STONES)? })
}

/// One digit below `limit`.
fn digit(text: &str, limit: usize) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] if usize::from(digit - b'0') < limit => Some(digit - b'0'),
        _ => None,
    }
}
