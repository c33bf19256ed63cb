//! Bots as players: they receive a view, think on the pool, and act like any other player.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ennead_game::{Random, Seat, ViewBytes};
use ennead_host::{Action, BOT_LEASE_MS, DrawOffer, Failure, LiveMatch};
use ennead_protocol::Code;
use ennead_search::{Advice, AnyBot, BotError, Budget, Level, choose_move};
use metrics::counter;

use crate::Priority;
use crate::cached_match::CachedMatch;
use crate::entropy::Entropy;
use crate::manager::Manager;
use crate::panics::catch;

/// The longest time a bot thinks about one move.
const MAX_THINKING: Duration = Duration::from_millis(400);
/// With a clock, a bot spends at most this fraction of its remaining time.
const SHARE_OF_CLOCK: u32 = 20;
/// How often the lease of a thinking bot is renewed.
const RENEWAL: Duration = Duration::from_millis(BOT_LEASE_MS / 3);
/// How long a bot waits when the pool is full.
const PAUSE: Duration = Duration::from_millis(500);

type Thought = Box<dyn FnOnce() -> Result<Action, String> + Send>;

/// A decision that a bot has to make.
struct Decision {
    seat: Seat,
    think: Thought,
}

/// Makes the decisions of a match's bots until none is pending.
pub(crate) async fn run(manager: Arc<Manager>, cached: Arc<CachedMatch>) {
    let playing = async {
        play(Arc::clone(&manager), Arc::clone(&cached)).await;
        Ok(())
    };
    if manager.shield(cached.id, playing).await.is_err() {
        stop(&cached).await;
    }
}

async fn play(manager: Arc<Manager>, cached: Arc<CachedMatch>) {
    while let Some(Decision { seat, think }) = next_decision(&manager, &cached).await {
        let owner = cached.sponsor();
        let thought = manager.thinking.run_for(Priority::Play, owner, || catch(think));
        let Some(thought) = renewing(&manager, &cached, thought).await else { return };
        let done = match thought {
            Ok(Ok(Ok(action))) => act(&manager, &cached, seat, &action).await,
            Ok(Ok(Err(reason))) => Err(Failure::new(Code::Internal, reason)),
            Ok(Err(panic)) => Err(manager.quarantine(cached.id, &panic).await),
            Err(failure) => Err(failure),
        };
        match done {
            Ok(()) => {}
            Err(failure) if failure.code == Code::TooMany => tokio::time::sleep(PAUSE).await,
            Err(failure) => {
                // The store makes the match due again when its lease expires.
                if !failure.is_logged {
                    tracing::warn!(id = %cached.id, %failure, "a bot could not move");
                }
                return stop(&cached).await;
            }
        }
    }
}

/// Waits for a result and renews the match's lease meanwhile, since the bot may be queued. Returns
/// `None` once nobody is left to see the move; this node has then stopped thinking, and a queued
/// job never starts.
async fn renewing<T>(
    manager: &Arc<Manager>,
    cached: &Arc<CachedMatch>,
    thought: impl Future<Output = T>,
) -> Option<T> {
    let mut thought = std::pin::pin!(thought);
    loop {
        tokio::select! {
            biased;
            done = thought.as_mut() => return Some(done),
            () = tokio::time::sleep(RENEWAL) => {}
        }
        let live = cached.live.lock().await;
        if live.as_ref().is_some_and(|live| !cached.lets_bots_think(live)) {
            cached.is_thinking.store(false, Ordering::Relaxed);
            return None;
        }
        drop(live);
        manager.renew_lease(cached).await;
    }
}

/// The next decision. `None` if no bot has one to make; this node has then stopped thinking.
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
        // A thought that was under way when the match ended has given its bot back since.
        manager.bots.drop_match(cached.id);
    }
    if decision.is_none() {
        cached.is_thinking.store(false, Ordering::Relaxed);
    }
    decision
}

/// Whether to accept a draw. Decided before a move, which would void the offer without an answer.
fn draw_decision(manager: &Manager, live: &LiveMatch) -> Option<Decision> {
    let seat = live.bot_offered_draw()?;
    let offer = DrawOffer::new(manager.games, &manager.tables, &*live.game, seat);
    let budget = budget(manager, live, seat);
    let think = move || {
        let action = offer.map_or(Action::Decline, |offer| offer.answer(budget));
        Ok(action)
    };
    Some(Decision { seat, think: Box::new(think) })
}

/// The whole move of the bot's turn, from a single search where that is enough.
fn move_decision(manager: &Manager, live: &LiveMatch) -> Option<Decision> {
    let (seat, level) = live.bot_to_move()?;
    let kit = manager.games.game(live.game.game())?;
    let (ply, budget) = (live.ply(), budget(manager, live, seat));
    let mut lent = manager.bots.lend(live.id, seat);
    let seed = manager.bot_config.seed.unwrap_or_else(|| Entropy.next_u64());
    // The bot receives only its own seat's views; the match determines where its turn ends.
    let game = live.game.boxed_clone();
    // The strongest bot looks positions up in a table where it can.
    let table =
        manager.tables.of_match(&*game).filter(|_| Level::of(level.into()) == Some(Level::Best));
    let table_bot = table.map(|table| table.bot(seed));
    let think = move || {
        let fresh = || kit.bots().bot(&format!("level{level}"), seed);
        let kept = lent.take().or(table_bot);
        let mut bot = kept.map_or_else(fresh, Ok).map_err(|error| error.to_string())?;
        let mut counting = ReuseCounter { bot: &mut *bot, reused: 0 };
        let chosen = choose_move(&mut counting, &*game, budget);
        counter!("ennead_bot_visits_reused_total").increment(counting.reused);
        let options = chosen.map_err(|error| error.to_string())?;
        lent.give_back(bot);
        Ok(Action::Line { ply, options })
    };
    Some(Decision { seat, think: Box::new(think) })
}

/// Passes questions on to a bot, and counts the visits that its searches found in the tree of the
/// moves before.
struct ReuseCounter<'a> {
    bot: &'a mut dyn AnyBot,
    reused: u64,
}

impl AnyBot for ReuseCounter<'_> {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        let advice = self.bot.advise(view, budget)?;
        let visits: u64 = advice.opinions.iter().map(|opinion| opinion.visits).sum();
        self.reused += visits.saturating_sub(advice.nodes);
        Ok(advice)
    }
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
