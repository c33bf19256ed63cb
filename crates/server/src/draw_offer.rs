//! A draw that is offered to a bot.

use ennead_bots::{Budget, Worth, roster};
use ennead_game::{AnyMatch, Seat, Turn, ViewBytes, Viewer};

use crate::action::Action;

/// The limit of nodes is there for the memory.
const MOST_NODES: u64 = 300_000;
/// The same position gets the same answer wherever no clock runs.
const SEED: u64 = 9;

/// The position in which a draw is offered, as the seat on the move sees it.
pub(crate) struct DrawOffer {
    game: &'static str,
    view: ViewBytes,
    /// Whether the bot itself is on the move.
    own_move: bool,
}

impl DrawOffer {
    /// What `bot` has to think about; none where the bot does not see what the seat on the move sees.
    pub(crate) fn new(game: &dyn AnyMatch, bot: Seat) -> Option<DrawOffer> {
        let Turn::Seat(mover) = game.turn() else { return None };
        let view = game.view(Viewer::Seat(mover));
        let seen = view == game.view(Viewer::Seat(bot));
        seen.then(|| DrawOffer { game: game.game(), view, own_move: mover == bot })
    }

    /// Accepts if it is proven that the bot can get no more than a draw, and declines otherwise.
    pub(crate) fn answer(&self, budget: Budget) -> Action {
        match self.worth(budget) {
            Some(Worth::Exact { score, .. }) if self.for_bot(score) <= 0 => Action::Accept,
            _ => Action::Decline,
        }
    }

    fn for_bot(&self, score: i32) -> i32 {
        if self.own_move { score } else { -score }
    }

    /// What the position is worth to the seat on the move, as far as the best bot of the game knows.
    fn worth(&self, budget: Budget) -> Option<Worth> {
        let roster = roster::roster(self.game).ok()?;
        let mut analyst = roster.bot(roster.analyst(), SEED).ok()?;
        analyst.advise(&self.view, budget.and(Budget::nodes(MOST_NODES))).ok()?.worth
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::Options;

    use super::*;

    /// What the second seat answers after these choices.
    fn answer(game: &str, choices: &[u32]) -> &'static str {
        let mut game = ennead_registry::game(game).unwrap().start(&Options::new()).unwrap();
        choices.iter().for_each(|option| game.play(*option).unwrap());
        match DrawOffer::new(&*game, Seat::SECOND).unwrap().answer(Budget::nodes(200)) {
            Action::Accept => "accepts",
            _ => "declines",
        }
    }

    #[test]
    fn what_is_proven_to_be_no_better_than_a_draw_is_accepted() {
        assert_eq!(answer("ttt", &[]), "accepts", "the first move leads to a draw");
        assert_eq!(answer("ttt", &[4, 0]), "accepts", "a draw, and the opponent is on the move");
        assert_eq!(answer("ttt", &[4, 1]), "accepts", "a loss");
    }

    #[test]
    fn a_win_and_what_nobody_knows_are_declined() {
        assert_eq!(answer("ttt", &[1, 0, 0, 3, 0, 3]), "declines", "two threats of the second seat");
        assert_eq!(answer("nested", &[]), "declines");
    }
}
