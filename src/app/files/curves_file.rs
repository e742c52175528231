//! A sweep that was run elsewhere, in a file that the command line writes.

use js_sys::Uint8Array;

use slotscope::page::curves::{MOST_BYTES, Sweep};

/// The curves of a file.
///
/// # Errors
///
/// In words.
pub fn read(name: &str, bytes: &Uint8Array) -> Result<Sweep, String> {
    // A byte more than is read tells that there is too much.
    let most = MOST_BYTES as u32 + 1;
    let bytes = bytes.subarray(0, bytes.length().min(most)).to_vec();
    Sweep::read(name, &bytes).map_err(|why| format!("{name} is not a sweep: {why}"))
}
