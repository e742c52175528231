//! The page's side of the workers, and the worker's side of the page.

mod link;
mod live;
mod pool;
pub mod protocol;
mod reproduction;
mod serve;
mod source;

pub use live::{Live, News};
pub use pool::{Crew, Job, Made, NotMade, Outcome, Pool, Task, report};
pub use serve::serve;
pub use source::{Source, Sources};
