//! The result as JSON.

use serde_json::{Value as Json, json};

use crate::tally::FrameSizes;
use crate::{LoadResult, MemoryUse, Plan};

/// The result of a run as one JSON object.
pub fn report(plan: &Plan, outcome: &LoadResult) -> Json {
    let mut report = counts(plan, outcome);
    if !outcome.memory.samples.is_empty() {
        report["memory"] = memory(plan, &outcome.memory);
    }
    report
}

/// The memory of the server, in bytes.
fn memory(plan: &Plan, memory: &MemoryUse) -> Json {
    let (before, peak) = (memory.before(), memory.peak());
    // Active matches need memory, too.
    let per_socket = (plan.matches == 0 && plan.idle > 0)
        .then(|| peak.saturating_sub(before) / plan.idle as u64);
    json!({
        "before": before,
        "peak": peak,
        "after": memory.after,
        "per_idle_socket": per_socket,
        "slope_per_hour": memory.slope_per_hour().round(),
        "samples": memory.samples.iter().map(|sample| sample.bytes).collect::<Vec<_>>(),
    })
}

fn counts(plan: &Plan, outcome: &LoadResult) -> Json {
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
