//! The tree of managers over the clusters (Hollingsworth and Maneewongvatana 1999, Sects. 2.1, 2.4).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Moment, Share};
use workload::Time;

/// The managers that keep calendars: `"one"`, `"clusters"`, or lists within lists of the numbers of
/// clusters, as `[[0, 1], [2, 3]]` for two managers of two clusters each, and one above them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Managers {
    /// One manager over the nodes of all providers.
    #[default]
    One,
    /// Every provider is a cluster with a manager of its own; one manager stands above them.
    Clusters,
    /// Every provider is a cluster with a manager of its own; those above are given: these are the
    /// members of the highest, beside the clusters that they do not name.
    Tree(Vec<Member>),
}

/// A cluster or a manager beneath a manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Member {
    /// The manager of a cluster, by the number of its provider, counted from 0.
    Cluster(u32),
    /// A manager of several.
    Group(Vec<Member>),
}

#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "managers: it is \"one\", \"clusters\", or lists of the numbers of clusters, as [[0, 1], [2, 3]]"
)]
enum Written {
    Word(Word),
    Tree(Vec<Member>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    One,
    Clusters,
}

impl From<Written> for Managers {
    fn from(written: Written) -> Self {
        match written {
            Written::Word(Word::One) => Self::One,
            Written::Word(Word::Clusters) => Self::Clusters,
            Written::Tree(members) => Self::Tree(members),
        }
    }
}

impl From<Managers> for Written {
    fn from(managers: Managers) -> Self {
        match managers {
            Managers::One => Self::Word(Word::One),
            Managers::Clusters => Self::Word(Word::Clusters),
            Managers::Tree(members) => Self::Tree(members),
        }
    }
}

/// As it is written: `[[0, 1], [2, 3]]`.
impl fmt::Display for Managers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("one"),
            Self::Clusters => f.write_str("clusters"),
            Self::Tree(members) => write_members(members, f),
        }
    }
}

fn write_members(members: &[Member], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        match member {
            Member::Cluster(cluster) => write!(f, "{cluster}")?,
            Member::Group(members) => write_members(members, f)?,
        }
    }
    f.write_str("]")
}

/// The most levels of managers.
const MOST_LEVELS: usize = 8;

impl Managers {
    /// Whether every cluster has a manager of its own.
    pub fn are_several(&self) -> bool {
        *self != Self::One
    }

    /// Checks that no cluster occurs twice in the tree.
    ///
    /// # Errors
    ///
    /// A sentence that says which rule is violated.
    pub(super) fn check(&self, clusters: usize) -> Result<(), String> {
        let Self::Tree(members) = self else {
            return Ok(());
        };
        let mut stand = vec![0; clusters];
        count(members, 1, &mut stand)?;
        match stand.iter().position(|&it| it > 1) {
            Some(cluster) => Err(format!("cluster {cluster} stands in the tree twice")),
            None => Ok(()),
        }
    }

    /// Parses a tree that a person has typed for `clusters` clusters.
    ///
    /// # Errors
    ///
    /// A sentence that says which rule is violated.
    pub fn read(text: &str, clusters: usize) -> Result<Self, String> {
        let read = serde_json::from_str::<Vec<Member>>(text);
        let members = read.map_err(|_| "lists of the numbers of clusters, as [[0, 1], [2, 3]]")?;
        let managers = Self::Tree(members);
        managers.check(clusters).map(|()| managers)
    }

    /// Drops the clusters from `count` on; whether there were any.
    pub(super) fn keep(&mut self, count: usize) -> bool {
        self.renumber(&|cluster| ((cluster as usize) < count).then_some(cluster))
    }

    /// Drops a cluster; those behind it move up.
    pub(super) fn remove(&mut self, index: usize) {
        self.renumber(&|cluster| match (cluster as usize).cmp(&index) {
            std::cmp::Ordering::Less => Some(cluster),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(cluster - 1),
        });
    }

    fn renumber(&mut self, to: &dyn Fn(u32) -> Option<u32>) -> bool {
        let Self::Tree(members) = self else {
            return false;
        };
        let before = members.clone();
        *members = renumbered(members, to);
        *members != before
    }
}

fn count(members: &[Member], level: usize, stand: &mut [u32]) -> Result<(), String> {
    if level > MOST_LEVELS {
        return Err(format!("managers stand above one another at most {MOST_LEVELS} times"));
    }
    if members.is_empty() && level > 1 {
        return Err("a manager has no cluster or manager beneath it".to_owned());
    }
    for member in members {
        match member {
            Member::Group(members) => count(members, level + 1, stand)?,
            Member::Cluster(cluster) => match stand.get_mut(*cluster as usize) {
                Some(count) => *count += 1,
                None => {
                    let last = stand.len().saturating_sub(1);
                    return Err(format!("there is no cluster {cluster}; they are 0 to {last}"));
                }
            },
        }
    }
    Ok(())
}

