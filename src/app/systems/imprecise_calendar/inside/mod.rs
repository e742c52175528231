//! The Calendar view: the slots of every level at a moment, and the jobs assigned to one of them.

mod beliefs;

use gloo_timers::callback::Timeout;
use web_sys::Element;

use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::Slider;
use crate::app::control::data_table::Numbers;
use crate::app::files::view_picture::{Picture, ViewPicture, place_within, stacked, use_view_picture};
use crate::app::systems::cursor::{Cursor, question, shown, told_about, use_last};
use beliefs::{Beliefs, TreeOfManagers, view};
use slotscope::chart::calendar::{
    Cell, Row, RowsView, beliefs_height, beliefs_svg, calendar_height, calendar_svg, calendar_table, cell_at,
};
use slotscope::chart::table::Table;
use slotscope::chart::time_axis::{time_label, time_label_beside};
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::engine::decisions::{Moment, ProviderMoment};
use slotscope::experiment::Run;
use slotscope::page::explained::Explained;
use slotscope::page::state::ViewAction;
use slotscope::system::imprecise_calendar::{
    Assigned, BeliefsAt, CalendarAt, Firmness, ImpreciseCalendar, Managed, RequestAt, SlotAt, Traded, Tree, traded,
};
use slotscope::system::moment::span;

