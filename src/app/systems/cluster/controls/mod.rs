//! All that can be set of a cluster.

mod kind;
mod nodes;
mod nodes_file;
mod outages;

use std::rc::Rc;

use yew::prelude::*;

use self::nodes::Nodes;
use self::outages::Outages;
use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Select, of_setting};
use crate::app::systems::order::{Changes, OrderAndPromises};
use slotscope::page::contents::Contents;
use slotscope::system::cluster::Cluster;

const PLACEMENT: Term = "On which of the nodes with room a job is placed.";

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: Cluster,
    /// The workload, once it is known.
    pub contents: Option<Rc<Contents>>,
    /// How many providers the platform has.
    pub providers: usize,
    pub edit: Edit,
}

/// First placement, order and promises, then folded settings. There are no reservations here, so that nothing is asked
/// about them.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { options, contents, providers, edit } = props;
    let placement = edit.set(|scenario, it| {
        Cluster::of_mut(&mut scenario.system).placement = it;
    });
    html! {
        <>
            <Field of="placement" label="Placement" term={PLACEMENT} class="beside">
                <Select id="placement" terse=true offer={of_setting(options.placement, placement)} />
            </Field>
            <OrderAndPromises rule={options.rule()} has_nodes={true} changes={changes(edit)} />
            <Nodes nodes={options.nodes.clone()} contents={contents.clone()} providers={*providers} edit={edit.clone()} />
            <Outages outages={options.outages.clone()} usual={usual_node(options, contents.as_deref())} edit={edit.clone()} />
        </>
    }
}

fn changes(edit: &Edit) -> Changes {
    Changes {
        order: edit.drag("order", |scenario, order| {
            Cluster::of_mut(&mut scenario.system).order = order;
        }),
        strict: edit.set(|scenario, strict| {
            Cluster::of_mut(&mut scenario.system).strict = strict;
        }),
        promises: edit.set(|scenario, promises| {
            Cluster::of_mut(&mut scenario.system).promises = promises;
        }),
        promises_typed: edit.drag("promises", |scenario, promises| {
            Cluster::of_mut(&mut scenario.system).promises = promises;
        }),
        backfill_order: edit.set(|scenario, order| {
            Cluster::of_mut(&mut scenario.system).backfill_order = order;
        }),
        backfill_typed: edit.drag("backfill-order", |scenario, order| {
            Cluster::of_mut(&mut scenario.system).backfill_order = Some(order);
        }),
    }
}

/// The name of the first node, with which a new outage begins.
fn usual_node(options: &Cluster, contents: Option<&Contents>) -> String {
    let of_log = contents.map_or(&[][..], |it| &it.nodes);
    let first = options.nodes.first().or(of_log.first());
    let names = first.and_then(|it| it.names(1));
    let name = names.and_then(|it| it.into_iter().next());
    name.unwrap_or_else(|| "node1".to_owned())
}
