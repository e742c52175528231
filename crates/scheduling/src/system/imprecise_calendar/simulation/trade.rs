//! The balance of trade between clusters (Hollingsworth and Maneewongvatana 1999, Sect. 2.2).

use super::Part;
use workload::Time;

/// The node seconds that every cluster has supplied to jobs of others, and those that its own jobs have
/// consumed at others. Of a job that has not ended its limit counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trade {
    /// For each cluster.
    pub supply: Vec<i64>,
    /// For each cluster.
    pub consumption: Vec<i64>,
}

impl Trade {
    /// No trade between `clusters` clusters.
    pub fn new(clusters: usize) -> Self {
        Self { supply: vec![0; clusters], consumption: vec![0; clusters] }
    }

    /// A job of a cluster runs for `time` on these nodes; with `time` negative, a correction because
    /// it ran shorter than expected.
    pub fn add(&mut self, home: usize, parts: &[Part], time: Time) {
        for part in parts.iter().filter(|it| it.cluster != home) {
            let work = i64::from(part.nodes).saturating_mul(time);
            for side in [&mut self.supply[part.cluster], &mut self.consumption[home]] {
                *side = side.saturating_add(work);
            }
        }
    }

    /// How much more a cluster has consumed than supplied, as the paper counts its balance (Figures 7
    /// and 9).
    pub fn balance(&self, cluster: usize) -> i64 {
        self.consumption[cluster].saturating_sub(self.supply[cluster])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_supplies_another_consumes() {
        let mut trade = Trade::new(3);
        let part = |cluster, nodes| Part { cluster, nodes };
        trade.add(0, &[part(0, 4), part(1, 2), part(2, 1)], 100);
        trade.add(1, &[part(0, 3)], 10);
        assert_eq!(trade.supply, [30, 200, 100]);
        assert_eq!(trade.consumption, [300, 30, 0]);
        assert_eq!([0, 1, 2].map(|it| trade.balance(it)), [270, -170, -100]);
        trade.add(0, &[part(1, 2)], -50);
        assert_eq!((trade.supply[1], trade.consumption[0]), (100, 200));
    }
}
