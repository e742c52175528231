//! The orders of the literature, as formulas.

/// An order with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// How it is written in links.
    pub key: &'static str,
    /// Its name in lists.
    pub name: &'static str,
    /// The formula: the smallest value goes first.
    pub formula: &'static str,
    /// The publication that it comes from.
    pub source: &'static str,
    /// Its effect, in a sentence or two.
    pub about: &'static str,
}

const LELONG: &str = "Lelong, Reis and Trystram 2018, Tuning EASY-Backfilling Queues";
const SRINIVASAN: &str = "Srinivasan, Kettimuthu, Subramani and Sadayappan 2002, Characterization of Backfilling Strategies for Parallel Job Scheduling";
const TANG: &str =
    "Tang, Lan, Desai and Buettner 2009, Fault-Aware, Utility-Based Job Scheduling on Blue Gene/P Systems";
const CARASTAN: &str =
    "Carastan-Santos and de Camargo 2017, Obtaining Dynamic Scheduling Policies with Simulation and Machine Learning";
const SLURM: &str = "Slurm, Multifactor Priority Plugin, the documentation's example of weights";

/// All of them, in the order in which they are offered.
pub const PRESETS: &[Preset] = &[
    Preset {
        key: "fcfs",
        name: "FCFS, first come first served",
        formula: "submit",
        source: LELONG,
        about: "In order of arrival.",
    },
    Preset {
        key: "sjf",
        name: "SJF, shortest job first",
        formula: "limit",
        source: LELONG,
        about: "The job with the shortest time limit first.",
    },
    Preset {
        key: "ljf",
        name: "LJF, longest job first",
        formula: "-limit",
        source: LELONG,
        about: "The job with the longest time limit first.",
    },
    Preset {
        key: "saf",
        name: "SAF, smallest area first",
        formula: "work",
        source: LELONG,
        about: "The job with the least size × limit first.",
    },
    Preset {
        key: "laf",
        name: "LAF, largest area first",
        formula: "-work",
        source: LELONG,
        about: "The job with the most size × limit first.",
    },
    Preset {
        key: "sqf",
        name: "SQF, smallest size first",
        formula: "size",
        source: LELONG,
        about: "The job with the fewest processors first.",
    },
    Preset {
        key: "lqf",
        name: "LQF, largest size first",
        formula: "-size",
        source: LELONG,
        about: "The job with the most processors first.",
    },
    Preset {
        key: "expansion",
        name: "Expansion factor",
        formula: "-(wait + limit) / limit",
        source: SRINIVASAN,
        about: "The job first whose wait is longest beside its limit: short jobs overtake long ones, and each job's turn comes.",
    },
    Preset {
        key: "wfp3",
        name: "WFP3",
        formula: "-(wait / limit)^3 * size",
        source: TANG,
        about: "Jobs that have waited long beside their limit first, large ones before small ones.",
    },
    Preset {
        key: "unicep",
        name: "UNICEP",
        formula: "-wait / (log2(max(size, 2)) * limit)",
        source: TANG,
        about: "Jobs that have waited long beside their limit first, small ones before large ones. Size 1 counts as 2, since its logarithm is 0.",
    },
    Preset {
        key: "f1",
        name: "F1",
        formula: "log10(limit) * size + 870 * log10(max(submit, 1))",
        source: CARASTAN,
        about: "Fitted to simulations of a generated workload: short, small and early jobs first.",
    },
    Preset {
        key: "f2",
        name: "F2",
        formula: "sqrt(limit) * size + 25600 * log10(max(submit, 1))",
        source: CARASTAN,
        about: "Fitted to simulations of a generated workload: short, small and early jobs first.",
    },
    Preset {
        key: "f3",
        name: "F3",
        formula: "limit * size + 6860000 * log10(max(submit, 1))",
        source: CARASTAN,
        about: "Fitted to simulations of a generated workload: jobs of little size × limit and early ones first.",
    },
    Preset {
        key: "f4",
        name: "F4",
        formula: "limit * sqrt(size) + 530000 * log10(max(submit, 1))",
        source: CARASTAN,
        about: "Fitted to simulations of a generated workload: short, small and early jobs first.",
    },
    Preset {
        key: "slurm",
        name: "Slurm's multifactor priority",
        formula: "-(1000 * min(wait / 1209600, 1) + 10000 * 2^(-user_usage / (86400 * processors)) + 1000 * size / processors + 1000 * (partition == \"high\") + 0 * (qos == \"high\"))",
        source: SLURM,
        about: "The highest sum of five factors between 0 and 1 first: wait (1 after two weeks), fair share, size, partition, quality of service. Fair share is halved by each day's work of the whole machine that the user has used; Slurm puts usage in relation to shares and accounts. Partition and QOS count 1 for the name high, else 0. TRES, association, site and nice are left out.",
    },
];

impl Preset {
    pub fn named(key: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|it| it.key == key)
    }
}
