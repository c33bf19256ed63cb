//! Draw offers to bots.

use ennead_game::{AnyMatch, Seat, Turn, ViewBytes, Viewer};
use ennead_kit::{Games, Kit};
use ennead_search::{AnyBot, Budget, PositionValue, Tables};

use crate::Action;

/// Bounds the memory of the search.
const MAX_NODES: u64 = 300_000;
/// Fixed seed: without a time limit, the same position always gets the same answer.
const SEED: u64 = 9;

/// The position in which a draw is offered, as the mover sees it.
pub struct DrawOffer {
    kit: &'static Kit,
    /// Looks the position up; `None` where there is no table.
    table_bot: Option<Box<dyn AnyBot>>,
    view: ViewBytes,
    /// Whether the bot itself is to move.
    own_move: bool,
}

impl DrawOffer {
    /// An offer to `bot`; `None` if the bot does not see what the mover sees.
    pub fn new(games: Games, tables: &Tables, game: &dyn AnyMatch, bot: Seat) -> Option<DrawOffer> {
        let Turn::Seat(mover) = game.turn() else { return None };
        let kit = games.game(game.game())?;
        let view = game.view(Viewer::Seat(mover));
        let is_visible = view == game.view(Viewer::Seat(bot));
        let table_bot = tables.of_match(game).map(|table| table.bot(SEED));
        is_visible.then(|| DrawOffer { kit, table_bot, view, own_move: mover == bot })
    }

    /// The bot's answer: accept if the position is proven to be no better than a draw for it,
    /// decline otherwise.
    pub fn answer(mut self, budget: Budget) -> Action {
        match self.value(budget) {
            Some(PositionValue::Exact { score, .. }) if self.for_bot(score) <= 0 => Action::Accept,
            _ => Action::Decline,
        }
    }

    fn for_bot(&self, score: i32) -> i32 {
        if self.own_move { score } else { -score }
    }

    /// The value of the position for the mover, as far as the game's analyst knows it.
    fn value(&mut self, budget: Budget) -> Option<PositionValue> {
        let roster = self.kit.bots();
        let analyst = self.table_bot.take().map_or_else(|| roster.bot(roster.analyst(), SEED), Ok);
        let mut analyst = analyst.ok()?;
        analyst.advise(&self.view, budget.and(Budget::nodes(MAX_NODES))).ok()?.value
    }
}
