//! Deals hidden cards anew, so that a match continued from an earlier position reveals nothing of
//! what the original hid.

use crate::{AnyMatch, Random, Turn, ViewBytes, Viewer};

/// The highest number of choices made in search of a deal.
const MAX_WORK: usize = 2_000_000;

/// The choices of a match in which the seats choose the same and these viewers see the same at
/// every ply, while everything else is dealt anew.
///
/// `None` if the game cannot do that: its chance choices depend on one another, and it does not
/// implement [`View::redeal`](crate::View::redeal).
pub fn redeal(
    game: &dyn AnyMatch,
    viewers: &[Viewer],
    random: &mut dyn Random,
) -> Option<Vec<u32>> {
    let Some(history) = ViewHistory::of(game, viewers) else {
        return Some(game.choices().to_vec());
    };
    let choices = game.redeal(viewers, random).or_else(|| history.redeal_each(random))?;
    let is_whole = choices.len() == history.views.len();
    (is_whole && history.is_same(game.restart(), &choices, &mut MAX_WORK.clone()))
        .then_some(choices)
}

/// What a set of viewers has seen of a match.
struct ViewHistory<'a> {
    game: &'a dyn AnyMatch,
    viewers: &'a [Viewer],
    /// The views after each choice; empty before the first chance choice, where nothing can differ.
    views: Vec<Vec<ViewBytes>>,
}

impl<'a> ViewHistory<'a> {
    /// `None` if chance had no part in the match, so that there is nothing to deal anew.
    fn of(game: &'a dyn AnyMatch, viewers: &'a [Viewer]) -> Option<ViewHistory<'a>> {
        let mut now = game.restart();
        let (mut views, mut had_chance) = (Vec::new(), false);
        for option in game.choices() {
            had_chance |= now.turn() == Turn::Chance;
            now.play(*option).ok()?;
            views.push(if had_chance { look(&*now, viewers) } else { Vec::new() });
        }
        had_chance.then_some(ViewHistory { game, viewers, views })
    }

    /// Whether the remaining choices look the same to the viewers when played from `now`.
    fn is_same(&self, mut now: Box<dyn AnyMatch>, choices: &[u32], work: &mut usize) -> bool {
        let made = now.choices().len();
        for (option, views) in choices[made..].iter().zip(&self.views[made..]) {
            *work = work.saturating_sub(1);
            let is_played = *work > 0 && now.play(*option).is_ok();
            if !is_played || (!views.is_empty() && look(&*now, self.viewers) != *views) {
                return false;
            }
        }
        true
    }

    /// Redraws each chance choice in turn, among all options that look the same.
    fn redeal_each(&self, random: &mut dyn Random) -> Option<Vec<u32>> {
        let mut choices = self.game.choices().to_vec();
        let mut now = self.game.restart();
        let mut work = MAX_WORK;
        for ply in 0..choices.len() {
            if now.turn() == Turn::Chance {
                choices[ply] = self.choose_anew(&*now, &choices, random, &mut work)?;
            }
            now.play(choices[ply]).ok()?;
        }
        Some(choices)
    }

    /// Redraws the next choice. `None` if the choice is hidden and every alternative contradicts a
    /// later view: then it depends on other choices that would have to change with it.
    fn choose_anew(
        &self,
        now: &dyn AnyMatch,
        choices: &[u32],
        random: &mut dyn Random,
        work: &mut usize,
    ) -> Option<u32> {
        let ply = now.choices().len();
        let (mut possible, mut was_hidden) = (Vec::new(), false);
        for option in 0..now.options() {
            let mut after = now.boxed_clone();
            if after.play(option).is_err() || look(&*after, self.viewers) != self.views[ply] {
                continue;
            }
            was_hidden |= option != choices[ply];
            if self.is_same(after, choices, work) {
                possible.push(option);
            }
        }
        let is_stuck = was_hidden && possible.len() < 2;
        if *work == 0 || is_stuck || possible.is_empty() {
            return None;
        }
        Some(possible[random.below(possible.len() as u64) as usize])
    }
}

fn look(game: &dyn AnyMatch, viewers: &[Viewer]) -> Vec<ViewBytes> {
    viewers.iter().map(|viewer| game.view(*viewer)).collect()
}
