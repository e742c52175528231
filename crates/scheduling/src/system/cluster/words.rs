//! The settings in words, for titles and captions.

use super::Cluster;
use crate::policy::local::Promises;
use crate::policy::placement::Placement;
use base::text::in_text;

/// The settings in one part: the nodes, then order, promises and placement.
pub(super) fn words(settings: &Cluster) -> Vec<String> {
    let mut parts = Vec::new();
    let count: u64 = settings.nodes.iter().map(|it| u64::from(it.count)).sum();
    if count > 0 {
        let noun = if count == 1 { "node" } else { "nodes" };
        parts.push(format!("{count} {noun}"));
    }
    parts.push(policy(settings));
    match settings.outages.len() {
        0 => {}
        1 => parts.push("one outage".to_owned()),
        count => parts.push(format!("{count} outages")),
    }
    vec![format!("cluster: {}", parts.join(", "))]
}

/// Order, promises and placement: `by submit, 1 promise, first fit`.
pub(super) fn policy(settings: &Cluster) -> String {
    let mut parts = vec![format!("by {}", settings.order.text())];
    if settings.strict {
        parts.push("no job overtakes another".to_owned());
    } else {
        parts.push(match settings.promises {
            Promises::All => "a promise to every job".to_owned(),
            Promises::Count(0) => "no promises".to_owned(),
            Promises::Count(1) => "1 promise".to_owned(),
            Promises::Count(count) => format!("{count} promises"),
        });
        if let Some(order) = &settings.backfill_order
            && settings.rule().reads_backfill_order()
        {
            parts.push(format!("backfilling by {}", order.text()));
        }
    }
    parts.push(placement(settings.placement));
    parts.join(", ")
}

fn placement(placement: Placement) -> String {
    let name = placement.name();
    // Abbreviations keep their letters.
    if name.starts_with(|it: char| it.is_uppercase()) { name.to_owned() } else { in_text(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pass_and_the_nodes_are_named() {
        let told = |json: &str| words(&serde_json::from_str(json).unwrap()).join("; ");
        assert_eq!(told("{}"), "cluster: by submit, 1 promise, first fit");
        let json = r#"{"nodes": [{"count": 3}, {}], "order": "-gpus", "backfill_order": "limit", "promises": 4,
            "placement": "fgd", "outages": [{"nodes": "node1", "from": 0, "until": 5}]}"#;
        assert_eq!(told(json), "cluster: 4 nodes, by -gpus, 4 promises, backfilling by limit, FGD, one outage");
        assert_eq!(
            told(r#"{"strict": true, "backfill_order": "limit", "placement": "gpu_packing"}"#),
            "cluster: by submit, no job overtakes another, GPU packing"
        );
    }
}
