//! The chosen manager's beliefs of the clusters beneath it, their true state, and the manager's requests.

use super::{Seen, Standing};
use crate::app::context::prelude::*;
use crate::app::context::terms;
use crate::app::control::data_table::{Numbers, data_table};
use crate::app::files::view_picture::Picture;
use slotscope::chart::calendar::{BeliefRow, BeliefsView, Piece, beliefs_height, beliefs_svg};
use slotscope::chart::numbers::Numbered;
use slotscope::chart::table::Table;
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::system::imprecise_calendar::{BeliefAt, BeliefsAt, Knows, RequestAt, Stretch, answer, asked_for};

/// The most clusters that are drawn; the others stand in the table.
const MOST_DRAWN: usize = 16;

/// The most requests that are listed, the last ones.
const MOST_LISTED: usize = 100;

/// The beliefs of the first clusters, as they are drawn.
pub fn view(beliefs: &BeliefsAt) -> BeliefsView {
    let rows = beliefs.clusters.iter().take(MOST_DRAWN).map(row);
    BeliefsView { rows: Rc::new(rows.collect()) }
}

fn row(it: &BeliefAt) -> BeliefRow {
    let nodes = f64::from(it.nodes.max(1));
    let taken = |free: u32| 1.0 - f64::from(free) / nodes;
    let piece = |it: &Stretch| Piece {
        slots: it.slots,
        taken: taken(it.free),
        believed: taken(it.believed),
        differs: it.differs(),
    };
    BeliefRow {
        name: format!("Cluster {}", it.cluster + 1),
        from: it.stretches.first().map_or(0, |it| it.from),
        pieces: it.stretches.iter().map(piece).collect(),
    }
}

/// A row for each stretch of slots that are alike.
fn table(beliefs: &BeliefsAt, origin: Origin) -> Numbered {
    let head = ["Cluster", "From", "Until", "Slots", "Nodes free", "Believed free", "Differs"];
    let row = |cluster: &BeliefAt, it: &Stretch| {
        vec![
            (cluster.cluster + 1).to_string(),
            time_label(it.from, origin),
            time_label(it.to, origin),
            it.slots.to_string(),
            it.free.to_string(),
            it.believed.to_string(),
            if it.differs() { "yes" } else { "no" }.to_owned(),
        ]
    };
    let rows = beliefs.clusters.iter().flat_map(|of| of.stretches.iter().map(move |it| row(of, it)));
    Table { head: head.map(str::to_owned).to_vec(), rows: rows.collect() }.into()
}

#[derive(Properties, PartialEq)]
pub struct BeliefsProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The number of the manager whose calendar is shown.
    pub manager: usize,
    pub ground: Ground,
    pub origin: Origin,
}

/// Nothing of a single manager.
#[component]
pub fn Beliefs(props: &BeliefsProps) -> Html {
    let (seen, origin) = (props.seen.clone(), props.origin);
    let draw = use_callback((seen.clone(), props.ground, origin), |frame: Frame, (seen, ground, origin)| {
        let captions = Captions { origin: *origin, ..Captions::default() };
        let view = seen.beliefs.as_ref().map(view).unwrap_or_default();
        beliefs_svg(frame, &ground.theme(), &view, &captions)
    });
    let Some(beliefs) = &seen.beliefs else {
        if seen.managers.len() < 2 {
            return nothing();
        }
        return html! {
            <section class="slot-picture beliefs" id="calendar-beliefs" data-manager={props.manager.to_string()}>
                <h2>{ "Believed and true" }</h2>
                <p class="hint" id="beliefs-shared">{ "Jobs share slots, so the free part of a slot is not a number of nodes, and is not drawn." }</p>
                { requests(props) }
            </section>
        };
    };
    let slots = beliefs.clusters.iter().map(BeliefAt::slots);
    let [all, differing] = slots.fold([0, 0], |sum, it| [sum[0] + it[0], sum[1] + it[1]]);
    let numbers = {
        let seen = seen.clone();
        Callback::from(move |()| match &seen.beliefs {
            Some(beliefs) => table(beliefs, origin),
            None => Numbered::default(),
        })
    };
    let drawn = beliefs.clusters.len().min(MOST_DRAWN);
    let left_out = beliefs.clusters.len() - drawn;
    html! {
        <section class="slot-picture beliefs" id="calendar-beliefs" data-manager={props.manager.to_string()}
            data-slots={format!("{all},{differing}")}>
            <h2>{ "Believed and true" }<small data-tip={terms::SHADOW_CALENDAR}>{ knows(beliefs.knows) }</small></h2>
            <Picture id="belief-strips" label="The shadow calendars of the manager beside the true calendars; the numbers follow in a table"
                height={beliefs_height(drawn)} {draw} />
            if left_out > 0 {
                <p class="hint">{ format!("{} more are not drawn; they stand in the table.", words::plural(left_out, "cluster")) }</p>
            }
            <Numbers id="belief-numbers" summary="Beliefs as table" title="Nodes free as believed and in truth" make={numbers} />
            { requests(props) }
        </section>
    }
}

