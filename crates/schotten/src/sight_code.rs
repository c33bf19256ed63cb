//! The bytes of a view: every fact as a choice among what the facts before it leave open.
//!
//! `FORMAT.md` lists the choices. What follows from them, such as the size of the deck, is not written.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use ennead_game::{Seat, SeenError, Viewer};

use crate::card::{CARDS, Card, CardSet};
use crate::rules::{HAND, Hand, occupied};
use crate::setup::{Claims, Timing, Variant};
use crate::table::{SIDE_CARDS, STONES, Stones, Table, nth_bit, stones_in};
use crate::view::{Sight, Stage, deck_len, last_mover, undrawn};

/// Both directions in one: a writer passes on what it is told, a reader finds out.
trait Coder {
    /// One choice among `n`. The value of `choice` counts for a writer only.
    fn code(&mut self, choice: u32, n: u32) -> Result<u32, SeenError>;
}

struct Writer(ChoiceEncoder);

impl Coder for Writer {
    fn code(&mut self, choice: u32, n: u32) -> Result<u32, SeenError> {
        self.0.put(choice, n);
        Ok(choice)
    }
}

struct Reader<'a>(ChoiceDecoder<'a>);

impl Coder for Reader<'_> {
    fn code(&mut self, _: u32, n: u32) -> Result<u32, SeenError> {
        self.0.take(n).map_err(wrong_ending)
    }
}

fn wrong_ending(error: ChoiceError) -> SeenError {
    let (ChoiceError::Truncated { at } | ChoiceError::Trailing { at, .. } | ChoiceError::NotCanonical { at }) =
        error;
    SeenError { at, reason: error.to_string() }
}

/// A view whose parts do not go together.
fn impossible(reason: &str) -> SeenError {
    SeenError { at: 0, reason: reason.into() }
}

pub(crate) fn encode(sight: &Sight) -> Vec<u8> {
    let mut writer = Writer(ChoiceEncoder::new());
    let written = code(sight, &mut writer);
    debug_assert!(written.as_ref() == Ok(sight), "what is written is what would be read");
    writer.0.finish()
}

pub(crate) fn decode(bytes: &[u8]) -> Result<Sight, SeenError> {
    let mut reader = Reader(ChoiceDecoder::new(bytes));
    let sight = code(&unknown(), &mut reader)?;
    reader.0.finish().map_err(wrong_ending)?;
    Ok(sight)
}

