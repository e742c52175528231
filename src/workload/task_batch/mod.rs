//! Task batches: tasks with a fixed interval and a load, and the nodes that may run them (Moise, Moise, Pop
//! and Cristea 2008, Sects. 3.1 to 3.3).

use super::Time;

/// A whole node in points of load: a load is a percentage of a node.
pub const NODE_POINTS: u32 = 100;

/// Tasks that are there together, and the nodes that the file names.
///
/// Clusters and users are named by their places in the lists of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskBatch {
    /// In the order of the file.
    pub tasks: Vec<BatchTask>,
    /// The nodes, if the file names any: otherwise every provider of the scenario's platform is one.
    pub nodes: Vec<Node>,
    /// The names of clusters, in order of appearance.
    pub clusters: Vec<String>,
    /// The names of users, in order of appearance.
    pub users: Vec<String>,
}

/// A task of a batch (Sect. 3.2). Times are whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTask {
    /// `taskId`: what it is called, no two alike.
    pub name: String,
    /// When it is given to a broker: 0 unless the file says otherwise.
    pub submit: Time,
    /// `startTime`: when it must begin. At least 0.
    pub start: Time,
    /// `endTime`: when it will end. Above its start.
    pub end: Time,
    /// `load`: what it takes of a node, in percent, 1 to 100.
    pub load: u32,
    /// The cluster that it is confined to, if it is.
    pub cluster: Option<u32>,
    /// Who wants it, if the file says it.
    pub user: Option<u32>,
}

/// A node, also called a resource (Sect. 3.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// `nodeName`.
    pub name: String,
    /// `clusterName`.
    pub cluster: Option<u32>,
    /// `farmName`: the farm that its cluster belongs to; empty if the file does not say it.
    pub farm: String,
    /// Which agent keeps it, counted from 0, if the file says it.
    pub agent: Option<u32>,
    /// The users who may reserve on it; none for everybody.
    pub access: Option<Vec<u32>>,
    /// `CPUPower`, `Memory` and `CPU_idle`, where the file has them. They are told; nothing is decided by them.
    pub parameters: Parameters,
}

/// What is known of a node beside its place. The paper gives no units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    /// `CPUPower`.
    pub power: Option<f64>,
    /// `Memory`.
    pub memory: Option<f64>,
    /// `CPU_idle`.
    pub idle: Option<f64>,
}
