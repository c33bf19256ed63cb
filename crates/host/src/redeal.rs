//! Deals hidden cards anew: a fork shows a player nothing of what the match that it comes from hides.

use ennead_game::{AnyMatch, Random, Turn, ViewBytes, Viewer};
use ennead_protocol::Code;

use crate::Failure;

/// The most choices that are made to find a deal.
const MAX_WORK: usize = 2_000_000;

/// The choices of a match in which the seats have chosen the same and these viewers have seen the
/// same at every ply, and in which everything else is dealt anew.
pub(crate) fn redeal(
    game: &dyn AnyMatch,
    viewers: &[Viewer],
    random: &mut dyn Random,
) -> Result<Vec<u32>, Failure> {
    let Some(seen) = Seen::of(game, viewers) else { return Ok(game.choices().to_vec()) };
    let choices = match game.redeal(viewers, random) {
        Some(choices) => choices,
        None => seen.redeal_each(random)?,
    };
    let mut work = MAX_WORK;
    if choices.len() != seen.views.len() || !seen.is_same(game.restart(), &choices, &mut work) {
        return Err(cannot());
    }
    Ok(choices)
}

fn cannot() -> Failure {
    let text = "this game cannot deal its hidden cards anew, so its matches cannot be continued \
                from an earlier position";
    Failure::new(Code::Forbidden, text)
}

/// What some viewers have seen of a match.
struct Seen<'a> {
    game: &'a dyn AnyMatch,
    viewers: &'a [Viewer],
    /// After each choice.
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
            if had_chance {
                views.push(look(&*now, viewers));
            } else {
                views.push(Vec::new());
            }
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
    fn redeal_each(&self, random: &mut dyn Random) -> Result<Vec<u32>, Failure> {
        let mut choices = self.game.choices().to_vec();
        let mut now = self.game.restart();
        let mut work = MAX_WORK;
        for ply in 0..choices.len() {
            if now.turn() == Turn::Chance {
                choices[ply] = self.choose_anew(&*now, &mut choices.clone(), random, &mut work)?;
            }
            now.play(choices[ply]).map_err(|error| Failure::rejected(Code::Internal, &error))?;
        }
        Ok(choices)
    }

    /// Another option for the next choice. A choice that is hidden, and whose alternatives all
    /// contradict what is seen later, depends on other ones: those would have to change with it.
    fn choose_anew(
        &self,
        now: &dyn AnyMatch,
        choices: &mut [u32],
        random: &mut dyn Random,
        work: &mut usize,
    ) -> Result<u32, Failure> {
        let ply = now.choices().len();
        let own = choices[ply];
        let (mut possible, mut was_hidden) = (Vec::new(), false);
        for option in 0..now.options() {
            choices[ply] = option;
            let mut after = now.boxed_clone();
            if after.play(option).is_err() || look(&*after, self.viewers) != self.views[ply] {
                continue;
            }
            was_hidden |= option != own;
            if self.is_same(after, choices, work) {
                possible.push(option);
            }
        }
        let is_stuck = was_hidden && possible.len() < 2;
        if *work == 0 || is_stuck || possible.is_empty() {
            return Err(cannot());
        }
        Ok(possible[random.below(possible.len() as u64) as usize])
    }
}

fn look(game: &dyn AnyMatch, viewers: &[Viewer]) -> Vec<ViewBytes> {
    viewers.iter().map(|viewer| game.view(*viewer)).collect()
}
