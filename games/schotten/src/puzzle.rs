//! Puzzles: which stones can you claim, and why?
//!
//! A claim depends only on the cards on the table, so a puzzle packs nothing else. The match around
//! them is synthetic: both players place their cards from the left, decline every claim, and hold
//! cards that are derived from the puzzle.
//!
//! ```text
//! for each stone from the left, for player one and then player two, coded as choices:
//! | how many cards: one of 4 | each card: one of the unseen cards above the one before |
//! ```

use std::any::Any;

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};
use ennead_game::{
    AnyMatch, Game, GameError, Match, Question, QuestionAnswer, Random, Seat, SplitMix64, Turn,
    Workshop, reject,
};

use crate::card::{CARDS, Card, CardSet};
use crate::formation::Strength;
use crate::rules::{DECK, HAND, shuffle};
use crate::setup::{Claims, Timing};
use crate::table::{SIDE_CARDS, STONES, Table, has, reversed};
use crate::{ClaimVerdict, Schotten, Variant};

/// Claims can be declined in this variant, which leaves something to claim.
const VARIANT: Variant = Variant { claims: Claims::Manual, timing: Timing::After };
/// The seat that claims, and moves first in the synthetic match.
const CLAIMER: Seat = Seat::FIRST;
/// The maximum number of cards per player: the deck must not run out.
const MAX_LAID: usize = DECK / 2;

/// The minimum number of cards that each player places, and how many more there may be. Fewer cards
/// prove little, and more take longer to read.
const MIN_TURNS: usize = 5;
const MORE_TURNS: u64 = 5;

/// The question that all puzzles ask.
pub(crate) static QUESTION: Question = Question {
    text: "Which stones can you claim?",
    note: "You are below. Only the cards on the table count as proof, not those in your hand.",
    items: &[
        "Stone 1", "Stone 2", "Stone 3", "Stone 4", "Stone 5", "Stone 6", "Stone 7", "Stone 8",
        "Stone 9",
    ],
    open: |bytes| Ok(Box::new(made_up_match(&Layout::read(bytes)?)?)),
    answer: |play| position(play).map_or_else(QuestionAnswer::default, answer),
    draw: Some(|play| position(play).map_or_else(String::new, |position| draw(position.table()))),
    workshop: Some(Workshop {
        make: |random| make(random),
        prove: |play| position(play).map_or((0, 0), |position| prove(position.table())),
    }),
}
.for_target();

/// The cards at the stones: `[stone][seat]`, each side in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layout([[Vec<Card>; 2]; STONES]);

impl Layout {
    fn of(table: &Table) -> Layout {
        let side = |stone: usize, seat: Seat| {
            let mut cards: Vec<Card> = table.cards(seat, stone).collect();
            cards.sort_unstable_by_key(|card| card.index());
            cards
        };
        Layout(std::array::from_fn(|stone| Seat::BOTH.map(|seat| side(stone, seat))))
    }

    fn read(bytes: &[u8]) -> Result<Layout, GameError> {
        let mut decoder = ChoiceDecoder::new(bytes);
        let mut layout = Layout::default();
        let mut unseen = CardSet::ALL;
        for side in layout.0.as_flattened_mut() {
            let mut low = 0;
            for left in (0..decoder.take(SIDE_CARDS as u32 + 1)?).rev() {
                // The cards that follow this one are above it.
                let above = unseen.len() - low - left;
                let rank = low + decoder.take(above)?;
                let card = unseen.nth(rank).ok_or_else(|| reject("there is no such card"))?;
                side.push(card);
                low = rank + 1;
            }
            side.iter().for_each(|card| unseen.remove(*card));
        }
        decoder.finish()?;
        Ok(layout)
    }

    fn write(&self) -> Vec<u8> {
        let mut encoder = ChoiceEncoder::new();
        let mut unseen = CardSet::ALL;
        for side in self.0.as_flattened() {
            encoder.put(side.len() as u32, SIDE_CARDS as u32 + 1);
            let mut low = 0;
            for (left, card) in (0..side.len() as u32).rev().zip(side) {
                let rank = unseen.rank(*card);
                encoder.put(rank - low, unseen.len() - low - left);
                low = rank + 1;
            }
            side.iter().for_each(|card| unseen.remove(*card));
        }
        encoder.finish()
    }

