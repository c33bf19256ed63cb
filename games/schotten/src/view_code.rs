//! The encoding of a view: every fact is a choice among the options that earlier facts leave open.
//!
//! `FORMAT.md` lists the choices. Derivable facts, such as the size of the deck, are not encoded.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use ennead_game::nine::{Mask, index_of, nth};
use ennead_game::{Seat, ViewError, Viewer};

use crate::card::{CARDS, Card, CardSet};
use crate::rules::{HAND, Hand, occupied};
use crate::setup::{Claims, Timing, Variant};
use crate::table::{SIDE_CARDS, STONES, Stones, Table, bit, has, reversed, stones_in};
use crate::view::{SchottenView, Stage, deck_len, last_mover, undrawn};

/// One interface for both directions: an encoder returns the given choice, a decoder the decoded
/// one.
trait Coder {
    /// Codes one choice among `n`. Decoders ignore `choice`.
    fn code(&mut self, choice: u32, n: u32) -> Result<u32, ViewError>;
}

struct Writer(ChoiceEncoder);

impl Coder for Writer {
    fn code(&mut self, choice: u32, n: u32) -> Result<u32, ViewError> {
        self.0.put(choice, n);
        Ok(choice)
    }
}

struct Reader<'a>(ChoiceDecoder<'a>);

impl Coder for Reader<'_> {
    fn code(&mut self, _: u32, n: u32) -> Result<u32, ViewError> {
        self.0.take(n).map_err(wrong_ending)
    }
}

fn wrong_ending(error: ChoiceError) -> ViewError {
    let (ChoiceError::Truncated { at }
    | ChoiceError::Trailing { at, .. }
    | ChoiceError::NotCanonical { at }) = error;
    ViewError { at, reason: error.to_string() }
}

/// The error for a view whose parts are inconsistent.
fn impossible(reason: &str) -> ViewError {
    ViewError { at: 0, reason: reason.into() }
}

pub(crate) fn encode(view: &SchottenView) -> Vec<u8> {
    let mut writer = Writer(ChoiceEncoder::new());
    let written = code(view, &mut writer);
    debug_assert!(written.as_ref() == Ok(view), "what is written is what would be read");
    writer.0.finish()
}

pub(crate) fn decode(bytes: &[u8]) -> Result<SchottenView, ViewError> {
    let mut reader = Reader(ChoiceDecoder::new(bytes));
    let view = code(&unknown(), &mut reader)?;
    reader.0.finish().map_err(wrong_ending)?;
    Ok(view)
}

/// The initial state of a decoder.
fn unknown() -> SchottenView {
    SchottenView {
        viewer: Viewer::Spectator,
        variant: Variant::default(),
        table: Table::EMPTY,
        mover: Seat::FIRST,
        stage: Stage::Shuffle(0),
        last: None,
        hand_sizes: [0; 2],
        hand: [None; HAND],
        chosen: None,
    }
}

/// Codes a view and returns it: an encoder returns the given view, a decoder the decoded one.
fn code(told: &SchottenView, coder: &mut impl Coder) -> Result<SchottenView, ViewError> {
    let mut view = unknown();
    let viewer = Viewer::ALL.iter().position(|viewer| *viewer == told.viewer).unwrap_or(0);
    view.viewer = Viewer::ALL[coder.code(viewer as u32, Viewer::ALL.len() as u32)? as usize];
    let variant = coder.code(told.variant.number() as u32, Variant::ALL.len() as u32)?;
    view.variant = Variant::ALL[variant as usize];
    if let Some(dealt) = code_shuffle(told, coder)? {
        view.stage = Stage::Shuffle(dealt);
        return Ok(view);
    }
    view.table = code_table(&told.table, coder)?;
    code_turn(told, &mut view, coder)?;
    code_hand_sizes(told, &mut view, coder)?;
    code_own_hand(told, &mut view, coder)?;
    check(&view)?;
    Ok(view)
}

/// Codes whether the shuffle is unfinished, and its progress.
fn code_shuffle(told: &SchottenView, coder: &mut impl Coder) -> Result<Option<u8>, ViewError> {
    let dealt = match told.stage {
        Stage::Shuffle(dealt) => Some(u32::from(dealt)),
        _ => None,
    };
    if coder.code(u32::from(dealt.is_some()), 2)? == 0 {
        return Ok(None);
    }
    Ok(Some(coder.code(dealt.unwrap_or(0), CARDS as u32)? as u8))
}

