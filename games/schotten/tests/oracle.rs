//! A slow and simple second implementation of the rules, compared with the crate in random matches
//! of every variant.
//!
//! Here, cards are bytes, columns are vectors, and a claim is tested by trying every possible card.

use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn};
use ennead_schotten::{Card, Claims, Schotten, Timing, Variant};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Shuffle,
    Card,
    Column(usize),
    Pass,
    Claim(usize),
    Over,
}

struct Oracle {
    variant: Variant,
    /// The shuffled cards, in order.
    shuffled: Vec<u8>,
    hands: [Vec<Option<u8>>; 2],
    deck: Vec<u8>,
    columns: [Vec<Vec<u8>>; 2],
    owners: [Option<usize>; 9],
    first: [Option<usize>; 9],
    mover: usize,
    step: Step,
    /// Stones that the mover declined to claim this turn.
    refused: Vec<usize>,
}

fn all_cards() -> Vec<u8> {
    (1..=6).flat_map(|colour| (1..=9).map(move |number| colour << 4 | number)).collect()
}

/// Formation from 0 (sum) to 4 (colour run), and sum.
fn value(cards: &[u8]) -> (u8, u8) {
    let mut numbers: Vec<u8> = cards.iter().map(|card| card & 15).collect();
    numbers.sort_unstable();
    let colour = cards.iter().all(|card| card >> 4 == cards[0] >> 4);
    let run = numbers[2] == numbers[1] + 1 && numbers[1] == numbers[0] + 1;
    let formation = if colour && run {
        4
    } else if numbers[0] == numbers[2] {
        3
    } else if colour {
        2
    } else {
        u8::from(run)
    };
    (formation, numbers.iter().sum())
}

/// Whether some completion of `cards` with `unseen` cards is worth more than `ours`.
fn can_beat(cards: &[u8], unseen: &[u8], ours: (u8, u8)) -> bool {
    if cards.len() == 3 {
        return value(cards) > ours;
    }
    (0..unseen.len())
        .any(|index| can_beat(&[cards, &[unseen[index]]].concat(), &unseen[index + 1..], ours))
}

impl Oracle {
    fn new(variant: Variant) -> Self {
        Oracle {
            variant,
            shuffled: Vec::new(),
            hands: [vec![None; 6], vec![None; 6]],
            deck: Vec::new(),
            columns: [vec![Vec::new(); 9], vec![Vec::new(); 9]],
            owners: [None; 9],
            first: [None; 9],
            mover: 0,
            step: Step::Shuffle,
            refused: Vec::new(),
        }
    }

    fn left(&self) -> Vec<u8> {
        all_cards().into_iter().filter(|card| !self.shuffled.contains(card)).collect()
    }

    fn slots(&self) -> Vec<usize> {
        (0..6).filter(|slot| self.hands[self.mover][*slot].is_some()).collect()
    }

    fn open(&self) -> Vec<usize> {
        let mine = &self.columns[self.mover];
        (0..9).filter(|column| self.owners[*column].is_none() && mine[*column].len() < 3).collect()
    }

    fn unseen(&self) -> Vec<u8> {
        let on_table =
            |card: &u8| self.columns.iter().flatten().any(|column| column.contains(card));
        all_cards().into_iter().filter(|card| !on_table(card)).collect()
    }

    fn may_claim(&self, stone: usize) -> bool {
        let mine = &self.columns[self.mover][stone];
        let theirs = &self.columns[1 - self.mover][stone];
        if self.owners[stone].is_some() || mine.len() < 3 {
            return false;
        }
        let ours = value(mine);
        if theirs.len() == 3 {
            return ours > value(theirs)
                || (ours == value(theirs) && self.first[stone] == Some(self.mover));
        }
        !can_beat(theirs, &self.unseen(), ours)
    }

    fn claimable(&self) -> Vec<usize> {
        (0..9).filter(|stone| self.may_claim(*stone)).collect()
    }

    fn has_won(&self) -> bool {
        let mine: Vec<bool> = self.owners.iter().map(|owner| *owner == Some(self.mover)).collect();
        mine.iter().filter(|own| **own).count() >= 5
            || mine.windows(3).any(|three| three == [true; 3])
    }

    fn options(&self) -> u32 {
        let count = match self.step {
            Step::Shuffle => self.left().len(),
            Step::Card => self.slots().len(),
            Step::Column(_) => self.open().len(),
            Step::Pass => 1,
            Step::Claim(_) => 2,
            Step::Over => 0,
        };
        count as u32
    }

    fn choose(&mut self, option: usize) {
        match self.step {
            Step::Shuffle => self.shuffle(option),
            Step::Card => self.step = Step::Column(self.slots()[option]),
            Step::Column(slot) => self.place(slot, self.open()[option]),
            Step::Pass => {
                if self.variant.timing == Timing::After && self.claim_all() {
                    return;
                }
                self.next_turn();
            }
            Step::Claim(stone) => self.answer(stone, option == 1),
            Step::Over => panic!("over"),
        }
    }

