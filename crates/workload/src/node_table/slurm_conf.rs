//! The nodes of a `slurm.conf`.
//!
//! Source: the manual page of slurm.conf.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::NodesRead;
use super::hardware::Words;
use crate::lines::{is_listed, lines};
use crate::node_names::{NodeSpan, split_outside_brackets};
use crate::node_table::hardware::{Hardware, is_out_of_service, memory, names_of, read_gres, whole};
use crate::node_table::table::Table;
use crate::node_table::{NodesError, brief};

const SOURCE: &str = "slurm.conf";

const WORDS: Words = Words { cpus: "CPUs", memory: "RealMemory", reserved_memory: "MemSpecLimit" };

/// The first keys of lines by which a slurm.conf is known.
const KNOWN_BY: &str = "NodeName PartitionName ClusterName SlurmctldHost ControlMachine";

/// Settings of the whole cluster by which jobs start earlier or later, a line each, with the values that change
/// nothing.
const NOT_READ: &str = "
    SchedulerType sched/backfill
    SchedulerParameters
    PriorityType priority/basic
    PriorityDecayHalfLife
    PriorityUsageResetPeriod NONE
    PriorityMaxAge
    PriorityFavorSmall NO
    PriorityFlags
    PrioritySiteFactorPlugin
    PreemptType preempt/none
    PreemptMode OFF
    PreemptExemptTime
    DefMemPerNode UNLIMITED 0
    DefMemPerCPU UNLIMITED 0
    DefMemPerGPU UNLIMITED 0
    MaxMemPerNode UNLIMITED 0
    MaxMemPerCPU UNLIMITED 0
    OverTimeLimit 0
    EnforcePartLimits NO
    AccountingStorageEnforce NONE 0
    Licenses
    TopologyPlugin topology/default topology/flat topology/none
";

/// Whether a text is one. O(length).
pub(super) fn is_one(text: &[u8]) -> bool {
    conf_lines(text).any(|(_, line)| {
        let first = Pairs(&line).next();
        first.is_some_and(|(key, _)| is_listed(key, KNOWN_BY))
    })
}

/// Reads the nodes. O(length + nodes × partitions).
pub(super) fn read(text: &[u8]) -> Result<NodesRead, NodesError> {
    let mut reader = Reader::default();
    for (line, content) in conf_lines(text) {
        reader.take(line, &content)?;
    }
    reader.finish()
}

fn is(key: &[u8], other: &[u8]) -> bool {
    key.eq_ignore_ascii_case(other)
}

/// Whether a key is in a list of settings that are not read, and its value is none of those that change nothing.
fn has_effect(settings: &str, key: &[u8], value: &[u8]) -> bool {
    settings.lines().any(|line| {
        let mut words = line.split_ascii_whitespace().map(str::as_bytes);
        words.next().is_some_and(|it| is(key, it)) && !words.any(|it| is(value, it))
    })
}

/// Reads line by line.
#[derive(Default)]
struct Reader {
    table: Table,
    /// Of `NodeName=DEFAULT`.
    default: NodeLine,
    partitions: Partitions,
    /// Lines of `DownNodes`, with their lists.
    down: Vec<(u64, Vec<u8>)>,
    /// An included file.
    included: Option<String>,
}

impl Reader {
    fn take(&mut self, line: u64, content: &[u8]) -> Result<(), NodesError> {
        let content = content.trim_ascii();
        let first = content.split(u8::is_ascii_whitespace).next();
        if first.is_some_and(|it| is(it, b"Include")) {
            let file = brief(content[b"Include".len()..].trim_ascii());
            let words = format!("the included file {file} is not read");
            self.table.remarks.add(line, words);
            self.included.get_or_insert(file);
            return Ok(());
        }
        let Some((key, value)) = Pairs(content).next() else {
            return Ok(());
        };
        match key {
            key if is(key, b"NodeName") => self.nodes(line, value, content)?,
            key if is(key, b"NodeSet") => self.partitions.add_set(value, content),
            key if is(key, b"PartitionName") => self.partitions.add(line, value, content, &mut self.table),
            key if is(key, b"DownNodes") => self.put_down(line, value, content),
            key if is(key, b"SelectType") => self.select_type(line, value),
            key if is(key, b"SelectTypeParameters") => self.select_parameters(line, value),
            key => self.tell_unread(line, key, value),
        }
        Ok(())
    }

