//! Tables of outages of agents and brokers, of the access lists of nodes, and of clusters.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Fold, List, Number};
use slotscope::chart::messages::agent_name;
use slotscope::experiment::Scenario;
use slotscope::system::broker::{Access, Broker, BrokerOutage, Cluster, Outage, Placement};
use slotscope::workload::{MAX_TIME, Time};

const OUTAGES: Term = "While an agent is down it receives no messages. Afterwards it still has its reservations, but not its offers. No end: for ever.";
const BROKER_OUTAGES: Term = "While a broker is down it receives no messages. Tasks that it had not decided go to the next broker that is up, or to the first that returns; after its return it asks about those that it had decided. No end: for ever.";
const ACCESS: Term = "Only the listed users may reserve on these nodes; an empty list excludes all tasks. Users are listed by name in a task batch, by number in a log, separated by commas. Access lists in the file take precedence.";
const CLUSTERS: Term = "Consecutive nodes form a cluster, beginning with the first: a task can be restricted to one by its name. A farm is a group of clusters; no decision depends on it.";

#[derive(Properties, PartialEq)]
pub struct PlansProps {
    pub options: Broker,
    /// How many nodes the platform has.
    pub nodes: usize,
    pub edit: Edit,
}

/// The tables, folded away: outages only where there are agents and brokers.
#[component]
pub fn Plans(props: &PlansProps) -> Html {
    let PlansProps { options, nodes, edit } = props;
    let protocol = options.placement == Placement::Broker;
    html! {
        <Fold id="broker-plans" title="Outages, access, clusters" note={note(options)}>
            if protocol {
                { OF_AGENTS.table(options, &agents(options, *nodes), edit) }
                { OF_BROKERS.table(options, &brokers(options), edit) }
            }
            { access(options, *nodes, edit) }
            { clusters(options, *nodes, edit) }
        </Fold>
    }
}

/// How many there are.
fn note(options: &Broker) -> String {
    let outages = options.outages.len() + options.broker_outages.len();
    match outages + options.access.len() + options.clusters.len() {
        0 => String::new(),
        count => format!("{count} set"),
    }
}

/// A callback that changes something of the settings.
fn change<T: 'static>(edit: &Edit, with: impl Fn(&mut Broker, T) + Copy + 'static) -> Callback<T> {
    edit.set(move |scenario: &mut Scenario, value: T| {
        with(Broker::of_mut(&mut scenario.system), value);
    })
}

/// Changes a row, if it is still there when the change is made.
fn in_row<T>(rows: &mut [T], row: usize, with: impl FnOnce(&mut T)) {
    rows.get_mut(row).map(with);
}

/// Removes a row likewise.
fn take_row<T>(rows: &mut Vec<T>, row: usize) {
    if row < rows.len() {
        rows.remove(row);
    }
}

