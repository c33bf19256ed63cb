//! One game between two bots, and a pair of games.

use ennead_game::{AnyMatch, Outcome, Random, Seat, SplitMix64, Turn, Viewer};

use super::Contest;
use crate::clock::Clock;
use crate::{AnyBot, BotError, Budget, roster};

/// One of the two bots of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The bot whose score is counted.
    A,
    /// Its opponent.
    B,
}

impl Side {
    /// `a` or `b`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

/// A bot that gave no answer, or an illegal one: it has lost the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whose fault it is.
    pub side: Side,
    /// What happened.
    pub error: String,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// 2 for a win of A, 1 for a draw, 0 for a loss.
    pub points: u32,
    /// Why it ended early, if it did.
    pub fault: Option<Fault>,
    /// The record; of an unfinished match if there is a fault.
    pub record: Vec<u8>,
}

/// Independent seeds for everything that a pair of games needs.
fn seed(contest: &Contest<'_>, pair: u64, use_: u64) -> u64 {
    let mut random = SplitMix64::new(contest.seed ^ pair.wrapping_mul(0xd134_2543_de82_ef95));
    (0..=use_).fold(0, |_, _| random.next_u64())
}

/// The two games of a pair: A has the first seat, then the second one.
pub(super) fn play_pair(contest: &Contest<'_>, start: &dyn AnyMatch, pair: u64) -> [Played; 2] {
    let mut deal = SplitMix64::new(seed(contest, pair, 0));
    let opening = open(start, contest.opening, &mut deal);
    [Seat::FIRST, Seat::SECOND].map(|seat_of_a| {
        let swap = u64::from(seat_of_a.0) * 2;
        let seeds = [seed(contest, pair, 1 + swap), seed(contest, pair, 2 + swap)];
        Table { contest, seat_of_a, clock: Clock::new() }.play(opening.boxed_clone(), seeds, deal.clone())
    })
}

/// The start after a few random moves; a start that ends the game is drawn anew with one move less.
fn open(start: &dyn AnyMatch, plies: u32, random: &mut SplitMix64) -> Box<dyn AnyMatch> {
    for plies in (0..=plies).rev() {
        let mut game = start.boxed_clone();
        game.deal(random);
        while game.moves().len() < plies as usize && game.options() > 0 {
            let option = random.below(u64::from(game.options())) as u32;
            game.play(option).expect("the option is one of those that there are");
            game.deal(random);
        }
        if game.options() > 0 {
            return game;
        }
    }
    start.boxed_clone()
}

struct Table<'a> {
    contest: &'a Contest<'a>,
    seat_of_a: Seat,
    clock: Clock,
}

impl Table<'_> {
    fn side(&self, seat: Seat) -> Side {
        if seat == self.seat_of_a { Side::A } else { Side::B }
    }

    fn play(mut self, mut game: Box<dyn AnyMatch>, seeds: [u64; 2], mut deal: SplitMix64) -> Played {
        let mut bots = match self.seat_bots(&*game, seeds) {
            Ok(bots) => bots,
            Err(fault) => return self.forfeit(&*game, fault),
        };
        loop {
            match game.turn() {
                Turn::Over(outcome) => return self.score(&*game, outcome),
                Turn::Chance => game.deal(&mut deal),
                Turn::Seat(seat) => {
                    let side = self.side(seat);
                    let budget = self.clock.budget(seat, self.contest.budget);
                    if let Err(error) = choose(&mut *game, &mut *bots[side as usize], seat, budget) {
                        return self.forfeit(&*game, Fault { side, error: error.to_string() });
                    }
                }
            }
        }
    }

    fn seat_bots(&self, game: &dyn AnyMatch, seeds: [u64; 2]) -> Result<[Box<dyn AnyBot>; 2], Fault> {
        let make = |side: Side, spec: &str| {
            roster::bot_for(game, spec, seeds[side as usize])
                .map_err(|error| Fault { side, error: error.to_string() })
        };
        Ok([make(Side::A, self.contest.a)?, make(Side::B, self.contest.b)?])
    }

    fn score(&self, game: &dyn AnyMatch, outcome: Outcome) -> Played {
        let points = (outcome.score(self.seat_of_a) + 1) as u32;
        Played { points, fault: None, record: game.record() }
    }

    fn forfeit(&self, game: &dyn AnyMatch, fault: Fault) -> Played {
        let points = if fault.side == Side::A { 0 } else { 2 };
        Played { points, fault: Some(fault), record: game.record() }
    }
}

fn choose(game: &mut dyn AnyMatch, bot: &mut dyn AnyBot, seat: Seat, budget: Budget) -> Result<(), BotError> {
    let advice = bot.advise(&game.view(Viewer::Seat(seat)), budget)?;
    game.play(advice.option).map_err(|error| BotError::Engine(error.to_string()))
}
