//! Natively the command line; on wasm32 it mounts the page.

fn main() {
    #[cfg(target_arch = "wasm32")]
    slotscope::app::mount();
}
