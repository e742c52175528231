//! Names in the order in which they are used.

use super::TaskBatch;

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
