//! What the generator of calls knows about the two worlds.

use ennead_game::{AnyMatch, Random, Seat, SplitMix64};
use ennead_host::{Action, MatchId};

use super::deal::{CARDS, Deal, start};
use super::party::{PARTIES, Party};
use super::world::Stage;

/// What the generator of calls knows about the two worlds.
pub(super) struct Known {
    /// The matches that the worlds begin with. The moves of those between two people continue.
    pub(super) stages: Vec<Stage>,
    /// All matches, including new ones, rematches and forks.
    pub(super) matches: Vec<MatchId>,
    /// The number of choices in each of them.
    pub(super) plies: Vec<usize>,
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
        let stage = self.stages.iter().position(|stage| stage.id == id);
        self.plies[stage.unwrap_or(0)]
    }

    /// The next move of a match, in a random form, as made in each world, and its party; `None`
    /// once all moves are made. A half-made move is completed first.
    pub(super) fn next_move(
        &self,
        id: MatchId,
        random: &mut SplitMix64,
    ) -> Option<(Party, [Action; 2])> {
        let (form, stage) = (random.below(6), self.stages.iter().find(|stage| stage.id == id)?);
        let [here, there] = &stage.deals;
        let turn = (self.ply_of(id) - here.kind.dealt) / here.kind.per_move;
        let party = if turn % 2 == Seat::FIRST.index() { Party::First } else { Party::Second };
        let form_of = |deal: &Deal| self.move_in(deal, id, turn, form);
        Some((party, [form_of(here)?, form_of(there)?]))
    }

    /// The rest of a move.
    fn move_in(&self, deal: &Deal, id: MatchId, turn: usize, form: u64) -> Option<Action> {
        let (now, begin, choices) = (self.ply_of(id), deal.plies(turn), &deal.choices);
        let ply = now as u32;
        let whole = choices.get(begin..deal.plies(turn + 1))?;
        let options = whole[now - begin..].to_vec();
        Some(match form {
            0 => Action::Options { ply, options: vec![options[0]] },
            1 => Action::Options { ply, options },
            2 => Action::Line { ply, options },
            3 => Action::Labels { ply, labels: labels(deal, now, &options) },
            4 => {
                let text = replay(deal, begin + whole.len()).moves().pop()?;
                Action::Text { ply, text }
            }
            _ => match labels(deal, begin, whole)[..] {
                [slot, stone] => Action::Byte(slot << 4 | stone),
                _ => Action::Options { ply, options },
            },
        })
    }
}

/// The match up to a ply.
fn replay(deal: &Deal, ply: usize) -> Box<dyn AnyMatch> {
    let mut game = start(&deal.kind);
    deal.choices[..ply].iter().for_each(|option| game.play(*option).expect("a legal choice"));
    game
}

/// The labels of options from a ply on.
fn labels(deal: &Deal, ply: usize, options: &[u32]) -> Vec<u8> {
    let (mut game, mut labels) = (replay(deal, ply), Vec::new());
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
