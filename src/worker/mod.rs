//! The page's side of the workers, and the worker's side of the page.

mod first_worker;
mod handle;
mod life;
mod live_worker;
mod pace;
pub mod protocol;
mod reproduction;
mod serve;
mod source;
mod worker_pool;

pub use handle::{Program, build};
pub use live_worker::{LiveWorker, News};
pub use pace::Slices;
pub use reproduction::{PAPERS, Papers};
pub use serve::serve;
pub use source::{Source, Sources};
pub use worker_pool::{TaskQueue, WorkerPool};

/// Milliseconds since the page was opened.
fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |clock| clock.now())
}
