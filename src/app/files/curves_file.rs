//! A sweep that was run elsewhere, in a file that the command line writes.

use js_sys::Uint8Array;

use slotscope::export::curves_file;
use slotscope::page::curves_given::{GivenCurves, MOST_BYTES};

/// Whether the file is meant as one.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    super::scenario_file::looks_like_one(bytes) && curves_file::looks_like_one(&bytes.to_vec())
}

/// Whether the file begins with its kind, as files written by Slotscope do.
pub fn says_so(bytes: &Uint8Array) -> bool {
    super::begins_with(bytes, "slotscope_sweep")
}

/// The curves of a file.
///
/// # Errors
///
/// In words.
pub fn read(name: &str, bytes: &Uint8Array) -> Result<GivenCurves, String> {
    // A byte more than is read tells that there is too much.
    let most = MOST_BYTES as u32 + 1;
    let bytes = bytes.subarray(0, bytes.length().min(most)).to_vec();
    GivenCurves::read(&bytes).map_err(|why| format!("{name} is not a sweep: {why}"))
}
