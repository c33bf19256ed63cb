//! Results of attacks as JSON.

use serde_json::{Value as Json, json};

use super::siege::{AttackResult, Round, Siege};
use crate::memory::MOST_LEFT;

/// The highest acceptable growth of the 99th percentile.
const MOST_RATIO: f64 = 2.0;

impl AttackResult {
    /// Whether honest players' slowest choices take at most twice as long as without the attack.
    pub fn is_fair(&self) -> bool {
        self.ratio() <= MOST_RATIO
    }

    /// Whether memory is released afterwards; `None` if unknown.
    pub fn memory_returns(&self) -> Option<bool> {
        self.memory.map(|[before, _, after]| after as f64 <= before as f64 * MOST_LEFT)
    }
}

impl AttackResult {
    /// Whether the players and the server's memory stay within their bounds.
    pub fn meets_targets(&self) -> bool {
        self.is_fair() && self.memory_returns() != Some(false)
    }
}

/// The results of attacks as one JSON object.
pub fn attack_report(siege: &Siege, results: &[AttackResult]) -> Json {
    json!({
        "game": siege.game,
        "setup": siege.setup,
        "pairs": siege.pairs,
        "pace_ms": siege.pace.as_millis() as u64,
        "window_s": siege.window.as_secs_f64(),
        "attackers": siege.attackers,
        "attacks": results.iter().map(result).collect::<Vec<_>>(),
    })
}

fn result(result: &AttackResult) -> Json {
    let rounds: Vec<Json> = result.rounds.iter().map(round).collect();
    let strikes = &result.strikes;
    json!({
        "attack": result.attack.name(),
        "p99_ms": {
            "quiet": result.median(|round| round.quiet),
            "attacked": result.median(|round| round.attacked),
        },
        "ratio": result.ratio(),
        "within_twice": result.is_fair(),
        "memory": result.memory.map(|[before, peak, after]| {
            json!({ "before": before, "peak": peak, "after": after })
        }),
        "memory_returns": result.memory_returns(),
        "attackers": {
            "sent": strikes.sent(), "answered": strikes.answered(), "refused": strikes.refused()
        },
        "errors": result.errors,
        "rounds": rounds,
    })
}

fn round(round: &Round) -> Json {
    json!({
        "quiet_ms": round.quiet,
        "attacked_ms": round.attacked,
        "ratio": round.ratio(),
        "moves": [round.quiet_moves, round.attacked_moves],
    })
}