/// A table with its heading, and a button that adds a row.
fn table(
    (id, title, term): (&'static str, &'static str, Term),
    heads: &[&'static str],
    rows: Vec<Html>,
    (add, onclick): (&'static str, Callback<MouseEvent>),
) -> Html {
    let head = heads.iter().map(|it| html! { <th scope="col">{ *it }</th> });
    html! {
        <div class="field plan" {id}>
            <div class="field-head"><span class="label" data-tip={term}>{ title }</span></div>
            if !rows.is_empty() {
                <table class="edit-table">
                    <thead><tr>{ for head }<td></td></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            <button type="button" id={format!("{id}-add")} {onclick}>{ add }</button>
        </div>
    }
}

fn remove(id: String, what: &str, on_remove: Callback<()>) -> Html {
    let onclick = on_remove.reform(|_: MouseEvent| ());
    html! {
        <td><button type="button" class="icon" {id} aria-label={format!("Remove {what}")} title={format!("Remove {what}")} {onclick}>{ "×" }</button></td>
    }
}

/// A field in a cell; its placeholder is the meaning of an empty one.
fn text((id, label): (String, String), value: String, empty: &'static str, on_text: Callback<String>) -> Html {
    let onchange = on_text.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
    html! { <td><input type="text" {id} aria-label={label} {value} placeholder={empty} autocomplete="off" {onchange} /></td> }
}

/// Which agent or broker is down, counted from 0, the first second, and the first second after the outage, if it ends.
type Down = (u32, Time, Option<Time>);

/// One of the two lists of outages: its id, title and explanation, the noun of its parties, and how it is read
/// and set.
#[derive(Clone, Copy)]
struct Outages {
    id: &'static str,
    title: &'static str,
    noun: &'static str,
    term: Term,
    add: &'static str,
    get: fn(&Broker) -> Vec<Down>,
    set: fn(&mut Broker, Vec<Down>),
}

const OF_AGENTS: Outages = Outages {
    id: "outages",
    title: "Outages of agents",
    noun: "agent",
    term: OUTAGES,
    add: "Add an outage of an agent",
    get: |it| {
        let down = it.outages.iter().map(|it| (it.agent, it.from, it.until));
        down.collect()
    },
    set: |it, down| {
        let down = down.into_iter();
        it.outages = down.map(|(agent, from, until)| Outage { agent, from, until }).collect();
    },
};

const OF_BROKERS: Outages = Outages {
    id: "broker-outages",
    title: "Outages of brokers",
    noun: "broker",
    term: BROKER_OUTAGES,
    add: "Add an outage of a broker",
    get: |it| {
        let down = it.broker_outages.iter();
        down.map(|it| (it.broker, it.from, it.until)).collect()
    },
    set: |it, down| {
        let down = down.into_iter();
        it.broker_outages = down.map(|(broker, from, until)| BrokerOutage { broker, from, until }).collect();
    },
};

impl Outages {
    /// A callback that changes the list, if the value does.
    fn change<T: 'static>(
        self,
        edit: &Edit,
        moving: bool,
        with: impl Fn(&mut Vec<Down>, T) + Copy + 'static,
    ) -> Callback<T> {
        let set = move |scenario: &mut Scenario, value: T| {
            let broker = Broker::of_mut(&mut scenario.system);
            let mut down = (self.get)(broker);
            with(&mut down, value);
            (self.set)(broker, down);
        };
        match moving {
            true => edit.drag(self.id, set),
            false => edit.set(set),
        }
    }

    /// The table of the list.
    fn table(self, options: &Broker, names: &[AttrValue], edit: &Edit) -> Html {
        let rows = (self.get)(options).into_iter().enumerate();
        let rows = rows.map(|(row, down)| self.row(row, down, names, edit));
        let add = self.change(edit, false, |down, _: MouseEvent| down.push((0, 0, Some(HOUR))));
        let about = (self.id, self.title, self.term);
        let heads = [self.noun, "from, s", "until, s"];
        table(about, &heads, rows.collect(), (self.add, add))
    }

    fn row(self, row: usize, (party, from, until): Down, names: &[AttrValue], edit: &Edit) -> Html {
        let id = self.id;
        let name = names.get(party as usize).cloned().unwrap_or_default();
        let on_party = self.change(edit, false, move |down, party: usize| {
            in_row(down, row, |it| it.0 = party as u32);
        });
        let on_from = self.change(edit, true, move |down, from: Option<f64>| {
            in_row(down, row, |it| it.1 = from.map_or(it.1, |it| it as Time));
        });
        let on_until = self.change(edit, true, move |down, until: Option<f64>| {
            in_row(down, row, |it| it.2 = until.map(|it| it as Time));
        });
        let on_remove = self.change(edit, false, move |down, ()| {
            take_row(down, row);
        });
        let most = until.unwrap_or(MAX_TIME) - 1;
        html! {
            <tr key={row}>
                <td><List id={format!("{id}-party-{row}")} label={format!("The {} that is down", self.noun)} options={names.to_vec()} chosen={Some(party as usize)} on_choose={on_party} /></td>
                <td><Number id={format!("{id}-from-{row}")} label={format!("{name} is down from, in seconds")} value={from as f64} max={most as f64} on_change={on_from} /></td>
                <td><Number id={format!("{id}-until-{row}")} label={format!("{name} is down until, in seconds")} value={until.map(|it| it as f64)}
                    optional=true placeholder="no end" min={(from + 1) as f64} max={MAX_TIME as f64} on_change={on_until} /></td>
                { remove(format!("{id}-remove-{row}"), &format!("the outage of {name}"), on_remove) }
            </tr>
        }
    }
}

/// A new outage lasts for an hour.
const HOUR: Time = 3_600;

fn agents(options: &Broker, nodes: usize) -> Vec<AttrValue> {
    let named = options.outages.iter().map(|it| it.agent as usize + 1);
    let count = named.max().unwrap_or(0).max(options.agents_of(nodes).len());
    (0..count as u32).map(|it| agent_name(it).into()).collect()
}

fn brokers(options: &Broker) -> Vec<AttrValue> {
    let names = (1..=options.brokers).map(|it| format!("Broker {it}").into());
    names.collect()
}

fn access(options: &Broker, nodes: usize, edit: &Edit) -> Html {
    let names = (1..=nodes).map(|it| AttrValue::from(format!("Node {it}")));
    let names: Vec<AttrValue> = names.collect();
    let rows = options.access.iter().enumerate().map(|(row, it)| {
        let name = names.get(it.node as usize).cloned().unwrap_or_default();
        let on_node = change(edit, move |it, node: usize| {
            in_row(&mut it.access, row, |it| it.node = node as u32);
        });
        let on_users = change(edit, move |it, users: String| {
            let users = users.split(',').map(str::trim).filter(|it| !it.is_empty());
            in_row(&mut it.access, row, |it| it.users = users.map(str::to_owned).collect());
        });
        let on_remove = change(edit, move |it, ()| {
            take_row(&mut it.access, row);
        });
        let label = format!("Users who may reserve on {name}");
        html! {
            <tr key={row}>
                <td><List id={format!("access-node-{row}")} label={"Node with an access list"} options={names.clone()} chosen={Some(it.node as usize)} on_choose={on_node} /></td>
                { text((format!("access-users-{row}"), label), it.users.join(", "), "no user", on_users) }
                { remove(format!("access-remove-{row}"), &format!("the access list of {name}"), on_remove) }
            </tr>
        }
    });
    let add = change(edit, |it, _: MouseEvent| it.access.push(Access::default()));
    let about = ("access", "Access lists", ACCESS);
    table(about, &["node", "users"], rows.collect(), ("Add an access list", add))
}

fn clusters(options: &Broker, nodes: usize, edit: &Edit) -> Html {
    let all: u32 = options.clusters.iter().map(|it| it.nodes).sum();
    let left = (nodes as u32).saturating_sub(all);
    let rows = options.clusters.iter().enumerate().map(|(row, it)| {
        let on_name = change(edit, move |it, name: String| {
            in_row(&mut it.clusters, row, |it| name.trim().clone_into(&mut it.name));
        });
        let on_farm = change(edit, move |it, farm: String| {
            in_row(&mut it.clusters, row, |it| farm.trim().clone_into(&mut it.farm));
        });
        let on_nodes = edit.drag("clusters", move |scenario, nodes: Option<f64>| {
            let clusters = &mut Broker::of_mut(&mut scenario.system).clusters;
            let nodes = nodes.map(|nodes| nodes as u32);
            in_row(clusters, row, |it| it.nodes = nodes.unwrap_or(it.nodes));
        });
        let on_remove = change(edit, move |it, ()| {
            take_row(&mut it.clusters, row);
        });
        let number = row + 1;
        html! {
            <tr key={row}>
                { text((format!("cluster-name-{row}"), format!("Name of cluster {number}")), it.name.clone(), "no name", on_name) }
                { text((format!("cluster-farm-{row}"), format!("Farm of cluster {number}")), it.farm.clone(), "no farm", on_farm) }
                <td><Number id={format!("cluster-nodes-{row}")} label={format!("Nodes of cluster {number}")} value={f64::from(it.nodes)}
                    max={f64::from(it.nodes + left)} on_change={on_nodes} /></td>
                { remove(format!("cluster-remove-{row}"), &format!("cluster {number}"), on_remove) }
            </tr>
        }
    });
    let add = change(edit, move |it, _: MouseEvent| {
        let number = it.clusters.len() + 1;
        it.clusters.push(Cluster { name: format!("cluster {number}"), nodes: left.min(1), ..Cluster::default() });
    });
    let about = ("clusters", "Clusters", CLUSTERS);
    table(about, &["name", "farm", "nodes"], rows.collect(), ("Add a cluster", add))
}
