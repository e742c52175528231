//! What a column of a table can be: keys, and units of their values.

use std::fmt;

/// The values that a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A word.
    Name,
    /// A point in time: a date, or a number that counts from 1970 or from the log's start.
    Moment,
    /// A length of time: a number, `03:25:45` or `2-03:25:45`.
    Duration,
    /// A number of processors, nodes or devices.
    Count,
    /// An amount of memory.
    Memory,
    /// How a job ended, as a word or a number.
    Status,
}

/// [`Key`], generated from rows: the value, what it takes, its name in a mapping, its words on the page.
macro_rules! keys {
    ($($(#[$of_key:meta])* $Key:ident($Takes:ident, $name:literal, $label:literal),)+) => {
        /// The meaning of a column for a job. [`Display`](fmt::Display) gives the name that a mapping has for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Key {
            $($(#[$of_key])* $Key,)+
        }

        impl Key {
            /// All of them, in the order in which they are offered.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Key),+];

            /// Its name in a mapping.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Key => $name,)+ }
            }

            /// Its name for people.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$Key => $label,)+ }
            }

            /// The values that it takes.
            pub const fn takes(self) -> Takes {
                match self { $(Self::$Key => Takes::$Takes,)+ }
            }
        }
    };
}

keys! {
    /// The job's number or name.
    Job(Name, "job", "Job number or name"),
    /// When it was submitted.
    Submit(Moment, "submit", "Submission"),
    /// From when on the logged system could start it.
    Eligible(Moment, "eligible", "Eligible from"),
    /// When it started.
    Start(Moment, "start", "Start"),
    /// When it ended.
    End(Moment, "end", "End"),
    /// How long it waited.
    Wait(Duration, "wait", "Wait"),
    /// How long it ran.
    RunTime(Duration, "run_time", "Run time"),
    /// Its time limit.
    RequestedTime(Duration, "requested_time", "Time limit"),
    /// How long it was suspended after its start.
    Suspended(Duration, "suspended", "Time suspended"),
    /// The processors that it asked for.
    RequestedProcessors(Count, "requested_processors", "Processors asked for"),
    /// The processors that it was given.
    AllocatedProcessors(Count, "allocated_processors", "Processors given"),
    /// The nodes that it asked for, or was given.
    Nodes(Count, "nodes", "Nodes"),
    /// The GPUs that it asked for, on all nodes.
    RequestedGpus(Count, "requested_gpus", "GPUs asked for"),
    /// The types of GPUs that it may have.
    GpuType(Name, "gpu_type", "Types of GPUs allowed"),
    /// The memory that it asked for, on all nodes.
    RequestedMemory(Memory, "requested_memory", "Memory asked for"),
    /// How it ended.
    Status(Status, "status", "State at the end"),
    /// Its user.
    User(Name, "user", "User"),
    /// The user's group.
    Group(Name, "group", "Group"),
    /// The account that pays for it.
    Account(Name, "account", "Account"),
    /// Its partition.
    Partition(Name, "partition", "Partition"),
    /// Its queue.
    Queue(Name, "queue", "Queue"),
    /// Its quality of service.
    Qos(Name, "qos", "Quality of service"),
    /// Its program.
    Executable(Name, "executable", "Program"),
    /// The cluster or site where it ran.
    Cluster(Name, "cluster", "Cluster or site"),
}

impl Key {
    /// The key of that name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// What its values are without a unit, for people.
    pub const fn usual_unit(self) -> &'static str {
        match self.takes() {
            Takes::Name => "names",
            Takes::Moment => "dates or seconds",
            Takes::Duration => "seconds or 1:30:00",
            Takes::Count => "numbers",
            Takes::Memory => "MiB or 16G",
            Takes::Status => "words",
        }
    }

    /// The units that its values may have; without one the first meaning of [`Takes`] applies, in seconds.
    pub fn units(self) -> &'static [Unit] {
        use Unit::{
            Bytes, DayFirst, Days, Gibibytes, Hours, Hundredths, Kibibytes, Mebibytes, Micros, Millis, Minutes,
            MonthFirst, Nanos, One, Seconds, Slurm, Thousandths, Tres,
        };
        match self.takes() {
            Takes::Name => &[],
            Takes::Moment => &[Seconds, Millis, Micros, Nanos, Minutes, Hours, Days, DayFirst, MonthFirst],
            Takes::Duration => &[Seconds, Millis, Micros, Nanos, Minutes, Hours, Days],
            Takes::Count => &[Thousandths, Hundredths, Tres, One],
            Takes::Memory => &[Bytes, Kibibytes, Mebibytes, Gibibytes, Tres],
            Takes::Status => &[Slurm],
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The unit of a column, or the way in which its values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Thousandths of a second.
    Millis,
    /// Millionths of a second.
    Micros,
    /// Billionths of a second.
    Nanos,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days; of an instant since 30 December 1899, as spreadsheets keep dates.
    Days,
    /// Dates with the day before the month: `31.12.2024 23:59`.
    DayFirst,
    /// Dates with the month before the day: `12/31/2024 23:59`.
    MonthFirst,
    /// Thousandths of a processor, rounded up to whole ones; or of a GPU.
    Thousandths,
    /// Hundredths of a processor, rounded up to whole ones; or of a GPU.
    Hundredths,
    /// Slurm's trackable resources: `cpu=64,mem=4G`, or by number `1=64,2=4096`.
    Tres,
    /// One for each row, whatever the column has.
    One,
    /// Bytes.
    Bytes,
    /// KiB.
    Kibibytes,
    /// MiB.
    Mebibytes,
    /// GiB.
    Gibibytes,
    /// The numbers of Slurm's states: 3 is `COMPLETED`.
    Slurm,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Seconds,
        Self::Millis,
        Self::Micros,
        Self::Nanos,
        Self::Minutes,
        Self::Hours,
        Self::Days,
        Self::DayFirst,
        Self::MonthFirst,
        Self::Thousandths,
        Self::Hundredths,
        Self::Tres,
        Self::One,
        Self::Bytes,
        Self::Kibibytes,
        Self::Mebibytes,
        Self::Gibibytes,
        Self::Slurm,
    ];

    /// Its name in a mapping.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Millis => "ms",
            Self::Micros => "us",
            Self::Nanos => "ns",
            Self::Minutes => "min",
            Self::Hours => "h",
            Self::Days => "days",
            Self::DayFirst => "dmy",
            Self::MonthFirst => "mdy",
            Self::Thousandths => "milli",
            Self::Hundredths => "percent",
            Self::Tres => "tres",
            Self::One => "one",
            Self::Bytes => "bytes",
            Self::Kibibytes => "kib",
            Self::Mebibytes => "mib",
            Self::Gibibytes => "gib",
            Self::Slurm => "slurm",
        }
    }

    /// Its name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Millis => "milliseconds",
            Self::Micros => "microseconds",
            Self::Nanos => "nanoseconds",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Days => "days (of a spreadsheet)",
            Self::DayFirst => "dates, day first",
            Self::MonthFirst => "dates, month first",
            Self::Thousandths => "thousandths",
            Self::Hundredths => "hundredths (percent)",
            Self::Tres => "Slurm's TRES (cpu=64)",
            Self::One => "1 in each row",
            Self::Bytes => "bytes",
            Self::Kibibytes => "KiB",
            Self::Mebibytes => "MiB",
            Self::Gibibytes => "GiB",
            Self::Slurm => "Slurm's numbers of states",
        }
    }

    /// The unit of that name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// How many seconds it has, as a fraction; a second where it is no unit of time.
    pub(super) const fn seconds(self) -> (i64, i64) {
        match self {
            Self::Millis => (1, 1_000),
            Self::Micros => (1, 1_000_000),
            Self::Nanos => (1, 1_000_000_000),
            Self::Minutes => (60, 1),
            Self::Hours => (3_600, 1),
            Self::Days => (86_400, 1),
            _ => (1, 1),
        }
    }

    /// How many bytes it has; those of a MiB where it is no unit of memory.
    pub(super) const fn bytes(self) -> u64 {
        match self {
            Self::Bytes => 1,
            Self::Kibibytes => 1 << 10,
            Self::Gibibytes => 1 << 30,
            _ => 1 << 20,
        }
    }
}
