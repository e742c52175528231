//! The settings in words, for titles and captions.

use super::{Agents, Broker, Placement, TieRule};
use base::text::in_text;

/// The settings in one part: the placement, the limits on the load of nodes, the agents, then all values
/// that are not the default.
pub(super) fn words(settings: &Broker, nodes: usize) -> Vec<String> {
    let mut parts = vec![in_text(settings.placement.name())];
    parts.push(format!("load up to {} %", settings.max_load_percent));
    if let Some(most) = settings.max_tasks {
        parts.push(format!("{most} tasks at most on a node"));
    }
    if settings.placement == Placement::Broker {
        protocol(settings, nodes, &mut parts);
    }
    if settings.lead > 0 {
        parts.push(format!("batch jobs begin {} s after their submission", settings.lead));
    }
    vec![format!("broker: {}", parts.join(", "))]
}

fn protocol(settings: &Broker, nodes: usize, parts: &mut Vec<String>) {
    parts.push(match &settings.agents {
        Some(Agents::Nodes(held)) => {
            let held: Vec<String> = held.iter().map(u32::to_string).collect();
            format!("agents of {} nodes", held.join(" + "))
        }
        _ => match settings.agents_of(nodes).len() {
            1 => "one agent".to_owned(),
            agents => format!("{agents} agents"),
        },
    });
    if settings.brokers > 1 {
        parts.push(format!("{} brokers", settings.brokers));
    }
    if settings.tie_rule == TieRule::WhenAllAreIn {
        parts.push("ties when all offers are in".to_owned());
    }
    for (name, value, unit) in [
        ("latency", settings.latency, "s"),
        ("jitter", settings.jitter, "s"),
        ("loss", settings.loss_percent, "%"),
        ("failures", settings.failure_percent, "%"),
    ] {
        if value > 0.0 {
            parts.push(format!("{name} {value} {unit}"));
        }
    }
    if settings.lease != Broker::default().lease {
        parts.push(match settings.lease {
            Some(lease) => format!("lease {lease} s"),
            None => "no lease".to_owned(),
        });
    }
    if let Some(timeout) = settings.timeout {
        parts.push(format!("answers within {timeout} s"));
    }
    if settings.tries != Broker::default().tries {
        parts.push(format!("{} tries", settings.tries));
    }
    if settings.failure_percent > 0.0 {
        parts.push(format!("down for {} s", settings.down));
    }
    for (count, what) in [
        (settings.links.len(), "link of its own"),
        (settings.outages.len(), "outage"),
        (settings.broker_outages.len(), "broker outage"),
        (settings.access.len(), "node with an access list"),
    ] {
        match (count, what) {
            (0, _) => {}
            (1, what) => parts.push(format!("1 {what}")),
            (_, "link of its own") => parts.push(format!("{count} links of their own")),
            (_, "outage" | "broker outage") => parts.push(format!("{count} {what}s")),
            _ => parts.push(format!("{count} nodes with access lists")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rarely_touched_is_named_only_where_it_is() {
        let tells = |json: &str| words(&serde_json::from_str(json).unwrap(), 6).join("; ");
        assert_eq!(tells("{}"), "broker: offers and a broker, load up to 85 %, 3 agents");
        assert_eq!(
            tells(r#"{"placement": "first_fit", "max_tasks": 2, "latency": 1, "lead": 60}"#),
            "broker: first fit, load up to 85 %, 2 tasks at most on a node, \
             batch jobs begin 60 s after their submission"
        );
        assert_eq!(
            tells(
                r#"{"agents": [4, 2], "brokers": 2, "tie_rule": "when_all_are_in", "latency": 0.5,
                    "loss_percent": 10, "lease": null, "outages": [{"agent": 1, "from": 0}],
                    "broker_outages": [{"broker": 0, "from": 5}, {"broker": 1, "from": 9, "until": 10}]}"#
            ),
            "broker: offers and a broker, load up to 85 %, agents of 4 + 2 nodes, 2 brokers, \
             ties when all offers are in, latency 0.5 s, loss 10 %, no lease, 1 outage, 2 broker outages"
        );
    }
}
