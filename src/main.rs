//! Natively the command line; on wasm32 it mounts the page.

fn main() {}
