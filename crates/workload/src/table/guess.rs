//! A mapping for the columns of a table, guessed by their names and values.

use super::row::{instants, lengths};
use super::{Key, Mapping, Source, Table, Unit, Values};

/// The names that columns have in tables of jobs, in lower case, letters and digits only; the likeliest first.
const NAMES: [(Key, &[&str]); Key::ALL.len()] = [
    (
        Key::Job,
        &[
            "job",
            "jobid",
            "jobidraw",
            "id",
            "jobnumber",
            "jobnum",
            "jobno",
            "jid",
            "idjob",
            "taskid",
        ],
    ),
    (
        Key::Submit,
        &[
            "submit",
            "submittime",
            "submission",
            "submissiontime",
            "submitted",
            "submittedat",
            "submittedtime",
            "submittimestamp",
            "submitts",
            "submitdate",
            "timesubmit",
            "createtime",
            "creationtime",
            "created",
            "createdat",
            "ctime",
            "arrival",
            "arrivaltime",
            "queuedate",
            "queuedat",
            "enqueuetime",
        ],
    ),
    (
        Key::Eligible,
        &["eligible", "eligibletime", "timeeligible", "etime"],
    ),
    (
        Key::Start,
        &[
            "start",
            "starttime",
            "started",
            "startedat",
            "startingtime",
            "starttimestamp",
            "startts",
            "timestart",
            "begin",
            "begintime",
            "startdate",
            "scheduledtime",
            "dispatchtime",
        ],
    ),
    (
        Key::End,
        &[
            "end",
            "endtime",
            "ended",
            "endedat",
            "endtimestamp",
            "endts",
            "timeend",
            "finish",
            "finishtime",
            "finished",
            "finishedat",
            "completiontime",
            "enddate",
            "stop",
            "stoptime",
        ],
    ),
    (
        Key::Wait,
        &[
            "wait",
            "waittime",
            "waitingtime",
            "waiting",
            "queuetime",
            "queuedtime",
            "queueduration",
            "queuewait",
            "pendingtime",
            "waitduration",
        ],
    ),
    (
        Key::RunTime,
        &[
            "runtime",
            "duration",
            "elapsed",
            "elapsedraw",
            "elapsedtime",
            "executiontime",
            "usedwalltime",
            "walltimeused",
            "runduration",
            "ruwallclock",
            "wallclock",
            "wallclocktime",
            "walltime",
        ],
    ),
    (
        Key::RequestedTime,
        &[
            "requestedtime",
            "timelimit",
            "timelimitraw",
            "requestedwalltime",
            "walltimerequested",
            "reqwalltime",
            "walltimelimit",
            "wclimit",
            "wallclocklimit",
            "walllimit",
            "reqtime",
            "requestedruntime",
            "resourcewalltime",
            "limit",
            "maxtime",
        ],
    ),
    (
        Key::Suspended,
        &["suspended", "suspendedtime", "timesuspended"],
    ),
    (
        Key::RequestedProcessors,
        &[
            "requestedprocessors",
            "reqcpus",
            "cpusreq",
            "requestedcpus",
            "requestedcores",
            "reqcores",
            "numcpusreq",
            "numcoresreq",
            "cpus",
            "cores",
            "ncpus",
            "ncores",
            "numcpus",
            "numcores",
            "cpunum",
            "processors",
            "procs",
            "nprocs",
            "numprocs",
            "slots",
            "cpu",
            "corecount",
            "cpucount",
            "size",
        ],
    ),
    (
        Key::AllocatedProcessors,
        &[
            "allocatedprocessors",
            "alloccpus",
            "cpusalloc",
            "allocatedcpus",
            "allocatedcores",
            "alloccores",
            "numcpusalloc",
            "numcoresalloc",
            "usedprocessors",
            "coresused",
        ],
    ),
    (
        Key::Nodes,
        &[
            "nodes",
            "nnodes",
            "numnodes",
            "nodenum",
            "nodecount",
            "reqnodes",
            "numnodesreq",
            "allocnodes",
            "nodesalloc",
            "numnodesalloc",
        ],
    ),
    (
        Key::RequestedGpus,
        &[
            "requestedgpus",
            "reqgpus",
            "gpusreq",
            "numgpusreq",
            "gpus",
            "gpu",
            "ngpus",
            "numgpus",
            "numgpu",
            "gpunum",
            "gpucount",
            "numgpusalloc",
            "allocgpus",
            "gresreq",
        ],
    ),
    (Key::GpuType, &["gputype", "gpuspec", "gpumodel"]),
    (
        Key::RequestedMemory,
        &[
            "requestedmemory",
            "reqmem",
            "memory",
            "memorymib",
            "memorymb",
            "memmb",
            "memoryrequested",
        ],
    ),
    (
        Key::Status,
        &[
            "state",
            "status",
            "jobstate",
            "jobstatus",
            "finalstate",
            "podphase",
        ],
    ),
    (
        Key::User,
        &["user", "username", "userid", "uid", "iduser", "owner"],
    ),
    (
        Key::Group,
        &["group", "groupname", "groupid", "gid", "idgroup"],
    ),
    (
        Key::Account,
        &["account", "accountname", "project", "projectname"],
    ),
    (Key::Partition, &["partition", "partitionname"]),
    (Key::Queue, &["queue", "queuename", "qname"]),
    (Key::Qos, &["qos", "qosname", "idqos"]),
    (
        Key::Executable,
        &["executable", "application", "app", "program", "jobname"],
    ),
    (Key::Cluster, &["cluster", "clustername", "site"]),
];

