//! The worker that also plans and concludes reproductions of papers, and asks the questions of lessons.

fn main() {
    #[cfg(target_arch = "wasm32")]
    slotscope::worker::serve(Some(slotscope::worker::FURTHER_TASKS));
}
