//! Bots kept between moves, so that they can continue their search.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_game::Seat;
use ennead_host::MatchId;
use ennead_search::AnyBot;
use metrics::gauge;
use tokio::time::Instant;

/// How long the bot of an unwatched match is kept after a move.
const UNWATCHED: Duration = Duration::from_secs(3);

/// A cache key: the seat that a bot plays in a match.
type BotKey = (MatchId, Seat);

/// The bots of this node's matches, within a memory limit. The least recently used are evicted
/// first; an evicted bot starts over from the position. Clones share the bots.
#[derive(Clone)]
pub(crate) struct BotCache {
    kept: Arc<Mutex<Kept>>,
    limit: usize,
}

#[derive(Default)]
struct Kept {
    bots: HashMap<BotKey, KeptBot>,
    /// Logical clock for the least-recently-used order.
    uses: u64,
    bytes: usize,
}

struct KeptBot {
    bot: Box<dyn AnyBot>,
    bytes: usize,
    used: u64,
    since: Instant,
}

impl Kept {
    fn remove(&mut self, key: BotKey) -> Option<KeptBot> {
        let removed = self.bots.remove(&key)?;
        self.bytes -= removed.bytes;
        Some(removed)
    }

    fn report(&self) {
        gauge!("ennead_bot_bytes").set(self.bytes as f64);
    }
}

/// The bot of a seat while it is out of the cache. A bot that nobody takes goes back when this is
/// dropped: a full queue must not cost it its tree.
pub(crate) struct LentBot {
    cache: BotCache,
    key: BotKey,
    bot: Option<Box<dyn AnyBot>>,
}

impl LentBot {
    /// Takes the bot, if there is one, to think with it. One that fails is not given back.
    pub(crate) fn take(&mut self) -> Option<Box<dyn AnyBot>> {
        self.bot.take()
    }

    /// Gives the bot back for its next move.
    pub(crate) fn give_back(mut self, bot: Box<dyn AnyBot>) {
        self.bot = Some(bot);
    }
}

impl Drop for LentBot {
    fn drop(&mut self) {
        if let Some(bot) = self.bot.take() {
            self.cache.put(self.key, bot);
        }
    }
}

impl BotCache {
    /// Creates a cache of `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        BotCache { kept: Arc::default(), limit }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bot of a seat out, if there is one.
    pub(crate) fn lend(&self, id: MatchId, seat: Seat) -> LentBot {
        let key = (id, seat);
        LentBot { cache: self.clone(), key, bot: self.take(key) }
    }

    fn take(&self, key: BotKey) -> Option<Box<dyn AnyBot>> {
        let mut kept = self.kept();
        let taken = kept.remove(key)?;
        kept.report();
        Some(taken.bot)
    }

    /// Caches a bot for its next move, if there is room.
    fn put(&self, key: BotKey, bot: Box<dyn AnyBot>) {
        let bytes = bot.memory() + size_of::<KeptBot>() + size_of::<BotKey>();
        if bytes > self.limit {
            return;
        }
        let mut kept = self.kept();
        kept.uses += 1;
        let used = kept.uses;
        let since = Instant::now();
        kept.remove(key);
        kept.bots.insert(key, KeptBot { bot, bytes, used, since });
        kept.bytes += bytes;
        while kept.bytes > self.limit {
            let oldest = kept.bots.iter().min_by_key(|(_, kept)| kept.used);
            let Some(oldest) = oldest.map(|(key, _)| *key) else { break };
            kept.remove(oldest);
        }
        kept.report();
    }

    /// Drops bots of unwatched matches that have not played for a while, and returns the bytes
    /// freed.
    pub(crate) fn drop_unwatched(&self, is_watched: impl Fn(MatchId) -> bool) -> usize {
        let mut kept = self.kept();
        let Kept { bots, bytes, .. } = &mut *kept;
        let before = *bytes;
        bots.retain(|(id, _), kept| {
            let stays = kept.since.elapsed() < UNWATCHED || is_watched(*id);
            *bytes -= if stays { 0 } else { kept.bytes };
            stays
        });
        kept.report();
        before - kept.bytes
    }

    /// Drops the bots of a finished match.
    pub(crate) fn drop_match(&self, id: MatchId) {
        Seat::BOTH.into_iter().for_each(|seat| drop(self.take((id, seat))));
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
    fn the_least_recently_used_bots_are_evicted_first() {
        let cache = BotCache::new(10_000);
        for number in 0..3 {
            cache.put((id(number), Seat::FIRST), Box::new(Sized(3_000)));
        }
        // Using the first again makes the second the oldest when room is needed.
        let bot = cache.take((id(0), Seat::FIRST)).unwrap();
        cache.put((id(0), Seat::FIRST), bot);
        cache.put((id(3), Seat::SECOND), Box::new(Sized(3_000)));
        let kept = |number, seat| cache.kept().bots.contains_key(&(id(number), seat));
        assert!(kept(0, Seat::FIRST) && kept(2, Seat::FIRST) && kept(3, Seat::SECOND));
        assert!(!kept(1, Seat::FIRST));
        assert!(cache.kept().bytes <= 10_000);
    }

    #[tokio::test(start_paused = true)]
    async fn unwatched_bots_are_evicted_after_a_while() {
        let cache = BotCache::new(10_000);
        for number in [1, 2] {
            cache.put((id(number), Seat::FIRST), Box::new(Sized(10)));
        }
        assert_eq!(cache.drop_unwatched(|_| false), 0);
        tokio::time::advance(UNWATCHED).await;
        let dropped = cache.drop_unwatched(|watched| watched == id(2));
        assert!((10..1_000).contains(&dropped), "{dropped} bytes");
        assert!(cache.take((id(1), Seat::FIRST)).is_none());
        assert!(cache.take((id(2), Seat::FIRST)).is_some());
        assert_eq!(cache.kept().bytes, 0);
    }

    #[test]
    fn bots_that_are_too_large_or_whose_match_is_over_are_dropped() {
        let cache = BotCache::new(1_000);
        cache.put((id(1), Seat::FIRST), Box::new(Sized(2_000)));
        assert!(cache.take((id(1), Seat::FIRST)).is_none());
        cache.put((id(1), Seat::FIRST), Box::new(Sized(10)));
        cache.drop_match(id(1));
        assert!(cache.take((id(1), Seat::FIRST)).is_none());
        assert_eq!(cache.kept().bytes, 0);
    }

    #[tokio::test]
    async fn a_bot_that_found_the_queue_full_keeps_its_tree() {
        let cache = BotCache::new(10_000);
        cache.put((id(1), Seat::FIRST), Box::new(Sized(10)));
        let thinking = crate::Thinking::new(1, 0);
        let mut lent = cache.lend(id(1), Seat::FIRST);
        assert_eq!(cache.kept().bytes, 0);
        let thought = thinking.run(crate::Priority::Play, move || lent.take().is_some()).await;
        assert_eq!(thought.unwrap_err().code, ennead_protocol::Code::TooMany);
        assert!(cache.take((id(1), Seat::FIRST)).is_some());
    }

    #[test]
    fn only_a_bot_that_is_given_back_stays() {
        let cache = BotCache::new(10_000);
        let mut lent = cache.lend(id(1), Seat::FIRST);
        assert!(lent.take().is_none());
        lent.give_back(Box::new(Sized(10)));
        let mut lent = cache.lend(id(1), Seat::FIRST);
        assert!(lent.take().is_some(), "and this one fails");
        drop(lent);
        assert!(cache.take((id(1), Seat::FIRST)).is_none());
    }
}
