//! A mapping for the columns of a table, guessed by their names and values.

use super::evidence;
use super::{Key, Mapping, Source, Table, Unit};

/// The names that columns have in tables of jobs, in lower case, letters and digits only; the likeliest first.
const NAMES: [(Key, &str); 20] = [
    (Key::Job, "job jobid jobidraw id jobnumber jobnum jobno jid idjob taskid"),
    (
        Key::Submit,
        "submit submittime submission submissiontime submitted submittedat submittedtime submittimestamp \
         submitts submitdate timesubmit createtime creationtime created createdat ctime arrival \
         arrivaltime queuedate queuedat enqueuetime",
    ),
    (Key::Eligible, "eligible eligibletime timeeligible etime"),
    (
        Key::Start,
        "start starttime started startedat startingtime starttimestamp startts timestart begin begintime \
         startdate scheduledtime dispatchtime",
    ),
    (
        Key::End,
        "end endtime ended endedat endtimestamp endts timeend finish finishtime finished finishedat \
         completiontime complete completed completedat enddate stop stoptime",
    ),
    (
        Key::Wait,
        "wait waittime waitingtime waiting queuetime queuedtime queueduration queuewait pendingtime \
         waitduration",
    ),
    (
        Key::RunTime,
        "runtime duration elapsed elapsedraw elapsedtime executiontime usedwalltime walltimeused \
         runduration ruwallclock wallclock wallclocktime walltime",
    ),
    (
        Key::RequestedTime,
        "requestedtime timelimit timelimitraw requestedwalltime walltimerequested reqwalltime \
         walltimelimit wclimit wallclocklimit walllimit reqtime requestedruntime resourcewalltime limit \
         maxtime",
    ),
    (Key::Suspended, "suspended suspendedtime timesuspended"),
    (Key::GpuType, "gputype gpuspec gpumodel"),
    (Key::RequestedMemory, "requestedmemory reqmem memory memorymib memorymb memmb memoryrequested"),
    (Key::Status, "state status jobstate jobstatus finalstate podphase"),
    (Key::User, "user username userid uid iduser owner"),
    (Key::Group, "group groupname groupid gid idgroup"),
    (Key::Account, "account accountname project projectname"),
    (Key::Partition, "partition partitionname"),
    (Key::Queue, "queue queuename qname"),
    (Key::Qos, "qos qosname idqos"),
    (Key::Executable, "executable application app program jobname"),
    (Key::Cluster, "cluster clustername site"),
];

/// Units that stand at the end of a column's name.
const UNITS: [(&str, Unit); 7] = [
    ("s sec secs second seconds", Unit::Seconds),
    ("ms msec millis milliseconds", Unit::Millis),
    ("us usec micros microseconds", Unit::Micros),
    ("ns nsec nanos nanoseconds", Unit::Nanos),
    ("d day days", Unit::Days),
    ("min mins minute minutes", Unit::Minutes),
    ("h hr hrs hour hours", Unit::Hours),
];

/// Nouns in the names of numbers, by the key of what was asked for; the likeliest first.
const NOUNS: [(Key, &str); 3] = [
    (
        Key::RequestedProcessors,
        "processors processor procs proc cpus cpu vcpus cores core slots slot size ranks tasks task",
    ),
    (Key::Nodes, "nodes node hosts"),
    (Key::RequestedGpus, "gpus gpu gres accelerators"),
];

/// Words beside a noun in the names of numbers, with what they say.
const BESIDE: [(Said, &str); 3] = [
    (Said::Nothing, "number num no nr n of total count job"),
    (Said::Asked, "requested required request req reqd requests asked"),
    (Said::Given, "allocated assigned alloc used given"),
];

/// Words before a name that say nothing.
const BEFORE: [&str; 2] = ["job", "sim"];

/// The likeliest mapping: by the names of columns where their values agree, and times by their order in the rows. What
/// other columns contradict is left out. Nothing is read by it before a person has agreed. O(c k + r c) for c columns,
/// k names and r rows.
pub fn guess(table: &Table) -> Mapping {
    let mut mapping = Mapping::default();
    for (key, names) in NAMES {
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

/// The rank of a name and its place among the likeliest of that rank, with the unit at its end.
type Likeness = Option<((usize, usize), Option<Unit>)>;

/// The column with the likeliest name for a key, of those that have none and whose values agree.
fn by_name(table: &Table, mapping: &Mapping, key: Key, likeness: &dyn Fn(&str) -> Likeness) -> Option<Source> {
    let found = table.columns.iter().filter_map(|column| {
        let unit_of_values = column.values.for_key(key)?;
        if mapping.key_of(&column.name).is_some() {
            return None;
        }
        let (likeness, unit) = likeness(&column.name)?;
        let unit =
            unit.filter(|unit| column.values.are_numbers() && key.units().contains(unit) && *unit != Unit::Seconds);
        Some((likeness, unit_of_values.or(unit), column))
    });
    let (_, unit, column) = found.min_by_key(|(likeness, _, _)| *likeness)?;
    Some(Source { unit, ..Source::of(&column.name) })
}

/// The place of a column's name among those of a key, with the unit at its end; behind all of them that of a name
/// without the word before it that says nothing.
fn likeness(name: &str, names: &str) -> Likeness {
    let words = words(name);
    let place = |words: &[String]| {
        let joined = words.concat();
        names.split(' ').position(|it| it == joined)
    };
    let unit = words.last().filter(|_| words.len() > 1).and_then(|last| {
        let found = UNITS.iter().find(|(names, _)| names.split(' ').any(|it| it == last));
        found.map(|(_, unit)| *unit)
    });
    let without_unit = &words[..words.len() - usize::from(unit.is_some())];
    let is_before = without_unit.first().is_some_and(|it| BEFORE.contains(&it.as_str()));
    let shorter = is_before.then(|| &without_unit[1..]);
    let exact = place(&words).map(|at| ((0, at), None));
    exact
        .or_else(|| place(without_unit).map(|at| ((0, at), unit)))
        .or_else(|| shorter.and_then(place).map(|at| ((1, at), unit)))
}

/// The likeness of a column's name to that of a number of this key: a noun with no words but those above, in any order,
/// parted or not.
fn count_likeness(name: &str, key: Key) -> Likeness {
    let joined = words(name).concat();
    let nouns = NOUNS.iter().flat_map(|(key, nouns)| nouns.split(' ').map(|noun| (noun, *key)));
    let (place, noun, of, said) = nouns.enumerate().find_map(|(place, (noun, of))| {
        // The noun may stand at several places: `core` in `corecount`.
        let mut places = joined.match_indices(noun);
        let said = places.find_map(|(at, _)| {
            let before = is_asked_or_given(&joined[..at])?;
            let after = is_asked_or_given(&joined[at + noun.len()..])?;
            Some(before.max(after))
        })?;
        Some((place, noun, of, said))
    })?;
    if noun == joined && ["node", "task"].contains(&noun) {
        return None;
    }
    let of = match (of, said) {
        (Key::RequestedProcessors, Said::Given) => Key::AllocatedProcessors,
        _ => of,
    };
    // A task may have several processors; what was asked for goes first.
    let is_of_tasks = ["ranks", "tasks", "task"].contains(&noun);
    let rank = match said {
        Said::Asked => 0,
        Said::Nothing => 1,
        Said::Given => 2,
    };
    (of == key).then_some(((rank + 3 * usize::from(is_of_tasks), place), None))
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
    let mut all = BESIDE.iter().flat_map(|(said, words)| words.split(' ').map(|word| (word, *said)));
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