/// Units that stand at the end of a column's name.
const UNITS: [(&[&str], Unit); 5] = [
    (&["s", "sec", "secs", "second", "seconds"], Unit::Seconds),
    (&["ms", "msec", "millis", "milliseconds"], Unit::Millis),
    (&["us", "usec", "micros", "microseconds"], Unit::Micros),
    (&["min", "mins", "minute", "minutes"], Unit::Minutes),
    (&["h", "hr", "hrs", "hour", "hours"], Unit::Hours),
];

/// Words before a name that say nothing.
const BEFORE: [&str; 2] = ["job", "sim"];

/// The likeliest mapping: by the names of columns where their values agree, and times by their order in the rows.
/// Nothing is read by it before a person has agreed. O(c k) for c columns and k names.
pub fn guess(table: &Table) -> Mapping {
    let mut mapping = Mapping::default();
    for (key, names) in NAMES {
        if let Some(source) = by_name(table, &mapping, key, names) {
            mapping.set(key, Some(source));
        }
    }
    by_order(table, &mut mapping);
    settle_length(table, &mut mapping, Key::RunTime, [Key::Start, Key::End]);
    settle_length(table, &mut mapping, Key::Wait, [Key::Submit, Key::Start]);
    mapping
}

/// The column with the likeliest name for a key, of those that have none and whose values agree.
fn by_name(table: &Table, mapping: &Mapping, key: Key, names: &[&str]) -> Option<Source> {
    let found = table.columns.iter().filter_map(|column| {
        let unit_of_values = column.values.for_key(key)?;
        if mapping.key_of(&column.name).is_some() {
            return None;
        }
        let (likeness, unit) = likeness(&column.name, names)?;
        let is_numeric = matches!(column.values, Values::Numbers { .. });
        let unit =
            unit.filter(|unit| is_numeric && key.units().contains(unit) && *unit != Unit::Seconds);
        Some((likeness, unit_of_values.or(unit), column))
    });
    let (_, unit, column) = found.min_by_key(|(likeness, _, _)| *likeness)?;
    Some(Source {
        unit,
        ..Source::of(&column.name)
    })
}

/// The place of a column's name among those of a key, with the unit at its end.
fn likeness(name: &str, names: &[&str]) -> Option<(usize, Option<Unit>)> {
    let words = words(name);
    let place = |words: &[String]| {
        let joined = words.concat();
        names.iter().position(|it| *it == joined)
    };
    let unit = words.last().and_then(|last| {
        let found = UNITS
            .iter()
            .find(|(names, _)| names.contains(&last.as_str()))?;
        (words.len() > 1).then_some(found.1)
    });
    let without_unit = &words[..words.len() - usize::from(unit.is_some())];
    let is_before = without_unit
        .first()
        .is_some_and(|it| BEFORE.contains(&it.as_str()));
    let shorter = is_before.then(|| &without_unit[1..]);
    let exact = place(&words).map(|at| (at, None));
    exact
        .or_else(|| place(without_unit).map(|at| (at, unit)))
        .or_else(|| shorter.and_then(place).map(|at| (at + names.len(), unit)))
}

/// The words of a name in lower case: `submitTime (ms)` has three.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in name.chars() {
        if letter.is_alphanumeric() {
            let is_new = !last.is_alphanumeric() || (letter.is_uppercase() && last.is_lowercase());
            if is_new {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        last = letter;
    }
    words
}

