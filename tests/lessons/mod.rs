//! Every sentence of a lesson that names a figure holds in its runs.

mod of_batches;
mod of_logs;
mod of_workflows;
