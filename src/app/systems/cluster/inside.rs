//! The Nodes view: the nodes at a moment, why jobs wait for them, the promises, and a chosen node.

use web_sys::{Element, KeyboardEvent};

use crate::app::context::Identity;
use crate::app::context::prelude::*;
use crate::app::context::terms::Term;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::control::{Field, Text, sentence};
use crate::app::files::view_picture::{Picture, ViewPicture, place_within, use_view_picture, use_width};
use crate::app::systems::cursor::{Cursor, question, shown, told_about, use_last};
use slotscope::chart::nodes::{
    Direction, NodeCell, NodeGroup, NodesView, beside, node_at, nodes_height, nodes_svg, nodes_table,
};
use slotscope::chart::time_axis::{time_label, time_label_beside};
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::engine::decisions::{Moment, Queued};
use slotscope::experiment::words::{Part, Speaker};
use slotscope::page::explained::Explained;
use slotscope::system::cluster::{Amounts, Cluster, JobAt, NodeAt, NodesAt, PromiseAt};
use slotscope::system::moment::span;
use slotscope::workload::resources::{NodeKind, node_list};

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct NodesSettings {
    /// The name of the chosen node.
    node: UseStateHandle<Option<String>>,
    /// The job whose promised nodes are outlined; that of the first promise until one is chosen.
    promised: UseStateHandle<Option<u32>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> NodesSettings {
    NodesSettings { node: use_state_eq(|| None), promised: use_state_eq(|| None) }
}

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    pub system: Cluster,
    pub finished: Rc<Finished>,
    pub settings: NodesSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Nodes view.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.finished.moment(props.cursor);
    let told = told_about(&props.explained, question(&props.finished, props.cursor));
    let key = (Identity::of(&props.finished), told.as_ref().map(Identity::of));
    let seen = use_memo(key, |_| told.as_ref().map(|told| Seen::of(&props.system, cursor, told)));
    let seen = use_last(&props.finished, (*seen).clone());
    let body = shown("nodes", seen, |seen| {
        html! {
            <Body {seen} finished={props.finished.clone()} settings={props.settings.clone()} ground={props.ground} origin={props.origin}
                view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
        }
    });
    html! {
        <div class="slots nodes-view" id="nodes-view" data-told={told.is_some().to_string()}>
            <div class="view-bar slots-bar">
                <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                    dispatch={props.dispatch.clone()} />
            </div>
            { body }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct BodyProps {
    seen: Rc<Seen>,
    finished: Rc<Finished>,
    settings: NodesSettings,
    ground: Ground,
    origin: Origin,
    view_picture: ViewPicture,
    dispatch: Dispatch,
}

/// The picture with the lists beside and beneath it.
#[component]
fn Body(props: &BodyProps) -> Html {
    let BodyProps { seen, finished, settings, origin, dispatch, .. } = props;
    let node = settings.node.as_deref().and_then(|it| seen.place_of(it));
    let promise = seen.promise_to(*settings.promised);
    let on_node = settings.node.setter().to_callback().reform(Some);
    let on_promise = settings.promised.setter().to_callback().reform(Some);
    html! {
        <div class="slots-body">
            <section class="query" aria-label="Node and promises">
                <ChooseNode seen={seen.clone()} chosen={node} on_choose={on_node.clone()} />
                <NodeCard seen={seen.clone()} finished={finished.clone()} {node} origin={*origin} dispatch={dispatch.clone()} />
                <Promises seen={seen.clone()} finished={finished.clone()} chosen={promise} origin={*origin} on_choose={on_promise} dispatch={dispatch.clone()} />
            </section>
            <div class="slot-pictures">
                <Machine seen={seen.clone()} finished={finished.clone()} {node} {promise} ground={props.ground} origin={*origin} on_choose={on_node}
                    view_picture={props.view_picture.clone()} />
                <Waiting seen={seen.clone()} finished={finished.clone()} origin={*origin} dispatch={dispatch.clone()} />
            </div>
        </div>
    }
}

const NODE: Term =
    "The node whose card is shown: by its name, by a click on its cell, or by the arrow keys in the picture.";

/// This many names are offered while one is typed.
const OFFERED: usize = 400;

#[derive(Properties, PartialEq)]
struct ChooseNodeProps {
    pub seen: Rc<Seen>,
    /// The place of the chosen node.
    pub chosen: Option<usize>,
    pub on_choose: Callback<String>,
}

/// The field.
#[component]
fn ChooseNode(props: &ChooseNodeProps) -> Html {
    let nodes = &props.seen.at.nodes;
    let name = props.chosen.map(|at| nodes[at].name.clone());
    let mistake = {
        let seen = props.seen.clone();
        Callback::from(move |name: String| {
            let is_one = seen.place_of(&name).is_some();
            (!is_one).then(|| unknown(&seen))
        })
    };
    html! {
        <Field of="node" label="Node" term={NODE}>
            <Text id="node" list="node-names" value={name.unwrap_or_default()} placeholder="click a cell, or type a name" {mistake}
                on_change={&props.on_choose} />
            <datalist id="node-names">
                { for nodes.iter().take(OFFERED).map(|it| html! { <option value={it.name.clone()} /> }) }
            </datalist>
        </Field>
    }
}

fn unknown(seen: &Seen) -> String {
    match seen.at.nodes.as_slice() {
        [] => "there are no nodes".to_owned(),
        [only] => format!("there is only {}", only.name),
        [first, .., last] => format!("a node from {} to {}", first.name, last.name),
    }
}

/// This many of the waiting jobs are listed.
const LISTED: usize = 12;

#[derive(Properties, PartialEq)]
pub struct WaitingProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// The waiting jobs.
#[component]
pub fn Waiting(props: &WaitingProps) -> Html {
    // On the day of the cursor the time of day alone.
    let now = props.seen.now;
    let clock = |time: Time, beside: Option<Time>| time_label_beside(time, beside.or(Some(now)), props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let providers = &props.seen.moment.providers;
    let waiting: usize = providers.iter().map(|it| it.queue_length as usize).sum();
    let queued = providers.iter().flat_map(|it| &it.queue).take(LISTED);
    let reasons: Vec<Html> = queued
        .filter_map(|it: &Queued| {
            let parts = speaker.queued(it)?;
            Some(html! { <li>{ sentence(&parts, &speaker, &props.dispatch) }</li> })
        })
        .collect();
    let more = waiting.saturating_sub(reasons.len());
    html! {
        <section class="slot-picture node-waiting" id="node-waiting" data-count={waiting.to_string()} aria-label="Waiting jobs">
            <h2>{ "Why they wait" }<small>{ format!("{} waiting", words::plural(waiting, props.finished.run.nouns().job)) }</small></h2>
            if waiting == 0 {
                <p class="hint">{ "No job waits at this moment. Move the time cursor to a time at which jobs wait." }</p>
            } else {
                <ol class="waits">{ for reasons }</ol>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}

const PROMISES: Term = "The starts that the last pass promised, each on certain nodes. The nodes of one of them are outlined in the picture.";

/// This many promises are listed.
const PROMISES_LISTED: usize = 40;

#[derive(Properties, PartialEq)]
pub struct PromisesProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the promise whose nodes are outlined.
    pub chosen: Option<usize>,
    pub origin: Origin,
    /// Hears the job of the promise whose nodes are to be outlined.
    pub on_choose: Callback<u32>,
    pub dispatch: Dispatch,
}

#[component]
pub fn Promises(props: &PromisesProps) -> Html {
    let seen = &props.seen;
    let promises = &seen.at.promises;
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let row = |(place, it): (usize, &PromiseAt)| {
        let job = it.job;
        let from = clock(it.from, Some(seen.now));
        let parts = [Part::Job(job), Part::Text(": ".to_owned())];
        let choose = props.on_choose.reform(move |_: MouseEvent| job);
        html! {
            <li key={job}>
                { sentence(&parts, &speaker, &props.dispatch) }
                <button type="button" class="promised-nodes" aria-pressed={(props.chosen == Some(place)).to_string()} onclick={choose}
                    data-tip="Outlines these nodes in the picture.">{ seen.nodes_of(it) }</button>
                { format!(" from {from}") }
            </li>
        }
    };
    let more = promises.len().saturating_sub(PROMISES_LISTED);
    html! {
        <section id="node-promises" data-count={promises.len().to_string()} aria-label="Promises">
            <h2 data-tip={PROMISES}>{ "Promises" }</h2>
            if promises.is_empty() {
                <p class="hint">{ "No job is promised a start at this moment." }</p>
            } else {
                <ul class="node-jobs">{ for promises.iter().enumerate().take(PROMISES_LISTED).map(row) }</ul>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}

/// The nodes at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The cursor.
    pub now: Time,
    pub at: NodesAt,
    /// The moment, with the waiting jobs and their reasons.
    pub moment: Moment,
    /// The nodes in groups of neighbours of a kind.
    view: NodesView,
}

impl Seen {
    /// The nodes as a run told of them at the cursor.
    ///
    /// # Errors
    ///
    /// Why they are not known.
    pub fn of(system: &Cluster, now: Time, told: &Explained) -> Result<Rc<Self>, String> {
        let told = told.told.as_ref().map_err(Clone::clone)?;
        let moment = told.moment.as_ref().ok_or("the run has no such moment")?;
        let at = NodesAt::of(moment).ok_or("the run tells of no nodes")?;
        let groups = at.nodes.chunk_by(|a, b| a.kind == b.kind);
        let groups = groups.map(|nodes| {
            let kind = nodes.first().map_or(0, |it| it.kind as usize);
            NodeGroup { heading: heading(nodes, system.nodes.get(kind)), nodes: nodes.iter().map(cell).collect() }
        });
        Ok(Rc::new(Self { now, view: NodesView::new(groups.collect()), moment: moment.clone(), at }))
    }

    /// The place of the node of a name.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        self.at.nodes.iter().position(|it| it.name == name)
    }

    /// The place of the promise to this job, or of the first one.
    pub fn promise_to(&self, job: Option<u32>) -> Option<usize> {
        let promises = &self.at.promises;
        let own = job.and_then(|job| promises.iter().position(|it| it.job == job));
        own.or((!promises.is_empty()).then_some(0))
    }

    /// The picture with a chosen node, and the nodes of a promise that are promised to this job.
    pub fn view(&self, chosen: Option<usize>, promise: Option<(usize, String)>) -> NodesView {
        let of = promise.and_then(|(at, name)| Some((self.at.promises.get(at)?, name)));
        let (promised, promised_to) = match of {
            None => (Vec::new(), String::new()),
            Some((promise, name)) => {
                let mut places: Vec<usize> = promise.nodes.iter().map(|&it| it as usize).collect();
                places.sort_unstable();
                (places, format!("promised to {name}"))
            }
        };
        let mut view = self.view.clone();
        view.chosen = chosen;
        view.promised = promised;
        view.promised_to = promised_to;
        view
    }

    /// The nodes of a promise as one list: `n[003-004]`.
    pub fn nodes_of(&self, promise: &PromiseAt) -> String {
        let nodes = promise.nodes.iter();
        let nodes = nodes.filter_map(|&it| self.at.nodes.get(it as usize));
        node_list(nodes.map(|it| it.name.as_str()))
    }
}

fn cell(node: &NodeAt) -> NodeCell {
    let amounts = |it: &Amounts| [it.cores, it.gpus, it.memory];
    NodeCell {
        name: node.name.clone(),
        all: amounts(&node.all),
        used: amounts(&node.used),
        is_out: node.out_until.is_some(),
    }
}

/// `n[001-010] · 10 nodes with 64 cores and 256 GiB · cpu`.
fn heading(nodes: &[NodeAt], kind: Option<&NodeKind>) -> String {
    let Some(first) = nodes.first() else {
        return String::new();
    };
    let names = node_list(nodes.iter().map(|it| it.name.as_str()));
    let mut each = first.all.words();
    if !first.gpu_type.is_empty() {
        each.push_str(&format!(" ({})", first.gpu_type));
    }
    let count = words::plural(nodes.len(), "node");
    let mut parts = vec![names, format!("{count} with {each}")];
    let partitions = kind.map_or(&[][..], |it| &it.partitions);
    if !partitions.is_empty() {
        parts.push(partitions.join(", "));
    }
    parts.join(" · ")
}

/// This many jobs of a node are listed.
const CARD_LISTED: usize = 100;

#[derive(Properties, PartialEq)]
struct NodeCardProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the node; nothing is shown without one.
    pub node: Option<usize>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

#[component]
fn NodeCard(props: &NodeCardProps) -> Html {
    let seen = &props.seen;
    let Some((place, node)) = props.node.and_then(|at| Some((at, seen.at.nodes.get(at)?))) else {
        return nothing();
    };
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    // On the day of the cursor the time of day alone.
    let at = |time: Time| match time {
        Time::MAX => "without limit".to_owned(),
        time => format!("until {}", clock(time, Some(seen.now))),
    };
    let jobs = node.jobs.iter().take(CARD_LISTED).map(|it| {
        let parts = [Part::Job(it.job), Part::Text(format!(" has {}, {}", has(it), at(it.until)))];
        html! { <li>{ sentence(&parts, &speaker, &props.dispatch) }</li> }
    });
    let promised = seen.at.promises.iter().filter(|it| it.nodes.contains(&(place as u32)));
    let promised = promised.map(|it| {
        let from = clock(it.from, Some(seen.now));
        let parts = [
            Part::Text("Promised to ".to_owned()),
            Part::Job(it.job),
            Part::Text(format!(" from {from}, {}.", at(it.until))),
        ];
        html! { <p class="hint">{ sentence(&parts, &speaker, &props.dispatch) }</p> }
    });
    let more = node.jobs.len().saturating_sub(CARD_LISTED);
    html! {
        <section class="node-card" id="node-card" data-node={node.name.clone()} aria-label={format!("Node {}", node.name)} aria-live="polite">
            <h2>{ node.name.clone() }<small>{ of_all(node) }</small></h2>
            { for service(node, &clock, seen.now).map(|it| html! { <p class="refused">{ it }</p> }) }
            <p class="hint" id="node-free">{ format!("Free: {}.", free(node).words()) }</p>
            if node.jobs.is_empty() {
                <p class="hint">{ "No job runs there." }</p>
            } else {
                <ul class="node-jobs" id="node-jobs">{ for jobs }</ul>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
            { for promised }
        </section>
    }
}

/// What a job has of the node, with the numbers of its GPUs.
fn has(it: &JobAt) -> String {
    let amounts = it.has.words();
    let numbers: Vec<String> = it.gpus.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [] => amounts,
        [one] => format!("{amounts} (GPU {one})"),
        _ => format!("{amounts} (GPUs {})", numbers.join(", ")),
    }
}

/// What it has, with the type of its GPUs.
fn of_all(node: &NodeAt) -> String {
    match node.gpu_type.as_str() {
        "" => node.all.words(),
        gpu_type => format!("{} ({gpu_type})", node.all.words()),
    }
}

/// Of a node out of service nothing is free.
fn free(node: &NodeAt) -> Amounts {
    let left = |of: fn(&Amounts) -> u64| match node.out_until {
        Some(_) => 0,
        None => of(&node.all).saturating_sub(of(&node.used)),
    };
    Amounts { cores: left(|it| it.cores), gpus: left(|it| it.gpus), memory: left(|it| it.memory) }
}

/// That it is out of service, or will be.
fn service(node: &NodeAt, clock: &dyn Fn(Time, Option<Time>) -> String, now: Time) -> Option<String> {
    match (node.out_until, node.out_from) {
        (Some(until), _) => Some(format!("Out of service until {}.", clock(until, Some(now)))),
        (None, Some(from)) => Some(format!("Out of service from {}.", clock(from, Some(now)))),
        (None, None) => None,
    }
}

#[derive(Properties, PartialEq)]
pub struct MachineProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the chosen node.
    pub node: Option<usize>,
    /// The place of the promise whose nodes are outlined.
    pub promise: Option<usize>,
    pub ground: Ground,
    pub origin: Origin,
    pub on_choose: Callback<String>,
    pub view_picture: ViewPicture,
}

/// The nodes as cells.
#[component]
pub fn Machine(props: &MachineProps) -> Html {
    let MachineProps { seen, node, .. } = props;
    let room = use_node_ref();
    let width = use_width(&room) as u32;
    let view = use_memo((seen.clone(), *node, props.promise), |(seen, node, promise)| {
        let promise = promise.map(|at| {
            let job = seen.at.promises[at].job as usize;
            let noun = props.finished.run.nouns().job;
            (at, format!("{noun} {}", props.finished.run.job_name(job)))
        });
        seen.view(*node, promise)
    });
    let draw = use_callback((view.clone(), props.ground), |frame: Frame, (view, ground)| {
        nodes_svg(frame, &ground.theme(), view, &Captions::default())
    });
    {
        let (view, now, origin) = (view.clone(), seen.now, props.origin);
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let at = time_label(now, origin);
            let captions = Captions {
                title: match captions.title.as_str() {
                    "" => format!("Nodes at {at}"),
                    title => format!("{title}, nodes at {at}"),
                },
                ..captions.clone()
            };
            let frame = Frame::new(width, nodes_height(&view, width) + 90);
            nodes_svg(frame, theme, &view, &captions)
        });
    }
    let height = nodes_height(&view, width.max(300));
    let choose = {
        let (seen, on_choose) = (seen.clone(), props.on_choose.clone());
        Callback::from(move |place: usize| {
            if let Some(node) = seen.at.nodes.get(place) {
                on_choose.emit(node.name.clone());
            }
        })
    };
    let frame = Frame::new(width, height);
    let onclick = {
        let (view, room, choose) = (view.clone(), room.clone(), choose.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = room.cast::<Element>() else {
                return;
            };
            if let Some(place) = node_at(&view, frame, place_within(&element, &event)) {
                choose.emit(place);
            }
        })
    };
    let onkeydown = {
        let (view, node) = (view.clone(), *node);
        Callback::from(move |event: KeyboardEvent| {
            let direction = match event.key().as_str() {
                "ArrowLeft" => Direction::Left,
                "ArrowRight" => Direction::Right,
                "ArrowUp" => Direction::Up,
                "ArrowDown" => Direction::Down,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            let to = node.map_or(0, |node| beside(&view, frame, node, direction));
            choose.emit(to);
        })
    };
    let table = {
        let view = view.clone();
        Callback::from(move |()| nodes_table(&view, MOST))
    };
    let out = seen.at.nodes.iter().filter(|it| it.out_until.is_some());
    let counts = match out.count() {
        0 => words::plural(seen.at.nodes.len(), "node"),
        out => format!("{}, {out} out of service", words::plural(seen.at.nodes.len(), "node")),
    };
    html! {
        <section class="slot-picture" aria-label="Nodes">
            <h2>{ "Nodes" }<small id="nodes-count">{ counts }</small></h2>
            <div class="node-cells" id="node-cells" ref={room} {onclick} {onkeydown} tabindex="0" role="group"
                aria-label="Choose a node with the arrow keys">
                <Picture id="nodes-picture" label="Each node a cell with a bar for its cores, GPUs and memory in use; the numbers follow in a table"
                    {height} {draw} />
            </div>
            <Numbers id="nodes-numbers" summary="Nodes as table" title="Nodes" make={table} />
        </section>
    }
}
