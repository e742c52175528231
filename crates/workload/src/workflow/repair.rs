//! Assumptions on workflows whose files do not state them.

use super::Workflow;

/// An assumption on a workflow that its file does not state.
///
/// The model has "a single entry node and a single exit node" (Zhao and Sakellariou 2007, Sect. 2). Where a
/// workflow has several, a task without cost before or after them is assumed. It would take no time on any
/// machine and asks for no reservation, so that none is made: it must not have a share of the spare time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// A task without cost before the first ones, whose number this is.
    Entry(usize),
    /// A task without cost after the last ones, whose number this is.
    Exit(usize),
    /// This many files that tasks hand on have no size: they count as empty.
    NoSize(usize),
    /// Costs are floating point operations, of which a machine of speed 1 does 10⁹ in a second.
    Operations,
    /// The file names machines, but not the time of a unit of data between them: that is 1 s.
    OneSecond,
    /// Of this many tasks the run time is not known: each takes [`super::Task::UNKNOWN_COST`].
    NoRunTime(usize),
    /// This many tasks ran on several cores: each runs on one machine, whatever its cores.
    Cores(usize),
    /// The sizes of tasks are floating point operations, as SimGrid writes them.
    Sizes,
    /// SimGrid's first and last task, `root` and `end`, which the file need not declare: how many cost nothing.
    Undeclared(usize),
    /// This many edges have the size −1, which means that no data are sent.
    NothingSent(usize),
    /// This many lines stand before the graph, and are none of it.
    Before(usize),
}

impl Repair {
    /// In words.
    pub fn words(self) -> String {
        match self {
            Self::Entry(count) => format!(
                "{count} tasks have no predecessor: a zero-cost entry task without a reservation was added before them"
            ),
            Self::Exit(count) => format!(
                "{count} tasks have no successor: a zero-cost exit task without a reservation was added after them"
            ),
            Self::NoSize(1) => "a file that is handed on has no size: it counts as empty".to_owned(),
            Self::NoSize(count) => format!(
                "{count} files that are handed on have no size: they count as empty"
            ),
            Self::Operations => "tasks have alpha, as daggen writes it: their costs count as floating point operations, of which a machine of speed 1 does 10⁹ in a second unless workload.flops_per_second is another number".to_owned(),
            Self::Sizes => "the sizes of tasks count as floating point operations, as SimGrid writes them, of which a machine of speed 1 does 10⁹ in a second unless workload.flops_per_second is another number".to_owned(),
            Self::Undeclared(1) => "root or end, SimGrid's first and last task, is not declared: it costs 0".to_owned(),
            Self::Undeclared(_) => "root and end, SimGrid's first and last task, are not declared: they cost 0".to_owned(),
            Self::NoRunTime(1) => "the run time of a task is not in the file: it counts as 1 s".to_owned(),
            Self::NoRunTime(count) => format!(
                "the run times of {count} tasks are not in the file: each counts as 1 s"
            ),
            Self::Cores(1) => "a task ran on several cores: it runs on one machine, whatever cores that has".to_owned(),
            Self::Cores(count) => format!(
                "{count} tasks ran on several cores: each runs on one machine, whatever cores that has"
            ),
            Self::OneSecond => {
                "the time of a unit of data from one machine to another is not given: it counts as 1 s".to_owned()
            }
            Self::Before(1) => "a line before digraph is passed over".to_owned(),
            Self::Before(count) => format!("{count} lines before digraph are passed over"),
            Self::NothingSent(1) => "an edge has the size −1: no data are sent over it".to_owned(),
            Self::NothingSent(count) => {
                format!("{count} edges have the size −1: no data are sent over them")
            }
        }
    }

    /// The assumptions for a workflow beyond its file, whatever its format: one first and one last task.
    /// Linear in its size.
    pub fn of(workflow: &Workflow) -> Vec<Self> {
        let count = workflow.tasks.len();
        let mut has_predecessor = vec![false; count];
        let mut has_successor = vec![false; count];
        for edge in &workflow.edges {
            has_successor[edge.from] = true;
            has_predecessor[edge.to] = true;
        }
        let without = |has: &[bool]| has.iter().filter(|it| !**it).count();
        let (first, last) = (without(&has_predecessor), without(&has_successor));
        let entry = (first > 1).then_some(Self::Entry(first));
        let exit = (last > 1).then_some(Self::Exit(last));
        entry.into_iter().chain(exit).collect()
    }
}
