//! The exports of the module: the only functions that JavaScript sees.
//!
//! No function here dereferences a pointer. JavaScript reads from and writes to the module's own
//! vectors, whose addresses it is given.

use std::cell::RefCell;

#[cfg(feature = "service")]
use crate::{Module, Operation};

thread_local! {
    static BUFFERS: RefCell<Buffers> = const {
        RefCell::new(Buffers { input: Vec::new(), output: Vec::new() })
    };
}

struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
}

#[cfg(feature = "service")]
thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

/// Answers the input and returns the length of the output.
fn answered(answer: impl FnOnce(&[u8]) -> Vec<u8>) -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.output = answer(&buffers.input);
        buffers.output.len()
    })
}

/// Makes bots measure time by the page's clock.
fn set_clock() {
    #[cfg(target_family = "wasm")]
    ennead_search::set_clock(clock::now);
}

/// Resizes the input buffer and returns its address.
// The attribute only fixes the export's name; nothing else in this program has that name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_input(length: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input.clear();
        buffers.input.resize(length, 0);
        buffers.input.as_mut_ptr()
    })
}

/// The address of the last output.
// The attribute only fixes the export's name, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}

/// Starts the service, seeded by the 32 bytes of the input; shorter input is zero-padded.
// The attribute only fixes the export's name, as above.
#[allow(unsafe_code)]
#[cfg(feature = "service")]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_start() {
    set_clock();
    let mut seed = [0; 32];
    BUFFERS.with_borrow(|buffers| {
        seed.iter_mut().zip(&buffers.input).for_each(|(to, from)| *to = *from);
    });
    MODULE.set(Some(Module::new(seed)));
}

/// Performs an operation on the input and returns the length of the output. Unknown operations have
/// no output, nor do calls before the start.
// The attribute only fixes the export's name, as above.
#[allow(unsafe_code)]
#[cfg(feature = "service")]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_call(operation: u32, number: u32, now: f64) -> usize {
    MODULE.with_borrow_mut(|module| {
        answered(|input| match (module, Operation::of(operation)) {
            (Some(module), Some(operation)) => module.call(operation, number, now as u64, input),
            _ => Vec::new(),
        })
    })
}

/// Plays seeded games between bots as the JSON input requests; the output is the JSON of
/// [`play_games`](crate::play_games). Used for comparisons with other platforms.
// The attribute only fixes the export's name, as above.
#[allow(unsafe_code)]
#[cfg(feature = "library")]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_selfplay() -> usize {
    answered(crate::selfplay::answer)
}

/// Performs a call of the npm package, with JSON in both directions: see
/// [`library`](crate::library).
// The attribute only fixes the export's name, as above.
#[allow(unsafe_code)]
#[cfg(feature = "library")]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_library() -> usize {
    set_clock();
    answered(crate::library::answer)
}

#[cfg(target_family = "wasm")]
mod clock {
    use std::time::Duration;

    // An import is declared in an unsafe block because its signature cannot be verified: the worker
    // provides `performance.now`, which takes nothing and returns a number.
    #[allow(unsafe_code)]
    #[link(wasm_import_module = "ennead")]
    unsafe extern "C" {
        safe fn ennead_now() -> f64;
    }

    pub(super) fn now() -> Duration {
        Duration::try_from_secs_f64(ennead_now() / 1000.0).unwrap_or_default()
    }
}