#[derive(Properties, PartialEq)]
pub struct CalendarProps {
    pub system: ImpreciseCalendar,
    pub finished: Rc<Finished>,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    /// A time in the slot that is opened: as slots are split, in the finer one. The slot at the cursor
    /// until one is chosen.
    pub opened: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Calendar view.
#[component]
pub fn Calendar(props: &CalendarProps) -> Html {
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.finished.moment(props.cursor);
    let told = told_about(&props.explained, question(&props.finished, props.cursor));
    let is_told = told.is_some();
    // The highest one's calendar, until another is chosen.
    let chosen = use_state(|| None::<usize>);
    let highest = Tree::new(&props.system.managers, &props.finished.run.platform).managers().len() - 1;
    let manager = chosen.map_or(highest, |it| it.min(highest));
    let on_choose = chosen.setter().to_callback().reform(Some);
    let key = (Identity::of(&props.finished), cursor, manager, told.as_ref().map(Identity::of));
    let seen = use_memo(key, |_| {
        let told = told.as_ref()?;
        Some(Seen::of(&props.system, &props.finished.run, cursor, manager, told))
    });
    let seen = use_last(&props.finished, (*seen).clone());
    let on_open = props.dispatch.callback(|time: Time| Action::View(ViewAction::Open(time)));
    let next = match (is_told, &seen) {
        (true, Some(Ok(seen))) => seen.next,
        _ => None,
    };
    let body = shown("calendar", seen, |seen| {
        html! {
            <Levels {seen} {manager} {on_choose} open={props.opened.unwrap_or(cursor)} finished={props.finished.clone()} ground={props.ground}
                origin={props.origin} {on_open} view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
        }
    });
    html! {
        <div class="slots calendar" id="calendar" data-told={is_told.to_string()}>
            <div class="view-bar slots-bar">
                <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                    dispatch={props.dispatch.clone()} />
                <Forward {is_told} {next} dispatch={props.dispatch.clone()} />
            </div>
            { body }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct LevelsProps {
    seen: Rc<Seen>,
    /// Whose calendar it is, in the tree.
    manager: usize,
    on_choose: Callback<usize>,
    /// A time in the opened slot.
    open: Time,
    finished: Rc<Finished>,
    ground: Ground,
    origin: Origin,
    on_open: Callback<Time>,
    view_picture: ViewPicture,
    dispatch: Dispatch,
}

/// The levels as rows, the jobs in the opened slot, and the figures of the run's calendar.
#[component]
fn Levels(props: &LevelsProps) -> Html {
    let node = use_node_ref();
    let seen = &props.seen;
    let open = seen.calendar.slot_at(props.open);
    let height = calendar_height(seen.calendar.levels.len());
    // The same until something is another: the picture is drawn anew only then.
    let draw =
        use_callback((seen.clone(), open, props.ground, props.origin), |frame: Frame, (seen, open, ground, origin)| {
            let captions = Captions { origin: *origin, ..Captions::default() };
            calendar_svg(frame, &ground.theme(), &seen.rows(*open), &captions)
        });
    {
        let (seen, origin) = (seen.clone(), props.origin);
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let frame = Frame::new(width, height + 60);
            let at = time_label(seen.calendar.now, origin);
            let captions = Captions {
                title: match captions.title.as_str() {
                    "" => format!("Calendar at {at}"),
                    title => format!("{title}, calendar at {at}"),
                },
                origin,
                ..captions.clone()
            };
            let slots = calendar_svg(frame, theme, &seen.rows(open), &captions);
            let Some(beliefs) = seen.beliefs.as_ref().map(view) else {
                return slots;
            };
            let beneath = Frame::new(width, beliefs_height(beliefs.rows.len()) + 40);
            let captions = Captions { title: "Believed and true".to_owned(), subtitle: String::new(), ..captions };
            let beliefs = beliefs_svg(beneath, theme, &beliefs, &captions);
            stacked(&[slots, beliefs], width, &[frame.height, beneath.height])
        });
    }
    let on_click = {
        let (seen, ground, node) = (seen.clone(), props.ground, node.clone());
        let on_open = props.on_open.clone();
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<Element>() else {
                return;
            };
            let frame = Frame::new(element.client_width() as u32, height);
            let at = place_within(&element, &event);
            if let Some((level, slot)) = cell_at(frame, &ground.theme(), &seen.rows(open), at) {
                on_open.emit(seen.calendar.levels[level][slot].span.start);
            }
        })
    };
    let table = {
        let (seen, origin) = (seen.clone(), props.origin);
        Callback::from(move |()| seen.table(origin).into())
    };
    let slots: Vec<String> = seen.calendar.levels.iter().map(|it| it.len().to_string()).collect();
    let [running, firm, vague] = seen.calendar.by_firmness();
    html! {
        <div class="slots-body">
            <section class="query" aria-label="Opened slot">
                <Opened seen={seen.clone()} finished={props.finished.clone()} {open} origin={props.origin}
                    on_open={props.on_open.clone()} dispatch={props.dispatch.clone()} />
            </section>
            <div class="slot-pictures">
                <section class="slot-picture" aria-label="Slots by level">
                    <h2>{ "Slots by level" }
                        <small id="calendar-counts" data-slots={slots.join(",")} data-firmness={format!("{running},{firm},{vague}")} data-tip={terms::FIRMNESS}>
                            { format!("{} · jobs: {running} running, {firm} firm, {vague} vague", words::plural(seen.slots(), "slot")) }</small></h2>
                    <div class="calendar-rows" ref={node} onclick={on_click}>
                        <Picture id="calendar-rows" label="The slots of the calendar, a row for each level; the numbers follow in a table, and a slot is chosen by the slider beside"
                            {height} {draw} />
                    </div>
                    if seen.calendar.assigned.is_empty() {
                        <p class="hint" id="calendar-empty">{ "All slots are free. Move the time cursor to a time at which jobs run or wait." }</p>
                    }
                    if seen.calendar.left_out > 0 {
                        <p class="hint">{ format!("{} more are not drawn.", words::plural(seen.calendar.left_out as usize, "slot")) }</p>
                    }
                    <Numbers id="calendar-numbers" summary="Slots as table" title="Slots by level" make={table} />
                </section>
                <TreeOfManagers seen={seen.clone()} finished={props.finished.clone()} chosen={props.manager} on_choose={props.on_choose.clone()} />
                <Beliefs seen={seen.clone()} finished={props.finished.clone()} manager={props.manager} ground={props.ground} origin={props.origin} />
                <Figures finished={props.finished.clone()} />
            </div>
        </div>
    }
}

/// Each instant is looked at for this many milliseconds.
const PACE: u32 = 400;

#[derive(Properties, PartialEq)]
pub struct ForwardProps {
    /// Whether the state at the cursor has arrived.
    pub is_told: bool,
    /// The next instant; none after the last.
    pub next: Option<Time>,
    pub dispatch: Dispatch,
}

