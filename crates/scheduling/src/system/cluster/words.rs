//! The settings in words, for titles and captions.

use super::Cluster;
use crate::policy::local::Promises;
use crate::policy::placement::Placement;
use crate::system::Changed;
use base::text::in_text;

/// The settings in one part: the nodes, then order, promises and placement.
pub(super) fn words(settings: &Cluster, changed: &Changed) -> Vec<String> {
    let nodes = match settings.nodes.iter().map(|it| u64::from(it.count)).sum::<u64>() {
        0 => String::new(),
        1 => "1 node, ".to_owned(),
        count => format!("{count} nodes, "),
    };
    let others = changed.words(|row| row.is_field("outages"));
    vec![format!("cluster: {nodes}{}{others}", policy(settings))]
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
