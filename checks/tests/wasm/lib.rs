//! A WebAssembly module of all libraries, for a page or for node: `run.mjs` beside it calls the functions here.
//!
//! A text goes into the module by [`room`], and comes out at [`answer`], whose length the function before has returned.

use std::sync::{Mutex, PoisonError};

#[path = "../../../generated-examples/json/src/lib.rs"]
pub mod json;
mod report;

/// The text that goes in or comes out.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

unsafe extern "C" {
    /// The oracle: a function of the page. It finds the candidate at this address.
    safe fn is_interesting(candidate: *const u8, bytes: usize) -> bool;
}

fn with<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    work(&mut TEXT.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Returns where a text of so many bytes has to be put.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    with(|text| {
        *text = vec![0; bytes];
        text.as_mut_ptr()
    })
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    with(|text| text.as_ptr())
}

fn answered(answer: Vec<u8>) -> usize {
    with(|text| {
        *text = answer;
        text.len()
    })
}

/// Reduces a text of JSON by the oracle of the page.
#[unsafe(no_mangle)]
pub extern "C" fn reduce() -> usize {
    let input = with(std::mem::take);
    let oracle = |text: &[u8]| is_interesting(text.as_ptr(), text.len());
    answered(json::reduce(&input, oracle).unwrap_or_else(|error| error.to_string().into_bytes()))
}

/// Does everything that can be done without a page.
#[unsafe(no_mangle)]
pub extern "C" fn report() -> usize {
    answered(report::report(&json::FORMAT).into_bytes())
}
