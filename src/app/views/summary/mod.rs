//! The Summary view: the criteria as large figures, in pictures, by groups of jobs, by kind of job and by provider.

mod charts;

use wasm_bindgen_futures::spawn_local;

use crate::app::context::prelude::*;
use crate::app::context::state::{Edit, Reduced};
use crate::app::context::{Identity, terms};
use crate::app::control::{Choice, OneProvider, Select, any_one_of, choice};
use crate::app::files::download;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use charts::{Charts, OverTheWeek};
use slotscope::chart::summary::week_map::Side;
use slotscope::chart::table::{Table, table_svg};
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin, provider_name, table};
use slotscope::criteria::groups::{Group, GroupBy, Grouping, groups_in_slices};
use slotscope::criteria::span::{Span, SpanReport};
use slotscope::criteria::{Criterion, KindReport, Of, ProviderReport, QUANTITIES, Quantity, Report};
use slotscope::engine::{Cause, Nouns};
use slotscope::experiment::Run;
use slotscope::export::groups_csv;
use slotscope::page::change::Change;
use slotscope::page::contents::Contents;
use slotscope::page::group_table::{Column, GroupAction, GroupTable, MOST, Order, WaitFigure};
use slotscope::page::{calibrated, rejections, span_table};
use slotscope::text::capital;
use slotscope::worker::Slices;
use slotscope::workload::clock::Clock;

pub use name as span_name;

/// The settings of the view, which the page keeps while other views are shown.
pub type SummarySettings = UseReducerHandle<Reduced<GroupTable>>;

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> SummarySettings {
    use_reducer(Reduced::<GroupTable>::default)
}

#[derive(Properties, PartialEq)]
pub struct SummaryProps {
    pub finished: Rc<Finished>,
    pub before: Option<Rc<Report>>,
    /// The span that is marked.
    pub span: Option<Span>,
    pub ground: Ground,
    pub origin: Origin,
    /// The log's clock; none where it has no date.
    pub clock: Option<Clock>,
    /// The workload of the run, if it is known.
    pub contents: Option<Rc<Contents>>,
    /// The name of the workload.
    pub workload: AttrValue,
    pub settings: SummarySettings,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Summary view.
#[component]
pub fn Summary(props: &SummaryProps) -> Html {
    let report = &props.finished.report;
    let before = props.before.as_deref();
    {
        let (finished, span, origin) = (props.finished.clone(), props.span, props.origin);
        let clock = props.clock;
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let mut table = picture(&finished.report, &finished.run);
            table.rows.extend(span.iter().flat_map(|&span| span_rows(&finished, span, origin)));
            let below = table::height(table.rows.len());
            let captions = with_calibration(captions, &finished.report);
            let numbers = table_svg(Frame::new(width, below), theme, &table, &captions);
            let (charts, above) = charts::picture(&finished, (span, clock), width, theme);
            stacked(&[numbers, charts], width, &[below, above])
        });
    }
    html! {
        <div class="summary" role="region" aria-label="Criteria" tabindex="0">
            if let Some(what) = before.and_then(|it| it.population.differs(report.population)) {
                <p class="hint" id="summary-unjudged">{ format!("No verdict on the changes from the run before: {}.", what.why()) }</p>
            }
            <div class="cards" id="summary-cards">
                { for QUANTITIES.iter().filter(|it| matters(it, report, before)).map(|it| card_html(it, report, before)) }
            </div>
            <Rejected finished={props.finished.clone()} contents={props.contents.clone()} dispatch={&props.dispatch} />
            { calibration_html(report) }
            { own_html(&props.finished) }
            if let Some(span) = props.span {
                <SpanTable finished={props.finished.clone()} {span} origin={props.origin} />
            }
            <Charts finished={props.finished.clone()} span={props.span} ground={props.ground} />
            if props.finished.run.is_of_log() {
                <ByGroup finished={props.finished.clone()} span={props.span} clock={props.clock} workload={&props.workload}
                    table={props.settings.clone()} dispatch={&props.dispatch} />
                <OverTheWeek finished={props.finished.clone()} span={props.span} clock={props.clock} ground={props.ground} />
                // Tasks have no users, and all of them are reserved.
                <ByKind batch={report.batch.clone()} reservations={report.reservations.clone()} killed_unknown={report.killed_unknown} />
            }
            <ByProvider providers={report.providers.clone()} killed_unknown={report.killed_unknown} names={names(&props.finished.run)} nouns={props.finished.run.nouns()} />
        </div>
    }
}

