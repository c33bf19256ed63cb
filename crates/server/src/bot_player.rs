//! Bots as players: they get a view, think on the pool, and act like anyone else.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ennead_bots::{Budget, roster};
use ennead_game::{Random, Seat, ViewBytes, Viewer};
use ennead_protocol::Code;

use crate::action::Action;
use crate::entropy::Entropy;
use crate::manager::Manager;
use crate::slot::Slot;
use crate::{Failure, Priority};

/// The longest that a bot thinks about one choice.
const PATIENCE: Duration = Duration::from_millis(400);
/// With a clock a bot spends at most this part of what it has left.
const SHARE_OF_CLOCK: u32 = 20;
/// How long a bot waits when the pool is full.
const PAUSE: Duration = Duration::from_millis(500);

/// What a bot is asked.
struct Question {
    game: &'static str,
    level: u8,
    seat: Seat,
    ply: u32,
    view: ViewBytes,
    time: Duration,
}

impl Question {
    fn answer(&self) -> Result<u32, String> {
        let mut bot = roster::bot(self.game, &format!("level{}", self.level), Entropy.next_u64())
            .map_err(|error| error.to_string())?;
        let advice = bot.advise(&self.view, Budget::time(self.time)).map_err(|error| error.to_string())?;
        Ok(advice.option)
    }
}

/// Plays for the bots of a match until it is somebody else's turn.
pub(crate) async fn play(manager: Arc<Manager>, slot: Arc<Slot>) {
    while let Some(question) = ask(&manager, &slot).await {
        let (seat, ply) = (question.seat, question.ply);
        let done = match manager.thinking.run(Priority::Play, move || question.answer()).await {
            Ok(Ok(option)) => choose(&manager, &slot, seat, ply, option).await,
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

/// What is to be thought about; none if it is not a bot's turn, and then nobody thinks here any more.
async fn ask(manager: &Arc<Manager>, slot: &Arc<Slot>) -> Option<Question> {
    let Ok(live) = manager.hold(slot).await else {
        stop(slot).await;
        return None;
    };
    let Some((seat, level)) = live.bot() else {
        slot.thinking.store(false, Ordering::Relaxed);
        return None;
    };
    let left = live.clocks.left(live.age(crate::now::now())).map(|left| left[seat.index()]);
    let time = left.map_or(PATIENCE, |left| PATIENCE.min(Duration::from_millis(left) / SHARE_OF_CLOCK));
    let view = live.game.view(Viewer::Seat(seat));
    Some(Question { game: live.game.game(), level, seat, ply: live.ply(), view, time })
}

async fn choose(
    manager: &Arc<Manager>,
    slot: &Arc<Slot>,
    seat: Seat,
    ply: u32,
    option: u32,
) -> Result<(), Failure> {
    let action = Action::Options { ply, options: vec![option] };
    match manager.act(slot, Some(seat), &action).await {
        // Another node thought faster.
        Err(failure) if matches!(failure.code, Code::Stale | Code::Over | Code::NotYourTurn) => Ok(()),
        other => other.map(drop),
    }
}

async fn stop(slot: &Slot) {
    let _locked = slot.live.lock().await;
    slot.thinking.store(false, Ordering::Relaxed);
}
