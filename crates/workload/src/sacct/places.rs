//! The columns of a table of sacct that are read.

use crate::NameKind;
use crate::columns::{Column, Columns};

/// Where the columns stand that are read; the first that is there, of several.
pub struct Places {
    /// Unique for each task of an array and each part of a heterogeneous job.
    pub raw_id: Column,
    pub id: Column,
    pub submit: Column,
    pub eligible: Column,
    pub start: Column,
    pub end: Column,
    pub elapsed_raw: Column,
    pub elapsed: Column,
    pub suspended: Column,
    pub limit_raw: Column,
    pub limit: Column,
    pub allocated: Size,
    pub requested: Size,
    /// The names of the nodes.
    pub nodes: Column,
    pub state: Column,
    /// The words of [`NameKind::ALL`], in their order.
    pub names: [Column; NameKind::ALL.len()],
    pub cluster: Column,
    /// Whether they are those of squeue: of a job that waits the start is expected, of one that runs the end.
    pub are_of_queue: bool,
}

/// The columns that say how large a job is; the first that has a value counts.
pub struct Size {
    pub processors: Column,
    /// Trackable resources, the processors among them.
    pub resources: Column,
    /// Nodes, where no column names processors.
    pub nodes: Column,
}

impl Places {
    /// The columns of a table; `None` without the submission, unless it is one of squeue that says how long jobs have run.
    pub fn find(columns: &Columns, are_of_queue: bool) -> Option<Self> {
        let processors = ["AllocCPUS NCPUS", "ReqCPUS"].map(|names| columns.find(names));
        let resources = ["AllocTRES", "ReqTRES"].map(|name| columns.find_part(name));
        let names_processors = processors.iter().chain(&resources).any(|it| it.is_there());
        // Nodes beside processors would be another unit.
        let nodes = |names| if names_processors { Column::MISSING } else { columns.find(names) };
        let size = |at: usize, nodes| Size { processors: processors[at], resources: resources[at], nodes };
        let (submit, elapsed) = (columns.find("Submit"), columns.find("Elapsed"));
        (submit.is_there() || are_of_queue && elapsed.is_there()).then(|| Self {
            raw_id: columns.find("JobIDRaw"),
            id: columns.find("JobID"),
            submit,
            eligible: columns.find("Eligible"),
            start: columns.find("Start"),
            end: columns.find("End"),
            elapsed_raw: columns.find("ElapsedRaw"),
            elapsed,
            suspended: columns.find("Suspended"),
            limit_raw: columns.find("TimelimitRaw"),
            limit: columns.find("Timelimit"),
            allocated: size(0, nodes("AllocNodes NNodes")),
            requested: size(1, nodes("ReqNodes")),
            // Policies do not know of nodes.
            nodes: columns.find_part("NodeList"),
            state: columns.find("State"),
            names: NameKind::ALL.map(|kind| {
                columns.find(match kind {
                    NameKind::User => "User UID",
                    NameKind::Group => "Group GID Account",
                    NameKind::Executable => "JobName",
                    // Queues of other systems correspond to Slurm's partitions.
                    NameKind::Queue => "QOS Partition",
                    NameKind::Partition => "Partition",
                    NameKind::Qos => "QOS",
                    NameKind::Account => "Account",
                })
            }),
            cluster: columns.find("Cluster"),
            are_of_queue,
        })
    }

    /// Whether sizes are numbers of nodes, since no column names processors.
    pub fn count_nodes(&self) -> bool {
        self.allocated.nodes.is_there() || self.requested.nodes.is_there()
    }
}
