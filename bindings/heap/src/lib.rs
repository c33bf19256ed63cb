//! Returns memory that the program has freed to the operating system.
//!
//! The GNU C library keeps freed memory that lies between memory in use. This crate binds the
//! function that releases it, so no other crate needs `unsafe` code.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod glibc {
    // SAFETY: this matches the declaration in malloc.h. The function accepts any number, may be
    // called from any thread at any time, and only touches free memory.
    unsafe extern "C" {
        pub(crate) safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
}

/// Returns free memory to the operating system; true if there was any. Allocations in other threads
/// wait meanwhile: a few milliseconds if 100 MB are free.
///
/// It does nothing with other C libraries, which retain less.
///
/// ```
/// drop(vec![1_u8; 1 << 20]);
/// ennead_heap::release_free_memory();
/// ```
pub fn release_free_memory() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return glibc::malloc_trim(0) != 0;
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
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
