//! The nodes of a log as kinds: what was in use on them at once, and what their jobs tell of them.

use std::collections::{HashMap, HashSet};

use super::{InUse, Segments};
use super::{OnNodes, TooMany};
use crate::node_names::{NodeSpan, fold_nodes};
use crate::resources::{NodeKind, Resources, WHOLE};
use crate::{LogNames, NameKind, Record, UNKNOWN};

/// A list of more partitions than that is no list that a job has run with: it counts as unknown.
const MOST_OF_A_LIST: usize = 32;

/// What a log tells of its jobs.
pub struct Told<'a> {
    pub records: &'a [Record],
    pub resources: &'a Resources,
    pub names: &'a LogNames,
    /// The place of each type of GPUs, from 1.
    pub gpu_types: &'a HashMap<Box<[u8]>, u32>,
}

/// The first nodes whose GPUs were of several types.
#[derive(Debug, PartialEq, Eq)]
pub struct OfSeveralTypes {
    /// Their names, as Slurm lists them.
    pub nodes: String,
    /// The types.
    pub types: Vec<String>,
}

impl OfSeveralTypes {
    /// What was made of them, in words.
    pub fn words(&self) -> String {
        let types = self.types.join(", ");
        format!(
            "GPUs of several types ({types}) were in use on nodes such as {}; the type of their GPUs counts as unknown",
            self.nodes
        )
    }
}

impl Told<'_> {
    /// The kinds of the nodes of `spans`, one for each segment, on which there was at most `most` in use at once; equal
    /// neighbours are one. And the first of them whose GPUs were of several types.
    ///
    /// A job counts with as many cores on each of its nodes, rounded up, as its chunks ask for: by the processors that it
    /// had there it might not fit on its own nodes. The type of the GPUs is that of all jobs of which it is known, the partitions are those of the jobs, the features
    /// those that some job asked for. O(n log n) for the segments of all jobs.
    ///
    /// # Errors
    ///
    /// If all segments together have more than `most_words` partitions, features and types.
    pub fn kinds(
        &self,
        spans: &[NodeSpan],
        most: &[InUse],
        (segments, jobs): (&Segments, &[OnNodes]),
        mut most_words: usize,
    ) -> Result<(Vec<NodeKind>, Option<OfSeveralTypes>), TooMany> {
        let partition = |job: &OnNodes| NameKind::Partition.of(&self.records[job.place]);
        let with_partition = jobs.iter().map(|job| (partition(job), job.list));
        let with_partition = with_partition.filter(|it| it.0 != UNKNOWN);
        let partitions = of_segments(segments, with_partition.collect(), &mut most_words)?;
        let features = of_segments(segments, self.features(jobs), &mut most_words)?;
        let with_type = jobs.iter().filter(|it| it.gpu_type > 0 && it.gpus > 0);
        let with_type = with_type.map(|job| (job.gpu_type, job.list)).collect();
        let types = of_segments(segments, with_type, &mut most_words)?;
        let names = self.type_names();

        let mut kinds: Vec<(NodeKind, Vec<NodeSpan>)> = Vec::new();
        let mut of_several = None;
        for (at, span) in spans.iter().enumerate() {
            let nodes = span.last - span.first + 1;
            let gpu_type = match types[at][..] {
                [one] => names[one as usize - 1].clone(),
                _ => String::new(),
            };
            if types[at].len() > 1 && of_several.is_none() {
                of_several = Some(OfSeveralTypes {
                    nodes: fold_nodes([span.clone()]),
                    types: types[at].iter().map(|&it| names[it as usize - 1].clone()).collect(),
                });
            }
            let whole = most[at].gpus.div_ceil(WHOLE.into());
            let kind = NodeKind {
                count: nodes,
                name: String::new(),
                cores: most[at].asked_cores,
                gpus: u32::try_from(whole).unwrap_or(u32::MAX),
                gpu_type,
                memory: most[at].memory,
                partitions: self.partition_names(&partitions[at]),
                features: features[at].iter().map(|&it| it.to_owned()).collect(),
            };
            match kinds.last_mut() {
                Some((last, spans)) if are_alike(last, &kind) => {
                    last.count += nodes;
                    spans.push(span.clone());
                }
                _ => kinds.push((kind, vec![span.clone()])),
            }
        }
        let named = kinds.into_iter().map(|(kind, spans)| NodeKind { name: fold_nodes(spans), ..kind });
        Ok((named.collect(), of_several))
    }

    /// The features of the requests of jobs, with their lists; each once.
    fn features(&self, jobs: &[OnNodes]) -> Vec<(&str, usize)> {
        let request = |job: &OnNodes| (self.resources.number_of(job.place), job.place);
        let asking = jobs.iter().map(|job| (request(job), job.list));
        let mut asking: Vec<((u32, usize), usize)> = asking.filter(|it| it.0.0 > 0).collect();
        base::ordering::sort_by_key(&mut asking, |((number, _), list)| (*number, *list));
        asking.dedup_by_key(|((number, _), list)| (*number, *list));
        let features = |((_, place), list): ((u32, usize), usize)| {
            self.resources.of(place).into_iter().flat_map(move |it| it.features.iter().map(move |name| (&**name, list)))
        };
        asking.into_iter().flat_map(features).collect()
    }

    /// The names of types of GPUs by their places.
    fn type_names(&self) -> Vec<String> {
        let mut all: Vec<(u32, &[u8])> = self.gpu_types.iter().map(|it| (*it.1, &**it.0)).collect();
        all.sort_unstable();
        let text = |it: &(u32, &[u8])| String::from_utf8_lossy(it.1).into_owned();
        all.iter().map(text).collect()
    }

    /// The names of partitions, or their numbers where the log has numbers; the names of a list are several.
    fn partition_names(&self, numbers: &[i64]) -> Vec<String> {
        let mut all: Vec<String> = Vec::with_capacity(numbers.len());
        let mut seen: HashSet<&str> = HashSet::new();
        for &number in numbers {
            let Some(names) = self.names.of(NameKind::Partition, number) else {
                all.push(number.to_string());
                continue;
            };
            let is_short = names.bytes().filter(|&it| it == b',').count() < MOST_OF_A_LIST;
            for name in names.split(',').filter(|it| is_short && !it.is_empty()) {
                if seen.insert(name) {
                    all.push(name.to_owned());
                }
            }
        }
        all
    }
}

/// Whether nodes differ in nothing but their number and names.
fn are_alike(one: &NodeKind, other: &NodeKind) -> bool {
    let NodeKind { cores, gpus, memory, .. } = *other;
    (one.cores, one.gpus, one.memory) == (cores, gpus, memory)
        && one.gpu_type == other.gpu_type
        && one.partitions == other.partitions
        && one.features == other.features
}

/// For each segment the values of the lists that have it, ascending, each once.
fn of_segments<T: Copy + Ord>(
    segments: &Segments,
    mut of_lists: Vec<(T, usize)>,
    left: &mut usize,
) -> Result<Vec<Vec<T>>, TooMany> {
    of_lists.sort_unstable();
    of_lists.dedup();
    let mut all: Vec<Vec<T>> = vec![Vec::new(); segments.all.len()];
    for (value, list) in of_lists {
        for segment in segments.of_list(list) {
            let own = &mut all[segment];
            if own.last() != Some(&value) {
                *left = left.checked_sub(1).ok_or(TooMany)?;
                own.push(value);
            }
        }
    }
    Ok(all)
}
