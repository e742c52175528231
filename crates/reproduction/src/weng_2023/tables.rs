//! The two tables of the trace: its nodes and its tasks.

use std::collections::BTreeMap;
use std::fmt;

use super::arrivals::arrivals;
use scheduling::policy::placement::{Cluster, Gpus, Mix, Node, Placement, Request, fragmentation};
use workload::csv::fields;

/// The nodes and tasks of a trace. GPU types are numbered in the order of their first appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The nodes, in the order of their names, in which equal ones are taken.
    pub nodes: Vec<Node>,
    /// The tasks, in the order of the table: all of them, of whatever phase.
    pub tasks: Vec<Request>,
}

/// Which of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOf {
    /// The nodes: `sn,cpu_milli,memory_mib,gpu,model`.
    Nodes,
    /// The tasks: `name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec`, and further columns, which are not used.
    Tasks,
}

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// Which table.
    pub table: TableOf,
    /// The line, from 1.
    pub line: usize,
    /// The column, if it is one's fault.
    pub column: Option<&'static str>,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for TableError {}

/// The most that a column may hold: products of it stay exact.
const MOST: u64 = 1_000_000_000;
/// The most GPUs of a node, and of a task.
const MOST_GPUS: u64 = 1_000;
/// The most rows of a table.
const MOST_ROWS: usize = 1_000_000;

impl Trace {
    /// Reads both tables, unpacked. Columns are found by their names in the first line, in any order.
    ///
    /// # Errors
    ///
    /// The first line with a fault, by line and column; or if a table has no row, or no task asks for a GPU.
    pub fn read(nodes: &[u8], tasks: &[u8]) -> Result<Self, TableError> {
        let mut types: BTreeMap<String, u32> = BTreeMap::new();
        let mut named = Vec::new();
        rows(TableOf::Nodes, nodes, &NODES, |row| {
            let name = row.text(0).to_owned();
            named.push((name, node(row, &mut types)?));
            Ok(())
        })?;
        named.sort_by(|a, b| a.0.cmp(&b.0));
        let mut requests = Vec::new();
        rows(TableOf::Tasks, tasks, &TASKS, |row| {
            requests.push(task(row, &mut types)?);
            Ok(())
        })?;
        let nothing = |table, problem: &str| TableError { table, line: 1, column: None, problem: problem.to_owned() };
        if named.iter().all(|(_, node)| node.gpus == 0) {
            return Err(nothing(TableOf::Nodes, "no node has a GPU"));
        }
        if requests.iter().all(|it: &Request| it.gpus == Gpus::None) {
            return Err(nothing(TableOf::Tasks, "no task asks for a GPU"));
        }
        Ok(Self { nodes: named.into_iter().map(|(_, node)| node).collect(), tasks: requests })
    }

    /// The GPUs of all nodes, in thousandths.
    pub fn gpus(&self) -> u64 {
        self.nodes.iter().map(|it| u64::from(it.gpus)).sum::<u64>() * 1_000
    }
}

const NODES: [&str; 5] = ["sn", "cpu_milli", "memory_mib", "gpu", "model"];
const TASKS: [&str; 6] = ["name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec"];

fn node(row: &Row, types: &mut BTreeMap<String, u32>) -> Result<Node, TableError> {
    let gpus = row.number(3, MOST_GPUS)? as u32;
    let model = row.text(4);
    Ok(Node {
        cores: row.number(1, MOST)?,
        memory: row.number(2, MOST)?,
        gpus,
        gpu_type: (gpus > 0 && !model.is_empty()).then(|| number_of(model, types)),
    })
}

fn task(row: &Row, types: &mut BTreeMap<String, u32>) -> Result<Request, TableError> {
    let count = row.number(3, MOST_GPUS)? as u32;
    let of_each = row.number(4, 1_000)? as u32;
    let gpus = Gpus::of(count, of_each).ok_or_else(|| {
        let problem = match count {
            1 => "a task with a GPU asks for 1 to 1000 thousandths of it".to_owned(),
            _ => {
                format!("a task with {count} GPUs asks for 1000 thousandths of each, not {of_each}")
            }
        };
        row.fault(4, problem)
    })?;
    let mut allowed: Vec<u32> =
        row.text(5).split('|').filter(|name| !name.is_empty()).map(|name| number_of(name, types)).collect();
    allowed.sort_unstable();
    allowed.dedup();
    Ok(Request { cores: row.number(1, MOST)?, memory: row.number(2, MOST)?, gpus, types: allowed })
}

