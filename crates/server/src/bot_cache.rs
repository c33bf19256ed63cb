//! Bots kept from move to move, so that they go on with the search they have.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_game::Seat;
use ennead_host::MatchId;
use ennead_search::AnyBot;
use metrics::gauge;
use tokio::time::Instant;

/// How long the bot of a match that nobody watches is kept after a move.
const UNWATCHED: Duration = Duration::from_secs(5);

/// A bot's place: the seat that it plays in a match.
type Place = (MatchId, Seat);

/// The bots of this node's matches, within a limit of memory. The least recently used go first; a
/// bot that is gone starts again from the position.
pub(crate) struct BotCache {
    kept: Mutex<Kept>,
    limit: usize,
}

#[derive(Default)]
struct Kept {
    bots: HashMap<Place, KeptBot>,
    /// Counts uses.
    uses: u64,
    bytes: usize,
}

struct KeptBot {
    bot: Box<dyn AnyBot>,
    bytes: usize,
    used: u64,
    since: Instant,
}

impl BotCache {
    /// A cache for bots of `limit` bytes together.
    pub(crate) fn new(limit: usize) -> Self {
        BotCache { kept: Mutex::default(), limit }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bot of a seat out, to think with it.
    pub(crate) fn take(&self, id: MatchId, seat: Seat) -> Option<Box<dyn AnyBot>> {
        let mut kept = self.kept();
        let taken = kept.bots.remove(&(id, seat))?;
        kept.bytes -= taken.bytes;
        Some(taken.bot)
    }

    /// Keeps a bot for its next move, if there is room for it.
    pub(crate) fn put(&self, id: MatchId, seat: Seat, bot: Box<dyn AnyBot>) {
        let bytes = bot.memory() + size_of::<KeptBot>() + size_of::<Place>();
        if bytes > self.limit {
            return;
        }
        let mut kept = self.kept();
        kept.uses += 1;
        let used = kept.uses;
        let since = Instant::now();
        if let Some(old) = kept.bots.insert((id, seat), KeptBot { bot, bytes, used, since }) {
            kept.bytes -= old.bytes;
        }
        kept.bytes += bytes;
        while kept.bytes > self.limit {
            let oldest = kept.bots.iter().min_by_key(|(_, kept)| kept.used);
            let Some(oldest) = oldest.map(|(place, _)| *place) else { break };
            if let Some(dropped) = kept.bots.remove(&oldest) {
                kept.bytes -= dropped.bytes;
            }
        }
        gauge!("ennead_bot_bytes").set(kept.bytes as f64);
    }

    /// Drops the bots that have not played for a while in matches that nobody watches.
    pub(crate) fn drop_unwatched(&self, is_watched: impl Fn(MatchId) -> bool) {
        let mut kept = self.kept();
        let Kept { bots, bytes, .. } = &mut *kept;
        bots.retain(|(id, _), kept| {
            let stays = kept.since.elapsed() < UNWATCHED || is_watched(*id);
            *bytes -= if stays { 0 } else { kept.bytes };
            stays
        });
        gauge!("ennead_bot_bytes").set(kept.bytes as f64);
    }

    /// Drops the bots of a match that is over.
    pub(crate) fn drop_match(&self, id: MatchId) {
        Seat::BOTH.into_iter().for_each(|seat| drop(self.take(id, seat)));
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::ViewBytes;
    use ennead_search::{Advice, BotError, Budget};

    use super::*;

    struct Sized(usize);

    impl AnyBot for Sized {
        fn advise(&mut self, _: &ViewBytes, _: Budget) -> Result<Advice, BotError> {
            Ok(Advice::bare(0))
        }

        fn memory(&self) -> usize {
            self.0
        }
    }

    fn id(number: u64) -> MatchId {
        MatchId::new(1_800_000_000_000, number)
    }

    #[test]
    fn the_least_recently_used_bots_go_first() {
        let cache = BotCache::new(10_000);
        for number in 0..3 {
            cache.put(id(number), Seat::FIRST, Box::new(Sized(3_000)));
        }
        // The first is used again, so the second is the oldest when room is needed.
        let bot = cache.take(id(0), Seat::FIRST).unwrap();
        cache.put(id(0), Seat::FIRST, bot);
        cache.put(id(3), Seat::SECOND, Box::new(Sized(3_000)));
        let kept = |number, seat| cache.kept().bots.contains_key(&(id(number), seat));
        assert!(kept(0, Seat::FIRST) && kept(2, Seat::FIRST) && kept(3, Seat::SECOND));
        assert!(!kept(1, Seat::FIRST));
        assert!(cache.kept().bytes <= 10_000);
    }

    #[tokio::test(start_paused = true)]
    async fn bots_that_nobody_watches_go_after_a_while() {
        let cache = BotCache::new(10_000);
        for number in [1, 2] {
            cache.put(id(number), Seat::FIRST, Box::new(Sized(10)));
        }
        cache.drop_unwatched(|_| false);
        tokio::time::advance(UNWATCHED).await;
        cache.drop_unwatched(|watched| watched == id(2));
        assert!(cache.take(id(1), Seat::FIRST).is_none());
        assert!(cache.take(id(2), Seat::FIRST).is_some());
        assert_eq!(cache.kept().bytes, 0);
    }

    #[test]
    fn bots_that_are_too_large_or_whose_match_is_over_are_dropped() {
        let cache = BotCache::new(1_000);
        cache.put(id(1), Seat::FIRST, Box::new(Sized(2_000)));
        assert!(cache.take(id(1), Seat::FIRST).is_none());
        cache.put(id(1), Seat::FIRST, Box::new(Sized(10)));
        cache.drop_match(id(1));
        assert!(cache.take(id(1), Seat::FIRST).is_none());
        assert_eq!(cache.kept().bytes, 0);
    }
}
