//! What a scenario of a comparison leaves out of the log while another one takes it into account: GPUs, for example, where a
//! system pools all processors.

use crate::words;
use experiment::Scenario;
use workload::Feature;

/// The end of a sentence for each scenario, in their order; none for one that leaves out no more than the others. The
/// features are those of the log, each with its number of jobs; `has_nodes` is whether the log tells of its nodes.
/// O(scenarios² · features).
pub fn left_out(scenarios: &[&Scenario], features: &[(Feature, u64)], has_nodes: bool) -> Vec<Option<String>> {
    let heeds = |scenario: &Scenario, feature: Feature| {
        let model = scenario.system.model();
        model.card().is_the_log || model.heeds(feature, has_nodes)
    };
    let told = |of: &&Scenario| {
        let features = features.iter().copied();
        let features = features.filter(|it| !heeds(of, it.0) && scenarios.iter().any(|other| heeds(other, it.0)));
        let told: Vec<String> = features
            .map(|(feature, jobs)| {
                let jobs = words::plural(jobs as usize, "job");
                format!("{} ({jobs})", feature.name())
            })
            .collect();
        (!told.is_empty()).then(|| {
            let told = told.join(", ");
            format!("leaves out {told}, which another scenario takes into account.")
        })
    };
    scenarios.iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::System;

    #[test]
    fn a_pool_leaves_out_what_a_cluster_takes_into_account() {
        let of = |key: &str| Scenario { system: System::of_key(key).unwrap(), ..Scenario::default() };
        let [pool, cluster, log] = ["two_level", "cluster", "as_logged"].map(of);
        let features = [(Feature::Gpus, 1), (Feature::Memory, 2), (Feature::Licences, 9)];
        let left_out = |scenarios: &[&Scenario]| left_out(scenarios, &features, true);
        let told = left_out(&[&pool, &cluster]);
        let expected = "leaves out GPUs (1 job), memory (2 jobs), which another scenario takes into account.";
        assert_eq!(told, [Some(expected.to_owned()), None]);
        // Pools beside one another hide the same.
        assert_eq!(left_out(&[&pool, &pool]), [None, None]);
        assert_eq!(left_out(&[&cluster]), [None]);
        let beside_log = left_out(&[&log, &cluster]);
        assert_eq!(beside_log[0], None);
        assert!(beside_log[1].as_ref().is_some_and(|it| it.contains("licences (9 jobs)")));
    }
}
