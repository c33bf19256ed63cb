//! Calls of Linux and its C library that have no safe binding elsewhere, so that no other crate
//! needs `unsafe` code. Two return memory that the program has freed to the operating system, the
//! third makes a thread yield to all others.
//!
//! On other systems, they do nothing.

#[cfg(target_os = "linux")]
mod scheduler;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod heap {
    use std::ffi::c_int;

    /// In malloc.h.
    pub(crate) const M_MMAP_THRESHOLD: c_int = -3;

    // SAFETY: these match the declarations in malloc.h. Both functions accept any numbers and may
    // be called from any thread at any time. The first only touches free memory, the second only
    // affects where later allocations lie.
    unsafe extern "C" {
        pub(crate) safe fn malloc_trim(pad: usize) -> c_int;
        pub(crate) safe fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
}

/// Blocks of this many bytes or more are mapped individually.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: std::ffi::c_int = 64 << 10;

/// Returns free memory to the operating system; true if there was any. Allocations in other threads
/// wait meanwhile: a few milliseconds if 100 MB are free.
///
/// It does nothing with other C libraries than GNU's, which retain less.
///
/// ```
/// drop(vec![1_u8; 1 << 20]);
/// ennead_linux::release_free_memory();
/// ```
pub fn release_free_memory() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return heap::malloc_trim(0) != 0;
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    false
}

/// From now on, returns every large block to the operating system as soon as it is freed; false if
/// the C library has no such setting.
///
/// Left alone, the GNU C library raises its idea of a large block to the largest one freed so far.
/// Smaller ones then lie between little ones that live longer, and their memory cannot be returned.
///
/// ```
/// ennead_linux::map_large_blocks();
/// ```
pub fn map_large_blocks() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return heap::mallopt(heap::M_MMAP_THRESHOLD, LARGE) != 0;
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    false
}

/// Gives the calling thread the lowest priority and the shortest time slices; false if the system
/// does not support that.
///
/// A low priority alone is not enough: a thread keeps its core until the end of its slice, some
/// milliseconds, while another one, such as the kernel's that completes a write, waits for it.
///
/// ```
/// std::thread::spawn(|| {
///     ennead_linux::yield_to_others();
///     // Long computations.
/// });
/// ```
pub fn yield_to_others() -> bool {
    #[cfg(target_os = "linux")]
    return scheduler::set_lowest();
    #[cfg(not(target_os = "linux"))]
    false
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn memory_between_blocks_in_use_is_released() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        // Blocks too small to be mapped individually; the last one pins the top of the heap.
        let mut blocks: Vec<Vec<u8>> = (0..2_000).map(|_| vec![1; 20_000]).collect();
        let last = blocks.pop();
        drop(blocks);
        let before = resident();
        assert!(release_free_memory());
        assert!(resident() + 20_000_000 < before, "{} of {before} bytes are left", resident());
        drop(last);
    }
}
