//! A mapping for the columns of a table, guessed by their names and values.

use super::evidence;
use super::{Key, Mapping, Source, Table, Unit, Values};

/// The names that columns have in tables of jobs, in lower case, letters and digits only; the likeliest first.
const NAMES: &[(Key, &[&str])] = &[
    (Key::Job, &["job", "jobid", "jobidraw", "id", "jobnumber", "jobnum", "jobno", "jid", "idjob", "taskid"]),
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
    (Key::Eligible, &["eligible", "eligibletime", "timeeligible", "etime"]),
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
            "complete",
            "completed",
            "completedat",
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
    (Key::Suspended, &["suspended", "suspendedtime", "timesuspended"]),
    (Key::GpuType, &["gputype", "gpuspec", "gpumodel"]),
    (
        Key::RequestedMemory,
        &["requestedmemory", "reqmem", "memory", "memorymib", "memorymb", "memmb", "memoryrequested"],
    ),
    (Key::Status, &["state", "status", "jobstate", "jobstatus", "finalstate", "podphase"]),
    (Key::User, &["user", "username", "userid", "uid", "iduser", "owner"]),
    (Key::Group, &["group", "groupname", "groupid", "gid", "idgroup"]),
    (Key::Account, &["account", "accountname", "project", "projectname"]),
    (Key::Partition, &["partition", "partitionname"]),
    (Key::Queue, &["queue", "queuename", "qname"]),
    (Key::Qos, &["qos", "qosname", "idqos"]),
    (Key::Executable, &["executable", "application", "app", "program", "jobname"]),
    (Key::Cluster, &["cluster", "clustername", "site"]),
];

/// Units that stand at the end of a column's name.
const UNITS: [(&[&str], Unit); 7] = [
    (&["s", "sec", "secs", "second", "seconds"], Unit::Seconds),
    (&["ms", "msec", "millis", "milliseconds"], Unit::Millis),
    (&["us", "usec", "micros", "microseconds"], Unit::Micros),
    (&["ns", "nsec", "nanos", "nanoseconds"], Unit::Nanos),
    (&["d", "day", "days"], Unit::Days),
    (&["min", "mins", "minute", "minutes"], Unit::Minutes),
    (&["h", "hr", "hrs", "hour", "hours"], Unit::Hours),
];

/// Nouns in the names of numbers, with the kind of what is counted; the likeliest first.
const NOUNS: [(&str, Counted); 22] = [
    ("processors", Counted::Processors),
    ("processor", Counted::Processors),
    ("procs", Counted::Processors),
    ("proc", Counted::Processors),
    ("cpus", Counted::Processors),
    ("cpu", Counted::Processors),
    ("vcpus", Counted::Processors),
    ("cores", Counted::Processors),
    ("core", Counted::Processors),
    ("slots", Counted::Processors),
    ("slot", Counted::Processors),
    ("size", Counted::Processors),
    ("ranks", Counted::Processors),
    ("tasks", Counted::Processors),
    ("task", Counted::Processors),
    ("nodes", Counted::Nodes),
    ("node", Counted::Nodes),
    ("hosts", Counted::Nodes),
    ("gpus", Counted::Gpus),
    ("gpu", Counted::Gpus),
    ("gres", Counted::Gpus),
    ("accelerators", Counted::Gpus),
];

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Processors,
    Nodes,
    Gpus,
}

/// Words beside a noun in the names of numbers: those that say nothing, and those of what was asked for and given.
const FILLERS: [&str; 9] = ["number", "num", "no", "nr", "n", "of", "total", "count", "job"];
const ASKED: [&str; 7] = ["requested", "required", "request", "req", "reqd", "requests", "asked"];
const GIVEN: [&str; 5] = ["allocated", "assigned", "alloc", "used", "given"];

/// Words before a name that say nothing.
const BEFORE: [&str; 2] = ["job", "sim"];

/// The likeliest mapping: by the names of columns where their values agree, and times by their order in the rows. What
/// other columns contradict is left out. Nothing is read by it before a person has agreed. O(c k + r c) for c columns,
/// k names and r rows.
pub fn guess(table: &Table) -> Mapping {
    let mut mapping = Mapping::default();
    for &(key, names) in NAMES {
        if let Some(source) = by_name(table, &mapping, key, &|name| likeness(name, names)) {
            mapping.set(key, Some(source));
        }
        // A number of nodes is none of processors, and names of nodes no number.
        if key == Key::Suspended {
            for key in COUNTS {
                let source = by_name(table, &mapping, key, &|name| count_likeness(name, key));
                mapping.set(key, source);
            }
        }
    }
    evidence::settle(table, &mut mapping);
    mapping
}