/// What a reader knows before it has read anything.
fn unknown() -> Sight {
    Sight {
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

/// Codes a view and returns it: for a writer the one it was given, for a reader the one in the bytes.
fn code(told: &Sight, coder: &mut impl Coder) -> Result<Sight, SeenError> {
    let mut sight = unknown();
    let viewer = Viewer::ALL.iter().position(|viewer| *viewer == told.viewer).unwrap_or(0);
    sight.viewer = Viewer::ALL[coder.code(viewer as u32, Viewer::ALL.len() as u32)? as usize];
    let variant = coder.code(told.variant.number() as u32, Variant::ALL.len() as u32)?;
    sight.variant = Variant::ALL[variant as usize];
    if let Some(dealt) = code_shuffle(told, coder)? {
        sight.stage = Stage::Shuffle(dealt);
        return Ok(sight);
    }
    sight.table = code_table(&told.table, coder)?;
    code_turn(told, &mut sight, coder)?;
    code_hand_sizes(told, &mut sight, coder)?;
    code_own_hand(told, &mut sight, coder)?;
    check(&sight)?;
    Ok(sight)
}

/// Whether the shuffle goes on, and how far it is.
fn code_shuffle(told: &Sight, coder: &mut impl Coder) -> Result<Option<u8>, SeenError> {
    let dealt = match told.stage {
        Stage::Shuffle(dealt) => Some(u32::from(dealt)),
        _ => None,
    };
    if coder.code(u32::from(dealt.is_some()), 2)? == 0 {
        return Ok(None);
    }
    Ok(Some(coder.code(dealt.unwrap_or(0), CARDS as u32)? as u8))
}

fn code_table(told: &Table, coder: &mut impl Coder) -> Result<Table, SeenError> {
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

/// A card among those that nothing before it has named.
fn code_card(told: Option<Card>, left: CardSet, coder: &mut impl Coder) -> Result<Card, SeenError> {
    if left.is_empty() {
        return Err(impossible("there are more cards than 54"));
    }
    let rank = coder.code(told.map_or(0, |card| left.rank(card)), left.len())?;
    Ok(left.nth(rank).expect("a choice is below its number of options"))
}

/// Who was first where both are complete, and who has claimed the stone.
fn code_stone(
    told: &Table,
    table: &mut Table,
    stone: usize,
    coder: &mut impl Coder,
) -> Result<(), SeenError> {
    let mut claimers: Vec<Seat> =
        Seat::BOTH.into_iter().filter(|seat| table.full(*seat) >> stone & 1 == 1).collect();
    if claimers.len() == 2 {
        let first = told.first_to_complete(stone).map_or(0, |seat| u32::from(seat.0));
        table.set_first_to_complete(stone, Seat(coder.code(first, 2)? as u8));
        // A claimed stone is closed, so both were complete when it was claimed: only the stronger side can have it.
        claimers.retain(|seat| table.may_claim(*seat, stone));
    }
    let owner = told.owner(stone).and_then(|owner| claimers.iter().position(|seat| *seat == owner));
    let owner = coder.code(owner.map_or(0, |index| index as u32 + 1), claimers.len() as u32 + 1)?;
    if let Some(index) = owner.checked_sub(1) {
        table.claim(claimers[index as usize], 1 << stone);
    }
    Ok(())
}

/// Whose turn it is, what is chosen next and where the last card went.
fn code_turn(told: &Sight, sight: &mut Sight, coder: &mut impl Coder) -> Result<(), SeenError> {
    let winners: Vec<Seat> = Seat::BOTH.into_iter().filter(|seat| sight.table.has_won(*seat)).collect();
    match *winners {
        [] => {
            sight.mover = Seat(coder.code(u32::from(told.mover.0), 2)? as u8);
            sight.stage = code_stage(told, sight, coder)?;
        }
        [winner] => (sight.mover, sight.stage) = (winner, Stage::Over),
        _ => return Err(impossible("both have won")),
    }
    let seat = last_mover(sight.variant, sight.stage, sight.mover);
    let stones: Vec<u8> =
        (0..STONES).filter(|stone| sight.table.count(seat, *stone) > 0).map(|stone| stone as u8).collect();
    let last = told.last.and_then(|last| stones.iter().position(|stone| *stone == last));
    let last = coder.code(last.map_or(0, |index| index as u32 + 1), stones.len() as u32 + 1)?;
    sight.last = last.checked_sub(1).map(|index| stones[index as usize]);
    Ok(())
}

/// The start of a turn, a stone for the card that is chosen, or one of the stones that may be claimed.
/// Whether the start of the turn is a pass follows from the hands.
fn code_stage(told: &Sight, sight: &Sight, coder: &mut impl Coder) -> Result<Stage, SeenError> {
    let claimable: Stones = match sight.variant.claims {
        Claims::Auto => 0,
        Claims::Manual => sight.table.claimable(sight.mover),
    };
    let number = match told.stage {
        Stage::Column => 1,
        Stage::Claim(stone) => 2 + (claimable & ((1 << stone) - 1)).count_ones(),
        _ => 0,
    };
    Ok(match coder.code(number, 2 + claimable.count_ones())? {
        0 => Stage::Card,
        1 => Stage::Column,
        claim => Stage::Claim(nth_bit(claimable, claim - 2) as u8),
    })
}

/// How the cards that are neither on the table nor in the deck are shared. While the deck lasts, hands are full.
fn code_hand_sizes(told: &Sight, sight: &mut Sight, coder: &mut impl Coder) -> Result<(), SeenError> {
    let undrawn = undrawn(sight.variant, sight.stage, sight.last);
    let in_hands = sight.table.unseen().len() as usize - deck_len(&sight.table, undrawn);
    let most = (HAND - usize::from(undrawn)).min(in_hands);
    let least = in_hands.saturating_sub(HAND);
    if most < least {
        return Err(impossible("the cards in hand are more than two hands hold"));
    }
    let told = told.hand_size(sight.mover).saturating_sub(least);
    let mover = least + coder.code(told as u32, (most - least) as u32 + 1)? as usize;
    sight.hand_sizes[sight.mover.index()] = mover as u8;
    sight.hand_sizes[sight.mover.other().index()] = (in_hands - mover) as u8;
    if sight.stage == Stage::Card && (mover == 0 || sight.table.open(sight.mover) == 0) {
        sight.stage = Stage::Pass;
    }
    Ok(())
}

/// The viewer's hand, slot by slot, and the card that the viewer has chosen.
fn code_own_hand(told: &Sight, sight: &mut Sight, coder: &mut impl Coder) -> Result<(), SeenError> {
    let Viewer::Seat(own) = sight.viewer else { return Ok(()) };
    let size = sight.hand_size(own);
    let slots = code_slots(occupied(&told.hand), size, coder)?;
    let mut left = sight.table.unseen();
    let mut hand: Hand = [None; HAND];
    for slot in stones_in(slots) {
        let card = code_card(told.hand[slot], left, coder)?;
        left.remove(card);
        hand[slot] = Some(card);
    }
    sight.hand = hand;
    if sight.stage == Stage::Column && sight.mover == own && size > 0 {
        let chosen = told.chosen.map_or(0, |slot| (slots & ((1 << slot) - 1)).count_ones());
        sight.chosen = Some(nth_bit(slots, coder.code(chosen, size as u32)?) as u8);
    }
    Ok(())
}

/// Which `size` of the six slots hold a card: one of the sets of that size, in ascending order.
fn code_slots(told: u32, size: usize, coder: &mut impl Coder) -> Result<u32, SeenError> {
    let sets: Vec<u32> = (0..1 << HAND).filter(|set: &u32| set.count_ones() as usize == size).collect();
    let index = sets.iter().position(|set| *set == told).unwrap_or(0);
    Ok(sets[coder.code(index as u32, sets.len() as u32)? as usize])
}

/// What the choices cannot rule out: parts that no match brings together.
fn check(sight: &Sight) -> Result<(), SeenError> {
    let can_place = sight.hand_size(sight.mover) > 0 && sight.table.open(sight.mover) != 0;
    let after = sight.variant.timing == Timing::After;
    match sight.stage {
        Stage::Column if !can_place => Err(impossible("a card is chosen, but nothing can be placed")),
        Stage::Claim(_) if after && sight.last.is_none() => {
            Err(impossible("a claim follows a card, but none was placed"))
        }
        Stage::Claim(_) if !after && !can_place => {
            Err(impossible("nothing can be placed, so claims are not asked for"))
        }
        _ => Seat::BOTH.into_iter().try_for_each(|seat| check_turns(sight, seat)),
    }
}

/// A player with an open stone has never passed: players pass when all their places are taken, and places do not come back. So
/// the other has not placed more cards than that allows, and the deck was shared evenly.
fn check_turns(sight: &Sight, seat: Seat) -> Result<(), SeenError> {
    if sight.table.open(seat) == 0 {
        return Ok(());
    }
    let unfinished = |of: Seat| u32::from(sight.undrawn() && sight.mover == of);
    let turns = sight.table.laid(seat) - unfinished(seat) + u32::from(seat.0);
    let others = sight.table.laid(seat.other()) - unfinished(seat.other());
    if others + u32::from(sight.mover != seat) > turns {
        return Err(impossible("the players have not placed cards in turn"));
    }
    let held = sight.table.laid(seat) + sight.hand_size(seat) as u32;
    if sight.deck_len() == 0 && held < CARDS as u32 / 2 {
        return Err(impossible("the deck was not shared in turn"));
    }
    Ok(())
}