    /// Names a setting that would change when or where jobs start.
    fn tell_unread(&mut self, line: u64, key: &[u8], value: &[u8]) {
        let is_weight = key.get(..14).is_some_and(|start| is(start, b"PriorityWeight") && !is(value, b"0"));
        if is_weight || has_effect(NOT_READ, key, value) {
            let words = format!("{}={} is not read", brief(key), brief(value));
            self.table.remarks.add(line, words);
        }
    }

    fn nodes(&mut self, line: u64, names: &[u8], content: &[u8]) -> Result<(), NodesError> {
        let mut node = self.default.clone();
        node.take(content).map_err(|why| NodesError::at(line, format!("NodeName={}: {why}", brief(names))))?;
        if is(names, b"DEFAULT") {
            self.default = node;
            return Ok(());
        }
        self.table.charge(line, node.work())?;
        let names = self.table.names(line, names)?;
        let (hardware, remark) = node.hardware();
        if let Some(words) = remark {
            self.table.remarks.add_of(line, &names, words);
        }
        if let Some(weight) = &node.weight {
            let words = format!("Weight={weight} is not read: nodes are tried in the order of the list");
            self.table.remarks.add_of(line, &names, words);
        }
        self.table.add(line, &names, &hardware, &WORDS)?;
        self.table.put(line, &names, &[], node.is_out)
    }

    fn put_down(&mut self, line: u64, names: &[u8], content: &[u8]) {
        let mut states = Pairs(content).filter(|it| is(it.0, b"State"));
        // Without a state they are down.
        if states.next().is_none_or(|it| is_out_of_service(it.1)) {
            self.down.push((line, names.to_vec()));
        }
    }

    fn select_type(&mut self, line: u64, value: &[u8]) {
        if is(value, b"select/linear") {
            let words = "SelectType=select/linear gives each job whole nodes, which is not read";
            self.table.remarks.add(line, words);
        }
    }

    fn select_parameters(&mut self, line: u64, value: &[u8]) {
        let value = String::from_utf8_lossy(value).to_ascii_lowercase();
        if !value.contains("memory") {
            let words = "SelectTypeParameters has no memory: Slurm does not count it on these nodes, \
                         but a job that asks for memory is held to it here";
            self.table.remarks.add(line, words);
        }
    }

    fn finish(mut self) -> Result<NodesRead, NodesError> {
        if self.table.len() == 0 {
            let first = "this slurm.conf has no NodeName line";
            return Err(NodesError::of_file(match self.included {
                Some(file) => {
                    format!("{first}; nodes of the included file {file} are read from that one")
                }
                None => format!("{first}: scontrol show nodes --oneliner prints the nodes"),
            }));
        }
        let Self { table, partitions, .. } = &mut self;
        partitions.join(table)?;
        for (line, list) in &self.down {
            if is(list, b"ALL") {
                (0..self.table.len()).for_each(|it| self.table.put_out(it));
                continue;
            }
            let names = self.table.names(*line, list)?;
            self.table.put(*line, &names, &[], true)?;
        }
        self.table.read(SOURCE)
    }
}

/// The lines without comments, one that ends in a backslash joined to the next, each with the number of its first line.
/// Empty ones are left out. O(length).
fn conf_lines(text: &[u8]) -> impl Iterator<Item = (u64, Cow<'_, [u8]>)> {
    let mut numbered = (1..).zip(lines(text));
    std::iter::from_fn(move || {
        loop {
            let (number, line) = numbered.next()?;
            let mut whole = Cow::Borrowed(without_comment(line).trim_ascii());
            while whole.ends_with(b"\\") {
                // A copy at the first line only.
                let joined = whole.to_mut();
                joined.pop();
                let Some((_, next)) = numbered.next() else {
                    break;
                };
                joined.push(b' ');
                joined.extend_from_slice(without_comment(next).trim_ascii());
            }
            if !whole.is_empty() {
                return Some((number, whole));
            }
        }
    })
}

