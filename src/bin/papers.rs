//! The worker that plans and concludes what is reproduced of papers.

fn main() {
    #[cfg(target_arch = "wasm32")]
    slotscope::worker::serve(Some(slotscope::worker::PAPERS));
}
