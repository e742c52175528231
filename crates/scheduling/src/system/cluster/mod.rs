//! A cluster of today: nodes with cores, GPUs and memory, under backfilling in any order (Slurm, PBS, Flux).

mod settings;
#[cfg(test)]
mod tests;

pub use settings::{Cluster, Outage};
