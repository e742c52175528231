//! Tests of the built page in Chromium. `cargo xtask test` builds the page,
//! finds the browser and runs these; by themselves they are ignored.

#![cfg(not(target_arch = "wasm32"))]

mod harness;
mod smoke;
