//! The priority and the time slice of a thread.

use std::mem::size_of;

/// The niceness of the lowest priority.
const NICE: i32 = 19;
/// The shortest time slice that Linux grants, in nanoseconds. Before version 6.12 it ignores this.
const SLICE: u64 = 100_000;

/// `struct sched_attr` in linux/sched/types.h, in its first form.
#[repr(C)]
struct SchedAttr {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

/// Sets both for the calling thread; true if that succeeded.
#[allow(unsafe_code)]
pub(crate) fn set_lowest() -> bool {
    let attr = SchedAttr {
        size: size_of::<SchedAttr>() as u32,
        policy: libc::SCHED_OTHER as u32,
        flags: 0,
        nice: NICE,
        priority: 0,
        runtime: SLICE,
        deadline: 0,
        period: 0,
    };
    // SAFETY: the call takes a thread (0 is the calling one), a pointer to a structure whose first
    // field is its size, and flags. It only reads the structure, which outlives it.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The niceness of the calling thread, field 19 of its stat: the 17th after its name.
    fn niceness() -> i32 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        fields.split_whitespace().nth(16).unwrap().parse().unwrap()
    }

    #[test]
    fn only_the_calling_thread_gets_the_lowest_priority() {
        let before = niceness();
        let lowest = std::thread::spawn(|| {
            assert!(set_lowest());
            niceness()
        });
        assert_eq!(lowest.join().unwrap(), NICE);
        assert_eq!(niceness(), before);
    }
}
