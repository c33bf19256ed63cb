//! What the generator of calls knows about the two worlds.

use ennead_game::{AnyMatch, Random, Seat, SplitMix64};
use ennead_host::{Action, MatchId};

use super::deal::{CARDS, Deal, start};
use super::party::{PARTIES, Party};
use super::world::Stage;

/// What the generator of calls knows about the two worlds.
pub(super) struct Known {
    /// The matches that the worlds begin with. The moves of the first one continue.
    pub(super) stages: Vec<Stage>,
    /// All matches, including new ones, rematches and forks.
    pub(super) matches: Vec<MatchId>,
    /// The number of choices in the first match.
    pub(super) ply: usize,
    /// The match that each party's socket has opened.
    pub(super) opened: [Option<MatchId>; PARTIES.len()],
}

impl Known {
    /// A random match, usually one with differing secrets.
    pub(super) fn some_match(&self, random: &mut SplitMix64) -> MatchId {
        let newest = self.matches[random.below(self.matches.len() as u64) as usize];
        match random.below(10) {
            0..5 => self.stages[0].id,
            5..8 => self.stages[random.below(self.stages.len() as u64) as usize].id,
            _ => newest,
        }
    }

    /// The choices of a match in one of the worlds: guesses that may be right there.
    pub(super) fn guesses(&self, id: MatchId, random: &mut SplitMix64) -> &[u32] {
        let stage = self.stages.iter().find(|stage| stage.id == id).unwrap_or(&self.stages[0]);
        &stage.deals[random.below(2) as usize].choices
    }

    /// The current ply of a match, or a guess.
    pub(super) fn ply_of(&self, id: MatchId) -> usize {
        let stage = self.stages[1..].iter().find(|stage| stage.id == id);
        stage.map_or(self.ply, |stage| CARDS + 2 * stage.made)
    }

    /// The next move of the first match, in a random form, as made in each world, and its party;
    /// `None` once all moves are made. A half-made move is completed first.
    pub(super) fn next_move(&self, random: &mut SplitMix64) -> Option<(Party, [Action; 2])> {
        let form = random.below(6);
        let turn = (self.ply - CARDS) / 2;
        let party = if turn % 2 == Seat::FIRST.index() { Party::First } else { Party::Second };
        let [here, there] = &self.stages[0].deals;
        let form_of = |deal: &Deal| self.move_in(&deal.choices, CARDS + 2 * turn, form);
        Some((party, [form_of(here)?, form_of(there)?]))
    }

    /// The rest of the move that begins at a ply.
    fn move_in(&self, choices: &[u32], begin: usize, form: u64) -> Option<Action> {
        let ply = self.ply as u32;
        let whole = choices.get(begin..begin + 2)?;
        let options = whole[self.ply - begin..].to_vec();
        Some(match form {
            0 => Action::Options { ply, options: vec![options[0]] },
            1 => Action::Options { ply, options },
            2 => Action::Line { ply, options },
            3 => Action::Labels { ply, labels: labels(&choices[..self.ply], &options) },
            4 => {
                let text = replay(&choices[..begin + 2]).moves().pop()?;
                Action::Text { ply, text }
            }
            _ => {
                let whole = labels(&choices[..begin], whole);
                Action::Byte(whole[0] << 4 | whole[1])
            }
        })
    }
}

fn replay(choices: &[u32]) -> Box<dyn AnyMatch> {
    let mut game = start();
    choices.iter().for_each(|option| game.play(*option).expect("a legal choice"));
    game
}

/// The labels of options that follow choices.
fn labels(choices: &[u32], options: &[u32]) -> Vec<u8> {
    let (mut game, mut labels) = (replay(choices), Vec::new());
    for option in options {
        labels.extend(game.option_label(*option));
        game.play(*option).expect("a legal choice");
    }
    labels
}

/// Random choices at a random ply, often almost valid.
pub(super) fn some_choices(guesses: &[u32], now: usize, random: &mut SplitMix64) -> Action {
    let at = match random.below(2) {
        0 => now,
        _ => random.below(guesses.len() as u64 + 3) as usize,
    };
    let count = 1 + random.below(3) as usize;
    let made: Vec<u32> = guesses.iter().copied().skip(at).take(count).collect();
    let options = match random.below(2) {
        0 if !made.is_empty() => made,
        _ => (0..count).map(|_| random.below(CARDS as u64) as u32).collect(),
    };
    let ply = at as u32;
    match random.below(8) {
        0..4 => Action::Options { ply, options },
        4 => Action::Line { ply, options },
        5 => Action::Labels { ply, labels: options.iter().map(|one| *one as u8).collect() },
        6 => Action::Text { ply, text: format!("{}>{}", random.below(8), random.below(10)) },
        _ => Action::Byte((random.below(7) << 4 | random.below(10)) as u8),
    }
}
