//! The Summary view: the criteria as large figures, in pictures, by groups of jobs, by kind of job and by provider.

mod charts;
mod groups;
mod rejected;
mod span;
mod tables;
mod week;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::{Dispatch, Reduced};
use crate::app::context::theme::Ground;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use charts::Charts;
use groups::ByGroup;
use rejected::Rejected;
use slotscope::chart::table::{self, Table, table_svg};
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::criteria::span::{Span, SpanReport};
use slotscope::criteria::{Criterion, KindReport, Of, QUANTITIES, Quantity, Report};
use slotscope::experiment::Run;
use slotscope::page::calibrated;
use slotscope::page::change::Change;
use slotscope::page::contents::Contents;
use slotscope::page::group_table::GroupTable;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::text::capital;
use slotscope::workload::clock::Clock;
use span::SpanTable;
pub use span::name as span_name;
use tables::{ByKind, ByProvider};
use week::OverTheWeek;

/// The settings of the view, which the page keeps while other views are shown.
pub type SummarySettings = groups::Table;

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