fn number_of(name: &str, types: &mut BTreeMap<String, u32>) -> u32 {
    let next = types.len() as u32;
    *types.entry(name.to_owned()).or_insert(next)
}

/// A row of a table, its fields in the order of the columns asked for.
struct Row<'a> {
    table: TableOf,
    line: usize,
    columns: &'a [&'static str],
    fields: Vec<String>,
}

impl Row<'_> {
    fn text(&self, column: usize) -> &str {
        &self.fields[column]
    }

    fn fault(&self, column: usize, problem: String) -> TableError {
        TableError { table: self.table, line: self.line, column: Some(self.columns[column]), problem }
    }

    /// A whole number up to `most`.
    fn number(&self, column: usize, most: u64) -> Result<u64, TableError> {
        let text = self.text(column);
        let number: u64 = text.parse().map_err(|_| {
            let shown: String = text.chars().take(40).collect();
            self.fault(column, format!("\"{shown}\" is no whole number"))
        })?;
        if number <= most { Ok(number) } else { Err(self.fault(column, format!("{number} is above {most}"))) }
    }
}

/// Calls `each` with every row under the line that names the columns.
fn rows(
    table: TableOf,
    text: &[u8],
    columns: &[&'static str],
    mut each: impl FnMut(&Row) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let fail = |line, column, problem: &str| TableError { table, line, column, problem: problem.to_owned() };
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
    let (first, head) = lines.next().ok_or_else(|| fail(1, None, "the table is empty"))?;
    let head = words(head);
    let mut places = Vec::new();
    for &column in columns {
        let place = head.iter().position(|name| name == column);
        places.push(place.ok_or_else(|| fail(first, Some(column), "the table has no such column"))?);
    }
    let mut count = 0;
    for (line, content) in lines {
        let fields = words(content);
        if fields.len() != head.len() {
            let problem = format!("{} fields, where the first line has {}", fields.len(), head.len());
            return Err(fail(line, None, &problem));
        }
        count += 1;
        if count > MOST_ROWS {
            return Err(fail(line, None, &format!("there are more than {MOST_ROWS} rows")));
        }
        each(&Row { table, line, columns, fields: places.iter().map(|&place| fields[place].clone()).collect() })?;
    }
    match count {
        0 => Err(fail(first, None, "the table has no row")),
        _ => Ok(()),
    }
}

fn words(line: &[u8]) -> Vec<String> {
    let fields = fields(line);
    let text = |it: &std::borrow::Cow<[u8]>| String::from_utf8_lossy(it).trim().to_owned();
    fields.iter().map(text).collect()
}

/// The last percent of the GPUs that are asked for.
pub const LAST: usize = 130;

/// The target workload: the most frequent kinds of tasks that make up 95 % of the trace, tasks without GPUs among them,
/// as in the published experiments (`generate_config_and_run.py`, `typicalPodsConfig`).
pub fn target(trace: &Trace) -> Mix {
    Mix::typical(&trace.tasks, 95)
}

/// The figures of a run, by the GPUs that have been asked for, in whole percent of the cluster's, from 0 to [`LAST`];
/// rounded as in the published analysis. Every value is in percent of the cluster's GPUs, the mean over the arrivals that
/// round to the percent; where there are none, that of the percent before.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// The GPUs allocated.
    pub allocated: Vec<f64>,
    /// The fragmentation of the cluster at the first such arrival, if it was asked for there.
    pub fragmented: Vec<Option<f64>>,
}

