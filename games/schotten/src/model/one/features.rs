//! The features of a placement, as small integers. They depend only on the table and the mover's
//! hand.

use ennead_game::{Seat, nine};

use crate::{Card, CardSet, Formation, STONES, Schotten, Strength, Table, Thirds, best_reachable};

/// Number of features of a placement.
pub(super) const FEATURES: usize = 80;

/// What the mover knows.
pub(super) struct Outlook<'a> {
    table: &'a Table,
    seat: Seat,
    hand: CardSet,
    /// The cards that the mover does not see.
    hidden: CardSet,
    deck: usize,
    /// For each stone: the cards of the mover and of the opponent, and the best strength that each
    /// can still reach.
    sides: [[Vec<Card>; 2]; STONES],
    reach: [[Option<Strength>; 2]; STONES],
}

/// Writes features one after the other.
struct Writer {
    features: [u8; FEATURES],
    at: usize,
}

impl Writer {
    fn number(&mut self, value: usize) {
        self.features[self.at] = value.min(15) as u8;
        self.at += 1;
    }

    fn flag(&mut self, value: bool) {
        self.number(usize::from(value));
    }

    /// A one-hot encoding of `which` among `count`.
    fn one_of(&mut self, count: usize, which: Option<usize>) {
        if let Some(which) = which.filter(|which| *which < count) {
            self.features[self.at + which] = 1;
        }
        self.at += count;
    }

    fn formation(&mut self, strength: Option<Strength>) {
        self.one_of(Formation::COUNT, strength.map(|strength| strength.formation() as usize));
    }
}

impl<'a> Outlook<'a> {
    pub(super) fn new(position: &'a Schotten) -> Self {
        let (table, seat) = (position.table(), position.mover());
        let hand: CardSet = position.hand(seat).iter().flatten().copied().collect();
        let hidden = table.unseen() - hand;
        let cards = |seat, stone| table.cards(seat, stone).collect::<Vec<_>>();
        let sides: [[Vec<Card>; 2]; STONES] =
            std::array::from_fn(|stone| [cards(seat, stone), cards(seat.other(), stone)]);
        let reach = std::array::from_fn(|stone| {
            let [own, other] = &sides[stone];
            [best_reachable(own, hand | hidden), best_reachable(other, hidden)]
        });
        let deck = position.deck().len();
        Outlook { table, seat, hand, hidden, deck, sides, reach }
    }

    /// The stones open to the mover.
    pub(super) fn stones(&self) -> impl Iterator<Item = usize> + use<> {
        nine::cells(self.table.open(self.seat)).map(usize::from)
    }

    /// The features of placing a card at a stone.
    pub(super) fn features(&self, card: Card, stone: usize) -> [u8; FEATURES] {
        let mut writer = Writer { features: [0; FEATURES], at: 0 };
        let [own, other] = &self.sides[stone];
        let mut with = own.clone();
        with.push(card);
        let hand = self.hand - card.into();
        let after = best_reachable(&with, hand | self.hidden);
        let [before, theirs] = self.reach[stone];
        writer.one_of(3, Some(own.len()));
        writer.one_of(4, Some(other.len()));
        writer.formation(after);
        writer.formation(best_reachable(&with, hand));
        writer.formation(theirs);
        writer.formation(before);
        writer.flag(after >= theirs);
        writer.flag(after > theirs);
        writer.flag(before >= theirs);
        writer.one_of(9, Some(usize::from(card.number()) - 1));
        self.completion(&mut writer, &with, card, stone);
        self.pair(&mut writer, &with, hand);
        self.start(&mut writer, &with, card, hand);
        self.elsewhere(&mut writer, card, stone);
        self.surroundings(&mut writer, stone);
        writer.number(with.iter().map(|card| usize::from(card.number())).sum::<usize>() / 3);
        writer.flag(other.len() > own.len());
        writer.features
    }

    /// Features of the third card of a side.
    fn completion(&self, writer: &mut Writer, with: &[Card], card: Card, stone: usize) {
        let is_complete = with.len() == 3;
        let [mut claims, mut wins] = [false; 2];
        if is_complete {
            let mut table = self.table.clone();
            table.lay(self.seat, stone, card);
            claims = table.may_claim(self.seat, stone);
            if claims {
                table.claim(self.seat, crate::table::bit(stone));
                wins = table.has_won(self.seat);
            }
        }
        let both = is_complete && self.sides[stone][1].len() == 3;
        writer.flag(claims);
        writer.flag(wins);
        writer.flag(both && !claims);
    }

    /// Features of two cards: what they can become.
    fn pair(&self, writer: &mut Writer, with: &[Card], hand: CardSet) {
        let [first, second] = *with else {
            writer.at += 8;
            return;
        };
        let thirds = Thirds::of(first, second);
        for cards in [thirds.colour_run, thirds.three, thirds.colour, thirds.run] {
            writer.number((cards & hand).len() as usize);
            writer.number((cards & self.hidden).len() as usize);
        }
    }

    /// Features of a first card: what it can become.
    fn start(&self, writer: &mut Writer, with: &[Card], card: Card, hand: CardSet) {
        if with.len() != 1 {
            writer.at += 4;
            return;
        }
        for cards in [colour_mates(card), CardSet::of_number(card.number()) - card.into()] {
            writer.number((cards & hand).len() as usize);
            writer.number((cards & self.hidden).len() as usize);
        }
    }

    /// Features of the demand for the card at other stones.
    fn elsewhere(&self, writer: &mut Writer, card: Card, stone: usize) {
        let [mut best, mut good, mut related] = [0; 3];
        for other in self.stones().filter(|other| *other != stone) {
            match *self.sides[other][0].as_slice() {
                [first, second] => {
                    let thirds = Thirds::of(first, second);
                    let strong = thirds.colour_run | thirds.three;
                    best += usize::from(strong.contains(card));
                    good += usize::from((thirds.colour | thirds.run).contains(card));
                }
                [first] => {
                    let mates = colour_mates(first) | CardSet::of_number(first.number());
                    related += usize::from(mates.contains(card));
                }
                _ => {}
            }
        }
        writer.number(best);
        writer.number(good);
        writer.number(related);
    }

    /// Features of the neighbouring stones and of the progress of the game.
    fn surroundings(&self, writer: &mut Writer, stone: usize) {
        let next = [stone.checked_sub(1), Some(stone + 1).filter(|next| *next < STONES)];
        let owned = |seat| {
            next.iter().flatten().filter(|next| self.table.owner(**next) == Some(seat)).count()
        };
        writer.number(owned(self.seat));
        writer.number(owned(self.seat.other()));
        writer.one_of(5, Some(stone.abs_diff(STONES / 2)));
        writer.one_of(6, Some((self.table.laid(self.seat) / 5) as usize));
        writer.number(self.table.stones_of(self.seat).count());
        writer.number(self.table.stones_of(self.seat.other()).count());
        writer.flag(self.deck == 0);
        let untouched = self.stones().filter(|stone| self.sides[*stone][0].is_empty()).count();
        writer.number(untouched);
    }
}

/// The cards that share a colour run with a card.
fn colour_mates(card: Card) -> CardSet {
    let lowest = card.number().saturating_sub(2).max(1)..=card.number().min(7);
    let runs = lowest.map(|lowest| CardSet::colour_run(card.colour(), lowest));
    runs.fold(CardSet::EMPTY, |cards, run| cards | run) - card.into()
}