/// The captions of the picture, with the distance of the waits from those of the log.
fn with_calibration(captions: &Captions, report: &Report) -> Captions {
    let mut captions = captions.clone();
    if let Some(it) = report.calibration.as_deref() {
        let far = if it.far { " · ⚠ far from the log" } else { "" };
        captions.subtitle = format!("{} · {}{far}", captions.subtitle, calibrated::line(it));
    }
    captions
}

/// The names of the providers of a run.
fn names(run: &Run) -> Vec<String> {
    (0..run.platform.len()).map(|at| run.provider_name(at)).collect()
}

/// The waits beside those of the log, and a warning where they are far from them.
fn calibration_html(report: &Report) -> Html {
    let Some(it) = report.calibration.as_deref() else {
        return nothing();
    };
    html! {
        <p class="calibration" id="summary-calibration" data-far={it.far.to_string()}>
            { calibrated::line(it) }{ "." }
            if let Some(warning) = calibrated::warning(it) {
                <strong class="worse">{ " ⚠ " }{ warning }</strong>
            }
        </p>
    }
}

/// The system's own figures.
fn own_html(finished: &Finished) -> Html {
    let model = finished.experiment.scenario.system.model();
    let figures = model.measures().iter().filter_map(|measure| {
        let value = finished.report.measures.get(measure.key)?;
        Some(html! {
            <div class="own-figure" id={format!("measure-{}", measure.key)} data-value={value.to_string()}>
                <dt data-tip={measure.about}>{ measure.name }</dt>
                <dd>{ words::criterion_value(Criterion::Own(measure), *value) }</dd>
            </div>
        })
    });
    let figures: Vec<Html> = figures.collect();
    if figures.is_empty() {
        return nothing();
    }
    html! { <section class="own-figures" aria-label={model.name()}><h2>{ model.name() }</h2><dl>{ for figures }</dl></section> }
}

/// The criteria as a table to be drawn: all jobs, by kind, by provider.
fn picture(report: &Report, run: &Run) -> Table {
    let nouns = run.nouns();
    let head =
        ["", "Jobs", "Utilization U", "Flow time F", "Tardiness D", "Waiting time", "Slowdown", "Rejected", "Killed"];
    let count = |value: usize| words::count(value as i64);
    let percent = |value: f64| format!("{} %", words::decimal(value * 100.0, 1));
    let slowdown = |value: f64| words::decimal(value, 2);
    let none = || "–".to_string();
    // The log may not tell of it.
    let killed = |value: usize| if report.killed_unknown { none() } else { count(value) };
    let kind = |name: &str, it: &KindReport, tardiness: String| {
        vec![
            name.to_string(),
            count(it.jobs),
            none(),
            words::duration(it.mean_flow_time),
            tardiness,
            words::duration(it.mean_waiting_time),
            slowdown(it.mean_bounded_slowdown),
            count(it.rejected),
            killed(it.killed),
        ]
    };
    let all = vec![
        format!("All {}", nouns.jobs),
        count(report.jobs),
        percent(report.mean_utilization),
        words::duration(report.mean_flow_time),
        words::duration(report.mean_tardiness),
        words::duration(report.mean_waiting_time),
        slowdown(report.mean_bounded_slowdown),
        count(report.rejected),
        killed(report.killed),
    ];
    let tardiness = words::duration(report.mean_tardiness);
    let mut rows = vec![all];
    // All tasks are reserved.
    if run.is_of_log() {
        rows.push(kind("Batch jobs", &report.batch, none()));
        let name = capital(nouns.reservations);
        rows.push(kind(&name, &report.reservations, tardiness));
    }
    rows.push(Vec::new());
    rows.extend(report.providers.iter().enumerate().map(|(index, it)| {
        vec![
            format!("{}, {}", run.provider_name(index), words::processors(it.processors)),
            count(it.jobs),
            percent(it.utilization),
            words::duration(it.mean_flow_time),
            words::duration(it.mean_tardiness),
            words::duration(it.mean_waiting_time),
            slowdown(it.mean_bounded_slowdown),
            none(),
            killed(it.killed),
        ]
    }));
    Table { head: head.map(str::to_string).to_vec(), rows }
}