/// A button that plays and pauses.
#[component]
pub fn Forward(props: &ForwardProps) -> Html {
    let plays = use_state_eq(|| false);
    {
        let (dispatch, setter) = (props.dispatch.clone(), plays.setter());
        use_effect_with((*plays, props.is_told, props.next), move |&state| {
            let timeout = match state {
                (true, true, Some(next)) => Some(Timeout::new(PACE, move || {
                    dispatch.dispatch(Action::View(ViewAction::Cursor(next)));
                })),
                (true, true, None) => {
                    setter.set(false);
                    None
                }
                _ => None,
            };
            move || drop(timeout)
        });
    }
    let (label, tip) = if *plays {
        ("Pause", "Stays at this moment.")
    } else {
        ("Play", "Advances from event to event: slots are split, and jobs become firm.")
    };
    let toggle = {
        let plays = plays.clone();
        Callback::from(move |_: MouseEvent| plays.set(!*plays))
    };
    html! {
        <button type="button" id="calendar-play" aria-pressed={plays.to_string()} data-tip={tip} onclick={toggle}>{ label }</button>
    }
}

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub finished: Rc<Finished>,
}

/// The classes of run times, by the ends of their measures' keys.
const CLASSES: [(&str, &str); 5] = [
    ("", "All jobs"),
    ("_below_10", "Below 10 s"),
    ("_10_100", "10 to 100 s"),
    ("_100_1000", "100 to 1000 s"),
    ("_above_1000", "Over 1000 s"),
];

/// The three ways of a normalized delay, by the beginnings of their measures' keys.
const WAYS: [&str; 3] = ["weighted_delay", "delay", "delay_by_limit"];

const HEAD: [&str; 4] = ["Run time", "Weighted", "Per job", "By the limit"];

/// The size in a sentence, and the delays as a table.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let rows = rows(&props.finished);
    let count = |key: &str| {
        let count = props.finished.report.measures.get(key);
        words::count(count.map_or(0, |&it| it as i64))
    };
    let row = |cells: Vec<String>| html! { <tr>{ for cells.into_iter().map(|it| html! { <td>{ it }</td> }) }</tr> };
    html! {
        <section class="slot-picture calendar-figures" id="calendar-figures">
            <p>
                { format!("The calendar had up to {} slots; with finest slots only, it would have needed {} for the same time.",
                    count("calendar_slots"), count("flat_slots")) }
            </p>
            <h2>{ "Normalized queuing delay" }</h2>
            <div class="scroll-across" role="region" aria-label="Normalized queuing delay" tabindex="0">
                <table>
                    <thead><tr>{ for HEAD.map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                    <tbody>{ for rows.into_iter().map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn rows(finished: &Finished) -> Vec<Vec<String>> {
    let figure = |way: &str, class: &str| {
        finished.report.measures.get(&format!("{way}{class}")).map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"))
    };
    let row = |&(class, name): &(&str, &str)| {
        let figures = WAYS.map(|way| figure(way, class));
        [name.to_owned()].into_iter().chain(figures).collect()
    };
    CLASSES.iter().map(row).collect()
}

/// Most jobs of a slot that are listed.
const MOST: usize = 100;

#[derive(Properties, PartialEq)]
struct OpenedProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The level of the slot, and its place there.
    pub open: Option<(usize, usize)>,
    pub origin: Origin,
    pub on_open: Callback<Time>,
    pub dispatch: Dispatch,
}

/// The opened slot, a slider to go to another one, and the jobs that have nodes of it.
#[component]
fn Opened(props: &OpenedProps) -> Html {
    let calendar = &props.seen.calendar;
    let Some((level, slot)) = props.open else {
        return html! { <p class="empty" id="calendar-opened">{ "There are no slots." }</p> };
    };
    let at = calendar.levels[level][slot];
    let label = |time: Time| time_label(time, props.origin);
    let end = time_label_beside(at.span.end, Some(at.span.start), props.origin);
    let text = format!("{} … {end}", label(at.span.start));
    let on_move = {
        let (seen, on_open) = (props.seen.clone(), props.on_open.clone());
        Callback::from(move |value: f64| {
            if let Some(slot) = seen.slot(value as usize) {
                on_open.emit(slot.span.start);
            }
        })
    };
    let jobs: Vec<&Assigned> = calendar.assigned_to(at.span).collect();
    let left_out = jobs.len().saturating_sub(MOST);
    let state = match at.taken {
        0 => "free".to_owned(),
        taken => format!("{taken} of {} nodes taken by {}", calendar.nodes, words::plural(jobs.len(), "job")),
    };
    html! {
        <>
            <h2>{ "Opened slot" }<small data-tip={terms::CALENDAR_LEVEL}>{ props.seen.name(level) }</small></h2>
            <Slider id="calendar-slot" label="Opened slot" value={props.seen.place_of((level, slot)) as f64} min={0.0}
                max={props.seen.slots().saturating_sub(1) as f64} step={1.0} text={text.clone()} {on_move} />
            <p id="calendar-opened" data-level={level.to_string()} data-start={at.span.start.to_string()}>
                { text }<br />{ state }
            </p>
            if jobs.is_empty() {
                <p class="hint">{ "No job is assigned to it. Click another slot, or move the slider." }</p>
            }
            <ul class="assigned" id="calendar-assigned">{ for jobs.iter().take(MOST).map(|it| one(it, props)) }</ul>
            if left_out > 0 {
                <p class="hint">{ format!("and {left_out} more") }</p>
            }
        </>
    }
}

/// A job, its nodes, and how exact its start is. It is shown in the Gantt chart when it is pressed.
fn one(it: &Assigned, props: &OpenedProps) -> Html {
    let index = it.claim.job as usize;
    // On the day of the cursor the time of day alone.
    let now = Some(props.seen.calendar.now);
    let label = |time: Time| time_label_beside(time, now, props.origin);
    let show = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Find(index)));
    let firmness = match it.firmness {
        Firmness::Running => "running",
        Firmness::Firm { .. } => "firm",
        Firmness::Vague { .. } => "vague",
    };
    html! {
        <li data-firmness={firmness}>
            <button type="button" class="job-link" onclick={show} data-tip="Shows the job in the Gantt chart.">
                { format!("Job {}", props.finished.run.jobs[index].id) }</button>
            { format!(" · {}", words::plural(it.claim.processors as usize, "node")) }<br />
            { it.words(&label) }<br />
            { format!("until {} at the latest", label(it.claim.until)) }
        </li>
    }
}

