//! A run as files that other programs read, and a whole page as a link or a project file. This room
//! does not know the browser.
//!
//! Pictures come from the charts themselves (`*_svg`).

mod csv;
pub mod curves_file;
mod deflate;
mod dynamic_table;
mod formats;
mod groups_csv;
pub mod hand_in;
pub mod paper_kit;
pub mod permalink;
mod picture_provenance;
pub mod project;
mod schedule_header;
pub mod snapshot;
mod swf;
mod task_batch;
mod workflow;

pub use csv::jobs_csv;
pub use deflate::{ZipEntry, zip};
pub use dynamic_table::dynamic_tables_csv;
pub use formats::{batsim_jobs_csv, batsim_workload, schedule_gwf, schedule_sacct};
pub use groups_csv::groups_csv;
pub use picture_provenance::{png_with_text, provenance_line, svg_with_metadata};
pub use swf::schedule_swf;
pub use task_batch::{tasks_csv, tasks_xml};
pub use workflow::{workflow_json, workflow_wfcommons, workflow_with_costs};
