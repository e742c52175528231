//! The paper's worked example, and shares against all paths, one by one.

mod binding;
mod example;
mod paths;
mod slots;
mod whole_dag;