/// How the manager knows.
fn knows(it: Knows) -> String {
    match it {
        Knows::ItsOwn => "the manager of the cluster keeps its calendar itself".to_owned(),
        Knows::AtOnce => "it hears of every change at once".to_owned(),
        Knows::After(seconds) => {
            format!("it hears of a change after {} s, for each manager that passes it on", words::count(seconds))
        }
    }
}

/// The inquiries of the manager, latest first.
fn requests(props: &BeliefsProps) -> Html {
    let seen = &props.seen;
    let own: Vec<&RequestAt> = seen.requests.iter().filter(|it| it.manager as usize == props.manager).collect();
    let label = |time: Time| time_label(time, props.origin);
    let row = |it: &&RequestAt| {
        vec![
            label(it.time),
            props.finished.run.jobs[it.job as usize].id.to_string(),
            asked_for(it),
            label(it.request.start),
            answer(it, &label),
        ]
    };
    let head = ["Time", "Job", "Nodes", "From", "Answer"];
    let table =
        Table { head: head.map(str::to_owned).to_vec(), rows: own.iter().rev().take(MOST_LISTED).map(row).collect() };
    let numbered = Numbered { count: own.len(), table };
    let earlier = seen.earlier_requests;
    html! {
        <div id="calendar-requests" data-count={own.len().to_string()}>
            <h2>{ "Inquiries until now" }<small data-tip={terms::INQUIRY}>{ "latest first" }</small></h2>
            { data_table(&numbered, "Inquiries and reserves of the manager") }
            if earlier > 0 {
                <p class="hint">{ format!("{} earlier ones, of all managers, are not listed.", words::plural(earlier as usize, "request")) }</p>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct TreeOfManagersProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The number of the manager whose calendar is shown.
    pub chosen: usize,
    pub on_choose: Callback<usize>,
}

const HEAD: [(&str, terms::Term); 8] = [
    ("Manager", terms::MANAGER),
    ("Nodes busy", "Number of busy nodes beneath it at the cursor."),
    ("Waiting", "Number of waiting jobs that have their place there."),
    (
        "Supply",
        "Node hours that jobs submitted elsewhere ran here, in the whole run. Trade among clusters beneath a manager does not count for the manager.",
    ),
    ("Consumption", "Node hours that jobs submitted here ran elsewhere, in the whole run."),
    ("Balance", terms::BALANCE_OF_TRADE),
    (
        "Balance now",
        "Consumption minus supply until the cursor, in node hours. Jobs that still run count with their limits, as for the limit on the deficit.",
    ),
    ("Delay", "Normalized queuing delay of the jobs that were submitted here, weighted by processor seconds."),
];

/// A row for each manager, those beneath it indented; nothing of a single one. A click shows its calendar.
#[component]
pub fn TreeOfManagers(props: &TreeOfManagersProps) -> Html {
    let managers = &props.seen.managers;
    if managers.len() < 2 {
        return nothing();
    }
    let head = HEAD.map(|(name, term)| html! { <th scope="col" data-tip={term}>{ name }</th> });
    let rows = managers.iter().map(|it| tree_row(props, it));
    html! {
        <section class="slot-picture tree-of-managers" id="tree-of-managers">
            <h2>{ "Managers" }<small>{ "a click shows the calendar" }</small></h2>
            <div class="scroll-across" role="region" aria-label="Managers" tabindex="0">
                <table>
                    <thead><tr>{ for head }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </section>
    }
}

fn tree_row(props: &TreeOfManagersProps, it: &Standing) -> Html {
    // Of the first clusters, as it is a measure.
    let delay = (it.clusters == [it.number]).then(|| {
        let key = format!("weighted_delay_of_{}", it.number + 1);
        props.finished.report.measures.get(&key).copied()
    });
    let delay = delay.flatten().map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"));
    let hours = |seconds: i64| words::count((seconds as f64 / 3_600.0).round() as i64);
    let is_chosen = it.number == props.chosen;
    let number = it.number;
    let onclick = props.on_choose.reform(move |_: MouseEvent| number);
    let inset = format!("padding-left: {}em", it.depth);
    html! {
        <tr class={classes!(is_chosen.then_some("is-chosen"))} data-manager={it.number.to_string()}>
            <td><span ~style={inset}><button type="button" aria-pressed={is_chosen.to_string()} {onclick}>{ &it.name }</button></span></td>
            <td>{ format!("{} of {}", words::count(it.busy as i64), words::count(it.nodes as i64)) }</td>
            <td>{ words::count(it.waiting as i64) }</td>
            <td>{ hours(it.traded.supply) }</td>
            <td>{ hours(it.traded.consumption) }</td>
            <td>{ hours(it.traded.balance()) }</td>
            <td>{ hours(it.balance) }</td>
            <td>{ delay }</td>
        </tr>
    }
}
