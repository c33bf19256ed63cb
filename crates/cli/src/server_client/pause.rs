//! A short pause before a bot's reply is shown: within a few milliseconds it looks like a glitch.

use std::time::Duration;

use ennead_game::Seat;
use ennead_tui::{ServedMatch, ServerAction};
use serde_json::Value as Json;
use tokio::time::{Instant, sleep_until};

/// When what was shown last, and what the person did since. Only this client waits: the server has
/// played on already.
pub(super) struct Pause {
    beat: Duration,
    /// The ply and the seat on the move that were shown last.
    shown: Option<(u32, Option<Seat>)>,
    /// The ply that the person's own choices lead to, at least.
    own: Option<u32>,
    /// When the last move was shown, or the person chose.
    since: Instant,
}

impl Pause {
    pub(super) fn new(beat: Duration) -> Pause {
        Pause { beat, shown: None, own: None, since: Instant::now() }
    }

    /// Counts the pause from the person's own choices.
    pub(super) fn note(&mut self, action: &ServerAction) {
        self.own = match action {
            ServerAction::Choose { ply, options } => Some(ply + options.len() as u32),
            ServerAction::Move { ply, .. } => Some(ply + 1),
            _ => return,
        };
        self.since = Instant::now();
    }

    /// Waits before a match is shown, if that shows a bot's reply too early.
    pub(super) async fn before(&mut self, served: &ServedMatch, seats: &Json) {
        if self.is_reply(served, seats) {
            sleep_until(self.since + self.beat).await;
        }
        if self.shown.is_none_or(|(ply, _)| ply != served.ply) {
            self.since = Instant::now();
        }
        self.shown = Some((served.ply, served.turn));
        self.own = self.own.filter(|own| *own > served.ply);
    }

    /// Whether a bot made the newest move.
    fn is_reply(&self, served: &ServedMatch, seats: &Json) -> bool {
        let is_bot = |seat: Seat| {
            seats[seat.index()]["kind"].as_str().is_some_and(|kind| kind.starts_with("bot:"))
        };
        let Some((ply, turn)) = self.shown.filter(|(ply, _)| served.ply > *ply) else {
            return false;
        };
        // The answer to the person's own choice and the reply may come as one.
        let is_both = self.own.is_some_and(|own| ply < own && own < served.ply);
        turn.is_some_and(is_bot) || is_both && Seat::BOTH.into_iter().any(is_bot)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BEAT: Duration = Duration::from_millis(500);

    fn at(ply: u32, turn: Option<Seat>) -> ServedMatch {
        ServedMatch { seat: Some(Seat::FIRST), ply, turn, ..ServedMatch::default() }
    }

    /// How long each of some states waits; the person chooses before the first of them.
    async fn waits(other: &str, states: &[ServedMatch]) -> Vec<Duration> {
        let seats = json!([{ "kind": "person" }, { "kind": other }]);
        let mut pause = Pause::new(BEAT);
        pause.before(&at(0, Some(Seat::FIRST)), &seats).await;
        tokio::time::sleep(BEAT * 10).await;
        pause.note(&ServerAction::Choose { ply: 0, options: vec![4] });
        let mut waits = Vec::new();
        for served in states {
            let began = Instant::now();
            pause.before(served, &seats).await;
            waits.push(began.elapsed());
        }
        waits
    }

    #[tokio::test(start_paused = true)]
    async fn a_bots_reply_waits_and_nothing_else_does() {
        let (own, reply) = (at(1, Some(Seat::SECOND)), at(2, Some(Seat::FIRST)));
        let both = [own.clone(), reply.clone()];
        assert_eq!(waits("bot:3", &both).await, [Duration::ZERO, BEAT]);
        assert_eq!(waits("person", &both).await, [Duration::ZERO; 2]);
        assert_eq!(waits("bot:3", &[reply]).await, [BEAT], "both moves in one state");
        assert_eq!(waits("bot:3", &[own]).await, [Duration::ZERO]);
        assert_eq!(waits("bot:3", &[at(0, None)]).await, [Duration::ZERO], "it was resigned");
    }
}
