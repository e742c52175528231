//! Natively the command line; on wasm32 it mounts the page.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    slotscope::cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    slotscope::app::mount();
}
