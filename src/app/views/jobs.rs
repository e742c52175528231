//! The Jobs view: every job in a table that draws only the rows in sight.

use gloo_timers::callback::Timeout;
use web_sys::{HtmlElement, HtmlInputElement};

use super::job_search::JobSearch;
use crate::app::context::chord::on_enter;
use crate::app::context::prelude::*;
use crate::app::context::terms::Term;
use crate::app::context::{Identity, terms};
use crate::app::control::{Choice, Segmented, Select, Switch, choice, one_of};
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
use slotscope::chart::table::{Table, table_svg};
use slotscope::chart::{Frame, Origin, table};
use slotscope::criteria::job_fields::{JobField, ValueType};
use slotscope::engine::Status;
use slotscope::experiment::Run;
use slotscope::page::job_columns;
use slotscope::page::job_columns::{columns_of, sort_key};
use slotscope::page::state::ViewAction;
use slotscope::page::tall_table::{Scrolled, TallTable};
use slotscope::text::capital;

/// The height of a row, in CSS pixels.
const ROW: f64 = 32.0;

/// Rows in an exported picture.
const PICTURED: usize = 40;

/// Rows drawn above and below those in sight.
const MARGIN: usize = 12;

const KINDS: &[Choice<Kind>] = &[
    choice(Kind::All, "All", ""),
    choice(Kind::Reservations, "AR", "Advance reservations only."),
    choice(Kind::Batch, "Batch", "Batch jobs only."),
];

const STATUSES: &[Choice<Option<Status>>] = &[
    choice(None, "Any status", ""),
    choice(Some(Status::Done), "Done", ""),
    choice(Some(Status::Killed), "Killed", ""),
    choice(Some(Status::Rejected), "Rejected", ""),
];

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct JobsSettings {
    order: UseStateHandle<Order>,
    filter: UseStateHandle<Filter>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> JobsSettings {
    JobsSettings { order: use_state_eq(Order::default), filter: use_state_eq(Filter::default) }
}

#[derive(Properties, PartialEq)]
pub struct JobsProps {
    pub finished: Rc<Finished>,
    /// The origin of times.
    pub origin: Origin,
    pub settings: JobsSettings,
    pub job: Option<usize>,
    /// The jobs that are highlighted, by their numbers.
    pub selected: Rc<[u64]>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Jobs view.
#[component]
pub fn Jobs(props: &JobsProps) -> Html {
    let JobsSettings { order, filter } = props.settings.clone();
    let shown = use_memo(
        ((Identity::of(&props.finished), *order), ((*filter).clone(), props.selected.clone())),
        |((_, order), (filter, selected))| rows(&props.finished.run, *order, filter, selected),
    );
    {
        let (finished, shown) = (props.finished.clone(), shown.clone());
        let origin = props.origin;
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let table = picture(&finished.run, &shown, origin);
            let frame = Frame::new(width, table::height(table.rows.len()));
            table_svg(frame, theme, &table, captions)
        });
    }
    let on_search = {
        let filter = filter.clone();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            filter.set(Filter { text, ..(*filter).clone() });
        })
    };
    let on_kind = {
        let filter = filter.clone();
        Callback::from(move |kind| filter.set(Filter { kind, ..(*filter).clone() }))
    };
    let on_status = {
        let filter = filter.clone();
        Callback::from(move |status| filter.set(Filter { status, ..(*filter).clone() }))
    };
    let on_others = {
        let filter = filter.clone();
        Callback::from(move |only: bool| filter.set(Filter { with_others: !only, ..(*filter).clone() }))
    };
    let on_sort = {
        let order = order.clone();
        Callback::from(move |field| order.set(order.after(field)))
    };
    let total = props.finished.run.jobs.len();
    let nouns = props.finished.run.nouns();
    let is_of_log = nouns.is_of_log();
    let find = if is_of_log { ("Job or user number", "Find a job or user number") } else { ("Task", "Find a task") };
    let said = if shown.len() == total {
        words::plural(total, nouns.job)
    } else {
        format!("{} of {}", words::count(shown.len() as i64), words::plural(total, nouns.job))
    };
    html! {
        <div class="jobs">
            <div class="view-bar">
                <div class="filters">
                    <input type="search" id="job-filter" placeholder={find.0} aria-label={find.1}
                        value={filter.text.clone()} oninput={on_search} />
                    <JobSearch finished={props.finished.clone()} dispatch={props.dispatch.clone()} />
                    // All tasks are reserved.
                    if is_of_log {
                        <Segmented id="job-kind" label="Kind" offer={one_of(KINDS, Some(filter.kind), on_kind)} />
                    }
                    <Select id="job-status" label="Status" offer={one_of(STATUSES, Some(filter.status), on_status)} />
                    if !props.selected.is_empty() {
                        <Switch id="job-selected" label="Selected only" term={if is_of_log { "Only the jobs that are highlighted in the charts." } else { "Only the tasks that are highlighted in the charts." }}
                            on={!filter.with_others} on_change={on_others} />
                    }
                </div>
                <span class="said" id="job-count-shown" role="status">{ said }</span>
                if let Origin::Dated(clock) = props.origin {
                    <span class="said" id="job-dates">{ format!("Dates: {}", clock.zone.words()) }</span>
                }
            </div>
            <Rows finished={props.finished.clone()} origin={props.origin} {shown} order={*order} job={props.job}
                on_sort={on_sort} dispatch={props.dispatch.clone()} />
        </div>
    }
}