    fn shuffle(&mut self, option: usize) {
        self.shuffled.push(self.left()[option]);
        if self.shuffled.len() == 54 {
            for (slot, card) in self.shuffled[..12].iter().enumerate() {
                self.hands[slot / 6][slot % 6] = Some(*card);
            }
            self.deck = self.shuffled[12..].to_vec();
            self.start_turn();
        }
    }

    fn place(&mut self, slot: usize, column: usize) {
        let card = self.hands[self.mover][slot].take().expect("a card");
        self.columns[self.mover][column].push(card);
        if self.columns[self.mover][column].len() == 3 && self.first[column].is_none() {
            self.first[column] = Some(self.mover);
        }
        if self.variant.timing == Timing::After {
            if self.variant.claims == Claims::Manual {
                return self.ask();
            }
            if self.claim_all() {
                return;
            }
        }
        self.draw();
    }

    /// Makes all claims; returns true if the match is over.
    fn claim_all(&mut self) -> bool {
        for stone in self.claimable() {
            self.owners[stone] = Some(self.mover);
        }
        if self.has_won() {
            self.step = Step::Over;
        }
        self.has_won()
    }

    /// Asks about the first claimable stone that was not declined, or continues the turn.
    fn ask(&mut self) {
        let next = self.claimable().into_iter().find(|stone| !self.refused.contains(stone));
        match (next, self.variant.timing) {
            (Some(stone), _) => self.step = Step::Claim(stone),
            (None, Timing::After) => self.draw(),
            (None, Timing::Start) => self.step = Step::Card,
        }
    }

    fn answer(&mut self, stone: usize, yes: bool) {
        if yes {
            self.owners[stone] = Some(self.mover);
        } else {
            self.refused.push(stone);
        }
        if self.has_won() {
            self.step = Step::Over;
        } else {
            self.ask();
        }
    }

    fn draw(&mut self) {
        if !self.deck.is_empty() {
            let card = self.deck.remove(0);
            let slot =
                self.hands[self.mover].iter().position(Option::is_none).expect("an empty slot");
            self.hands[self.mover][slot] = Some(card);
        }
        self.next_turn();
    }

    fn next_turn(&mut self) {
        self.mover = 1 - self.mover;
        self.start_turn();
    }

    fn start_turn(&mut self) {
        self.refused.clear();
        let can_place = !self.slots().is_empty() && !self.open().is_empty();
        if self.variant.timing == Timing::Start {
            if self.variant.claims == Claims::Manual && can_place {
                return self.ask();
            }
            if self.claim_all() {
                return;
            }
        }
        self.step = if can_place { Step::Card } else { Step::Pass };
    }

    fn turn(&self) -> Turn {
        match self.step {
            Step::Shuffle => Turn::Chance,
            Step::Over => Turn::Over(Outcome::Win(Seat(self.mover as u8))),
            _ => Turn::Seat(Seat(self.mover as u8)),
        }
    }

    fn agrees_with(&self, position: &Schotten) {
        assert_eq!(position.turn(), self.turn());
        assert_eq!(position.options(), self.options());
        if self.step == Step::Shuffle {
            return;
        }
        for seat in Seat::BOTH {
            let hand: Vec<Option<u8>> =
                position.hand(seat).iter().map(|slot| slot.map(Card::byte)).collect();
            assert_eq!(hand, self.hands[seat.index()]);
            for stone in 0..9 {
                let cards: Vec<u8> = position.table().cards(seat, stone).map(Card::byte).collect();
                assert_eq!(cards, self.columns[seat.index()][stone]);
            }
        }
        let deck: Vec<u8> = position.deck().iter().flatten().map(|card| card.byte()).collect();
        assert_eq!(deck, self.deck);
        for stone in 0..9 {
            assert_eq!(position.table().owner(stone).map(Seat::index), self.owners[stone]);
            assert_eq!(
                position.table().first_to_complete(stone).map(Seat::index),
                self.first[stone]
            );
        }
    }
}

fn compare(variant: Variant, matches: u64, seed: u64) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..matches {
        let mut position = Schotten::new(&variant);
        let mut oracle = Oracle::new(variant);
        while position.options() > 0 {
            let option = random.below(u64::from(position.options())) as u32;
            position.choose(option);
            oracle.choose(option as usize);
            oracle.agrees_with(&position);
        }
        assert_eq!(oracle.step, Step::Over);
    }
}

#[test]
fn automatic_claims() {
    compare(Variant::ALL[0], 1_500, 21);
}

#[test]
fn manual_claims() {
    compare(Variant::ALL[1], 700, 22);
}

#[test]
fn experts() {
    compare(Variant::ALL[2], 700, 23);
}

#[test]
fn manual_claims_of_experts() {
    compare(Variant::ALL[3], 700, 24);
}