/// A calendar, with the lengths of its levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub calendar: CalendarAt,
    /// In seconds, the finest first.
    pub lengths: Vec<Time>,
    /// When something next happens.
    pub next: Option<Time>,
    rows: Rc<Vec<Row>>,
    /// The managers in the order of the tree, the highest first.
    pub managers: Rc<Vec<Standing>>,
    /// The shadow calendars of the manager, if there are several managers.
    pub beliefs: Option<BeliefsAt>,
    /// The last requests of all managers, in order, and how many there were before.
    pub requests: Vec<RequestAt>,
    pub earlier_requests: u64,
}

/// A manager at the moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its number in the tree: of a cluster's own manager the cluster's.
    pub number: usize,
    pub name: String,
    /// How many managers stand above it.
    pub depth: u32,
    /// The clusters beneath it.
    pub clusters: Vec<usize>,
    pub nodes: u64,
    pub busy: u64,
    /// How many jobs wait there.
    pub waiting: u64,
    /// Its trade in the whole run.
    pub traded: Traded,
    /// Its balance of trade at the moment, in node seconds.
    pub balance: i64,
}

impl Seen {
    /// The calendar of a manager of a run, by its number.
    ///
    /// # Errors
    ///
    /// Why there is no such calendar.
    pub fn of(
        system: &ImpreciseCalendar,
        run: &Run,
        now: Time,
        manager: usize,
        told: &Explained,
    ) -> Result<Rc<Self>, String> {
        let told = told.told.as_ref().map_err(Clone::clone)?;
        let moment = told.moment.as_ref().ok_or("the run has no such moment")?;
        let first = run.jobs.iter().map(|it| it.submit).min().unwrap_or(now);
        let calendar = CalendarAt::of(system, moment, manager, first, now);
        let calendar = calendar.ok_or("there is no such manager")?;
        let managed = Managed::of(moment);
        let managers = standings(system, run, moment, managed.as_ref());
        let managed = managed.unwrap_or_default();
        let lengths: Vec<Time> = system.levels().iter().map(|it| it.length).collect();
        Ok(Rc::new(Self {
            rows: Rc::new(rows_of_levels(&calendar, &lengths)),
            calendar,
            lengths,
            next: moment.next,
            managers: Rc::new(managers),
            beliefs: BeliefsAt::of(system, moment, manager, first, now),
            requests: managed.requests,
            earlier_requests: managed.earlier_requests,
        }))
    }

