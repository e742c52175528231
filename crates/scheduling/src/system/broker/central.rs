//! Placement by one scheduler that knows all nodes, to compare the protocol with.

use super::agent::Placed;
use super::nodes::Nodes;
use super::request::Request;
use super::settings::Placement;
use crate::policy::broker::{first_fit, first_idle};
use workload::draw::Draw;

/// The node that a task gets, if any fits. Linear in the nodes.
pub(super) fn place(
    nodes: &Nodes,
    (task, request): (u32, &Request),
    placement: Placement,
    draw: &mut Draw,
) -> Option<Placed> {
    let wanted = &request.wanted;
    let open = nodes.open_to(0..nodes.tables.len(), request);
    let node = match placement {
        Placement::FirstIdle => first_idle(open, wanted)?.node,
        Placement::Random => {
            let fitting: Vec<usize> =
                open.filter(|it| it.1.usage_for(wanted, u32::MAX).is_some()).map(|it| it.0).collect();
            *fitting.get(draw.below(fitting.len() as u32) as usize)?
        }
        Placement::FirstFit | Placement::Broker => first_fit(open, wanted)?.node,
    };
    Some(Placed { task, node: node as u32 })
}