/// The part before a `#` that no backslash precedes.
fn without_comment(line: &[u8]) -> &[u8] {
    let is_comment = |&at: &usize| line[at] == b'#' && (at == 0 || line[at - 1] != b'\\');
    let end = (0..line.len()).find(is_comment);
    &line[..end.unwrap_or(line.len())]
}

/// The pairs of a line: `Key=value`, `Key = value`, `Key="several words"`. Words without a value are passed over.
struct Pairs<'a>(pub &'a [u8]);

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = self.0.trim_ascii_start();
            let is_key = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_' || *it == b'.';
            let (key, rest) = split_while(text, is_key);
            if text.is_empty() {
                return None;
            }
            let rest = rest.trim_ascii_start();
            // `Key+=value` adds to a value; only lists of options have it.
            let rest = match rest {
                [b'-' | b'+' | b'*' | b'/', after @ ..] if after.first() == Some(&b'=') => after,
                rest => rest,
            };
            let Some(value) = rest.strip_prefix(b"=").filter(|_| !key.is_empty()) else {
                self.0 = split_while(text, |it| !it.is_ascii_whitespace()).1;
                continue;
            };
            let value = value.trim_ascii_start();
            let (value, rest) = match value.strip_prefix(b"\"") {
                Some(quoted) => split_while(quoted, |it| *it != b'"'),
                None => split_while(value, |it| !it.is_ascii_whitespace()),
            };
            self.0 = rest.strip_prefix(b"\"").unwrap_or(rest);
            return Some((key, value));
        }
    }
}

/// The bytes at the beginning that are so, and the others.
fn split_while(text: &[u8], is_so: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let end = text.iter().position(|it| !is_so(it));
    text.split_at(end.unwrap_or(text.len()))
}

/// The values of a line, over those of the lines `NodeName=DEFAULT` before it.
#[derive(Clone, Default)]
struct NodeLine {
    hardware: Hardware,
    pub is_out: bool,
    /// Its weight, where it has one other than the usual.
    pub weight: Option<Rc<str>>,
}

