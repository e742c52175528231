//! Weng, Yang, Yu, Wang, Tang, Yang and Zhang: Beware of fragmentation: scheduling GPU-sharing workloads with
//! fragmentation gradient descent. USENIX ATC 2023.
//!
//! The paper places tasks on nodes with GPUs, which no log of jobs describes: its inputs are two tables, the nodes and
//! the tasks of Alibaba's `cluster-trace-gpu-v2023` ([`Trace`]).

mod allocation;
mod arrivals;
mod tables;
#[cfg(test)]
mod tests;

pub use allocation::{ALLOCATION, allocation};
pub use tables::{TableError, TableOf, Trace};

use super::Paper;

/// The paper and its items that can be reproduced.
pub const PAPER: Paper = Paper {
    key: "weng-2023",
    name: "Weng 2023",
    citation: "Q. Weng, L. Yang, Y. Yu, W. Wang, X. Tang, G. Yang, L. Zhang: Beware of fragmentation: scheduling \
               GPU-sharing workloads with fragmentation gradient descent. USENIX ATC 2023",
    log: "cluster-trace-gpu-v2023",
    log_role: "the paper's trace",
    is_its_log: |_| false,
    elsewhere: "",
    items: &[ALLOCATION],
};
