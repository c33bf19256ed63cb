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
    if !has_chance(game) {
        return Some(game.choices().to_vec());
    }
    let history = ViewHistory::of(game, viewers)?;
    let choices = game.redeal(viewers, random).or_else(|| history.redeal_each(random))?;
    let is_whole = choices.len() == history.views.len();
    (is_whole && history.is_same(game.restart(), &choices, &mut MAX_WORK.clone()))
        .then_some(choices)
}

/// Whether a viewer cannot tell one of the choices that other seats have made: another option
/// would have looked the same up to now. Also if finding out takes too long.
pub fn has_hidden_choice(game: &dyn AnyMatch, viewer: Viewer) -> bool {
    if game.is_open() {
        return false;
    }
    ViewHistory::of(game, &[viewer]).is_none_or(|history| history.hides_choice())
}

/// Whether chance had a part in a match, so that there may be something to deal anew.
fn has_chance(game: &dyn AnyMatch) -> bool {
    let mut now = game.restart();
    game.choices().iter().any(|option| {
        let is_chance = now.turn() == Turn::Chance;
        // Cannot fail: these choices were made in this match.
        let _ = now.play(*option);
        is_chance
    })
}

/// What a set of viewers has seen of a match.
struct ViewHistory<'a> {
    game: &'a dyn AnyMatch,
    viewers: &'a [Viewer],
    /// The views after each choice.
    views: Vec<Vec<ViewBytes>>,
}

impl<'a> ViewHistory<'a> {
    /// `None` if the match cannot be replayed.
    fn of(game: &'a dyn AnyMatch, viewers: &'a [Viewer]) -> Option<ViewHistory<'a>> {
        let (mut now, mut views) = (game.restart(), Vec::new());
        for option in game.choices() {
            now.play(*option).ok()?;
            views.push(look(&*now, viewers));
        }
        Some(ViewHistory { game, viewers, views })
    }

    /// Whether the remaining choices look the same to the viewers when played from `now`.
    fn is_same(&self, mut now: Box<dyn AnyMatch>, choices: &[u32], work: &mut usize) -> bool {
        let made = now.choices().len();
        for (option, views) in choices[made..].iter().zip(&self.views[made..]) {
            *work = work.saturating_sub(1);
            let is_played = *work > 0 && now.play(*option).is_ok();
            if !is_played || look(&*now, self.viewers) != *views {
                return false;
            }
        }
        true
    }

    /// Whether a choice of a seat other than the viewers' could have been another one, with all
    /// that they have seen since being the same; also once there is no more work to spend.
    fn hides_choice(&self) -> bool {
        let (mut now, mut work) = (self.game.restart(), MAX_WORK);
        for (ply, option) in self.game.choices().iter().enumerate() {
            if self.is_of_another_seat(now.turn()) {
                let mut others = (0..now.options()).filter(|other| other != option);
                if others.any(|other| self.is_alike(&*now, other, ply, &mut work)) {
                    return true;
                }
            }
            if work == 0 || now.play(*option).is_err() {
                return true;
            }
        }
        false
    }

    fn is_of_another_seat(&self, turn: Turn) -> bool {
        matches!(turn, Turn::Seat(seat) if !self.viewers.contains(&Viewer::Seat(seat)))
    }

    /// Whether the viewers would have seen the same if this option had been chosen at a ply.
    fn is_alike(&self, now: &dyn AnyMatch, option: u32, ply: usize, work: &mut usize) -> bool {
        // Copying a match takes time in proportion to its choices, but little for each.
        *work = work.saturating_sub(1 + ply / 64);
        let mut after = now.boxed_clone();
        after.play(option).is_ok()
            && look(&*after, self.viewers) == self.views[ply]
            && self.is_same(after, self.game.choices(), work)
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
