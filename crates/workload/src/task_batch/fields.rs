//! The names of the fields of tasks and nodes in files.

use super::FileKind;
use crate::lines::is_listed;

/// A field of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskField {
    Name,
    Start,
    End,
    Load,
    Cluster,
    Submit,
    User,
}

impl TaskField {
    /// All fields, those that a task needs first.
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Start, Self::End, Self::Load, Self::Cluster, Self::Submit, Self::User];

    /// Its names in a CSV and in XML, with a blank between them; one for both if they are equal. Both are read in both.
    pub const fn names(self) -> &'static str {
        match self {
            Self::Name => "task taskId",
            Self::Start => "start startTime",
            Self::End => "end endTime",
            Self::Load => "load",
            Self::Cluster => "cluster clusterName",
            Self::Submit => "submit submitTime",
            Self::User => "user userName",
        }
    }

    /// Its name in files of a kind.
    pub fn name(self, kind: FileKind) -> &'static str {
        let names = self.names();
        let (in_csv, in_xml) = names.split_once(' ').unwrap_or((names, names));
        match kind {
            FileKind::Csv => in_csv,
            FileKind::Xml => in_xml,
        }
    }

    /// The field of that name, without regard to case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| is_listed(name.as_bytes(), it.names()))
    }
}

/// A field of a node. They are in XML only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeField {
    Id,
    Name,
    Cluster,
    Farm,
    Power,
    Memory,
    Idle,
    /// Some users, with commas between them: as an attribute.
    Access,
}

impl NodeField {
    const ALL: [Self; 8] =
        [Self::Id, Self::Name, Self::Cluster, Self::Farm, Self::Power, Self::Memory, Self::Idle, Self::Access];

    /// The paper's name for it (Sect. 3.3).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "Id",
            Self::Name => "nodeName",
            Self::Cluster => "clusterName",
            Self::Farm => "farmName",
            Self::Power => "CPUPower",
            Self::Memory => "Memory",
            Self::Idle => "CPU_idle",
            Self::Access => "access",
        }
    }

    /// The field of that name, without regard to case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| name.eq_ignore_ascii_case(it.name()))
    }
}
