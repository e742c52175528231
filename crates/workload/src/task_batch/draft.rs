//! The draft that the readers fill: the good tasks and nodes, and the complaints about the others.

use std::collections::{HashMap, HashSet};

use base::ordering::sort_by_key;

use super::item::{RawNode, RawTask};
use super::{FileKind, MAX_NODES, MAX_TASKS, TaskBatch};
use crate::draft::Complaints;

/// Names, each with its place in the order of appearance.
#[derive(Default)]
pub(super) struct Places {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl Places {
    /// The place of a name, at the end if it is new.
    pub fn place(&mut self, name: &str) -> u32 {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }
}

/// The names of clusters and users.
#[derive(Default)]
pub(super) struct Names {
    pub clusters: Places,
    pub users: Places,
}

/// A batch while it is read. A place in the text is a number that grows through it: a line of a CSV, a byte of
/// XML.
pub(super) struct Draft {
    kind: FileKind,
    pub names: Names,
    batch: TaskBatch,
    /// Where each task stands.
    task_places: Vec<u64>,
    /// Where each node stands, and its `Id`.
    node_places: Vec<(u64, Option<String>)>,
    complaints: Complaints,
    ended: Ended,
}

/// How much of a draft comes from files that have been read to their ends.
#[derive(Clone, Copy, Default)]
struct Ended {
    tasks: usize,
    nodes: usize,
    complaints: usize,
    files: u32,
    agents: u32,
}

impl Draft {
    pub fn new(kind: FileKind, most_complaints: usize) -> Self {
        Self {
            kind,
            names: Names::default(),
            batch: TaskBatch::default(),
            task_places: Vec::new(),
            node_places: Vec::new(),
            complaints: Complaints::new(most_complaints),
            ended: Ended::default(),
        }
    }

    /// Turns the places of the present file's tasks and nodes from bytes into lines, counted after `lines_above` others.
    pub fn put_into_lines(&mut self, text: &str, lines_above: u64) {
        let ends = text.bytes().enumerate().filter(|it| it.1 == b'\n');
        let ends: Vec<u64> = ends.map(|it| it.0 as u64).collect();
        let line = |byte: u64| lines_above + 1 + ends.partition_point(|&end| end < byte) as u64;
        let Ended { tasks, nodes, complaints, .. } = self.ended;
        let tasks = self.task_places[tasks..].iter_mut();
        let nodes = self.node_places[nodes..].iter_mut().map(|it| &mut it.0);
        let complaints = self.complaints.kept[complaints..].iter_mut();
        let complaints = complaints.map(|it| &mut it.line);
        for place in tasks.chain(nodes).chain(complaints) {
            *place = line(*place);
        }
    }

    /// The present file is at its end. Where there are several, its agents follow those of the others, its nodes
    /// without an agent are kept by one more, and an `Id` is distinguished from the same one of another file.
    pub fn end_file(&mut self, several: bool) {
        let nodes = &mut self.batch.nodes[self.ended.nodes..];
        let own = nodes.iter().filter_map(|it| it.agent).max();
        let own = own.map_or(0, |it| it + 1);
        if several {
            for node in nodes {
                node.agent = Some(self.ended.agents + node.agent.unwrap_or(own));
            }
            for (_, id) in &mut self.node_places[self.ended.nodes..] {
                *id = id.take().map(|it| format!("{it} of file {}", self.ended.files + 1));
            }
        }
        self.ended = Ended {
            tasks: self.batch.tasks.len(),
            nodes: self.batch.nodes.len(),
            complaints: self.complaints.kept.len(),
            files: self.ended.files + 1,
            agents: self.ended.agents + own + 1,
        };
    }

    /// Adds the complaint that the item at a place was left out, and why.
    pub fn leave_out(&mut self, place: u64, why: String) {
        self.complaints.leave_out(place, why);
    }

    /// Takes a task that was read, if it has no problem.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub fn add_task(&mut self, place: u64, task: RawTask) -> Result<(), String> {
        match task.finish(self.kind) {
            Err(why) => self.leave_out(place, why),
            Ok(_) if self.batch.tasks.len() == MAX_TASKS => {
                return Err(format!("there are more than {MAX_TASKS} tasks"));
            }
            Ok(task) => {
                self.batch.tasks.push(task);
                self.task_places.push(place);
            }
        }
        Ok(())
    }

    /// Takes a node that was read, if it has no problem, with the agent that it belongs to.
    ///
    /// # Errors
    ///
    /// As [`Draft::add_task`].
    pub fn add_node(&mut self, place: u64, mut node: RawNode, agent: Option<u32>) -> Result<(), String> {
        self.complaints.amend(place, std::mem::take(&mut node.amended));
        match node.finish(agent) {
            Err(why) => self.leave_out(place, why),
            Ok(_) if self.batch.nodes.len() == MAX_NODES => {
                return Err(format!("there are more than {MAX_NODES} nodes"));
            }
            Ok((node, id)) => {
                self.batch.nodes.push(node);
                self.node_places.push((place, id));
            }
        }
        Ok(())
    }