/// The keys of numbers, by words of which their columns' names are made.
const COUNTS: [Key; 4] = [Key::RequestedProcessors, Key::AllocatedProcessors, Key::Nodes, Key::RequestedGpus];

/// The place of a name among the likeliest, with the unit at its end.
type Likeness = Option<(usize, Option<Unit>)>;

/// The column with the likeliest name for a key, of those that have none and whose values agree.
fn by_name(table: &Table, mapping: &Mapping, key: Key, likeness: &dyn Fn(&str) -> Likeness) -> Option<Source> {
    let found = table.columns.iter().filter_map(|column| {
        let unit_of_values = column.values.for_key(key)?;
        if mapping.key_of(&column.name).is_some() {
            return None;
        }
        let (likeness, unit) = likeness(&column.name)?;
        let is_numeric = matches!(column.values, Values::Numbers { .. } | Values::DayNumbers);
        let unit = unit.filter(|unit| is_numeric && key.units().contains(unit) && *unit != Unit::Seconds);
        Some((likeness, unit_of_values.or(unit), column))
    });
    let (_, unit, column) = found.min_by_key(|(likeness, _, _)| *likeness)?;
    Some(Source { unit, ..Source::of(&column.name) })
}

/// The place of a column's name among those of a key, with the unit at its end.
fn likeness(name: &str, names: &[&str]) -> Likeness {
    let words = words(name);
    let place = |words: &[String]| {
        let joined = words.concat();
        names.iter().position(|it| *it == joined)
    };
    let unit = words.last().and_then(|last| {
        let found = UNITS.iter().find(|(names, _)| names.contains(&last.as_str()))?;
        (words.len() > 1).then_some(found.1)
    });
    let without_unit = &words[..words.len() - usize::from(unit.is_some())];
    let is_before = without_unit.first().is_some_and(|it| BEFORE.contains(&it.as_str()));
    let shorter = is_before.then(|| &without_unit[1..]);
    let exact = place(&words).map(|at| (at, None));
    exact
        .or_else(|| place(without_unit).map(|at| (at, unit)))
        .or_else(|| shorter.and_then(place).map(|at| (at + names.len(), unit)))
}

/// The likeness of a column's name to that of a number of this key: a noun with no words but those above, in any order,
/// parted or not.
fn count_likeness(name: &str, key: Key) -> Likeness {
    let joined = words(name).concat();
    let (noun, said) = NOUNS.iter().enumerate().find_map(|(place, (noun, _))| {
        // The noun may stand at several places: `core` in `corecount`.
        let mut places = joined.match_indices(noun);
        let said = places.find_map(|(at, _)| {
            let before = is_asked_or_given(&joined[..at])?;
            let after = is_asked_or_given(&joined[at + noun.len()..])?;
            Some(before.max(after))
        })?;
        Some((place, said))
    })?;
    let (name, counted) = NOUNS[noun];
    let is_singular = ["node", "task"].contains(&name);
    if is_singular && name == joined {
        return None;
    }
    let of = match (counted, said) {
        (Counted::Processors, Said::Given) => Key::AllocatedProcessors,
        (Counted::Processors, _) => Key::RequestedProcessors,
        (Counted::Nodes, _) => Key::Nodes,
        (Counted::Gpus, _) => Key::RequestedGpus,
    };
    // A task may have several processors; what was asked for goes first.
    let is_of_tasks = ["ranks", "tasks", "task"].contains(&name);
    let order = 3 * usize::from(is_of_tasks)
        + match said {
            Said::Asked => 0,
            Said::Nothing => 1,
            Said::Given => 2,
        };
    (of == key).then_some((order * NOUNS.len() + noun, None))
}

/// What the words beside a noun say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Nothing,
    Asked,
    Given,
}

/// Whether a text is made of the words beside nouns, and what they say.
fn is_asked_or_given(text: &str) -> Option<Said> {
    if text.is_empty() {
        return Some(Said::Nothing);
    }
    let lists = [(&FILLERS[..], Said::Nothing), (&ASKED[..], Said::Asked), (&GIVEN[..], Said::Given)];
    let mut all = lists.iter().flat_map(|(list, said)| list.iter().map(move |it| (*it, *said)));
    all.find_map(|(word, said)| Some(is_asked_or_given(text.strip_prefix(word)?)?.max(said)))
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