fn code_table(told: &Table, coder: &mut impl Coder) -> Result<Table, ViewError> {
    let mut table = Table::EMPTY;
    for seat in Seat::BOTH {
        for stone in 0..STONES {
            let count = coder.code(told.count(seat, stone) as u32, SIDE_CARDS as u32 + 1)?;
            let mut cards = told.cards(seat, stone);
            for _ in 0..count {
                let card = code_card(cards.next(), table.unseen(), coder)?;
                table.lay(seat, stone, card);
            }
        }
    }
    for stone in 0..STONES {
        code_stone(told, &mut table, stone, coder)?;
    }
    Ok(table)
}

/// Codes a card among those not named before.
fn code_card(told: Option<Card>, left: CardSet, coder: &mut impl Coder) -> Result<Card, ViewError> {
    if left.is_empty() {
        return Err(impossible("there are more cards than 54"));
    }
    let rank = coder.code(told.map_or(0, |card| left.rank(card)), left.len())?;
    Ok(left.nth(rank).expect("a choice is below its number of options"))
}

/// Codes who completed a stone first, if both sides are complete, and who has claimed it.
fn code_stone(
    told: &Table,
    table: &mut Table,
    stone: usize,
    coder: &mut impl Coder,
) -> Result<(), ViewError> {
    let mut claimers: Vec<Seat> =
        Seat::BOTH.into_iter().filter(|seat| has(table.full(*seat), stone)).collect();
    if claimers.len() == 2 {
        let first = told.first_to_complete(stone).map_or(0, |seat| u32::from(seat.0));
        table.set_first_to_complete(stone, Seat(coder.code(first, 2)? as u8));
        // No card is placed at a claimed stone, so both sides were complete when it was claimed:
        // only the stronger one can own it.
        claimers.retain(|seat| table.may_claim(*seat, stone));
    }
    let owner = told.owner(stone).and_then(|owner| claimers.iter().position(|seat| *seat == owner));
    let owner = coder.code(owner.map_or(0, |index| index as u32 + 1), claimers.len() as u32 + 1)?;
    if let Some(index) = owner.checked_sub(1) {
        table.claim(claimers[index as usize], bit(stone));
    }
    Ok(())
}

/// Codes the turn, the next choice and the stone of the last card.
fn code_turn(
    told: &SchottenView,
    view: &mut SchottenView,
    coder: &mut impl Coder,
) -> Result<(), ViewError> {
    let winners: Vec<Seat> =
        Seat::BOTH.into_iter().filter(|seat| view.table.has_won(*seat)).collect();
    match *winners {
        [] => {
            view.mover = Seat(coder.code(u32::from(told.mover.0), 2)? as u8);
            view.stage = code_stage(told, view, coder)?;
        }
        [winner] => (view.mover, view.stage) = (winner, Stage::Over),
        _ => return Err(impossible("both have won")),
    }
    let seat = last_mover(view.variant, view.stage, view.mover);
    let stones: Vec<u8> = (0..STONES)
        .filter(|stone| view.table.count(seat, *stone) > 0)
        .map(|stone| stone as u8)
        .collect();
    let last = told.last.and_then(|last| stones.iter().position(|stone| *stone == last));
    let last = coder.code(last.map_or(0, |index| index as u32 + 1), stones.len() as u32 + 1)?;
    view.last = last.checked_sub(1).map(|index| stones[index as usize]);
    Ok(())
}

/// Codes the next choice: the start of a turn, a stone for the chosen card, or one of the claimable
/// stones. The hands determine whether a turn starts with a pass.
fn code_stage(
    told: &SchottenView,
    view: &SchottenView,
    coder: &mut impl Coder,
) -> Result<Stage, ViewError> {
    let claimable: Stones = match view.variant.claims {
        Claims::Auto => 0,
        Claims::Manual => view.table.claimable(view.mover),
    };
    let number = match told.stage {
        Stage::Column => 1,
        Stage::Claim(stone) => 2 + index_of(claimable, stone),
        _ => 0,
    };
    Ok(match coder.code(number, 2 + claimable.count_ones())? {
        0 => Stage::Card,
        1 => Stage::Column,
        claim => Stage::Claim(nth(claimable, claim - 2)),
    })
}

