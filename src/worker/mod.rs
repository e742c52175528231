//! The page's side of the workers, and the worker's side of the page.

mod first_worker;
mod further_tasks;
mod handle;
mod life;
mod live_worker;
mod pace;
pub mod parquet;
pub mod protocol;
mod serve;
mod source;
mod split_queue;
mod worker_pool;

pub use further_tasks::{FURTHER_TASKS, FurtherTasks};
pub use handle::{Program, build};
pub use live_worker::{LiveWorker, News};
pub use pace::Slices;
pub use serve::serve;
pub use source::{Source, Sources};
pub use split_queue::SplitQueue;
pub use worker_pool::{TaskQueue, WorkerPool};

/// Milliseconds since the page was opened.
fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}