    /// The batch, and the complaints about the rest, in the order of the text. Nodes of one name or `Id`,
    /// tasks of one name, and tasks confined to a cluster that no node belongs to, if there are nodes, are
    /// left out: the first one counts. O(n) for n tasks and nodes.
    pub fn finish(mut self) -> (TaskBatch, Complaints) {
        self.batch.clusters = std::mem::take(&mut self.names.clusters.names);
        self.batch.users = std::mem::take(&mut self.names.users.names);
        self.check_nodes();
        self.check_tasks();
        self.batch.tidy();
        sort_by_key(&mut self.complaints.kept, |it| it.line);
        (self.batch, self.complaints)
    }

    fn check_nodes(&mut self) {
        let nodes = std::mem::take(&mut self.batch.nodes);
        let (mut names, mut ids) = (HashSet::new(), HashSet::new());
        for (node, (place, id)) in nodes.into_iter().zip(std::mem::take(&mut self.node_places)) {
            if names.contains(&node.name) {
                let name = &node.name;
                let why = format!("node {name} is there a second time; the first one counts");
                self.leave_out(place, why);
            } else if let Some(id) = id.filter(|it| !ids.insert(it.clone())) {
                let name = &node.name;
                let why = format!("node {name}: an earlier one has the same Id {id}");
                self.leave_out(place, why);
            } else {
                names.insert(node.name.clone());
                self.batch.nodes.push(node);
            }
        }
    }

    fn check_tasks(&mut self) {
        let tasks = std::mem::take(&mut self.batch.tasks);
        let mut has_node = vec![self.batch.nodes.is_empty(); self.batch.clusters.len()];
        for cluster in self.batch.nodes.iter().filter_map(|it| it.cluster) {
            has_node[cluster as usize] = true;
        }
        let mut names = HashSet::with_capacity(tasks.len());
        let mut problems = Vec::new();
        for (at, task) in tasks.iter().enumerate() {
            let name = task.name.as_str();
            let nowhere = task.cluster.filter(|it| !has_node[*it as usize]);
            if let Some(cluster) = nowhere {
                let cluster = &self.batch.clusters[cluster as usize];
                problems.push((at, format!("task {name}: no node is in cluster {cluster}")));
            } else if !names.insert(name) {
                let why = format!("task {name} is there a second time; the first one counts");
                problems.push((at, why));
            }
        }
        let mut left_out = problems.iter().map(|it| it.0).peekable();
        let mut stays = |at: &usize| left_out.next_if_eq(at).is_none();
        let good: Vec<bool> = (0..tasks.len()).map(|at| stays(&at)).collect();
        let kept = tasks.into_iter().zip(good).filter(|it| it.1);
        self.batch.tasks = kept.map(|it| it.0).collect();
        for (at, why) in problems {
            self.leave_out(self.task_places[at], why);
        }
    }
}

/// Numbers given anew in the order in which they are asked for.
struct Renumbered {
    new: Vec<Option<u32>>,
    order: Vec<u32>,
}

impl Renumbered {
    fn new(count: usize) -> Self {
        Self { new: vec![None; count], order: Vec::new() }
    }

    fn change(&mut self, number: &mut u32) {
        let new = &mut self.new[*number as usize];
        *number = *new.get_or_insert_with(|| {
            self.order.push(*number);
            self.order.len() as u32 - 1
        });
    }

    fn names(self, mut old: Vec<String>) -> Vec<String> {
        let take = |it: u32| std::mem::take(&mut old[it as usize]);
        self.order.into_iter().map(take).collect()
    }
}

impl TaskBatch {
    /// Drops the names of clusters and users that no node and no task has, and agents without nodes; the others
    /// stand in the order in which first the nodes and then the tasks name them. Linear.
    pub fn tidy(&mut self) {
        let mut clusters = Renumbered::new(self.clusters.len());
        let mut users = Renumbered::new(self.users.len());
        let agents = self.nodes.iter().filter_map(|it| it.agent).max();
        let mut agents = Renumbered::new(agents.map_or(0, |it| it as usize + 1));
        for node in &mut self.nodes {
            node.cluster.iter_mut().for_each(|it| clusters.change(it));
            node.agent.iter_mut().for_each(|it| agents.change(it));
            node.access.iter_mut().flatten().for_each(|it| users.change(it));
        }
        for task in &mut self.tasks {
            task.cluster.iter_mut().for_each(|it| clusters.change(it));
            task.user.iter_mut().for_each(|it| users.change(it));
        }
        self.clusters = clusters.names(std::mem::take(&mut self.clusters));
        self.users = users.names(std::mem::take(&mut self.users));
    }
}
