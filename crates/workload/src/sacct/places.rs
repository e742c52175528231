//! The columns of a table of sacct that are read.

use crate::NameKind;
use crate::columns::{Column, Columns};

/// Where the columns stand that are read; the first that is there, of several.
pub struct Places {
    /// Unique for each task of an array and each part of a heterogeneous job.
    pub raw_id: Option<Column>,
    pub id: Option<Column>,
    pub submit: Column,
    pub eligible: Option<Column>,
    pub start: Option<Column>,
    pub end: Option<Column>,
    pub elapsed_raw: Option<Column>,
    pub elapsed: Option<Column>,
    pub suspended: Option<Column>,
    pub limit_raw: Option<Column>,
    pub limit: Option<Column>,
    pub allocated: Option<Column>,
    pub requested: Option<Column>,
    /// Trackable resources, the processors among them.
    pub allocated_resources: Option<Column>,
    pub requested_resources: Option<Column>,
    /// Nodes, where no column names processors.
    pub allocated_nodes: Option<Column>,
    pub requested_nodes: Option<Column>,
    /// The names of the nodes.
    pub nodes: Option<Column>,
    pub state: Option<Column>,
    pub user: Option<Column>,
    pub group: Option<Column>,
    pub executable: Option<Column>,
    pub queue: Option<Column>,
    pub partition: Option<Column>,
    pub qos: Option<Column>,
    pub account: Option<Column>,
    pub cluster: Option<Column>,
    /// Whether they are those of squeue: of a job that waits the start is expected, of one that runs the end.
    pub are_of_queue: bool,
}

impl Places {
    /// The columns of a table; `None` without the submission.
    pub fn find(columns: &Columns, are_of_queue: bool) -> Option<Self> {
        let allocated = columns.find(&["AllocCPUS", "NCPUS"]);
        let requested = columns.find(&["ReqCPUS"]);
        let allocated_resources = columns.find_part("AllocTRES");
        let requested_resources = columns.find_part("ReqTRES");
        let of_processors = [allocated, requested, allocated_resources, requested_resources];
        // Nodes beside processors would be another unit.
        let nodes =
            |names: &[&'static str]| if of_processors.iter().any(Option::is_some) { None } else { columns.find(names) };
        Some(Self {
            raw_id: columns.find(&["JobIDRaw"]),
            id: columns.find(&["JobID"]),
            submit: columns.find(&["Submit"])?,
            eligible: columns.find(&["Eligible"]),
            start: columns.find(&["Start"]),
            end: columns.find(&["End"]),
            elapsed_raw: columns.find(&["ElapsedRaw"]),
            elapsed: columns.find(&["Elapsed"]),
            suspended: columns.find(&["Suspended"]),
            limit_raw: columns.find(&["TimelimitRaw"]),
            limit: columns.find(&["Timelimit"]),
            allocated,
            requested,
            allocated_resources,
            requested_resources,
            allocated_nodes: nodes(&["AllocNodes", "NNodes"]),
            requested_nodes: nodes(&["ReqNodes"]),
            // Policies do not know of nodes.
            nodes: columns.find_part("NodeList"),
            state: columns.find(&["State"]),
            user: columns.find(&["User", "UID"]),
            group: columns.find(&["Group", "GID", "Account"]),
            executable: columns.find(&["JobName"]),
            // Queues of other systems correspond to Slurm's partitions.
            queue: columns.find(&["QOS", "Partition"]),
            partition: columns.find(&["Partition"]),
            qos: columns.find(&["QOS"]),
            account: columns.find(&["Account"]),
            cluster: columns.find(&["Cluster"]),
            are_of_queue,
        })
    }
}

impl Places {
    /// The column that names a field by a word.
    pub fn named(&self, kind: NameKind) -> Option<Column> {
        match kind {
            NameKind::User => self.user,
            NameKind::Group => self.group,
            NameKind::Executable => self.executable,
            NameKind::Queue => self.queue,
            NameKind::Partition => self.partition,
            NameKind::Qos => self.qos,
            NameKind::Account => self.account,
        }
    }
}
