//! The compact board and the endgame search against the game itself.

use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_schotten::{Card, CardSet, Schotten, Stage, Strength, Variant};

use super::board::{Board, Next, Placement};
use super::clock::Clock;
use super::endgame::Endgame;
use super::judge::JUDGE;
use super::lanes;
use crate::Budget;

fn deal(variant: Variant, random: &mut SplitMix64) -> Schotten {
    let mut position = Schotten::new(&variant);
    position.deal(random);
    position
}

fn mover(position: &Schotten) -> Option<Seat> {
    match position.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

fn number(card: Card) -> lanes::Card {
    card.index() as lanes::Card
}

/// The board of a position, with every card where it is. A card that is chosen but not placed is still in hand.
fn board_of(position: &Schotten, seat: Seat) -> Board {
    let (mut board, _) = Board::of(&position.view(Viewer::Seat(seat)));
    let other = position.hand(seat.other()).iter().flatten();
    // The top of the deck comes last.
    let deck = position.deck().iter().rev().flatten();
    board.give(&deck.chain(other).map(|card| number(*card)).collect::<Vec<_>>());
    board
}

/// Makes one whole placement, or answers one question, in both.
fn step(position: &mut Schotten, board: &mut Board, random: &mut SplitMix64) {
    let any =
        |position: &Schotten, random: &mut SplitMix64| random.below(u64::from(position.options())) as u32;
    let option = any(position, random);
    match board.next {
        Next::Claim(stone) => board.answer(stone, option == 1),
        Next::Pass => board.pass(),
        _ => {
            let seat = mover(position).unwrap();
            position.choose(option);
            let slot = position.view(Viewer::Seat(seat)).chosen().unwrap();
            let card = number(position.hand(seat)[slot].unwrap());
            let column = any(position, random);
            let stone = lanes::each(u64::from(board.open(seat.index()))).nth(column as usize).unwrap();
            board.place(Placement { card, stone });
            position.choose(column);
            return;
        }
    }
    position.choose(option);
}

#[test]
fn the_board_follows_the_rules() {
    let mut random = SplitMix64::new(1);
    for variant in Variant::ALL {
        for _ in 0..250 {
            let mut position = deal(variant, &mut random);
            let mut board = board_of(&position, Seat::FIRST);
            while let Some(seat) = mover(&position) {
                assert_eq!(board.seat(), seat.index());
                let read = board_of(&position, seat);
                assert_eq!((&board.sides, board.hands, board.unseen), (&read.sides, read.hands, read.unseen));
                assert_eq!(
                    (board.claimed, board.deck_len, board.next),
                    (read.claimed, read.deck_len, read.next)
                );
                step(&mut position, &mut board, &mut random);
            }
            assert_eq!(board.next, Next::Over);
            assert_eq!(position.outcome(), Some(Outcome::Win(Seat(board.mover))));
        }
    }
}

/// Any set of cards; small ones are as likely as large ones.
fn any_cards(random: &mut SplitMix64) -> Vec<Card> {
    let mut cards: Vec<Card> = Card::all().collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
    cards.truncate(random.below(24) as usize);
    cards
}

fn formation_and_sum(strength: Strength) -> (u8, u8) {
    (strength.formation() as u8, strength.sum())
}

#[test]
fn ranks_are_the_strengths_of_the_game() {
    let mut random = SplitMix64::new(2);
    for _ in 0..100_000 {
        let cards = any_cards(&mut random);
        let laid = (random.below(4) as usize).min(cards.len());
        let (side, unseen) = cards.split_at(laid);
        let set: CardSet = unseen.iter().copied().collect();
        let bits = unseen.iter().fold(0, |set, card| set | lanes::bit(number(*card)));
        let side_numbers: Vec<lanes::Card> = side.iter().map(|card| number(*card)).collect();
        let rank = lanes::best_reachable(&side_numbers, bits);
        let expected = ennead_schotten::best_reachable(side, set).map(formation_and_sum);
        assert_eq!((rank != 0).then_some((rank >> 5, rank & 31)), expected, "{side:?} with {set:?}");
    }
}

#[test]
fn cards_that_beat_a_rank_are_those_that_rank_higher() {
    let mut random = SplitMix64::new(3);
    for _ in 0..3_000 {
        let cards: Vec<lanes::Card> = any_cards(&mut random).into_iter().map(number).collect();
        let [a, b, c, d, e, ref rest @ ..] = cards[..] else { continue };
        let target = lanes::rank_of(c, d, e);
        let beating = lanes::beating(a, b, target);
        for third in rest {
            let higher = lanes::rank_of(a, b, *third) > target;
            assert_eq!(beating & lanes::bit(*third) != 0, higher, "{a} {b} {third} against {target}");
        }
    }
}

/// Who wins with best play, by trying everything.
fn minimax(position: &Schotten) -> Seat {
    let seat = match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Over(Outcome::Win(winner)) => return winner,
        turn => panic!("{turn:?} in an endgame"),
    };
    let wins = |option| {
        let mut after = position.clone();
        after.choose(option);
        minimax(&after) == seat
    };
    if (0..position.options()).any(wins) { seat } else { seat.other() }
}

#[test]
fn endgames_end_as_trying_everything_says() {
    let mut random = SplitMix64::new(4);
    let mut found = [0; 2];
    for game in 0..1_500 {
        let mut position = deal(Variant::ALL[game % 4], &mut random);
        while let Some(seat) = mover(&position) {
            let sight = position.view(Viewer::Seat(seat));
            let held = sight.hand_size(Seat::FIRST) + sight.hand_size(Seat::SECOND);
            if sight.deck_len() == 0 && held <= 6 && sight.stage() != Stage::Column {
                let mut clock = Clock::new(Budget::nodes(u64::MAX));
                let winner =
                    Endgame::new(&JUDGE, &mut clock, 1.0).winner(&board_of(&position, seat)).unwrap();
                assert_eq!(Seat(winner), minimax(&position), "{position:?}");
                found[usize::from(winner == seat.0)] += 1;
                break;
            }
            position.choose(random.below(u64::from(position.options())) as u32);
        }
    }
    assert!(found[0] > 20 && found[1] > 20, "wins and losses are both there: {found:?}");
}