/// Places the arrivals of a seed by a policy. Fragmentation is computed at the percents of `fragmented_at`.
pub fn fill(trace: &Trace, policy: Placement, mix: &Mix, seed: u64, fragmented_at: &[usize]) -> Filling {
    let gpus = trace.gpus();
    let mut cluster = Cluster::new(&trace.nodes, policy, mix.clone(), seed);
    let (mut arrived, mut allocated) = (0, 0);
    let mut sums = vec![(0.0, 0_u32); LAST + 1];
    let mut fragmented = vec![None; LAST + 1];
    for task in arrivals(&trace.tasks, gpus, seed) {
        let request = &trace.tasks[task];
        arrived += request.gpus.total();
        if cluster.place(request).is_some() {
            allocated += request.gpus.total();
        }
        let percent = ((200 * arrived + gpus) / (2 * gpus)) as usize;
        let Some((sum, count)) = sums.get_mut(percent) else {
            continue;
        };
        *sum += 100.0 * allocated as f64 / gpus as f64;
        *count += 1;
        if *count == 1 && fragmented_at.contains(&percent) {
            let nodes = 0..trace.nodes.len();
            let unusable: f64 = nodes.map(|it| fragmentation(cluster.room(it), mix)).sum();
            fragmented[percent] = Some(100.0 * unusable / gpus as f64);
        }
    }
    let mut last = 0.0;
    let mean = |(sum, count): (f64, u32)| {
        if count > 0 {
            last = sum / f64::from(count);
        }
        last
    };
    Filling { allocated: sums.into_iter().map(mean).collect(), fragmented }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::policy::placement::{Gpus, Node, Request};

    const NODE_ROWS: &str = "sn,cpu_milli,memory_mib,gpu,model\nb,64000,1024,2,P100\na,96000,2048,8,T4\nc,8000,64,0,\n";
    const TASK_HEAD: &str = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n";

    fn tasks(rows: &str) -> Result<Trace, TableError> {
        Trace::read(NODE_ROWS.as_bytes(), format!("{TASK_HEAD}{rows}").as_bytes())
    }

    #[test]
    fn nodes_stand_by_name_and_types_by_number() {
        let trace = tasks("x,500,16,1,470,T4|V100,LS\r\n\r\ny,500,16,0,0,,BE\nz,1,1,8,1000,,LS").unwrap();
        let nodes: Vec<_> = trace.nodes.iter().map(|it| (it.cores, it.gpus, it.gpu_type)).collect();
        assert_eq!(nodes, [(96_000, 8, Some(1)), (64_000, 2, Some(0)), (8_000, 0, None)]);
        let tasks: Vec<_> = trace.tasks.iter().map(|it| (it.gpus, it.types.clone())).collect();
        assert_eq!(tasks, [(Gpus::Share(470), vec![1, 2]), (Gpus::None, vec![]), (Gpus::Whole(8), vec![])]);
        assert_eq!(trace.gpus(), 10_000);
    }

    #[test]
    fn a_fault_is_named_by_line_and_column() {
        let told = |result: Result<Trace, TableError>| result.unwrap_err().to_string();
        for (rows, words) in [
            ("x,500,16,1,470,,LS\ny,many,1,0,0,,LS", "line 3, column cpu_milli: \"many\" is no whole number"),
            ("x,-1,16,1,470,,LS", "line 2, column cpu_milli: \"-1\" is no whole number"),
            ("x,1,16,1,1001,,LS", "line 2, column gpu_milli: 1001 is above 1000"),
            (
                "x,1,16,2,500,,LS",
                "line 2, column gpu_milli: a task with 2 GPUs asks for 1000 thousandths of each, not 500",
            ),
            ("x,1,16,1,0,,LS", "line 2, column gpu_milli: a task with a GPU asks for 1 to 1000 thousandths of it"),
            ("x,1,16", "line 2: 3 fields, where the first line has 7"),
            ("x,1,1,0,0,,LS", "line 1: no task asks for a GPU"),
            ("", "line 1: the table has no row"),
        ] {
            assert_eq!(told(tasks(rows)), words);
        }
        let swapped = Trace::read(TASK_HEAD.as_bytes(), NODE_ROWS.as_bytes());
        let error = swapped.unwrap_err();
        assert_eq!(error.table, TableOf::Nodes);
        assert_eq!(error.to_string(), "line 1, column sn: the table has no such column");
        let error = Trace::read(b"", b"").unwrap_err();
        assert_eq!(error.to_string(), "line 1: the table is empty");
    }

    /// Ten tasks of a GPU and no more on ten GPUs; then one in two finds none.
    #[test]
    fn tasks_are_allocated_up_to_the_last_gpu() {
        let node = Node { cores: 10_000, memory: 10, gpus: 5, gpu_type: None };
        let task = Request { cores: 1_000, memory: 1, gpus: Gpus::Whole(1), types: Vec::new() };
        let trace = Trace { nodes: vec![node.clone(), node], tasks: vec![task] };
        let filling = fill(&trace, Placement::FirstFit, &target(&trace), 1, &[50, 130]);
        let at = |percent: usize| filling.allocated[percent];
        assert_eq!([at(0), at(10), at(50), at(55), at(100), at(130)], [0.0, 10.0, 50.0, 50.0, 100.0, 100.0]);
        assert_eq!(filling.fragmented[50], Some(0.0));
        assert_eq!(filling.fragmented[130], Some(0.0));
        assert_eq!(filling.fragmented[51], None);
    }
}
