//! How many nodes of a slot may be committed to several jobs.

/// The resource threshold of every level, in nodes (Hollingsworth and Maneewongvatana 1999, Sect. 2.2: "a per-slot size
/// limit on the amount of a resource that we will commit in advance").
#[derive(Clone, Debug)]
pub struct Limits {
    nodes: u32,
    /// The limit of each level, the finest first: that of the finest is all nodes.
    most: Vec<u32>,
    /// The largest of each level and those coarser than it.
    largest: Vec<u32>,
    /// The last level of each run of levels that have the same limit.
    runs: Vec<usize>,
}

impl Limits {
    /// Limits of `percent` hundredths of `nodes` nodes for each of `levels` levels but the finest.
    pub fn alike(nodes: u32, levels: usize, percent: u32) -> Self {
        let coarse = levels.saturating_sub(1);
        Self::new(nodes, &vec![percent; coarse])
    }

    /// Hundredths of `nodes` nodes for each level but the finest, the second level's first.
    pub fn new(nodes: u32, percents: &[u32]) -> Self {
        let limit = |percent: &u32| u64::from(nodes) * u64::from(*percent.min(&100)) / 100;
        let coarse = percents.iter().map(|it| limit(it) as u32);
        let most: Vec<u32> = std::iter::once(nodes).chain(coarse).collect();
        let mut largest = most.clone();
        for level in (1..most.len()).rev() {
            largest[level - 1] = largest[level - 1].max(largest[level]);
        }
        let ends_run = |&level: &usize| most.get(level + 1) != Some(&most[level]);
        Self { nodes, runs: (0..most.len()).filter(ends_run).collect(), most, largest }
    }

    /// How many nodes must be free in a slot of a level for a job of `nodes` nodes: enough that the threshold is kept, or all
    /// for a job that is above it by itself.
    pub fn need(&self, level: usize, nodes: u32) -> u32 {
        self.under(self.most[level], nodes)
    }

    /// The least that it needs in any slot of a level or of a coarser one.
    pub fn least_need(&self, level: usize, nodes: u32) -> u32 {
        self.under(self.largest[level], nodes)
    }

    fn under(&self, limit: u32, nodes: u32) -> u32 {
        if nodes > limit { self.nodes } else { nodes + (self.nodes - limit) }
    }

    /// How many nodes of a slot of a level one more job may have where `free` nodes are free.
    pub fn room(&self, level: usize, free: u32) -> u32 {
        if free == self.nodes { free } else { free.saturating_sub(self.nodes - self.most[level]) }
    }

    /// Whether more may be committed of the slots of a level than of those of the next, of which they are parts.
    pub fn are_lifted(&self, level: usize) -> bool {
        self.most.get(level + 1).is_some_and(|&it| it < self.most[level])
    }

    /// The levels of which [`Limits::are_lifted`] is true.
    pub fn lifted(&self) -> impl Iterator<Item = usize> {
        (0..self.most.len()).filter(|&level| self.are_lifted(level))
    }

    /// Whether all levels but the finest have the same.
    pub fn are_alike(&self) -> bool {
        self.most.iter().skip(1).all(|it| Some(it) == self.most.last())
    }

    /// The last level of each run of levels that have the same.
    pub fn runs(&self) -> &[usize] {
        &self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_job_needs_to_be_free_is_told_of_every_level() {
        let limits = Limits::new(10, &[50, 80, 80]);
        assert_eq!([0, 1, 2, 3].map(|it| limits.need(it, 4)), [4, 9, 6, 6]);
        assert_eq!([0, 1, 2, 3].map(|it| limits.need(it, 6)), [6, 10, 8, 8]);
        assert_eq!([0, 1, 2].map(|it| limits.least_need(it, 6)), [6, 8, 8]);
        assert_eq!([10, 7, 3].map(|it| limits.room(1, it)), [10, 2, 0]);
        assert_eq!(limits.lifted().collect::<Vec<_>>(), [0]);
        assert_eq!(limits.runs(), [0, 1, 3]);
        assert!(!limits.are_alike());
        let alike = Limits::alike(10, 3, 80);
        assert_eq!(alike.runs(), [0, 2]);
        assert!(alike.are_alike() && Limits::alike(10, 1, 80).are_alike());
        assert_eq!(Limits::alike(10, 3, 100).lifted().count(), 0);
        let growing = Limits::new(10, &[90, 50]);
        assert_eq!(growing.lifted().collect::<Vec<_>>(), [0, 1]);
    }
}