/// The first rows as a table to be drawn, without the columns that say nothing of any of them.
fn picture(run: &Run, shown: &[u32], origin: Origin) -> Table {
    let pictured = &shown[..shown.len().min(PICTURED)];
    let text = |field, job: u32| job_columns::text(field, run, job as usize, origin);
    let tells = |&field: &JobField| {
        let mut texts = pictured.iter().map(|&job| text(field, job));
        texts.any(|text| !["–", "0", "-1"].contains(&text.as_str()))
    };
    let columns: Vec<JobField> = columns_of(run).filter(tells).collect();
    let cells = |&job: &u32| columns.iter().map(|&field| text(field, job)).collect();
    let mut rows: Vec<Vec<String>> = pictured.iter().map(cells).collect();
    if shown.len() > PICTURED {
        let more = words::count((shown.len() - PICTURED) as i64);
        rows.push(vec![format!("and {more} more")]);
    }
    let head = columns.iter().map(|&field| job_columns::title(field, run));
    Table { head: head.collect(), rows }
}

#[derive(Properties, PartialEq)]
struct RowsProps {
    finished: Rc<Finished>,
    origin: Origin,
    shown: Rc<Vec<u32>>,
    order: Order,
    job: Option<usize>,
    on_sort: Callback<JobField>,
    dispatch: Dispatch,
}

/// The rows in sight.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    first: usize,
    count: usize,
    /// By how much they stand lower in their box than this many rows would.
    shift: f64,
}

/// The table is at rest when it has not been scrolled for this many milliseconds.
const AT_REST: u32 = 200;

/// The visible part of a table in the box `frame`, whose rows are `whole` tall together; and a callback for
/// when that may have changed.
#[hook]
fn use_window(frame: &NodeRef, whole: f64) -> (UseStateHandle<Window>, Callback<()>) {
    let window = use_state_eq(|| Window { first: 0, count: 40, shift: 0.0 });
    let scrolled = use_mut_ref(Scrolled::default);
    let rest = use_mut_ref(|| None::<Timeout>);
    let look = {
        let (frame, setter) = (frame.clone(), window.setter());
        Callback::from(move |()| {
            let Some(element) = frame.cast::<HtmlElement>() else {
                return;
            };
            let table = TallTable { whole, view: f64::from(element.client_height()) };
            let next = scrolled.borrow().to(&table, element.scroll_top().into());
            scrolled.replace(next);
            let show = {
                let (scrolled, setter) = (scrolled.clone(), setter.clone());
                move || {
                    let scrolled = scrolled.borrow();
                    setter.set(Window {
                        first: (scrolled.above() / ROW) as usize,
                        count: (table.view / ROW).ceil() as usize,
                        shift: scrolled.shift(),
                    });
                }
            };
            show();
            // Nothing else tells when it has come to rest.
            let _ = element.set_attribute("data-moving", "");
            let scrolled = scrolled.clone();
            let put = move || {
                if scrolled.borrow().top() != f64::from(element.scroll_top()) {
                    // It has moved already, and is about to say so.
                    return;
                }
                let _ = element.remove_attribute("data-moving");
                let top = scrolled.borrow_mut().rest(&table);
                if let Some(top) = top {
                    element.set_scroll_top(top as i32);
                    scrolled.borrow_mut().put(element.scroll_top().into());
                    show();
                }
            };
            rest.replace(Some(Timeout::new(AT_REST, put)));
        })
    };
    (window, look)
}

