//! Tests of the built page in Chromium. `cargo xtask test` builds the page,
//! finds the browser and runs these; by themselves they are ignored.

#![cfg(not(target_arch = "wasm32"))]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../common/mod.rs"]
mod common;
mod controls;
mod determinism;
mod drops;
mod exports;
mod harness;
mod scene;
mod screenshots;
mod smoke;
mod views;
mod workloads;
