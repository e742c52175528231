//! The worker that makes CSV of Parquet files.

fn main() {
    #[cfg(target_arch = "wasm32")]
    slotscope::worker::parquet::serve();
}