/// The same of a span: a heading, then all jobs and each kind.
fn span_rows(finished: &Finished, span: Span, origin: Origin) -> Vec<Vec<String>> {
    let report = SpanReport::of(&finished.run, span);
    let nouns = finished.run.nouns();
    let kinds = [
        (format!("All {}", nouns.jobs), report.all),
        ("Batch jobs".to_owned(), report.batch),
        (capital(nouns.reservations), report.reservations),
    ];
    let none = || "–".to_string();
    let rows = kinds.into_iter().map(|(name, it)| {
        vec![
            name,
            words::count(it.submitted as i64),
            format!("{} %", words::decimal(it.mean_utilization * 100.0, 1)),
            words::duration(it.mean_flow_time),
            words::duration(it.mean_tardiness),
            words::duration(it.mean_waiting_time),
            words::decimal(it.mean_bounded_slowdown, 2),
            none(),
            none(),
        ]
    });
    let mut heading = vec![String::new(); 9];
    heading[0] = span_name(span, origin);
    [Vec::new(), heading].into_iter().chain(rows).collect()
}

/// Whether the quantity is worth a card: rare ones are shown only if they are above 0, now or before.
fn matters(quantity: &Quantity, report: &Report, before: Option<&Report>) -> bool {
    let any = |report: &Report| (quantity.of)(report) > 0.0;
    quantity.has_card && (!quantity.is_rare || any(report) || before.is_some_and(any))
}

fn card_html(quantity: &'static Quantity, report: &Report, before: Option<&Report>) -> Html {
    let value = (quantity.of)(report);
    let name = quantity.without_letter();
    let criterion = Criterion::Of(Of::All, quantity);
    let change = before.and_then(|before| Change::of(criterion, before, report));
    let id = criterion.id();
    html! {
        <section class="card" aria-label={name}>
            <h3 data-tip={quantity.about}>{ name }<span class="letter">{ quantity.letter.unwrap_or_default() }</span></h3>
            <p class="large" id={format!("summary-{id}")} data-value={value.to_string()}>{ criterion.of(report).map_or("–".to_owned(), |it| words::criterion_value(criterion, it)) }</p>
            if !(quantity.is_known)(report) { <p class="exact">{ "not in the log" }</p> }
            { change_html(change) }
        </section>
    }
}

fn change_html(change: Option<Change>) -> Html {
    let Some(change) = change else {
        return nothing();
    };
    html! { <p class={classes!("verdict", change.tone())} data-tip="To the run before.">{ change.told() }</p> }
}

#[derive(Properties, PartialEq)]
pub struct SpanTableProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub origin: Origin,
}

pub fn name(span: Span, origin: Origin) -> String {
    let time = |at| time_label(at, origin);
    format!("Span from {} to {}", time(span.from), time(span.to))
}