/// Codes how the cards that are neither on the table nor in the deck are divided between the hands,
/// which are full while the deck lasts.
fn code_hand_sizes(
    told: &SchottenView,
    view: &mut SchottenView,
    coder: &mut impl Coder,
) -> Result<(), ViewError> {
    let undrawn = undrawn(view.variant, view.stage, view.last);
    let in_hands = view.table.unseen().len() as usize - deck_len(&view.table, undrawn);
    let most = (HAND - usize::from(undrawn)).min(in_hands);
    let least = in_hands.saturating_sub(HAND);
    if most < least {
        return Err(impossible("the cards in hand are more than two hands hold"));
    }
    let told = told.hand_size(view.mover).saturating_sub(least);
    let mover = least + coder.code(told as u32, (most - least) as u32 + 1)? as usize;
    view.hand_sizes[view.mover.index()] = mover as u8;
    view.hand_sizes[view.mover.other().index()] = (in_hands - mover) as u8;
    if view.stage == Stage::Card && (mover == 0 || view.table.open(view.mover) == 0) {
        view.stage = Stage::Pass;
    }
    Ok(())
}

/// Codes the viewer's hand, slot by slot, and the card that the viewer has chosen.
fn code_own_hand(
    told: &SchottenView,
    view: &mut SchottenView,
    coder: &mut impl Coder,
) -> Result<(), ViewError> {
    let Viewer::Seat(own) = view.viewer else { return Ok(()) };
    let size = view.hand_size(own);
    let slots = code_slots(occupied(&told.hand), size, coder)?;
    let mut left = view.table.unseen();
    let mut hand: Hand = [None; HAND];
    for slot in stones_in(slots) {
        let card = code_card(told.hand[slot], left, coder)?;
        left.remove(card);
        hand[slot] = Some(card);
    }
    view.hand = hand;
    if view.stage == Stage::Column && view.mover == own && size > 0 {
        let chosen = told.chosen.map_or(0, |slot| index_of(slots, slot));
        view.chosen = Some(nth(slots, coder.code(chosen, size as u32)?));
    }
    Ok(())
}

/// Codes the occupied slots: one of the sets of `size` slots, in ascending order of their masks
/// with slot 0 in bit 0.
fn code_slots(told: Mask, size: usize, coder: &mut impl Coder) -> Result<Mask, ViewError> {
    let sets = (0..1 << HAND).filter(|set: &Mask| set.count_ones() as usize == size);
    let sets: Vec<Mask> = sets.map(reversed).collect();
    let index = sets.iter().position(|set| *set == told).unwrap_or(0);
    Ok(sets[coder.code(index as u32, sets.len() as u32)? as usize])
}

/// Rejects combinations that the choices allow but no match can produce.
fn check(view: &SchottenView) -> Result<(), ViewError> {
    let can_place = view.hand_size(view.mover) > 0 && view.table.open(view.mover) != 0;
    let after = view.variant.timing == Timing::After;
    match view.stage {
        Stage::Column if !can_place => {
            Err(impossible("a card is chosen, but nothing can be placed"))
        }
        Stage::Claim(_) if after && view.last.is_none() => {
            Err(impossible("a claim follows a card, but none was placed"))
        }
        Stage::Claim(_) if !after && !can_place => {
            Err(impossible("nothing can be placed, so claims are not asked for"))
        }
        _ => Seat::BOTH.into_iter().try_for_each(|seat| check_turns(view, seat)),
    }
}

/// Whether the players can have alternated. A player with an open stone has never passed, since
/// passing requires that all slots are taken, and slots never become free. This limits the number
/// of cards that the opponent has placed, and the deck was shared evenly.
fn check_turns(view: &SchottenView, seat: Seat) -> Result<(), ViewError> {
    if view.table.open(seat) == 0 {
        return Ok(());
    }
    let unfinished = |of: Seat| u32::from(view.undrawn() && view.mover == of);
    let turns = view.table.laid(seat) - unfinished(seat) + u32::from(seat.0);
    let others = view.table.laid(seat.other()) - unfinished(seat.other());
    if others + u32::from(view.mover != seat) > turns {
        return Err(impossible("the players have not placed cards in turn"));
    }
    let held = view.table.laid(seat) + view.hand_size(seat) as u32;
    if view.deck_len() == 0 && held < CARDS as u32 / 2 {
        return Err(impossible("the deck was not shared in turn"));
    }
    Ok(())
}
