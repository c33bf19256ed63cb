//! Bots as players: they get a view, think on the pool, and act like anyone else.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ennead_bots::{Budget, roster};
use ennead_game::{Random, Seat, Viewer};
use ennead_protocol::Code;

use crate::action::Action;
use crate::draw_offer::DrawOffer;
use crate::entropy::Entropy;
use crate::live::Live;
use crate::manager::Manager;
use crate::now::now;
use crate::slot::Slot;
use crate::{Failure, Priority};

/// The longest that a bot thinks about one choice.
const PATIENCE: Duration = Duration::from_millis(400);
/// With a clock a bot spends at most this part of what it has left.
const SHARE_OF_CLOCK: u32 = 20;
/// How long a bot waits when the pool is full.
const PAUSE: Duration = Duration::from_millis(500);

type Thought = Box<dyn FnOnce() -> Result<Action, String> + Send>;

/// What a bot has to decide.
struct Question {
    seat: Seat,
    think: Thought,
}

/// Decides for the bots of a match until none has anything to do.
pub(crate) async fn play(manager: Arc<Manager>, slot: Arc<Slot>) {
    while let Some(Question { seat, think }) = ask(&manager, &slot).await {
        let done = match manager.thinking.run(Priority::Play, think).await {
            Ok(Ok(action)) => act(&manager, &slot, seat, &action).await,
            Ok(Err(reason)) => Err(Failure::new(Code::Internal, reason)),
            Err(failure) => Err(failure),
        };
        match done {
            Ok(()) => {}
            Err(failure) if failure.code == Code::TooMany => tokio::time::sleep(PAUSE).await,
            Err(failure) => {
                // The store wakes the match again when its lease is over.
                tracing::warn!(id = %slot.id, %failure, "a bot could not move");
                return stop(&slot).await;
            }
        }
    }
}

/// What is to be thought about; none if no bot has anything to do, and then nobody thinks here any more.
async fn ask(manager: &Arc<Manager>, slot: &Arc<Slot>) -> Option<Question> {
    let Ok(live) = manager.hold(slot).await else {
        stop(slot).await;
        return None;
    };
    let question = draw_question(&live).or_else(|| move_question(&live));
    if question.is_none() {
        slot.thinking.store(false, Ordering::Relaxed);
    }
    question
}

/// Whether a draw is accepted. It comes before a move, which would end the offer without a word.
fn draw_question(live: &Live) -> Option<Question> {
    let seat = live.bot_asked()?;
    let offer = DrawOffer::new(&*live.game, seat);
    let budget = budget(live, seat);
    let think = move || Ok(offer.map_or(Action::Decline, |offer| offer.answer(budget)));
    Some(Question { seat, think: Box::new(think) })
}

fn move_question(live: &Live) -> Option<Question> {
    let (seat, level) = live.bot()?;
    let (game, ply) = (live.game.game(), live.ply());
    let (view, budget) = (live.game.view(Viewer::Seat(seat)), budget(live, seat));
    let think = move || {
        let mut bot = roster::bot(game, &format!("level{level}"), Entropy.next_u64())
            .map_err(|error| error.to_string())?;
        let advice = bot.advise(&view, budget).map_err(|error| error.to_string())?;
        Ok(Action::Options { ply, options: vec![advice.option] })
    };
    Some(Question { seat, think: Box::new(think) })
}

fn budget(live: &Live, seat: Seat) -> Budget {
    let left = live.time_left(now()).map(|left| left[seat.index()]);
    Budget::time(left.map_or(PATIENCE, |left| PATIENCE.min(Duration::from_millis(left) / SHARE_OF_CLOCK)))
}

async fn act(manager: &Arc<Manager>, slot: &Arc<Slot>, seat: Seat, action: &Action) -> Result<(), Failure> {
    match manager.act(slot, Some(seat), action).await {
        // Another node thought faster.
        Err(failure)
            if matches!(failure.code, Code::Stale | Code::Over | Code::NotYourTurn | Code::NoDraws) =>
        {
            Ok(())
        }
        other => other.map(drop),
    }
}

async fn stop(slot: &Slot) {
    let _locked = slot.live.lock().await;
    slot.thinking.store(false, Ordering::Relaxed);
}