    /// The cards of a seat and their stones, in the order of placement.
    fn laid(&self, seat: Seat) -> Vec<(Card, usize)> {
        let side = |(stone, sides): (usize, &[Vec<Card>; 2])| {
            sides[seat.index()].iter().map(|card| (*card, stone)).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(side).collect()
    }
}

/// The synthetic match in which these cards were placed, with the claimer to move.
fn made_up_match(layout: &Layout) -> Result<Match<Schotten>, GameError> {
    let laid = Seat::BOTH.map(|seat| layout.laid(seat));
    let count = laid[0].len();
    if laid[1].len() != count || count > MAX_LAID {
        return Err(reject(format!(
            "player one has {count} cards and player two {}: both have as many, at most {MAX_LAID}",
            laid[1].len()
        )));
    }
    let mut play = Match::<Schotten>::new(VARIANT);
    let mut undealt = CardSet::ALL;
    for card in shuffled(&laid) {
        play.play(undealt.rank(card))?;
        undealt.remove(card);
    }
    for (turn, (first, second)) in laid[0].iter().zip(&laid[1]).enumerate() {
        for (seat, (_, stone)) in Seat::BOTH.into_iter().zip([first, second]) {
            let open = play.position().table().open(seat);
            let before = (0..*stone).filter(|stone| has(open, *stone)).count();
            // A new card takes the slot of the one placed before it, so slots are used in rotation.
            play.play((turn % HAND) as u32)?;
            play.play(before as u32)?;
            while play.position().turn() == Turn::Seat(seat) {
                play.play(0)?;
            }
        }
    }
    Ok(play)
}

/// The shuffle that deals the cards into both hands in the order of placement. The cards that
/// nobody places are derived from the others.
fn shuffled(laid: &[Vec<(Card, usize)>; 2]) -> Vec<Card> {
    let used: CardSet = laid.iter().flatten().map(|(card, _)| *card).collect();
    let mut rest: Vec<Card> = Card::all().filter(|card| !used.contains(*card)).collect();
    shuffle(&mut rest, &mut SplitMix64::new(used.bits()));
    let mut rest = rest.into_iter();
    let mut own: [Vec<Card>; 2] = [0, 1].map(|seat: usize| {
        let cards = laid[seat].iter().map(|(card, _)| *card);
        cards.chain(rest.by_ref().take(HAND)).collect()
    });
    let drawn = own.each_mut().map(|cards| cards.split_off(HAND));
    let [first, second] = own;
    let deck = drawn[0].iter().zip(&drawn[1]).flat_map(|(first, second)| [*first, *second]);
    first.into_iter().chain(second).chain(deck).chain(rest).take(CARDS).collect()
}

fn position(play: &dyn AnyMatch) -> Option<&Schotten> {
    (play as &dyn Any).downcast_ref::<Match<Schotten>>().map(Match::position)
}

/// The cards at the stones, with the claimer's below, and nothing about claims.
fn draw(table: &Table) -> String {
    let row = |seat: Seat, at: usize| {
        let card = |stone: usize| match table.cards(seat, stone).nth(at) {
            Some(card) => format!("{}{}", card.colour().letter(), card.number()),
            None => "·".into(),
        };
        (0..STONES).map(|stone| format!("{:<5}", card(stone))).collect::<String>()
    };
    let other = (0..SIDE_CARDS).rev().map(|at| row(CLAIMER.other(), at));
    let stones = (1..=STONES).map(|stone| format!("({stone})  ")).collect::<String>();
    let own = (0..SIDE_CARDS).map(|at| row(CLAIMER, at));
    let rows: Vec<String> = other.chain([stones]).chain(own).collect();
    let names = "R red, Y yellow, B blue, G green, C cyan, E grey";
    format!("{}\n{names}\n", rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n"))
}

/// The stones that the claimer may claim, and the explanation of every complete side.
fn answer(position: &Schotten) -> QuestionAnswer {
    let table = position.table();
    let viewer = ennead_game::Viewer::Seat(CLAIMER);
    let sides = (0..STONES).map(|stone| table.explain(CLAIMER, stone));
    let complete = sides.filter(|side| !matches!(side.verdict, ClaimVerdict::Incomplete(_)));
    QuestionAnswer {
        items: reversed(table.claimable(CLAIMER)).into(),
        reasons: complete.map(|side| side.for_people(viewer).text).collect(),
    }
}

/// The claimable stones, found by trying every completion of the other side.
fn prove(table: &Table) -> (u32, u64) {
    let unseen: Vec<Card> = table.unseen().iter().collect();
    let (mut items, mut cases) = (0, 0);
    for stone in 0..STONES {
        let Some(ours) = table.strength(CLAIMER, stone) else { continue };
        let mut theirs: Vec<Card> = table.cards(CLAIMER.other(), stone).collect();
        let is_first = table.first_to_complete(stone) == Some(CLAIMER);
        let holds = |theirs: Strength| theirs < ours || theirs == ours && is_first;
        if hold_all(&mut theirs, &unseen, &holds, &mut cases) {
            items |= 1 << stone;
        }
    }
    (items, cases)
}

/// Whether our side holds against every completion of the other side with unseen cards. Counts the
/// completions examined: all of them, or up to the first counterexample.
fn hold_all(
    side: &mut Vec<Card>,
    unseen: &[Card],
    holds: &dyn Fn(Strength) -> bool,
    cases: &mut u64,
) -> bool {
    if let Ok(three) = <[Card; SIDE_CARDS]>::try_from(side.as_slice()) {
        *cases += 1;
        return holds(Strength::of(three));
    }
    unseen.iter().enumerate().all(|(at, card)| {
        side.push(*card);
        let all = hold_all(side, &unseen[at + 1..], holds, cases);
        side.pop();
        all
    })
}

/// A table from a match whose players build formations and claim nothing, with at least one
/// claimable stone and at least one complete side that is not claimable.
fn make(random: &mut dyn Random) -> Option<Vec<u8>> {
    let mut position = Schotten::new(&VARIANT);
    position.deal(random);
    let turns = MIN_TURNS + random.below(MORE_TURNS) as usize;
    for _ in 0..turns {
        for seat in Seat::BOTH {
            lay_sensibly(&mut position, seat, random)?;
        }
    }
    let table = position.table();
    let complete = (0..STONES).filter(|stone| table.strength(CLAIMER, *stone).is_some()).count();
    let right = table.claimable(CLAIMER).count_ones() as usize;
    let layout = Layout::of(table);
    let opened = made_up_match(&layout).ok()?;
    // The synthetic match also invents the order in which equal sides were completed, which could
    // change the answer.
    let is_same = opened.position().table().claimable(CLAIMER) == table.claimable(CLAIMER);
    (right > 0 && complete > right && is_same).then(|| layout.write())
}

/// Places a well-fitting card of the hand, with some randomness, and claims nothing.
fn lay_sensibly(position: &mut Schotten, seat: Seat, random: &mut dyn Random) -> Option<()> {
    let hand = *position.hand(seat);
    let table = position.table();
    let open: Vec<usize> = (0..STONES).filter(|stone| has(table.open(seat), *stone)).collect();
    let places = hand.iter().flatten().flat_map(|card| open.iter().map(|stone| (*card, *stone)));
    let fit = |(card, stone): &(Card, usize)| {
        let with = table.cards(seat, *stone);
        with.map(|other| 4 + affinity(*card, other)).sum::<u64>() * 4
    };
    let mut scored: Vec<(u64, (Card, usize))> =
        places.map(|place| (fit(&place) + random.below(12), place)).collect();
    scored.sort_by_key(|(score, _)| *score);
    let (_, (card, stone)) = scored.pop()?;
    position.place(card, stone);
    while position.turn() == Turn::Seat(seat) {
        position.choose(0);
    }
    Some(())
}

/// How well two cards combine in a formation.
fn affinity(a: Card, b: Card) -> u64 {
    let near = a.number().abs_diff(b.number());
    let is_colour = a.colour() == b.colour();
    match near {
        0 => 5,
        1 | 2 if is_colour => 8,
        _ if is_colour => 3,
        1 | 2 => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_packed_and_opened_again() {
        let mut random = SplitMix64::new(7);
        let mut packed = Vec::new();
        while packed.len() < 200 {
            packed.extend(make(&mut random));
        }
        for bytes in packed {
            let layout = Layout::read(&bytes).unwrap();
            assert_eq!(layout.write(), bytes);
            let play = made_up_match(&layout).unwrap();
            assert_eq!(Layout::of(play.position().table()), layout);
            assert_eq!(play.position().turn(), Turn::Seat(CLAIMER));
            let (items, cases) = prove(play.position().table());
            assert_eq!(answer(play.position()).items, items);
            assert!(cases > 0);
        }
    }

    #[test]
    fn hostile_bytes_are_rejected() {
        let mut random = SplitMix64::new(3);
        let mut opened = 0;
        for _ in 0..20_000 {
            let length = random.below(24) as usize;
            let bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            opened += u32::from((QUESTION.open)(&bytes).is_ok());
        }
        assert!(opened < 20_000);
    }
}