impl NodeLine {
    /// Takes the values of a line.
    ///
    /// # Errors
    ///
    /// If one is no number, in words.
    pub fn take(&mut self, content: &[u8]) -> Result<(), String> {
        for (key, value) in Pairs(content) {
            let name = String::from_utf8_lossy(key).to_ascii_lowercase();
            let wrong = || {
                let (key, value) = (brief(key), brief(value));
                format!("{key} is no number but \"{value}\"")
            };
            let number = || whole(value).map(Some).ok_or_else(wrong);
            let size = || memory(value).map(Some).ok_or_else(wrong);
            let hardware = &mut self.hardware;
            match name.as_str() {
                "cpus" | "procs" => hardware.cpus = number()?,
                "boards" => hardware.boards = number()?,
                "sockets" | "socketsperboard" => hardware.sockets = number()?,
                "corespersocket" => hardware.cores = number()?,
                "threadspercore" => hardware.threads = number()?,
                "realmemory" => hardware.memory = size()?,
                "memspeclimit" => hardware.reserved_memory = size()?,
                "corespeccount" => hardware.reserved_cores = number()?,
                "cpuspeclist" => hardware.reserved_cpus = Some(Rc::from(value)),
                "gres" => hardware.gres = Rc::new(read_gres(value)),
                "feature" | "features" => hardware.features = Rc::new(names_of(value)),
                "state" => self.is_out = is_out_of_service(value),
                "weight" => self.weight = (value != b"1").then(|| brief(value).into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// How long it takes to take the values that are read anew for each line.
    pub fn work(&self) -> u64 {
        let list = self.hardware.reserved_cpus.as_ref();
        1 + list.map_or(0, |it| it.len() as u64 / 16)
    }

    /// The hardware of each node, and a remark on a number of cores that is guessed.
    pub fn hardware(&self) -> (Hardware, Option<&'static str>) {
        let mut hardware = Hardware { is_by_core: true, ..self.hardware.clone() };
        if hardware.cpus.is_some() {
            return (hardware, None);
        }
        let by_parts = hardware.cpus_by_parts();
        hardware.cpus = Some(by_parts.unwrap_or(1));
        let words = "no CPUs, Sockets, CoresPerSocket or ThreadsPerCore: one core, as Slurm takes it";
        (hardware, by_parts.is_none().then_some(words))
    }
}

/// The partitions and sets of nodes of a file.
#[derive(Default)]
struct Partitions {
    all: Vec<Partition>,
    /// The list of `PartitionName=DEFAULT`.
    default: Vec<u8>,
    sets: HashMap<Vec<u8>, Set>,
}

struct Partition {
    line: u64,
    name: String,
    list: Vec<u8>,
}

/// A set: the nodes of a list and those with a feature.
#[derive(Default)]
struct Set {
    list: Vec<u8>,
    feature: Option<String>,
    /// The places of its nodes, once they are known.
    places: Option<Vec<usize>>,
}

/// Settings by which jobs start earlier or later, on other nodes, or with more or less of a node than they ask for, a
/// line each, with the values that change nothing.
const PARTITIONS_NOT_READ: &str = "
    OverSubscribe NO YES
    Shared NO YES
    Exclusive NO
    ExclusiveUser NO
    ExclusiveTopo NO
    MaxCPUsPerNode UNLIMITED
    MaxCPUsPerSocket UNLIMITED
    MaxMemPerNode UNLIMITED 0
    MaxMemPerCPU UNLIMITED 0
    LLN NO
    MaxTime UNLIMITED INFINITE -1
    DefaultTime NONE
    MinNodes 0 1
    MaxNodes UNLIMITED
    PriorityTier 1
    PriorityJobFactor 1
    PreemptMode OFF
    GraceTime 0
    OverTimeLimit 0
    State UP
    QOS N/A
    AllowQos ALL
    AllowAccounts ALL
    AllowGroups ALL
    DenyQos
    DenyAccounts
    DefMemPerNode UNLIMITED 0
    DefMemPerCPU UNLIMITED 0
    DefMemPerGPU UNLIMITED 0
    DefCpuPerGPU UNLIMITED 0
";

impl Partitions {
    /// Adds a line of a set.
    pub fn add_set(&mut self, name: &[u8], content: &[u8]) {
        let set = self.sets.entry(name.to_vec()).or_default();
        for (key, value) in Pairs(content) {
            if is(key, b"Nodes") {
                set.list = value.to_vec();
            } else if is(key, b"Feature") {
                set.feature = Some(String::from_utf8_lossy(value).into_owned());
            }
        }
    }

    /// Adds a line of a partition.
    pub fn add(&mut self, line: u64, name: &[u8], content: &[u8], table: &mut Table) {
        let mut list = None;
        for (key, value) in Pairs(content) {
            if is(key, b"Nodes") {
                list = Some(value.to_vec());
            }
            if has_effect(PARTITIONS_NOT_READ, key, value) {
                let (name, key, value) = (brief(name), brief(key), brief(value));
                let words = format!("partition {name}: {key}={value} is not read");
                table.remarks.add(line, words);
            }
        }
        if is(name, b"DEFAULT") {
            self.default = list.unwrap_or_else(|| std::mem::take(&mut self.default));
            return;
        }
        self.all.push(Partition {
            line,
            name: String::from_utf8_lossy(name).into_owned(),
            list: list.unwrap_or_else(|| self.default.clone()),
        });
    }

    /// Puts the nodes into their partitions.
    ///
    /// # Errors
    ///
    /// If a list names no nodes, or if the lists name nodes too often.
    pub fn join(&mut self, table: &mut Table) -> Result<(), NodesError> {
        for Partition { line, name, list } in std::mem::take(&mut self.all) {
            for place in self.places(line, &list, &format!("partition {name}"), table)? {
                table.join(place, &name);
            }
        }
        Ok(())
    }

    /// The nodes of a list in its order.
    fn places(&mut self, line: u64, list: &[u8], of: &str, table: &mut Table) -> Result<Vec<usize>, NodesError> {
        table.charge(line, 1 + list.len() as u64 / 16)?;
        let mut places = Vec::new();
        // An empty list is a partition without nodes.
        let items = split_outside_brackets(list).unwrap_or_else(|| vec![list]);
        let items = items.into_iter().map(<[u8]>::trim_ascii);
        for item in items.filter(|it| !it.is_empty() && *it != b"(null)") {
            let feature = item.strip_prefix(b"feature{");
            if is(item, b"ALL") {
                table.charge(line, table.len() as u64)?;
                places.extend(0..table.len());
            } else if self.sets.contains_key(item) {
                places.extend_from_slice(self.places_of_set(line, item, table)?);
            } else if let Some(feature) = feature.and_then(|it| it.strip_suffix(b"}")) {
                places.extend(with_feature(line, &String::from_utf8_lossy(feature), table)?);
            } else {
                let names = table.names(line, item)?;
                let is_there = |it: &NodeSpan| table.place(it).is_some();
                let (known, unknown): (Vec<_>, Vec<_>) = names.into_iter().partition(is_there);
                places.extend(table.places(&known));
                if !unknown.is_empty() {
                    let of = brief(of.as_bytes());
                    let words = format!("{of} names it, but no NodeName line does; left out");
                    table.remarks.add_of(line, &unknown, words);
                }
            }
        }
        Ok(places)
    }

    /// The nodes of a set, found at its first use.
    fn places_of_set(&mut self, line: u64, name: &[u8], table: &mut Table) -> Result<&[usize], NodesError> {
        let mut set = self.sets.remove(name).unwrap_or_default();
        if set.places.is_none() {
            // A set does not name other sets; itself is out of the table meanwhile.
            let of = format!("node set {}", brief(name));
            let sets = std::mem::take(&mut self.sets);
            let listed = self.places(line, &set.list, &of, table);
            self.sets = sets;
            let mut places = listed?;
            if let Some(feature) = &set.feature {
                places.extend(with_feature(line, feature, table)?);
            }
            set.places = Some(places);
        }
        let set = self.sets.entry(name.to_vec()).insert_entry(set).into_mut();
        let places = set.places.as_deref().unwrap_or_default();
        table.charge(line, places.len() as u64)?;
        Ok(places)
    }
}

/// The nodes with a feature.
fn with_feature(line: u64, feature: &str, table: &mut Table) -> Result<Vec<usize>, NodesError> {
    let (places, work) = table.with_feature(feature);
    table.charge(line, work)?;
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_comments_left_out() {
        let text = b"# all\nA=1 \\\n  B=2 # two \\\n\nC=\\#3\nD=4 \\";
        let found: Vec<(u64, String)> =
            conf_lines(text).map(|(line, it)| (line, String::from_utf8_lossy(&it).into_owned())).collect();
        let expected = [(2, "A=1  B=2"), (5, "C=\\#3"), (6, "D=4 ")];
        assert_eq!(found, expected.map(|(line, it)| (line, it.to_owned())));
    }

    #[test]
    fn many_lines_are_joined_in_time_that_grows_with_them() {
        let text = b"NodeName=a \\\n".repeat(1_000_000);
        let found: Vec<usize> = conf_lines(&text).map(|(_, it)| it.len()).collect();
        assert_eq!(found, [12_000_000 - 1]);
    }

    #[test]
    fn pairs_of_a_line() {
        let text = br#"Node-X NodeName = n1 Gres="" Reason="not yet" word Feature+=a=b,c"#;
        let found: Vec<(&[u8], &[u8])> = Pairs(text).collect();
        let expected: [(&[u8], &[u8]); 4] =
            [(b"NodeName", b"n1"), (b"Gres", b""), (b"Reason", b"not yet"), (b"Feature", b"a=b,c")];
        assert_eq!(found, expected);
    }
}
