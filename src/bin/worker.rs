//! The simulation worker of the page.

fn main() {
    #[cfg(target_arch = "wasm32")]
    slotscope::worker::serve(None);
}
