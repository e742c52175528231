//! A cluster of today: nodes with cores, GPUs and memory, under backfilling in any order (Slurm, PBS, Flux).

mod decisions;
mod kept;
mod knobs;
mod load;
mod machine;
mod model;
mod nodes_at;
mod pass;
mod requests;
mod room;
mod rooms;
mod settings;
mod shape_index;
mod simulation;
mod tally;
#[cfg(test)]
mod tests;
mod waiting;
mod windows;
mod words;

pub use decisions::Amounts;
pub use nodes_at::{JobAt, NodeAt, NodesAt, PromiseAt};
pub use settings::{Cluster, Outage};
pub use simulation::ClusterSimulation;
