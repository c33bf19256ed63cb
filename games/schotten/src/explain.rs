//! Explanations of why a stone may or may not be claimed, from public cards only.

use std::cmp::Ordering;
use std::fmt;

use ennead_game::{Seat, Viewer};
use serde_json::{Value as Json, json};

use crate::card::{Card, CardSet};
use crate::formation::Strength;
use crate::proof::best_reachable;
use crate::table::{SIDE_CARDS, STONES, Table, stone_number};

/// Three cards and their strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trio {
    /// The cards on the table, followed by unseen cards that could complete them.
    pub cards: [Card; SIDE_CARDS],
    /// Their strength.
    pub strength: Strength,
}

impl Trio {
    fn new(cards: [Card; SIDE_CARDS]) -> Trio {
        Trio { cards, strength: Strength::of(cards) }
    }
}

impl fmt::Display for Trio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cards;
        write!(f, "{}, {} and {} ({})", a.spoken(), b.spoken(), c.spoken(), self.strength)
    }
}

/// The result of examining a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The stone is already claimed.
    Taken(Seat),
    /// The claimer's side has fewer than three cards.
    Incomplete(usize),
    /// Both sides are complete.
    Decided {
        /// The claimer's cards.
        ours: Trio,
        /// The opponent's cards.
        theirs: Trio,
        /// Whether the claimer's side is stronger, or equal and completed first.
        ahead: bool,
    },
    /// The opponent's side is incomplete.
    Open {
        /// The claimer's cards.
        ours: Trio,
        /// The strongest completion with unseen cards, if there are enough of them.
        best: Option<Trio>,
    },
}

/// An explanation as sent to clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoneNote {
    /// The stone, from 0.
    pub(crate) stone: usize,
    /// The explanation.
    pub(crate) text: String,
    /// The strongest completion of the other side, if the claim depends on it.
    pub(crate) best: Option<String>,
}

impl StoneNote {
    pub(crate) fn to_json(&self) -> Json {
        json!({ "stone": self.stone, "text": self.text, "best": self.best })
    }
}

/// The explanation of a claim; `Display` writes it as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The claimer.
    pub seat: Seat,
    /// The stone, from 0.
    pub stone: usize,
    /// The verdict.
    pub verdict: ClaimVerdict,
}

impl Explanation {
    /// Whether the stone may be claimed.
    pub fn holds(&self) -> bool {
        match self.verdict {
            ClaimVerdict::Taken(_) | ClaimVerdict::Incomplete(_) => false,
            ClaimVerdict::Decided { ahead, .. } => ahead,
            ClaimVerdict::Open { ours, best } => {
                best.is_none_or(|best| best.strength <= ours.strength)
            }
        }
    }
}

impl Explanation {
    /// A shorter text for contexts that already name the claimer.
    pub fn unnamed(&self) -> String {
        match self.verdict {
            ClaimVerdict::Incomplete(count) => self.progress(count),
            _ => self.to_string(),
        }
    }

    /// A text with only the strengths, for a claimer whose side is complete.
    pub fn by_strength(&self) -> String {
        match self.verdict {
            ClaimVerdict::Decided { ours, theirs, .. } => {
                format!("{} against {}", ours.strength, theirs.strength)
            }
            ClaimVerdict::Open { ours, best: Some(best) } => {
                format!("{}, and no more than {} can still come", ours.strength, best.strength)
            }
            ClaimVerdict::Open { ours, best: None } => {
                format!("{}, and the other side cannot be completed", ours.strength)
            }
            ClaimVerdict::Taken(_) | ClaimVerdict::Incomplete(_) => self.unnamed(),
        }
    }

    /// The text for an incomplete claimer.
    fn progress(&self, count: usize) -> String {
        format!("{count} of three cards at stone {}", stone_number(self.stone))
    }

    /// A text for beginners; the viewer's own seat is "you".
    pub(crate) fn for_people(&self, viewer: Viewer) -> StoneNote {
        self.with_text(self.told_to(viewer))
    }

    /// The text for a claim that was made. The table must be the one at the time of the claim.
    pub(crate) fn of_the_past(&self, viewer: Viewer) -> StoneNote {
        self.with_text(self.recalled_to(viewer))
    }

    fn with_text(&self, text: String) -> StoneNote {
        let best = match self.verdict {
            ClaimVerdict::Open { best, .. } => best,
            _ => None,
        };
        StoneNote { stone: self.stone, text, best: best.map(|trio| trio.to_string()) }
    }

    fn told_to(&self, viewer: Viewer) -> String {
        let (stone, other) = (stone_number(self.stone), name(self.seat.other(), viewer));
        match self.verdict {
            ClaimVerdict::Taken(owner) => {
                format!("stone {stone} is claimed by {}", name(owner, viewer))
            }
            ClaimVerdict::Incomplete(count) => {
                let has = if viewer == Viewer::Seat(self.seat) { "have" } else { "has" };
                format!("{} {has} {}", name(self.seat, viewer), self.progress(count))
            }
            ClaimVerdict::Decided { ours, theirs, ahead } => {
                format!("stone {stone}: {ours} {} {theirs}", compared(ours, theirs, ahead))
            }
            ClaimVerdict::Open { ours, best: None } => {
                format!("stone {stone}: {other} cannot complete a side against {ours}")
            }
            ClaimVerdict::Open { ours, best: Some(best) } if self.holds() => {
                format!("stone {stone}: {ours} holds, since {other} can reach no more than {best}")
            }
            ClaimVerdict::Open { ours, best: Some(best) } => {
                format!("stone {stone}: {other} could still beat {ours} with {best}")
            }
        }
    }