/// Submission, start and end by their order in all rows: where as many are missing as there are other columns of dates,
/// and only one order fits.
fn by_order(table: &Table, mapping: &mut Mapping) {
    const TIMES: [Key; 3] = [Key::Submit, Key::Start, Key::End];
    let missing: Vec<Key> = TIMES
        .into_iter()
        .filter(|key| mapping.get(*key).is_none())
        .collect();
    let free: Vec<Source> = table
        .columns
        .iter()
        .filter(|column| is_date(column.values) && mapping.key_of(&column.name).is_none())
        .filter_map(|column| {
            let unit = column.values.for_key(Key::Submit)?;
            Some(Source {
                unit,
                ..Source::of(&column.name)
            })
        })
        .collect();
    if missing.len() != free.len() {
        return;
    }
    let mut fitting = orders(&free).into_iter().filter_map(|order| {
        let mut tried = mapping.clone();
        for (key, source) in missing.iter().zip(order) {
            tried.set(*key, Some(source));
        }
        (is_in_order(table, &tried) && keeps_run_time(table, &tried)).then_some(tried)
    });
    if let (Some(only), None) = (fitting.next(), fitting.next()) {
        *mapping = only;
    }
}

fn is_date(values: Values) -> bool {
    match values {
        Values::Dates | Values::DatesDayFirst | Values::DatesMonthFirst => true,
        Values::Numbers { most, whole } => whole && most >= crate::calendar::FIRST_UNIX_TIME,
        _ => false,
    }
}

/// All orders of up to three columns.
fn orders(free: &[Source]) -> Vec<Vec<Source>> {
    match free {
        [a, b, c] => [
            [a, b, c],
            [a, c, b],
            [b, a, c],
            [b, c, a],
            [c, a, b],
            [c, b, a],
        ]
        .map(|order| order.map(Clone::clone).to_vec())
        .to_vec(),
        [a, b] => vec![vec![a.clone(), b.clone()], vec![b.clone(), a.clone()]],
        free => vec![free.to_vec()],
    }
}

/// Whether submission, start and end follow one another in all rows that have them.
fn is_in_order(table: &Table, mapping: &Mapping) -> bool {
    const TIMES: [Key; 3] = [Key::Submit, Key::Start, Key::End];
    let [submits, starts, ends] = TIMES.map(|key| instants(table, mapping, key));
    let is_before = |earlier: &[Option<i64>], later: &[Option<i64>]| {
        let pairs = earlier.iter().zip(later);
        pairs
            .filter_map(|(one, other)| Some((*one)? <= (*other)?))
            .all(|is_before| is_before)
    };
    is_before(&submits, &starts) && is_before(&starts, &ends)
}

/// Whether the lengths of its run times are those from start to end: another date than the end may follow the start.
fn keeps_run_time(table: &Table, mapping: &Mapping) -> bool {
    let mut settled = mapping.clone();
    settle_length(table, &mut settled, Key::RunTime, [Key::Start, Key::End]);
    mapping.get(Key::RunTime).is_some() == settled.get(Key::RunTime).is_some()
}

/// The unit of a length by two instants whose difference it is; without such a unit it is something else, and the
/// instants count.
fn settle_length(table: &Table, mapping: &mut Mapping, key: Key, [from, to]: [Key; 2]) {
    let Some(source) = mapping.get(key).cloned() else {
        return;
    };
    let differences: Vec<Option<i64>> = instants(table, mapping, from)
        .into_iter()
        .zip(instants(table, mapping, to))
        .map(|(from, to)| Some(to? - from?).filter(|&it| it > 0))
        .collect();
    if differences.iter().all(Option::is_none) {
        return;
    }
    let units = [
        None,
        Some(Unit::Minutes),
        Some(Unit::Hours),
        Some(Unit::Millis),
        Some(Unit::Micros),
    ];
    let fits = |unit: &Option<Unit>| {
        let tried = Source {
            unit: *unit,
            ..source.clone()
        };
        let within = match unit {
            Some(Unit::Minutes) => 60,
            Some(Unit::Hours) => 3_600,
            _ => 1,
        };
        let lengths = lengths(table, &tried);
        let pairs = lengths.iter().zip(&differences);
        pairs
            .filter_map(|(length, difference)| Some(((*length)?, (*difference)?)))
            .all(|(length, difference)| (length - difference).abs() <= within)
    };
    match units.into_iter().find(|unit| fits(unit)) {
        Some(unit) => mapping.set(key, Some(Source { unit, ..source })),
        None => mapping.set(key, None),
    }
}

const _: () = {
    // Every key is listed, at its own place.
    let mut place = 0;
    while place < NAMES.len() {
        assert!(NAMES[place].0 as usize == place);
        place += 1;
    }
};
