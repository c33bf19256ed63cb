//! Deals that a viewer cannot tell apart.

use ennead_game::{Options, Random, Seat, SplitMix64, Viewer};
use ennead_host::{Entry, Event};

use super::hidden_choices::games;

pub(super) const CARDS: usize = 54;
const HAND: usize = 6;

/// How a match of a game goes: its id, the number of choices before the first move, and the number
/// of choices in a move.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    game: &'static str,
    pub(super) dealt: usize,
    pub(super) per_move: usize,
}

pub(super) const SCHOTTEN: Kind = Kind { game: "schotten", dealt: CARDS, per_move: 2 };
pub(super) const THROWS: Kind = Kind { game: "throws", dealt: 0, per_move: 1 };

/// A deal as an ordered list of cards (the hands, then the deck) and the moves that follow: a
/// card's slot and a stone's place each. The deck outlasts the moves.
#[derive(Clone)]
pub(super) struct Deal {
    pub(super) kind: Kind,
    cards: Vec<u32>,
    pub(super) moves: Vec<[u32; 2]>,
    /// All choices: those of the shuffle, which takes each card from the remaining ones, and the
    /// moves.
    pub(super) choices: Vec<u32>,
}

/// The match before its deal.
pub(super) fn start(kind: &Kind) -> Box<dyn ennead_game::AnyMatch> {
    let kit = games().game(kind.game).expect("a game of the worlds");
    kit.game().start(&Options::new()).expect("a set-up without options")
}

impl Deal {
    /// A deal and up to `moves` moves after it.
    pub(super) fn random(moves: usize, random: &mut SplitMix64) -> Deal {
        let mut game = start(&SCHOTTEN);
        game.deal(random);
        let mut left: Vec<u32> = (0..CARDS as u32).collect();
        let cards = game.choices().iter().map(|option| left.remove(*option as usize)).collect();
        let mut made = Vec::new();
        while made.len() < moves && game.options() > 0 {
            let mut choose = || {
                let option = random.below(game.options().into()) as u32;
                game.play(option).expect("a legal choice");
                option
            };
            made.push([choose(), choose()]);
        }
        let choices = game.choices().to_vec();
        Deal { kind: SCHOTTEN, cards, moves: made, choices }
    }

    /// Throws, without cards.
    pub(super) fn of_throws(choices: Vec<u32>) -> Deal {
        Deal { kind: THROWS, cards: Vec::new(), moves: Vec::new(), choices }
    }

    /// The number of choices in a number of moves and everything before them.
    pub(super) fn plies(&self, moves: usize) -> usize {
        self.kind.dealt + self.kind.per_move * moves
    }

    /// The places of the deal that a viewer has not seen after all moves: the deck, and the hands
    /// of others. Whatever is hidden then was hidden before.
    fn hidden_from(&self, viewer: Viewer) -> Vec<usize> {
        let mut hands = [(0..HAND).collect::<Vec<_>>(), (HAND..2 * HAND).collect()];
        let mut deck = 2 * HAND..CARDS;
        for (turn, [slot, _]) in self.moves.iter().enumerate() {
            let hand = &mut hands[turn % 2];
            match deck.next() {
                Some(card) => hand[*slot as usize] = card,
                None => drop(hand.remove(*slot as usize)),
            }
        }
        let others = Seat::BOTH.into_iter().filter(|seat| viewer != Viewer::Seat(*seat));
        others.flat_map(|seat| hands[seat.index()].clone()).chain(deck).collect()
    }

    /// The same moves as the viewer sees them, with everything dealt anew that the viewer has not
    /// seen after them, and with the hands of others reordered: nobody else sees which slot a card
    /// comes from.
    pub(super) fn redealt(&self, viewer: Viewer, random: &mut SplitMix64) -> Deal {
        let (mut other, mut places) = (self.clone(), self.hidden_from(viewer));
        let dealt = places.clone();
        shuffle(&mut places, random);
        for (to, from) in dealt.into_iter().zip(places) {
            other.cards[to] = self.cards[from];
        }
        for seat in Seat::BOTH.into_iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            other.reorder_hand(seat, random);
        }
        other.choices = other.all_choices();
        other
    }

    /// Deals the cards of a hand to other slots, from which they are then played. A drawn card goes
    /// to the slot of the card that was played.
    fn reorder_hand(&mut self, seat: Seat, random: &mut SplitMix64) {
        let mut slots: Vec<usize> = (0..HAND).collect();
        shuffle(&mut slots, random);
        let hand = &mut self.cards[seat.index() * HAND..][..HAND];
        let before = hand.to_vec();
        slots.iter().zip(before).for_each(|(slot, card)| hand[*slot] = card);
        for [slot, _] in self.moves.iter_mut().skip(seat.index()).step_by(2) {
            *slot = slots[*slot as usize] as u32;
        }
    }

    fn all_choices(&self) -> Vec<u32> {
        let mut left: Vec<u32> = (0..CARDS as u32).collect();
        let take = |card: &u32| {
            let at = left.iter().position(|one| one == card).expect("each card is dealt once");
            left.remove(at);
            at as u32
        };
        let dealt: Vec<u32> = self.cards.iter().map(take).collect();
        dealt.into_iter().chain(self.moves.iter().flatten().copied()).collect()
    }

    /// The log of a match with this deal and the first `moves` moves.
    pub(super) fn entries(&self, moves: usize) -> Vec<Entry> {
        let (shuffle, made) = self.choices.split_at(self.kind.dealt);
        let made = made.chunks(self.kind.per_move).take(moves);
        let entry = |made: &[u32]| Entry { at: 0, event: Event::Choices(made.to_vec()) };
        let shuffle = [shuffle].into_iter().filter(|shuffle| !shuffle.is_empty());
        shuffle.chain(made).map(entry).collect()
    }
}

fn shuffle(places: &mut [usize], random: &mut SplitMix64) {
    for at in (1..places.len()).rev() {
        places.swap(at, random.below(at as u64 + 1) as usize);
    }
}
