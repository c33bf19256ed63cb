//! Games and pairs of games between two bots.

use ennead_game::{AnyMatch, Outcome, Random, Seat, SplitMix64, Turn};

use super::{Contest, MAX_CHOICES};
use crate::{AnyBot, BotError, Budget, choose_move};

/// One of the two bots of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// The bot whose score is counted.
    A,
    /// Its opponent.
    B,
}

impl Contestant {
    /// `a` or `b`.
    pub const fn name(self) -> &'static str {
        match self {
            Contestant::A => "a",
            Contestant::B => "b",
        }
    }
}

/// A bot that made no choice or an illegal one, and so lost the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bot at fault.
    pub contestant: Contestant,
    /// What happened.
    pub error: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Half points of A: 2 for a win, 1 for a draw, 0 for a loss.
    pub points: u32,
    /// The fault that ended the game, if any.
    pub fault: Option<Fault>,
    /// Whether the game was cut off as a draw at the limit of choices.
    pub is_cut: bool,
    /// The record of the match, unfinished in case of a fault or a cut.
    pub record: Vec<u8>,
}

/// Derives independent seeds for the parts of a pair of games.
fn seed(contest: &Contest<'_>, pair: u64, part: u64) -> u64 {
    let mut random = SplitMix64::new(contest.seed ^ pair.wrapping_mul(0xd134_2543_de82_ef95));
    (0..=part).fold(0, |_, _| random.next_u64())
}

/// Plays the two games of a pair: A has the first seat, then the second.
pub(super) fn play_pair(
    contest: &Contest<'_>,
    start: &dyn AnyMatch,
    random_moves: u32,
    pair: u64,
) -> [Played; 2] {
    let mut deal = SplitMix64::new(seed(contest, pair, 0));
    let opening = play_opening(start, random_moves, &mut deal);
    [Seat::FIRST, Seat::SECOND].map(|seat_of_a| {
        let swap = u64::from(seat_of_a.0) * 2;
        let seeds = [seed(contest, pair, 1 + swap), seed(contest, pair, 2 + swap)];
        Seating { contest, seat_of_a }.play(opening.boxed_clone(), seeds, deal.clone())
    })
}

/// The start followed by random moves; if they end the game, retries with one move fewer.
pub(crate) fn play_opening(
    start: &dyn AnyMatch,
    plies: u32,
    random: &mut SplitMix64,
) -> Box<dyn AnyMatch> {
    for plies in (0..=plies).rev() {
        let mut game = start.boxed_clone();
        game.deal(random);
        while game.moves().len() < plies as usize
            && game.options() > 0
            && game.choices().len() < MAX_CHOICES
        {
            let option = random.below(u64::from(game.options())) as u32;
            game.play(option).expect("the option is below the number of options");
            game.deal(random);
        }
        if game.options() > 0 {
            return game;
        }
    }
    start.boxed_clone()
}

struct Seating<'a> {
    contest: &'a Contest<'a>,
    seat_of_a: Seat,
}

impl Seating<'_> {
    fn contestant(&self, seat: Seat) -> Contestant {
        if seat == self.seat_of_a { Contestant::A } else { Contestant::B }
    }

    fn play(self, mut game: Box<dyn AnyMatch>, seeds: [u64; 2], mut deal: SplitMix64) -> Played {
        let mut bots = match self.seat_bots(&*game, seeds) {
            Ok(bots) => bots,
            Err(fault) => return self.forfeit(&*game, fault),
        };
        loop {
            match game.turn() {
                Turn::Over(outcome) => return self.score(&*game, outcome, false),
                _ if game.choices().len() >= self.contest.most_choices => {
                    return self.score(&*game, Outcome::Draw, true);
                }
                Turn::Chance => {
                    let dealt = game.choices().len();
                    game.deal(&mut deal);
                    if game.choices().len() == dealt {
                        // Rules with a seat that matches do not have.
                        return self.score(&*game, Outcome::Draw, true);
                    }
                }
                Turn::Seat(seat) => {
                    let contestant = self.contestant(seat);
                    let bot = &mut *bots[contestant as usize];
                    if let Err(error) = make_move(&mut *game, bot, self.contest.budget) {
                        return self
                            .forfeit(&*game, Fault { contestant, error: error.to_string() });
                    }
                }
            }
        }
    }

    fn seat_bots(
        &self,
        game: &dyn AnyMatch,
        seeds: [u64; 2],
    ) -> Result<[Box<dyn AnyBot>; 2], Fault> {
        let make = |contestant: Contestant, spec: &str| {
            self.contest
                .roster
                .bot_for(game, spec, seeds[contestant as usize])
                .map_err(|error| Fault { contestant, error: error.to_string() })
        };
        Ok([make(Contestant::A, self.contest.a)?, make(Contestant::B, self.contest.b)?])
    }

    fn score(&self, game: &dyn AnyMatch, outcome: Outcome, is_cut: bool) -> Played {
        let points = (outcome.score(self.seat_of_a) + 1) as u32;
        Played { points, fault: None, is_cut, record: game.record() }
    }

    fn forfeit(&self, game: &dyn AnyMatch, fault: Fault) -> Played {
        let points = if fault.contestant == Contestant::A { 0 } else { 2 };
        Played { points, fault: Some(fault), is_cut: false, record: game.record() }
    }
}

fn make_move(
    game: &mut dyn AnyMatch,
    bot: &mut dyn AnyBot,
    budget: Budget,
) -> Result<(), BotError> {
    for option in choose_move(bot, game, budget)? {
        game.play(option).map_err(|error| BotError::Engine(error.to_string()))?;
    }
    Ok(())
}
