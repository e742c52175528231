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
            Bytes, DayFirst, Days, Gibibytes, Hours, HoursMinutes, Hundredths, Kibibytes, Mebibytes, Micros, Millis,
            Minutes, MinutesSeconds, MonthFirst, Nanos, One, Seconds, Slurm, Thousandths, Tres,
        };
        match self.takes() {
            Takes::Name => &[],
            Takes::Moment => &[Seconds, Millis, Micros, Nanos, Minutes, Hours, Days, DayFirst, MonthFirst],
            Takes::Duration => &[Seconds, Millis, Micros, Nanos, Minutes, Hours, Days, HoursMinutes, MinutesSeconds],
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

/// [`Unit`], generated from rows: the value, its name in a mapping, its words on the page.
macro_rules! units {
    ($($(#[$of_unit:meta])* $Unit:ident($name:literal, $label:literal),)+) => {
        /// The unit of a column, or the way in which its values are written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Unit {
            $($(#[$of_unit])* $Unit,)+
        }

        impl Unit {
            /// All of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Unit),+];

            /// Its name in a mapping.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Unit => $name,)+ }
            }

            /// Its name for people.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$Unit => $label,)+ }
            }
        }
    };
}

units! {
    /// Seconds.
    Seconds("s", "seconds"),
    /// Thousandths of a second.
    Millis("ms", "milliseconds"),
    /// Millionths of a second.
    Micros("us", "microseconds"),
    /// Billionths of a second.
    Nanos("ns", "nanoseconds"),
    /// Minutes.
    Minutes("min", "minutes"),
    /// Hours.
    Hours("h", "hours"),
    /// Days; of an instant since 30 December 1899, as spreadsheets keep dates.
    Days("days", "days (of a spreadsheet)"),
    /// Two parts of which the first are hours: `03:25`.
    HoursMinutes("hhmm", "hours:minutes"),
    /// Two parts of which the first are minutes: `30:00`.
    MinutesSeconds("mmss", "minutes:seconds"),
    /// Dates with the day before the month: `31.12.2024 23:59`.
    DayFirst("dmy", "dates, day first"),
    /// Dates with the month before the day: `12/31/2024 23:59`.
    MonthFirst("mdy", "dates, month first"),
    /// Thousandths of a processor, rounded up to whole ones; or of a GPU.
    Thousandths("milli", "thousandths"),
    /// Hundredths of a processor, rounded up to whole ones; or of a GPU.
    Hundredths("percent", "hundredths (percent)"),
    /// Slurm's trackable resources: `cpu=64,mem=4G`, or by number `1=64,2=4096`.
    Tres("tres", "Slurm's TRES (cpu=64)"),
    /// One for each row, whatever the column has.
    One("one", "1 in each row"),
    /// Bytes.
    Bytes("bytes", "bytes"),
    /// KiB.
    Kibibytes("kib", "KiB"),
    /// MiB.
    Mebibytes("mib", "MiB"),
    /// GiB.
    Gibibytes("gib", "GiB"),
    /// The numbers of Slurm's states: 3 is `COMPLETED`.
    Slurm("slurm", "Slurm's numbers of states"),
}

impl Unit {
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
