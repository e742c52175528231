//! The nodes: which agents keep them, which clusters they belong to, and which users may reserve
//! them.

use super::Broker;
use super::request::LARGE;
use super::request::Request;
use crate::availability::node_load::NodeLoad;
use crate::engine::Groups;
use crate::policy::broker::NodeTable;
use base::ordering::sort_by_key;
use workload::task_batch::{Node, TaskBatch};

/// A node beside its table.
#[derive(Clone, Debug, Default)]
struct NodeAttributes {
    /// The cluster that it belongs to, by number.
    cluster: Option<u32>,
    /// The users that may reserve it, by number; `None` for all users.
    access: Option<Vec<i64>>,
}

/// All nodes, in the order of the agents.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    /// How many each agent keeps.
    pub agents: Vec<u32>,
    /// The name of each; empty if they have no names.
    pub names: Vec<String>,
    /// The cluster and the farm of each, by name; empty for none.
    pub named: Vec<[String; 2]>,
    /// The table of each.
    pub tables: Vec<NodeTable>,
    attributes: Vec<NodeAttributes>,
    /// The fewest tasks of a batch that is tried on a copy; smaller ones are tried on the tables themselves, which
    /// are restored afterwards: the result is the same.
    pub large: usize,
}

impl Nodes {
    /// The providers of a platform.
    pub fn of_platform(platform: &[u32], settings: &Broker) -> Self {
        let access = |users: &[String]| users.iter().filter_map(|it| it.parse().ok()).collect();
        Self::new(platform, &[], settings, access)
    }

    /// The nodes that a batch names, those of one agent together; or as many as there are providers, in the
    /// clusters that the settings name.
    pub fn of_batch(batch: &TaskBatch, platform: &[u32], settings: &Broker) -> Self {
        let number = |name: &String| batch.users.iter().position(|it| it == name);
        let access = |users: &[String]| users.iter().filter_map(number).map(|it| it as i64).collect();
        let mut nodes = Self::new(platform, &batch.clusters, settings, access);
        if batch.nodes.is_empty() {
            return nodes;
        }
        let mut order: Vec<&Node> = batch.nodes.iter().collect();
        let grouped = settings.agents.is_none() && order.iter().any(|it| it.agent.is_some());
        if grouped {
            let agent = |it: &&Node| it.agent.unwrap_or(u32::MAX);
            sort_by_key(&mut order, agent);
            let groups = order.chunk_by(|a, b| agent(a) == agent(b));
            nodes.agents = groups.map(|it| it.len() as u32).collect();
        }
        let named = nodes.named.iter_mut();
        for ((place, named), node) in nodes.attributes.iter_mut().zip(named).zip(&order) {
            if let Some(cluster) = node.cluster {
                place.cluster = Some(cluster);
                *named = [batch.clusters[cluster as usize].clone(), String::new()];
            }
            if !node.farm.is_empty() {
                named[1].clone_from(&node.farm);
            }
            let listed = node.access.as_ref().map(|it| it.iter().map(|&user| i64::from(user)).collect());
            place.access = listed.or(place.access.take());
        }
        nodes.names = order.iter().map(|it| it.name.clone()).collect();
        nodes
    }

    /// The clusters and farms of the nodes; empty lists if no node belongs to one.
    pub fn groups(&self) -> Groups {
        Groups { clusters: self.named(0), farms: self.named(1) }
    }

    /// Nodes with these numbers of points; clusters are numbered by the positions of their names in `clusters`.
    fn new(platform: &[u32], clusters: &[String], settings: &Broker, access: impl Fn(&[String]) -> Vec<i64>) -> Self {
        let mut attributes = vec![NodeAttributes::default(); platform.len()];
        let mut named = vec![[const { String::new() }; 2]; platform.len()];
        let mut rest = attributes.iter_mut().zip(&mut named);
        for cluster in &settings.clusters {
            let number = clusters.iter().position(|it| *it == cluster.name);
            for (place, named) in rest.by_ref().take(cluster.nodes as usize) {
                place.cluster = number.map(|it| it as u32);
                *named = [cluster.name.clone(), cluster.farm.clone()];
            }
        }
        for it in &settings.access {
            if let Some(place) = attributes.get_mut(it.node as usize) {
                place.access = Some(access(&it.users));
            }
        }
        let table = |&capacity: &u32| NodeTable {
            capacity,
            most_load: settings.most_load(capacity),
            most_tasks: settings.max_tasks.unwrap_or(u32::MAX),
            load: NodeLoad::default(),
        };
        Self {
            agents: settings.agents_of(platform.len()),
            names: Vec::new(),
            named,
            tables: platform.iter().map(table).collect(),
            attributes,
            large: LARGE,
        }
    }

    /// The names of their clusters, or farms, if any has one.
    fn named(&self, at: usize) -> Vec<String> {
        if self.named.iter().any(|it| !it[at].is_empty()) {
            self.named.iter().map(|it| it[at].clone()).collect()
        } else {
            Vec::new()
        }
    }

    /// Which nodes an agent keeps.
    pub fn of_agent(&self, agent: usize) -> std::ops::Range<usize> {
        let first: u32 = self.agents[..agent].iter().sum();
        first as usize..(first + self.agents[agent]) as usize
    }

    /// The nodes among some on which a task may be reserved, with their tables.
    pub fn open_to<'a>(
        &'a self,
        nodes: std::ops::Range<usize>,
        request: &'a Request,
    ) -> impl Iterator<Item = (usize, &'a NodeTable)> {
        self.tables[nodes.clone()]
            .iter()
            .zip(nodes)
            .filter(|(_, node)| self.attributes[*node].is_open_to(request))
            .map(|(table, node)| (node, table))
    }

    /// Whether a task may be reserved on a node, room or not.
    pub fn is_open(&self, node: usize, request: &Request) -> bool {
        self.attributes[node].is_open_to(request)
    }

    /// Reserves a node for a task.
    pub fn add(&mut self, node: usize, request: &Request) {
        let wanted = &request.wanted;
        self.tables[node].load.add(wanted.start, wanted.end, wanted.load);
    }

    /// Takes that back.
    pub fn remove(&mut self, node: usize, request: &Request) {
        let wanted = &request.wanted;
        self.tables[node].load.remove(wanted.start, wanted.end, wanted.load);
    }
}

impl NodeAttributes {
    fn is_open_to(&self, request: &Request) -> bool {
        let in_cluster = request.cluster.is_none() || request.cluster == self.cluster;
        let listed = self.access.as_ref();
        in_cluster && listed.is_none_or(|users| users.contains(&request.user))
    }
}
