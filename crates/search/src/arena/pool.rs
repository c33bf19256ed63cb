//! A pool of threads that runs numbered jobs and returns their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Runs jobs 0 to `count` - 1 and passes their results to `take` in that order, until it returns a
/// break.
///
/// The results passed do not depend on the number of threads.
pub(crate) fn in_order<T: Send>(
    count: u64,
    threads: usize,
    job: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, job(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                if take(wanted, result).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    // Returning drops the receiver, so that no thread blocks on a result that is no
                    // longer needed.
                    return;
                }
                wanted += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_stop_at_a_break() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            in_order(
                1000,
                threads,
                |number| number * number,
                |number, square| {
                    assert_eq!(square, number * number);
                    taken.push(number);
                    if number == 77 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, (0..=77).collect::<Vec<_>>());
        }
    }
}
