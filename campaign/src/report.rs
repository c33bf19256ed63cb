//! The report of a campaign as JSON.

use std::collections::BTreeMap;

use ennead_judge::Ms;
use serde_json::{Value as Json, json};

use crate::fault::Fault;
use crate::options::Options;
use crate::verdict::CampaignVerdict;
use crate::world::{Outage, World};

/// The result of an upgrade from version 0.1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Upgrade {
    /// Matches of the old database.
    pub(crate) matches: u64,
    /// The message with which the old program rejected the migrated database.
    pub(crate) refusal: Option<String>,
}

/// The report of a campaign that ended at `ends`.
pub(crate) fn report(
    options: &Options,
    world: &World,
    verdict: &CampaignVerdict,
    skipped: &[String],
    upgrade: Option<&Upgrade>,
    ends: Ms,
) -> Json {
    use std::sync::atomic::Ordering::Relaxed;
    let strikes = world.strikes();
    let mut counts: BTreeMap<Fault, u64> = BTreeMap::new();
    for strike in &strikes {
        *counts.entry(strike.fault).or_default() += 1;
    }
    let outages = world.outages();
    let mut faults = serde_json::Map::new();
    for (fault, count) in &counts {
        let is_of_fault = |outage: &&Outage| outage.fault == Some(*fault) && !outage.is_mixed;
        let of_fault = || outages.iter().filter(is_of_fault);
        let lasted = strikes.iter().filter(|strike| strike.fault == *fault);
        let lasted = lasted.filter_map(|strike| strike.to.map(|to| to - strike.from));
        faults.insert(
            fault.name().into(),
            json!({
                "count": count,
                "lasted_ms": quantiles(lasted),
                "outage_ms": quantiles(of_fault().map(|outage| outage.waited)),
                "after_the_fault_ms": quantiles(of_fault().filter_map(|outage| outage.recovered)),
            }),
        );
    }
    let mixed = outages.iter().filter(|outage| outage.is_mixed);
    let unexplained = outages.iter().filter(|outage| outage.fault.is_none());
    let seconds = ends as f64 / 1_000.0;
    let moves = world.moves.load(Relaxed);
    json!({
        "store": options.store.name(),
        "nodes": options.nodes,
        "seed": options.seed,
        "seconds": seconds,
        "pairs": options.pairs,
        "tables": options.tables,
        "acknowledged_moves": moves,
        "acknowledged_moves_per_second": (moves as f64 / seconds.max(0.001)).round(),
        "finished_matches": world.finished.load(Relaxed),
        "reconnections": world.reconnects.load(Relaxed),
        "faults": strikes.len(),
        "kills": counts.get(&Fault::Kill).copied().unwrap_or_default(),
        "by_fault": faults,
        "outages_during_several_faults_ms": quantiles(mixed.map(|outage| outage.waited)),
        "outages_without_a_fault_ms": quantiles(unexplained.map(|outage| outage.waited)),
        "read_back": { "matches": verdict.matches, "choices": verdict.choices },
        "upgrade": upgrade.map(|upgrade| json!({
            "matches": upgrade.matches,
            "refused_by_the_old_program": upgrade.refusal,
        })),
        "violations": verdict.violations,
        "violations_listed": verdict.listed,
        "skipped": skipped,
    })
}

/// Count, median, 99th percentile and maximum.
fn quantiles(values: impl Iterator<Item = Ms>) -> Json {
    let mut sorted: Vec<Ms> = values.collect();
    sorted.sort_unstable();
    let Some(max) = sorted.last() else { return Json::Null };
    let at = |percent: usize| sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1];
    json!({ "count": sorted.len(), "p50": at(50), "p99": at(99), "max": max })
}
