//! What the notice says of the system.

use super::*;

/// The notice stays while another system is chosen, which may take the GPUs into account.
#[test]
fn the_notice_names_the_system_that_leaves_features_out() {
    let text = "JobID|Submit|Start|End|AllocCPUS|ReqTRES\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|cpu=4,gres/gpu=2\n";
    let reading = workload::read("a.txt", text.as_bytes()).unwrap();
    let intake = Intake::of(&reading);
    let log = DroppedLog { intake: &intake, ..log(4) };
    let told = |system: &str| {
        let scenario = scenario(&format!("{{'platform': [4], 'system': {system}}}"));
        log.told(&scenario, &scenario, 1)
    };
    let pool = told("{'two_level': {}}");
    assert!(pool.contains(" Not modelled by Two-level grid: GPUs (1 job)."), "{pool}");
    let cluster = told("{'cluster': {'nodes': [{'cores': 4, 'gpus': 2}]}}");
    assert!(!cluster.contains("GPUs"), "{cluster}");
}
