//! Bots as players: they receive a view, think on the pool, and act like any other player.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ennead_game::{Random, Seat};
use ennead_host::{Action, BOT_LEASE_MS, DrawOffer, Failure, LiveMatch};
use ennead_protocol::Code;
use ennead_search::{AnyBot, Budget, Level, choose_move};

use crate::Priority;
use crate::cached_match::CachedMatch;
use crate::entropy::Entropy;
use crate::manager::Manager;

/// The longest time that a bot thinks about one move.
const MAX_THINKING: Duration = Duration::from_millis(400);
/// With a clock, a bot spends at most this fraction of its time left.
const SHARE_OF_CLOCK: u32 = 20;
/// How often the lease of a thinking bot is renewed.
const RENEWAL: Duration = Duration::from_millis(BOT_LEASE_MS / 3);
/// How long a bot waits when the pool is full.
const PAUSE: Duration = Duration::from_millis(500);

type Thought = Box<dyn FnOnce() -> Result<Decided, String> + Send>;

/// What a bot decided, and the bot itself where it is kept for its next move.
struct Decided {
    action: Action,
    bot: Option<Box<dyn AnyBot>>,
}

/// A decision that a bot has to make.
struct Decision {
    seat: Seat,
    think: Thought,
}

/// Decides for the bots of a match until none of them has anything to do.
pub(crate) async fn play(manager: Arc<Manager>, cached: Arc<CachedMatch>) {
    while let Some(Decision { seat, think }) = next_decision(&manager, &cached).await {
        let owner = cached.sponsor();
        let thought = manager.thinking.run_for(Priority::Play, owner, think);
        let done = match renewing(&manager, &cached, thought).await {
            Ok(Ok(decided)) => {
                if let Some(bot) = decided.bot {
                    manager.bots.put(cached.id, seat, bot);
                }
                act(&manager, &cached, seat, &decided.action).await
            }
            Ok(Err(reason)) => Err(Failure::new(Code::Internal, reason)),
            Err(failure) => Err(failure),
        };
        match done {
            Ok(()) => {}
            Err(failure) if failure.code == Code::TooMany => tokio::time::sleep(PAUSE).await,
            Err(failure) => {
                // The store wakes the match again when its lease is over.
                tracing::warn!(id = %cached.id, %failure, "a bot could not move");
                return stop(&cached).await;
            }
        }
    }
}

/// Waits for a thought, and renews the match's lease meanwhile: the bot may wait for its turn.
async fn renewing<T>(
    manager: &Arc<Manager>,
    cached: &Arc<CachedMatch>,
    thought: impl Future<Output = T>,
) -> T {
    let mut thought = std::pin::pin!(thought);
    loop {
        tokio::select! {
            biased;
            done = thought.as_mut() => return done,
            () = tokio::time::sleep(RENEWAL) => manager.renew_lease(cached).await,
        }
    }
}

/// The next decision; none if no bot has anything to do, and then this node has stopped thinking.
async fn next_decision(manager: &Arc<Manager>, cached: &Arc<CachedMatch>) -> Option<Decision> {
    let Ok(live) = manager.lock(cached).await else {
        stop(cached).await;
        return None;
    };
    let decision = match cached.lets_bots_think(&live) {
        true => draw_decision(manager, &live).or_else(|| move_decision(manager, &live)),
        false => None,
    };
    if live.ending.is_some() {
        manager.bots.drop_match(cached.id);
    }
    if decision.is_none() {
        cached.is_thinking.store(false, Ordering::Relaxed);
    }
    decision
}

/// Whether to accept a draw. It comes before a move, which would end the offer without an answer.
fn draw_decision(manager: &Manager, live: &LiveMatch) -> Option<Decision> {
    let seat = live.bot_offered_draw()?;
    let offer = DrawOffer::new(manager.games, &manager.tables, &*live.game, seat);
    let budget = budget(manager, live, seat);
    let think = move || {
        let action = offer.map_or(Action::Decline, |offer| offer.answer(budget));
        Ok(Decided { action, bot: None })
    };
    Some(Decision { seat, think: Box::new(think) })
}

/// The whole move of the bot's turn, from one search where that is enough.
fn move_decision(manager: &Manager, live: &LiveMatch) -> Option<Decision> {
    let (seat, level) = live.bot_to_move()?;
    let kit = manager.games.game(live.game.game())?;
    let (ply, budget) = (live.ply(), budget(manager, live, seat));
    let kept = manager.bots.take(live.id, seat);
    let seed = manager.bot_config.seed.unwrap_or_else(|| Entropy.next_u64());
    // The bot receives views of its seat alone; the match says where its turn ends.
    let game = live.game.boxed_clone();
    // The strongest bot looks positions up where it can.
    let table =
        manager.tables.of_match(&*game).filter(|_| Level::of(level.into()) == Some(Level::Best));
    let table_bot = table.map(|table| table.bot(seed));
    let kept = kept.or(table_bot);
    let think = move || {
        let fresh = || kit.bots().bot(&format!("level{level}"), seed);
        let mut bot = kept.map_or_else(fresh, Ok).map_err(|error| error.to_string())?;
        let options = choose_move(&mut *bot, &*game, budget).map_err(|error| error.to_string())?;
        Ok(Decided { action: Action::Line { ply, options }, bot: Some(bot) })
    };
    Some(Decision { seat, think: Box::new(think) })
}

fn budget(manager: &Manager, live: &LiveMatch, seat: Seat) -> Budget {
    if let Some(nodes) = manager.bot_config.nodes {
        return Budget::nodes(nodes);
    }
    let left = live.time_left(manager.now()).map(|left| Duration::from_millis(left[seat.index()]));
    Budget::time(left.map_or(MAX_THINKING, |left| MAX_THINKING.min(left / SHARE_OF_CLOCK)))
}

async fn act(
    manager: &Arc<Manager>,
    cached: &Arc<CachedMatch>,
    seat: Seat,
    action: &Action,
) -> Result<(), Failure> {
    let done = manager.act(cached, Some(seat), action).await;
    match done.map_err(|failure| (failure.code, failure)) {
        // Another node was faster.
        Err((Code::Stale | Code::Over | Code::NotYourTurn | Code::NoDraws, _)) => Ok(()),
        Err((_, failure)) => Err(failure),
        Ok(_) => Ok(()),
    }
}

async fn stop(cached: &CachedMatch) {
    let _locked = cached.live.lock().await;
    cached.is_thinking.store(false, Ordering::Relaxed);
}