/// A row for all its jobs, for each kind, and for the whole run.
#[component]
pub fn SpanTable(props: &SpanTableProps) -> Html {
    let table = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        let run = &props.finished.run;
        span_table::table(&SpanReport::of(run, span), &SpanReport::whole(run), run.nouns())
    });
    let name = name(props.span, props.origin);
    html! {
        <section class="figures-table" aria-label={name.clone()}>
            <h2>{ &name }<small>{ "F, D, waits and slowdowns are of the jobs submitted in the span; U is of its seconds" }</small></h2>
            <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="by-span">
                <thead><tr>{ for table.head.iter().map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                <tbody>{ for table.rows.iter().map(|row| html! {
                    <tr>{ for row.iter().enumerate().map(|(at, it)| match at {
                        0 => html! { <th scope="row">{ it }</th> },
                        _ => html! { <td>{ it }</td> },
                    }) }</tr>
                }) }</tbody>
            </table></div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct RejectedProps {
    pub finished: Rc<Finished>,
    /// The workload of the run, if it is known.
    pub contents: Option<Rc<Contents>>,
    pub dispatch: Dispatch,
}

/// A row for each cause; nothing if no job was rejected.
#[component]
pub fn Rejected(props: &RejectedProps) -> Html {
    let report = &props.finished.report;
    let causes = rejections::by_cause(report);
    if causes.is_empty() {
        return nothing();
    }
    let nouns = props.finished.run.nouns();
    let too_large = causes.iter().any(|it| it.cause == Cause::TooLarge);
    let scenario = &props.finished.experiment.scenario;
    let one = props.contents.as_deref().filter(|_| too_large).and_then(|it| rejections::one_provider(it, scenario));
    let rows = causes.iter().map(|it| {
        let (name, about) = rejections::told(it.cause, nouns);
        html! {
            <tr data-cause={it.cause.row().key}>
                <th scope="row">{ name }</th>
                <td>{ words::count(it.jobs as i64) }</td>
                <td class="in-words">{ about }</td>
            </tr>
        }
    });
    let title = format!("Rejected {}", nouns.jobs);
    html! {
        <section class="figures-table" aria-label={title.clone()}>
            <h2>{ &title }</h2>
            <div class="scroll-across" role="region" aria-label={title.clone()} tabindex="0"><table id="rejections">
                <thead><tr>
                    <th scope="col">{ "Why" }</th>
                    <th scope="col">{ capital(nouns.jobs) }</th>
                    <th scope="col" class="in-words">{ "What it means, and what lets them run" }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
            if let Some(processors) = one {
                <OneProvider {processors} edit={Edit::new(props.dispatch.clone())} />
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct ByKindProps {
    pub batch: KindReport,
    pub reservations: KindReport,
    /// Whether the log does not tell which jobs were killed.
    pub killed_unknown: bool,
}

/// Batch jobs beside reservations.
#[component]
fn ByKind(props: &ByKindProps) -> Html {
    let row = |name: &'static str, class: &'static str, report: &KindReport| {
        html! {
            <tr>
                <th scope="row"><i class={classes!("swatch", class)} />{ name }</th>
                <td>{ words::count(report.jobs as i64) }</td>
                <td>{ words::duration(report.mean_flow_time) }</td>
                <td>{ words::duration(report.mean_waiting_time) }</td>
                <td>{ words::decimal(report.mean_bounded_slowdown, 2) }</td>
                <td>{ words::count(report.rejected as i64) }</td>
                <td>{ killed(report.killed, props.killed_unknown) }</td>
            </tr>
        }
    };
    html! {
        <section class="figures-table" aria-label="By kind of job">
            <h2>{ "By kind of job" }</h2>
            <div class="scroll-across" role="region" aria-label="By kind of job" tabindex="0"><table id="by-kind">
                <thead><tr>
                    <th scope="col">{ "Kind" }</th>
                    <th scope="col">{ "Jobs" }</th>
                    <th scope="col" data-tip={terms::F}>{ "Flow time" }</th>
                    <th scope="col" data-tip={terms::WAIT}>{ "Waiting time" }</th>
                    <th scope="col" data-tip={terms::SLOWDOWN}>{ "Slowdown" }</th>
                    <th scope="col" data-tip={terms::REJECTED}>{ "Rejected" }</th>
                    <th scope="col" data-tip={terms::KILLED}>{ "Killed" }</th>
                </tr></thead>
                <tbody>
                    { row("Batch jobs", "batch", &props.batch) }
                    { row("Advance reservations", "reservation", &props.reservations) }
                </tbody>
            </table></div>
        </section>
    }
}

fn killed(count: usize, is_unknown: bool) -> String {
    if is_unknown { "–".to_owned() } else { words::count(count as i64) }
}

#[derive(Properties, PartialEq)]
struct ByProviderProps {
    pub providers: Vec<ProviderReport>,
    /// Whether the log does not tell which jobs were killed.
    pub killed_unknown: bool,
    pub names: Vec<String>,
    pub nouns: &'static Nouns,
}

/// One row per provider.
#[component]
fn ByProvider(props: &ByProviderProps) -> Html {
    let rows = props.providers.iter().enumerate().map(|(index, report)| {
        let percent = words::decimal(report.utilization * 100.0, 1);
        html! {
            <tr key={index}>
                <th scope="row">{ props.names.get(index).cloned().unwrap_or_else(|| provider_name(index)) }</th>
                <td>{ words::count(report.processors.into()) }</td>
                <td>{ words::count(report.jobs as i64) }</td>
                <td class="bar-cell">
                    <span class="bar" ~style={format!("--share: {}", report.utilization.clamp(0.0, 1.0))} />
                    { format!("{percent} %") }
                </td>
                <td>{ words::duration(report.mean_flow_time) }</td>
                <td>{ words::duration(report.mean_tardiness) }</td>
                <td>{ words::duration(report.mean_waiting_time) }</td>
                <td>{ words::decimal(report.mean_bounded_slowdown, 2) }</td>
                <td>{ killed(report.killed, props.killed_unknown) }</td>
            </tr>
        }
    });
    let by_provider = format!("By {}", props.nouns.provider);
    html! {
        <section class="figures-table" aria-label={by_provider.clone()}>
            <h2>{ &by_provider }</h2>
            <div class="scroll-across" role="region" aria-label={by_provider.clone()} tabindex="0"><table id="by-provider">
                <thead><tr>
                    <th scope="col">{ capital(props.nouns.provider) }</th>
                    <th scope="col">{ "Processors" }</th>
                    <th scope="col">{ capital(props.nouns.jobs) }</th>
                    <th scope="col" data-tip={terms::U}>{ "Utilization" }</th>
                    <th scope="col" data-tip={terms::F}>{ "Flow time" }</th>
                    <th scope="col" data-tip={terms::D}>{ "Tardiness" }</th>
                    <th scope="col" data-tip={terms::WAIT}>{ "Waiting time" }</th>
                    <th scope="col" data-tip={terms::SLOWDOWN}>{ "Slowdown" }</th>
                    <th scope="col" data-tip={terms::KILLED}>{ "Killed" }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </section>
    }
}

/// The table of groups, which the page keeps while other views are shown.
#[derive(Properties, PartialEq)]
struct ByGroupProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    /// The log's clock, if it has a date.
    pub clock: Option<Clock>,
    /// The name of the workload, for files.
    pub workload: AttrValue,
    pub table: SummarySettings,
    pub dispatch: Dispatch,
}

impl ByGroupProps {
    /// How the jobs are grouped by a property.
    fn grouping(&self, by: GroupBy, most: usize) -> Grouping {
        Grouping {
            span: self.span,
            clock: self.clock,
            with_log: self.finished.report.calibration.is_some(),
            most,
            ..Grouping::new(by)
        }
    }
}

/// The jobs by a property that is chosen.
#[component]
fn ByGroup(props: &ByGroupProps) -> Html {
    let table = &props.table;
    let finished = props.finished.clone();
    let offered = use_memo(Identity::of(&finished), |_| GroupBy::offered(&finished.run));
    let by = table.by(&offered);
    {
        let grouping = by.map(|by| props.grouping(by, MOST));
        let (finished, table) = (finished.clone(), table.dispatcher());
        let question = props.table.next_question();
        let asked = (Identity::of(&finished), by, props.span, props.clock);
        use_effect_with(asked, move |_| {
            table.dispatch(GroupAction::Ask(question));
            spawn_local(async move {
                if let Some(grouping) = grouping {
                    let run = &finished.run;
                    let grouped = groups_in_slices(run, &grouping, &Slices::begin()).await;
                    table.dispatch(GroupAction::Answer(question, Rc::new(grouped)));
                }
            });
        });
    }
    let Some(by) = by else {
        return nothing();
    };
    let on_by = table.dispatcher().to_callback().reform(GroupAction::By);
    let choices = offered.iter().map(|&by| choice(by, by.name(), by.about()));
    let choices: Vec<Choice<GroupBy>> = choices.collect();
    let name = format!("By {}", by.name().to_lowercase());
    html! {
        <section class="figures-table by-group" aria-label={name.clone()} data-by={by.key()}>
            <div class="group-head">
                <h2>{ &name }</h2>
                <Select id="group-by" label="Group jobs by" terse=true offer={any_one_of(choices, by, on_by)} />
                <button type="button" id="groups-csv" onclick={on_csv(props, by)}
                    data-tip="All groups as a table for other programs.">{ "CSV" }</button>
            </div>
            if table.grouped().is_some() {
                <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="by-group">
                    <thead>{ heads(table, by) }</thead>
                    <tbody>{ for table.rows().iter().map(|group| row(&table.columns(), group)) }</tbody>
                </table></div>
                { for table.notes().map(|note| html! { <p class="hint">{ note }</p> }) }
            } else {
                <p class="hint" role="status">{ "The groups are being counted…" }</p>
            }
        </section>
    }
}

/// Hands out all groups as CSV.
fn on_csv(props: &ByGroupProps, by: GroupBy) -> Callback<MouseEvent> {
    let finished = props.finished.clone();
    let dispatch = props.dispatch.clone();
    let name = format!("slotscope-by-{}-{}.csv", by.key(), words::slug(&props.workload));
    let grouping = props.grouping(by, usize::MAX);
    Callback::from(move |_| {
        let (finished, dispatch, name) = (finished.clone(), dispatch.clone(), name.clone());
        spawn_local(async move {
            let grouped = groups_in_slices(&finished.run, &grouping, &Slices::begin()).await;
            if let Err(error) = download::text(&name, "text/csv", &groups_csv(&grouped)) {
                let text = format!("The file could not be made: {error:?}");
                dispatch.dispatch(Action::complain(text));
            }
        });
    })
}

/// The heads of the columns: in one line, or in two where the log stands beside the run.
fn heads(table: &SummarySettings, by: GroupBy) -> Html {
    let columns = table.columns();
    let with_log = columns.contains(&Column::WithoutLogged);
    let head = |column: Column, rows: &'static str| {
        let title = match column {
            Column::Group => by.name(),
            Column::Waits(figure, _) if !with_log => figure.name(),
            column => column.title(),
        };
        head(table, column, title, rows)
    };
    let is_wait = |it: &Column| matches!(it, Column::Waits(..));
    if !with_log {
        return html! { <tr>{ for columns.iter().map(|&column| head(column, "1")) }</tr> };
    }
    let figures = WaitFigure::ALL.into_iter();
    let figure = |it: WaitFigure| html! { <th scope="colgroup" colspan="2">{ it.name() }</th> };
    let (last, first): (Vec<Column>, Vec<Column>) =
        columns.iter().filter(|it| !is_wait(it)).partition(|&&it| it == Column::WithoutLogged);
    let waits = columns.iter().filter(|it| is_wait(it));
    html! {
        <>
            <tr>
                { for first.into_iter().map(|column| head(column, "2")) }
                { for figures.map(figure) }
                { for last.into_iter().map(|column| head(column, "2")) }
            </tr>
            <tr>{ for waits.map(|&column| head(column, "1")) }</tr>
        </>
    }
}

fn head(table: &SummarySettings, column: Column, title: &'static str, rows: &'static str) -> Html {
    let Order { by, descending } = table.order();
    let direction = match (by == column, descending) {
        (false, _) => "none",
        (true, false) => "ascending",
        (true, true) => "descending",
    };
    let onclick = table.dispatcher().to_callback().reform(move |_: MouseEvent| GroupAction::Sort(column));
    let label = match column {
        Column::Waits(figure, side) => Some(format!("{}, {}", figure.name(), side.name())),
        _ => None,
    };
    html! {
        <th scope="col" rowspan={rows} aria-sort={direction}>
            <button type="button" {onclick} aria-label={label} data-testid={format!("sort-{}", column.key())}>{ title }</button>
        </th>
    }
}

fn row(columns: &[Column], group: &Group) -> Html {
    let cell = |&column: &Column| {
        let value = column.value(group).map(|it| it.to_string());
        match column {
            Column::Group => html! { <th scope="row">{ column.text(group) }</th> },
            Column::Waits(_, Side::Logged) | Column::WithoutLogged => {
                html! { <td class="logged" data-column={column.key()} data-value={value}>{ column.text(group) }</td> }
            }
            _ => {
                html! { <td data-column={column.key()} data-value={value}>{ column.text(group) }</td> }
            }
        }
    };
    html! { <tr data-group={group.label.clone()}>{ for columns.iter().map(cell) }</tr> }
}