fn renumbered(members: &[Member], to: &dyn Fn(u32) -> Option<u32>) -> Vec<Member> {
    let each = |member: &Member| match member {
        Member::Cluster(cluster) => to(*cluster).map(Member::Cluster),
        Member::Group(members) => {
            let kept = renumbered(members, to);
            (!kept.is_empty()).then_some(Member::Group(kept))
        }
    };
    members.iter().filter_map(each).collect()
}

/// A manager in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manager {
    pub above: Option<usize>,
    /// The clusters beneath it, ascending: of a cluster's own manager that one.
    pub clusters: Vec<usize>,
    pub nodes: u64,
    /// How many managers stand above it.
    pub depth: u32,
}

/// All managers: first those of the clusters, in their order, then those above, the highest last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    managers: Vec<Manager>,
}

impl Tree {
    /// The tree over clusters with these numbers of nodes. O(clusters · levels).
    pub fn new(managers: &Managers, clusters: &[u32]) -> Self {
        let own = |(cluster, &nodes): (usize, &u32)| Manager {
            above: None,
            clusters: vec![cluster],
            nodes: u64::from(nodes),
            depth: 0,
        };
        let mut tree = Self { managers: clusters.iter().enumerate().map(own).collect() };
        let mut members = match managers {
            Managers::Tree(members) => members.clone(),
            Managers::One | Managers::Clusters => Vec::new(),
        };
        let mut stand = vec![0; clusters.len()];
        let is_counted = count(&members, 1, &mut stand);
        debug_assert!(is_counted.is_ok(), "a tree that was checked");
        let unnamed = (0..clusters.len()).filter(|&it| stand[it] == 0);
        members.extend(unnamed.map(|it| Member::Cluster(it as u32)));
        if clusters.len() > 1 {
            tree.add(&members);
        }
        for manager in (0..tree.managers.len()).rev() {
            if let Some(above) = tree.managers[manager].above {
                tree.managers[manager].depth = tree.managers[above].depth + 1;
            }
        }
        tree
    }

    /// Adds a manager of these members, after those of its groups; its number.
    fn add(&mut self, members: &[Member]) -> usize {
        let beneath: Vec<usize> = members
            .iter()
            .map(|member| match member {
                Member::Cluster(cluster) => *cluster as usize,
                Member::Group(members) => self.add(members),
            })
            .collect();
        let number = self.managers.len();
        let (mut clusters, mut nodes) = (Vec::new(), 0);
        for &it in &beneath {
            let member = &mut self.managers[it];
            member.above = Some(number);
            clusters.extend(&member.clusters);
            nodes += member.nodes;
        }
        clusters.sort_unstable();
        self.managers.push(Manager { above: None, clusters, nodes, depth: 0 });
        number
    }

    /// The manager of that number. A cluster's own has the cluster's.
    pub fn manager(&self, number: usize) -> &Manager {
        &self.managers[number]
    }

    /// All of them.
    pub fn managers(&self) -> &[Manager] {
        &self.managers
    }

    /// The managers above those of the clusters.
    pub fn above_clusters(&self) -> impl Iterator<Item = (usize, &Manager)> {
        self.managers.iter().enumerate().skip_while(|(number, it)| it.clusters == [*number])
    }

    /// How many managers a message passes from a cluster's own up to another.
    pub fn hops(&self, cluster: usize, manager: usize) -> u32 {
        self.managers[cluster].depth - self.managers[manager].depth
    }
}

/// The knowledge and the requests of managers above providers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Managed {
    /// The free processors of each provider from the moment on, in their order. Empty where jobs share slots: how much of
    /// a slot is free is then no number of processors.
    pub free: Vec<Vec<FreeFrom>>,
    /// Free processors as managers believe them to be, where the belief differs from the true
    /// state.
    pub beliefs: Vec<Belief>,
    /// How much more the jobs of each provider have consumed at others than it has supplied to others, in processor
    /// seconds. Of a job that is not done its limit counts.
    pub balances: Vec<i64>,
    /// The last requests up to the moment, in order.
    pub requests: Vec<RequestAt>,
    /// How many there were before these.
    pub earlier_requests: u64,
}

impl Managed {
    /// The record of a moment, if there are several managers.
    pub fn of(moment: &Moment) -> Option<Self> {
        moment.own.as_ref()?.read()
    }
}

/// How many processors are free from a time on, until the next entry's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeFrom {
    pub from: Time,
    pub free: u32,
}

