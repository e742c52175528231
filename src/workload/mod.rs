//! Workloads: logs read, jobs selected and marked.
