//! Deals hidden cards anew: a match that goes on from an earlier position shows nothing of what the
//! first one hid.

use crate::{AnyMatch, Random, Turn, ViewBytes, Viewer};

/// The most choices that are made to find a deal.
const MAX_WORK: usize = 2_000_000;

/// The choices of a match in which the seats have chosen the same and these viewers have seen the
/// same at every ply, and in which everything else is dealt anew.
///
/// None if the game cannot do that: its choices of chance depend on one another, and it does not
/// implement [`View::redeal`](crate::View::redeal).
pub fn redeal(
    game: &dyn AnyMatch,
    viewers: &[Viewer],
    random: &mut dyn Random,
) -> Option<Vec<u32>> {
    let Some(seen) = Seen::of(game, viewers) else { return Some(game.choices().to_vec()) };
    let choices = game.redeal(viewers, random).or_else(|| seen.redeal_each(random))?;
    let is_whole = choices.len() == seen.views.len();
    (is_whole && seen.is_same(game.restart(), &choices, &mut MAX_WORK.clone())).then_some(choices)
}

/// What some viewers have seen of a match.
struct Seen<'a> {
    game: &'a dyn AnyMatch,
    viewers: &'a [Viewer],
    /// After each choice; empty before the first one of chance, where nothing can differ.
    views: Vec<Vec<ViewBytes>>,
}

impl<'a> Seen<'a> {
    /// None if chance had no part in the match, so that nothing can be dealt anew.
    fn of(game: &'a dyn AnyMatch, viewers: &'a [Viewer]) -> Option<Seen<'a>> {
        let mut now = game.restart();
        let (mut views, mut had_chance) = (Vec::new(), false);
        for option in game.choices() {
            had_chance |= now.turn() == Turn::Chance;
            now.play(*option).ok()?;
            views.push(if had_chance { look(&*now, viewers) } else { Vec::new() });
        }
        had_chance.then_some(Seen { game, viewers, views })
    }

    /// Whether the rest of these choices looks the same from the position of `now` on.
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

    /// Makes each choice of chance anew, in turn, among all options that look the same.
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

    /// Another option for the next choice. None if the choice is hidden and all alternatives
    /// contradict what is seen later: then it depends on others, which would have to change with it.
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