    fn recalled_to(&self, viewer: Viewer) -> String {
        let claimed =
            format!("{} claimed stone {}", name(self.seat, viewer), stone_number(self.stone));
        let other = name(self.seat.other(), viewer);
        match self.verdict {
            ClaimVerdict::Decided { ours, theirs, ahead } => {
                format!("{claimed}: {ours} {} {theirs}", compared(ours, theirs, ahead))
            }
            ClaimVerdict::Open { ours, best: Some(best) } => {
                format!(
                    "{claimed} with {ours}; the best that {other} could still make there was {best}"
                )
            }
            ClaimVerdict::Open { ours, best: None } => {
                format!("{claimed} with {ours}; {other} could not complete a side there any more")
            }
            ClaimVerdict::Taken(_) | ClaimVerdict::Incomplete(_) => claimed,
        }
    }
}

/// The name of a seat from the viewer's perspective.
fn name(seat: Seat, viewer: Viewer) -> String {
    if viewer == Viewer::Seat(seat) { "you".into() } else { seat.to_string() }
}

fn compared(ours: Trio, theirs: Trio, ahead: bool) -> &'static str {
    match (ours.strength.cmp(&theirs.strength), ahead) {
        (Ordering::Greater, _) => "is stronger than",
        (Ordering::Less, _) => "is weaker than",
        (Ordering::Equal, true) => "equals, and was complete before,",
        (Ordering::Equal, false) => "equals, but was complete after,",
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told_to(Viewer::Spectator))
    }
}

impl Table {
    /// Explains why a seat may or may not claim a stone.
    ///
    /// ```
    /// use ennead_game::{Game, Seat, SplitMix64};
    /// use ennead_schotten::{Schotten, Variant};
    /// let mut position = Schotten::new(&Variant::default());
    /// position.deal(&mut SplitMix64::new(1));
    /// let explanation = position.table().explain(Seat::FIRST, 4);
    /// assert!(!explanation.holds());
    /// assert_eq!(explanation.to_string(), "player 1 has 0 of three cards at stone 5");
    /// ```
    ///
    /// # Panics
    /// If there is no such stone.
    pub fn explain(&self, seat: Seat, stone: usize) -> Explanation {
        assert!(stone < STONES, "stones are 0 to 8");
        Explanation { seat, stone, verdict: self.verdict(seat, stone) }
    }

    /// Explains why the owner of a stone could claim it, or returns `None` if it is unclaimed. The
    /// table must be the one at the time of the claim, because later cards change what is unseen.
    pub fn explain_claim(&self, stone: usize) -> Option<Explanation> {
        let seat = self.owner(stone)?;
        Some(Explanation { seat, stone, verdict: self.weigh(seat, stone) })
    }

    fn verdict(&self, seat: Seat, stone: usize) -> ClaimVerdict {
        match self.owner(stone) {
            Some(owner) => ClaimVerdict::Taken(owner),
            None => self.weigh(seat, stone),
        }
    }

    fn weigh(&self, seat: Seat, stone: usize) -> ClaimVerdict {
        let Some(ours) = self.trio(seat, stone) else {
            return ClaimVerdict::Incomplete(self.count(seat, stone));
        };
        match self.trio(seat.other(), stone) {
            Some(theirs) => ClaimVerdict::Decided { ours, theirs, ahead: self.beats(seat, stone) },
            None => {
                let cards: Vec<Card> = self.cards(seat.other(), stone).collect();
                ClaimVerdict::Open { ours, best: best_trio(&cards, self.unseen()) }
            }
        }
    }

    fn trio(&self, seat: Seat, stone: usize) -> Option<Trio> {
        let cards: Vec<Card> = self.cards(seat, stone).collect();
        cards.try_into().ok().map(Trio::new)
    }
}

/// Finds cards that reach a known best strength.
fn best_trio(cards: &[Card], unseen: CardSet) -> Option<Trio> {
    let best = best_reachable(cards, unseen)?;
    find_trio(&mut cards.to_vec(), unseen, best)
}

fn find_trio(cards: &mut Vec<Card>, unseen: CardSet, wanted: Strength) -> Option<Trio> {
    if let Ok(three) = <[Card; SIDE_CARDS]>::try_from(cards.as_slice()) {
        return Some(Trio::new(three)).filter(|trio| trio.strength == wanted);
    }
    let mut left = unseen;
    unseen.iter().rev().find_map(|card| {
        left.remove(card);
        cards.push(card);
        let found = find_trio(cards, left, wanted);
        cards.pop();
        found
    })
}
