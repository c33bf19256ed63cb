//! Fault injection, one fault after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ennead_game::{Random, SplitMix64};
use rustix::process::Signal;

use crate::cluster::Cluster;
use crate::fault::Fault;
use crate::options::Options;
use crate::world::World;

/// After this many faults there is a calm period, in which all deadlines must be met.
const FAULTS_BETWEEN_CALMS: u64 = 25;
/// How often a sleeping thread checks for interruption.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The fault injector.
pub(crate) struct FaultInjector<'a> {
    /// The options.
    pub(crate) options: &'a Options,
    /// The shared state.
    pub(crate) world: &'a World,
    /// The target of the faults.
    pub(crate) cluster: &'a mut Cluster,
    /// Whether the campaign was interrupted.
    pub(crate) is_interrupted: &'a AtomicBool,
    /// The length of a calm period.
    pub(crate) calm: Duration,
    /// Failures of the processes themselves.
    pub(crate) troubles: Vec<String>,
    /// The source of all random decisions.
    pub(crate) random: SplitMix64,
}

impl FaultInjector<'_> {
    /// Injects faults until the time is over, or through the script.
    pub(crate) fn run(&mut self) {
        let began = Instant::now();
        let mut count = 0;
        self.sleep(Duration::from_millis(500));
        while !self.is_interrupted.load(Ordering::Relaxed) && self.troubles.len() < 20 {
            let faults = &self.options.faults;
            let fault = if self.options.is_script {
                let Some(fault) = faults.get(count as usize) else { break };
                *fault
            } else {
                if began.elapsed() >= self.options.time {
                    break;
                }
                faults[self.random.below(faults.len() as u64) as usize]
            };
            self.strike(fault);
            self.restart_exited_nodes();
            count += 1;
            let longest = self.options.pause.as_millis() as u64;
            let pause = self.between(longest / 4, longest / 4 + longest);
            self.sleep(pause);
            if count % FAULTS_BETWEEN_CALMS == 0 {
                self.sleep(self.calm);
            }
        }
        self.sleep(self.calm);
    }

    fn sleep(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.is_interrupted.load(Ordering::Relaxed) {
            thread::sleep(POLL_INTERVAL.min(until.saturating_duration_since(Instant::now())));
        }
    }

    fn between(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.random.below(most - least + 1))
    }

    /// Injects one fault, and waits until it is over and the nodes are ready again.
    fn strike(&mut self, fault: Fault) {
        let place = self.random.below(self.cluster.places.len() as u64) as usize;
        match fault {
            Fault::Kill => self.kill(place),
            Fault::Restart => {
                let number = self.world.strike(fault, node(place));
                self.cluster.places[place].node.end();
                self.start(place, 0);
                self.world.heal(number);
            }
            Fault::Stop => {
                let lasts = self.between(100, 1_500);
                let number = self.world.strike(fault, node(place));
                self.cluster.places[place].node.signal(Signal::STOP);
                self.sleep(lasts);
                self.cluster.places[place].node.signal(Signal::CONT);
                self.world.heal(number);
            }
            Fault::Cut | Fault::Delay | Fault::Swallow => self.disturb(fault, place),
            Fault::Database => {
                let number = self.world.strike(fault, "database".into());
                self.cluster.database.restart();
                self.wait_for_nodes();
                self.world.heal(number);
            }
            Fault::Failover => {
                let number = self.world.strike(fault, "database".into());
                self.cluster.database.fail_over();
                self.wait_for_nodes();
                self.world.heal(number);
                self.cluster.database.replicate();
            }
            Fault::Disk => self.fill_disk(),
            Fault::Clock => {
                let seconds = 2 + self.random.below(40) as i64;
                let skew = if self.random.below(2) == 0 { seconds } else { -seconds };
                let number = self.world.strike(fault, format!("{} {skew:+} s", node(place)));
                self.cluster.places[place].node.kill();
                self.start(place, skew);
                self.world.heal(number);
            }
        }
    }

    /// Kills one node, or all of them at once, and restarts them.
    fn kill(&mut self, place: usize) {
        let nodes = self.cluster.places.len();
        let hit = match nodes > 1 && self.random.below(8) == 0 {
            true => 0..nodes,
            false => place..place + 1,
        };
        let target = if hit.len() > 1 { "all nodes".into() } else { node(place) };
        let number = self.world.strike(Fault::Kill, target);
        for place in hit.clone() {
            self.cluster.places[place].node.kill();
        }
        for place in hit {
            self.start(place, 0);
        }
        self.world.heal(number);
    }

    /// Starts a node and waits until it is ready.
    fn start(&mut self, place: usize, skew: i64) {
        let node = &mut self.cluster.places[place].node;
        if let Err(error) = node.start(skew) {
            self.troubles.push(format!("node {place} cannot be started: {error}"));
        } else if !node.wait_until_ready() {
            let log = node.log();
            self.troubles.push(format!("node {place} does not start: see {}", log.display()));
        }
    }

    /// Disturbs the connections of a node to its clients or to the database.
    fn disturb(&mut self, fault: Fault, place: usize) {
        let hits_database = self.random.below(2) == 0;
        let (lasts, by) = (self.between(200, 1_500), self.between(20, 250));
        let Some(around) = self.cluster.places.get(place) else { return };
        let (proxies, side) = match &around.front {
            _ if hits_database && !around.back.is_empty() => (around.back.clone(), "database"),
            Some(front) => (vec![front.clone()], "clients"),
            None => return,
        };
        let number = self.world.strike(fault, format!("{} to {side}", node(place)));
        match fault {
            Fault::Delay => {
                proxies.iter().for_each(|proxy| proxy.delay(by));
                self.sleep(lasts);
                proxies.iter().for_each(|proxy| proxy.delay(Duration::ZERO));
            }
            Fault::Swallow => {
                proxies.iter().for_each(|proxy| proxy.swallow(true));
                self.sleep(lasts);
                proxies.iter().for_each(|proxy| proxy.swallow(false));
            }
            _ => proxies.iter().for_each(|proxy| proxy.cut()),
        }
        self.wait_for_nodes();
        self.world.heal(number);
    }

    fn fill_disk(&mut self) {
        let lasts = self.between(200, 1_500);
        let Some(disk) = self.cluster.database.disk() else { return };
        // Nothing fails until the last bytes are taken.
        let filled = disk.fill();
        let number = self.world.strike(Fault::Disk, "disk".into());
        self.sleep(lasts);
        disk.free();
        if let Err(error) = filled {
            self.troubles.push(format!("the disk cannot be filled: {error}"));
        }
        // PostgreSQL exits if it cannot write its log; here, as in production, it has to be
        // restarted.
        self.cluster.database.revive();
        self.wait_for_nodes();
        self.world.heal(number);
    }

    fn wait_for_nodes(&mut self) {
        for (number, place) in self.cluster.places.iter_mut().enumerate() {
            if place.node.is_alive() && !place.node.wait_until_ready() {
                self.troubles.push(format!("node {number} is not ready again after a fault"));
            }
        }
    }

    /// A node must not exit on its own. If one did, this reports and restarts it.
    fn restart_exited_nodes(&mut self) {
        for number in 0..self.cluster.places.len() {
            if !self.cluster.places[number].node.is_alive() {
                let log = self.cluster.places[number].node.log();
                self.troubles.push(format!("node {number} has ended: see {}", log.display()));
                self.start(number, 0);
            }
        }
    }
}

fn node(place: usize) -> String {
    format!("node {place}")
}