/// Head and rows, in a box that scrolls.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let frame = use_node_ref();
    let whole = (props.shown.len() + 1) as f64 * ROW;
    let (window, look) = use_window(&frame, whole);
    {
        let look = look.clone();
        use_effect_with(props.shown.len(), move |_| look.emit(()));
    }
    let Window { first, count, shift } = *window;
    let from = first.saturating_sub(MARGIN).min(props.shown.len());
    let to = (first + count + MARGIN).min(props.shown.len());
    let run = &props.finished.run;
    let rows = props.shown[from..to].iter().enumerate().map(|(offset, &job)| {
        let job = job as usize;
        let place = from + offset;
        let find = props.dispatch.callback(|job| Action::View(ViewAction::Find(job)));
        let choose = find.reform(move |_: MouseEvent| job);
        let on_key = on_enter(&find, job);
        let chosen = props.job == Some(job);
        html! {
            <div key={job} role="row" class={classes!("row", chosen.then_some("chosen"))} tabindex="0" onclick={choose}
                onkeydown={on_key} aria-rowindex={(place + 2).to_string()}
                ~style={format!("top: {}px", (place + 1) as f64 * ROW + shift)}>
                { for columns_of(run).map(|field| cell(field, run, job, props.origin)) }
            </div>
        }
    });
    let nouns = props.finished.run.nouns();
    let height = TallTable { whole, view: 0.0 }.height();
    let (tracks, least) = job_columns::tracks(run);
    html! {
        <div class="job-table" ref={frame} onscroll={look.reform(|_: Event| ())} role="table" id="job-table"
            aria-label={format!("{}. Enter or a click shows a {} in the Gantt chart.", capital(nouns.jobs), nouns.job)}
            aria-rowcount={(props.shown.len() + 1).to_string()}>
            <div class="job-rows" ~style={format!("height: {height}px; --tracks: {tracks}; --least: {least}px")}>
                <div class="row head" role="row" aria-rowindex="1">
                    { for columns_of(run).map(|field| head(field, props)) }
                </div>
                { for rows }
            </div>
            if props.shown.is_empty() {
                <p class="no-match" id="no-match">{ format!("No {} matches. Clear the search, or choose All and Any status.", nouns.job) }</p>
            }
        </div>
    }
}

fn head(field: JobField, props: &RowsProps) -> Html {
    let sorted = props.order.by == field;
    let direction = match (sorted, props.order.descending) {
        (false, _) => "none",
        (true, false) => "ascending",
        (true, true) => "descending",
    };
    let onclick = props.on_sort.reform(move |_: MouseEvent| field);
    html! {
        <span role="columnheader" aria-sort={direction} class={class(field)}>
            <button type="button" {onclick} data-tip={term(field)} data-testid={format!("sort-{}", field.row().key)}>
                { job_columns::title(field, &props.finished.run) }
            </button>
        </span>
    }
}

fn cell(field: JobField, run: &Run, job: usize, origin: Origin) -> Html {
    let text = job_columns::text(field, run, job, origin);
    // It may be longer than its column.
    let whole = text.clone();
    html! { <span role="cell" class={class(field)} title={whole}>{ text }</span> }
}

/// Which kind of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    All,
    Reservations,
    Batch,
}

/// Which jobs are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The beginning of the job's number, or the user's number.
    pub text: String,
    pub kind: Kind,
    pub status: Option<Status>,
    /// Whether jobs are shown too that are not highlighted while others are.
    pub with_others: bool,
}

impl Filter {
    fn admits(&self, run: &Run, job: usize) -> bool {
        let it = &run.jobs[job];
        let kind = match self.kind {
            Kind::All => true,
            Kind::Reservations => it.is_reservation(),
            Kind::Batch => !it.is_reservation(),
        };
        let status = self.status.is_none_or(|status| run.schedule.outcomes[job].status == status);
        let text = self.text.trim();
        kind && status && (text.is_empty() || it.id.to_string().starts_with(text) || it.logged.user.to_string() == text)
    }
}

/// By which column the jobs are sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    pub by: JobField,
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { by: JobField::Job, descending: false }
    }
}

impl Order {
    /// Sorted by this column; the other way round if they are sorted by it already.
    pub fn after(self, by: JobField) -> Self {
        Self { by, descending: self.by == by && !self.descending }
    }
}

/// The jobs that `filter` admits, as indices, in order. Equals stay in order of submission.
/// Where some are highlighted by their numbers, ascending, the others are left out, unless the filter
/// says otherwise.
fn rows(run: &Run, order: Order, filter: &Filter, selected: &[u64]) -> Vec<u32> {
    let everybody = filter.with_others || selected.is_empty();
    let is_selected = |job: usize| selected.binary_search(&run.jobs[job].id).is_ok();
    let mut keyed: Vec<(i64, u32)> = (0..run.jobs.len())
        .filter(|&job| filter.admits(run, job) && (everybody || is_selected(job)))
        .map(|job| (sort_key(order.by, run, job), job as u32))
        .collect();
    keyed.sort_unstable();
    if order.descending {
        keyed.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    }
    keyed.into_iter().map(|(_, job)| job).collect()
}

/// The explanation of a column.
pub fn term(field: JobField) -> Term {
    match field {
        JobField::Kind => terms::RESERVATION,
        JobField::Provider => terms::PROVIDER,
        JobField::Wait => terms::WAIT,
        JobField::Processors => terms::SIZE,
        _ => field.row().about,
    }
}

/// The style classes of its cells. Cells of times have room for a date and a time of day.
pub fn class(field: JobField) -> &'static str {
    match field.row().values {
        ValueType::Moment => "n time",
        ValueType::Word | ValueType::Name => field.row().key,
        ValueType::Ranges => "ranges",
        ValueType::LogNumber | ValueType::Count | ValueType::Place | ValueType::Duration | ValueType::Factor => "n",
    }
}
