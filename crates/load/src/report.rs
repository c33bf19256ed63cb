//! The result as JSON.

use serde_json::{Value as Json, json};

use crate::tally::FrameSizes;
use crate::{LoadResult, Plan};

/// The result of a run as one JSON object.
pub fn report(plan: &Plan, outcome: &LoadResult) -> Json {
    let tally = &outcome.tally;
    let seconds = outcome.elapsed.as_secs_f64();
    json!({
        "url": plan.address.to_string(),
        "game": plan.game,
        "setup": plan.setup,
        "matches": plan.matches,
        "seconds": rounded(seconds, 3),
        "moves": tally.moves,
        "moves_per_second": rounded(tally.moves as f64 / seconds.max(f64::MIN_POSITIVE), 1),
        "latency_ms": {
            "p50": tally.latency(0.50),
            "p99": tally.latency(0.99),
            "p999": tally.latency(0.999),
            "max": tally.latency(1.0),
        },
        "bytes": {
            "sent": sizes(&tally.sent),
            "received": sizes(&tally.received),
            "states": sizes(&tally.states),
        },
        "finished": tally.finished,
        "errors": { "total": tally.errors.values().sum::<u64>(), "kinds": tally.errors },
        "reconnects": tally.reconnects,
        "idle": { "asked": plan.idle, "opened": tally.idle_opened, "stayed": tally.idle_open },
    })
}

fn sizes(sizes: &FrameSizes) -> Json {
    json!({ "frames": sizes.frames, "mean": rounded(sizes.mean(), 2), "max": sizes.most })
}

fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}