    /// The name of a level: `S₀ · 10 s`.
    pub fn name(&self, level: usize) -> String {
        name(&self.lengths, level)
    }

    /// A row for each level.
    pub fn rows(&self, open: Option<(usize, usize)>) -> RowsView {
        RowsView { rows: self.rows.clone(), open }
    }

    /// How many slots there are, of all levels.
    pub fn slots(&self) -> usize {
        self.calendar.levels.iter().map(Vec::len).sum()
    }

    /// The place of a slot among all of them, in order of time.
    pub fn place_of(&self, (level, slot): (usize, usize)) -> usize {
        self.calendar.levels[..level].iter().map(Vec::len).sum::<usize>() + slot
    }

    pub fn slot(&self, place: usize) -> Option<&SlotAt> {
        self.calendar.levels.iter().flatten().nth(place)
    }

    /// A row for each slot.
    pub fn table(&self, origin: Origin) -> Table {
        calendar_table(&self.rows(None), origin)
    }
}

fn standings(system: &ImpreciseCalendar, run: &Run, moment: &Moment, managed: Option<&Managed>) -> Vec<Standing> {
    let nodes: Vec<u32> = moment.providers.iter().map(|it| it.processors).collect();
    let tree = Tree::new(&system.managers, &nodes);
    let mut standings = Vec::new();
    let highest = tree.managers().len() - 1;
    add_beneath(&tree, (moment, managed), highest, &mut standings);
    if tree.managers().len() > 1 {
        let traded = traded(system, run);
        standings.iter_mut().for_each(|it| it.traded = traded[it.number]);
    }
    standings
}

/// A manager, then all beneath it.
fn add_beneath(tree: &Tree, (moment, managed): (&Moment, Option<&Managed>), number: usize, to: &mut Vec<Standing>) {
    let manager = tree.manager(number);
    let own: Vec<&ProviderMoment> = manager.clusters.iter().map(|&it| &moment.providers[it]).collect();
    let name = match (number < moment.providers.len(), manager.above) {
        (true, _) => format!("Cluster {}", number + 1),
        (false, None) => "All clusters".to_owned(),
        (false, Some(_)) => {
            let clusters = manager.clusters.iter().map(|it| (it + 1).to_string());
            format!("Clusters {}", clusters.collect::<Vec<_>>().join(", "))
        }
    };
    to.push(Standing {
        number,
        name,
        depth: manager.depth,
        clusters: manager.clusters.clone(),
        nodes: manager.nodes,
        busy: own.iter().map(|it| u64::from(it.processors - it.free)).sum(),
        waiting: own.iter().map(|it| u64::from(it.queue_length)).sum(),
        traded: Traded::default(),
        balance: managed.map_or(0, |it| manager.clusters.iter().map(|&at| it.balances[at]).sum()),
    });
    let beneath = tree.managers().iter().enumerate();
    beneath.filter(|(_, it)| it.above == Some(number)).for_each(|(it, _)| add_beneath(tree, (moment, managed), it, to));
}

fn name(lengths: &[Time], level: usize) -> String {
    let digit = |it: char| char::from_u32(0x2080 + it as u32 - '0' as u32).unwrap_or(it);
    let below: String = level.to_string().chars().map(digit).collect();
    format!("S{below} · {} s", lengths[level])
}

fn rows_of_levels(calendar: &CalendarAt, lengths: &[Time]) -> Vec<Row> {
    let nodes = f64::from(calendar.nodes.max(1));
    let cell = |it: &SlotAt| Cell {
        from: it.span.start,
        to: it.span.end,
        taken: f64::from(it.taken) / nodes,
        nodes: it.taken,
        jobs: it.jobs,
    };
    let row = |(level, slots): (usize, &Vec<SlotAt>)| Row::new(name(lengths, level), slots.iter().map(cell).collect());
    calendar.levels.iter().enumerate().map(row).collect()
}