/// A manager's belief about the free processors of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// The manager, by its number in the tree.
    pub manager: u32,
    /// Index of the provider.
    pub provider: u32,
    /// The free processors that it believes in.
    pub free: Vec<FreeFrom>,
}

/// The kind of a request to providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestKind {
    /// Whether they have room then.
    Inquiry,
    /// That they take the job then.
    Reserve,
}

/// The question to a provider, and whether it agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// The provider and the number of processors.
    pub share: Share,
    /// Whether it has them then.
    pub agrees: bool,
    /// How many it has then instead.
    pub has: Option<u32>,
}

/// A request of a manager, with the answers of the providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub start: Time,
    /// The providers that it asks.
    pub asked: Vec<Inquiry>,
    /// When the one that declined could have the job, if one alone was asked.
    pub instead: Option<Time>,
}

impl Request {
    pub fn is_agreed(&self) -> bool {
        self.asked.iter().all(|it| it.agrees)
    }
}

/// A request, when it was answered, which manager made it and for which job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAt {
    /// When the providers decided.
    pub time: Time,
    /// The manager, by its number in the tree.
    pub manager: u32,
    /// Index of the job.
    pub job: u32,
    pub kind: RequestKind,
    pub request: Request,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Managers {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_tree_is_written_as_lists_within_lists() {
        for json in [r#""one""#, r#""clusters""#, "[[0,1],[2,[3]],4]"] {
            assert_eq!(serde_json::to_string(&read(json)).unwrap(), json);
        }
        let problem = serde_json::from_str::<Managers>(r#""all""#).unwrap_err();
        assert!(problem.to_string().contains("lists of the numbers"));
    }

    #[test]
    fn a_typed_tree_is_read_or_told_what_is_wrong() {
        let tree = Managers::read("[[0,1], 2]", 3).unwrap();
        assert_eq!(tree.to_string(), "[[0, 1], 2]");
        assert!(Managers::read("[[0,1]", 3).unwrap_err().contains("lists of"));
        assert!(Managers::read("[0, 3]", 3).unwrap_err().contains("no cluster 3"));
        assert_eq!(Managers::read("[]", 3).unwrap().to_string(), "[]");
    }

    #[test]
    fn every_cluster_stands_in_a_tree_once() {
        for (json, problem) in [
            ("[[0, 1], 2]", ""),
            ("\"clusters\"", ""),
            ("[[0, 1]]", ""),
            ("[0, 1, [2, 1]]", "cluster 1 stands in the tree twice"),
            ("[0, 1, 2, 3]", "there is no cluster 3; they are 0 to 2"),
            ("[0, 1, 2, []]", "a manager has no cluster or manager beneath it"),
        ] {
            assert_eq!(read(json).check(3).err().unwrap_or_default(), problem, "{json}");
        }
        let deep = read("[[[[[[[[[0, 1, 2]]]]]]]]]").check(3).unwrap_err();
        assert!(deep.contains("at most 8 times"), "{deep}");
    }

    #[test]
    fn managers_stand_behind_those_beneath_them() {
        let tree = Tree::new(&read("[[0, 2], [1, 3]]"), &[4, 8, 16, 32]);
        let told: Vec<_> = tree.managers().iter().map(|it| (it.above, it.nodes, it.depth)).collect();
        let expected = "[(Some(4), 4, 2), (Some(5), 8, 2), (Some(4), 16, 2), (Some(5), 32, 2), (Some(6), 20, 1), \
            (Some(6), 40, 1), (None, 60, 0)]";
        assert_eq!(format!("{told:?}"), expected);
        assert!(tree.above_clusters().map(|(number, _)| number).eq([4, 5, 6]));
        let unnamed = Tree::new(&read("[[1, 3]]"), &[1; 4]);
        let managers = [tree.manager(4), tree.manager(6), unnamed.manager(4), unnamed.manager(5)];
        let clusters = managers.map(|it| &it.clusters);
        assert_eq!(format!("{clusters:?}"), "[[0, 2], [0, 1, 2, 3], [1, 3], [0, 1, 2, 3]]");
        assert_eq!([0, 4, 6].map(|it| tree.hops(0, it)), [0, 1, 2]);
        assert_eq!([0, 1].map(|it| unnamed.hops(it, 5)), [1, 2]);
        let alone = Tree::new(&Managers::Clusters, &[8]);
        assert_eq!(alone.managers().len(), 1);
        assert_eq!(alone.above_clusters().count(), 0);
    }

    #[test]
    fn a_tree_follows_the_providers() {
        let mut managers = read("[[0, 1], [2, 3]]");
        managers.remove(1);
        assert_eq!(managers, read("[[0], [1, 2]]"));
        assert!(managers.keep(1));
        assert_eq!(managers, read("[[0]]"));
        assert!(!managers.keep(1));
    }
}
