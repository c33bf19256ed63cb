//! The exports of the module: the only file that JavaScript sees.
//!
//! No function here dereferences a pointer: JavaScript writes to and reads from the module's own
//! vectors, whose addresses it is given.

use std::cell::RefCell;

use crate::{Module, Operation};

thread_local! {
    static STATE: RefCell<State> = const {
        RefCell::new(State { module: None, input: Vec::new(), output: Vec::new() })
    };
}

struct State {
    module: Option<Module>,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// Makes room for input of this length, and returns its address.
// The attribute only fixes the name of the export; nothing else in this program has that name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.clear();
        state.input.resize(length, 0);
        state.input.as_mut_ptr()
    })
}

/// The address of the last output.
// The attribute only fixes the name of the export, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_output() -> *const u8 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// Starts the module, with the 32 bytes of the input as the seed; shorter input is filled up with
/// zeros.
// The attribute only fixes the name of the export, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_start() {
    #[cfg(target_family = "wasm")]
    ennead_search::set_clock(clock::now);
    STATE.with_borrow_mut(|state| {
        let mut seed = [0; 32];
        seed.iter_mut().zip(&state.input).for_each(|(to, from)| *to = *from);
        state.module = Some(Module::new(seed));
    });
}

/// Performs an operation on the input, and returns the length of the output. An unknown operation
/// has no output; nor has any before the start.
// The attribute only fixes the name of the export, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_call(operation: u32, number: u32, now: f64) -> usize {
    STATE.with_borrow_mut(|state| {
        state.output.clear();
        if let (Some(module), Some(operation)) = (&mut state.module, Operation::of(operation)) {
            state.output = module.call(operation, number, now as u64, &state.input);
        }
        state.output.len()
    })
}

/// Plays seeded games between bots, as the input (JSON) asks; the output is the JSON of
/// [`play_games`](crate::play_games). For comparisons with other platforms.
// The attribute only fixes the name of the export, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_selfplay() -> usize {
    STATE.with_borrow_mut(|state| {
        state.output = crate::selfplay::answer(&state.input);
        state.output.len()
    })
}

/// Performs a call of the npm package, JSON on both sides: see [`library`](crate::library).
// The attribute only fixes the name of the export, as above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ennead_library() -> usize {
    #[cfg(target_family = "wasm")]
    ennead_search::set_clock(clock::now);
    STATE.with_borrow_mut(|state| {
        state.output = crate::library::answer(&state.input);
        state.output.len()
    })
}

#[cfg(target_family = "wasm")]
mod clock {
    use std::time::Duration;

    // An import is declared in an unsafe block because its signature is taken on trust: the worker
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
