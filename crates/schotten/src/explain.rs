//! Why a stone may be claimed, or why not, from public cards only.

use std::cmp::Ordering;
use std::fmt;

use ennead_game::{Seat, Viewer};

use crate::card::{Card, CardSet};
use crate::formation::Strength;
use crate::proof::best_reachable;
use crate::table::{SIDE_CARDS, STONES, Table};

/// Three cards and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trio {
    /// The cards: those on the table first, then those that could still come.
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

/// What there is to say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The stone is taken.
    Taken(Seat),
    /// Fewer than three cards are down.
    Incomplete(usize),
    /// Both sides are complete. The flag says whether the claimer is ahead: stronger, or equal and complete first.
    Decided {
        /// The claimer's cards.
        ours: Trio,
        /// The opponent's.
        theirs: Trio,
        /// Whether the claimer is ahead.
        ahead: bool,
    },
    /// The opponent is not complete; this is the best that unseen cards still allow, if there are enough.
    Open {
        /// The claimer's cards.
        ours: Trio,
        /// The best that the opponent can still reach.
        best: Option<Trio>,
    },
}

/// A claim explained; `Display` says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Who claims.
    pub seat: Seat,
    /// The stone, from 0.
    pub stone: usize,
    /// What there is to say.
    pub verdict: Verdict,
}

impl Explanation {
    /// Whether the stone may be claimed.
    pub fn holds(&self) -> bool {
        match self.verdict {
            Verdict::Taken(_) | Verdict::Incomplete(_) => false,
            Verdict::Decided { ahead, .. } => ahead,
            Verdict::Open { ours, best } => best.is_none_or(|best| best.strength <= ours.strength),
        }
    }
}

impl Explanation {
    /// The same for those who do not know the game; a viewer's own seat is "you".
    pub(crate) fn for_people(&self, viewer: Viewer) -> ennead_game::Explanation {
        self.with_text(self.told_to(viewer))
    }

    /// A claim that was made, told with the table of that moment.
    pub(crate) fn of_the_past(&self, viewer: Viewer) -> ennead_game::Explanation {
        self.with_text(self.recalled_to(viewer))
    }

    fn with_text(&self, text: String) -> ennead_game::Explanation {
        let best = match self.verdict {
            Verdict::Open { best, .. } => best,
            _ => None,
        };
        ennead_game::Explanation { subject: self.stone as u32, text, best: best.map(|trio| trio.to_string()) }
    }

    fn told_to(&self, viewer: Viewer) -> String {
        let (stone, other) = (self.stone, name(self.seat.other(), viewer));
        match self.verdict {
            Verdict::Taken(owner) => format!("stone {stone} is claimed by {}", name(owner, viewer)),
            Verdict::Incomplete(count) => {
                let has = if viewer == Viewer::Seat(self.seat) { "have" } else { "has" };
                format!("{} {has} {count} of three cards at stone {stone}", name(self.seat, viewer))
            }
            Verdict::Decided { ours, theirs, ahead } => {
                format!("stone {stone}: {ours} {} {theirs}", compared(ours, theirs, ahead))
            }
            Verdict::Open { ours, best: None } => {
                format!("stone {stone}: {other} cannot complete a side against {ours}")
            }
            Verdict::Open { ours, best: Some(best) } if self.holds() => {
                format!("stone {stone}: {ours} holds, since {other} can reach no more than {best}")
            }
            Verdict::Open { ours, best: Some(best) } => {
                format!("stone {stone}: {other} could still beat {ours} with {best}")
            }
        }
    }

    fn recalled_to(&self, viewer: Viewer) -> String {
        let claimed = format!("{} claimed stone {}", name(self.seat, viewer), self.stone);
        let other = name(self.seat.other(), viewer);
        match self.verdict {
            Verdict::Decided { ours, theirs, ahead } => {
                format!("{claimed}: {ours} {} {theirs}", compared(ours, theirs, ahead))
            }
            Verdict::Open { ours, best: Some(best) } => {
                format!("{claimed} with {ours}; the best that {other} could still make there was {best}")
            }
            Verdict::Open { ours, best: None } => {
                format!("{claimed} with {ours}; {other} could not complete a side there any more")
            }
            Verdict::Taken(_) | Verdict::Incomplete(_) => claimed,
        }
    }
}

/// How a viewer calls a seat.
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
    /// Why a seat may claim a stone, or why not.
    ///
    /// ```
    /// use ennead_game::{Game, Seat, SplitMix64};
    /// use ennead_schotten::{Schotten, Variant};
    /// let mut position = Schotten::new(&Variant::default());
    /// position.deal(&mut SplitMix64::new(1));
    /// let explanation = position.table().explain(Seat::FIRST, 4);
    /// assert!(!explanation.holds());
    /// assert_eq!(explanation.to_string(), "player 1 has 0 of three cards at stone 4");
    /// ```
    ///
    /// # Panics
    /// If there is no such stone.
    pub fn explain(&self, seat: Seat, stone: usize) -> Explanation {
        assert!(stone < STONES, "stones are 0 to 8");
        Explanation { seat, stone, verdict: self.verdict(seat, stone) }
    }

    /// Why its owner could claim a stone; right for the table of the moment of the claim, before more cards were seen.
    pub(crate) fn explain_claim(&self, stone: usize) -> Option<Explanation> {
        let seat = self.owner(stone)?;
        Some(Explanation { seat, stone, verdict: self.weigh(seat, stone) })
    }

    fn verdict(&self, seat: Seat, stone: usize) -> Verdict {
        match self.owner(stone) {
            Some(owner) => Verdict::Taken(owner),
            None => self.weigh(seat, stone),
        }
    }

    fn weigh(&self, seat: Seat, stone: usize) -> Verdict {
        let Some(ours) = self.trio(seat, stone) else {
            return Verdict::Incomplete(self.count(seat, stone));
        };
        match self.trio(seat.other(), stone) {
            Some(theirs) => Verdict::Decided { ours, theirs, ahead: self.beats(seat, stone) },
            None => {
                let cards: Vec<Card> = self.cards(seat.other(), stone).collect();
                Verdict::Open { ours, best: best_trio(&cards, self.unseen()) }
            }
        }
    }

    fn trio(&self, seat: Seat, stone: usize) -> Option<Trio> {
        let cards: Vec<Card> = self.cards(seat, stone).collect();
        cards.try_into().ok().map(Trio::new)
    }
}

/// Cards that reach the best formation. What it is worth is known first; the search is for cards that do it.
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
