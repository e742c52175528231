//! The Summary view: the criteria as large figures, then by kind of job and by provider.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::change::{Change, absolute, relative, tone};
use crate::app::exhibit::{Exhibit, use_exhibit};
use crate::app::state::Finished;
use crate::app::terms::{self, Term};
use crate::app::words;
use crate::chart::table::{self, Table, table_svg};
use crate::chart::{Frame, provider_name};
use crate::criteria::{KindReport, ProviderReport, Report};

#[derive(Properties, PartialEq)]
pub struct SummaryProps {
    pub finished: Rc<Finished>,
    pub before: Option<Rc<Report>>,
    pub exhibit: Exhibit,
}

/// The Summary view.
#[component]
pub fn Summary(props: &SummaryProps) -> Html {
    let report = &props.finished.report;
    let before = props.before.as_deref();
    {
        let report = report.clone();
        use_exhibit(&props.exhibit, move |width, theme, captions| {
            let table = picture(&report);
            let frame = Frame::new(width, table::height(table.rows.len()));
            table_svg(frame, theme, &table, captions)
        });
    }
    html! {
        <div class="summary">
            <div class="cards" id="summary-cards">
                { for CARDS.iter().map(|card| card_html(card, report, before)) }
            </div>
            <ByKind batch={report.batch.clone()} reservations={report.reservations.clone()} />
            <ByProvider providers={report.providers.clone()} />
        </div>
    }
}

/// The criteria as a table to be drawn: all jobs, by kind, by provider.
fn picture(report: &Report) -> Table {
    let head = [
        "",
        "Jobs",
        "Utilization U",
        "Flow time F",
        "Tardiness D",
        "Waiting time",
        "Slowdown",
        "Rejected",
        "Killed",
    ];
    let count = |value: usize| words::count(value as i64);
    let percent = |value: f64| format!("{} %", words::decimal(value * 100.0, 1));
    let slowdown = |value: f64| words::decimal(value, 2);
    let none = || "–".to_string();
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
            count(it.killed),
        ]
    };
    let all = vec![
        "All jobs".to_string(),
        count(report.jobs),
        percent(report.mean_utilization),
        words::duration(report.mean_flow_time),
        words::duration(report.mean_tardiness),
        words::duration(report.mean_waiting_time),
        slowdown(report.mean_bounded_slowdown),
        count(report.rejected),
        count(report.killed),
    ];
    let tardiness = words::duration(report.mean_tardiness);
    let mut rows = vec![
        all,
        kind("Batch jobs", &report.batch, none()),
        kind("Advance reservations", &report.reservations, tardiness),
        Vec::new(),
    ];
    rows.extend(report.providers.iter().enumerate().map(|(index, it)| {
        vec![
            format!("{}, {} processors", provider_name(index), it.processors),
            count(it.jobs),
            percent(it.utilization),
            words::duration(it.mean_flow_time),
            words::duration(it.mean_tardiness),
            words::duration(it.mean_waiting_time),
            slowdown(it.mean_bounded_slowdown),
            none(),
            count(it.killed),
        ]
    }));
    Table {
        head: head.map(str::to_string).to_vec(),
        rows,
    }
}

/// One criterion: its name, what it means, its value, how it is written, and which way is better.
struct Card {
    id: &'static str,
    name: &'static str,
    letter: &'static str,
    term: Term,
    value: fn(&Report) -> f64,
    write: fn(f64) -> (String, String),
    change: fn(f64, f64) -> Change,
}

fn points(before: f64, now: f64) -> Change {
    absolute(before * 100.0, now * 100.0, " pp", true)
}

fn percent(before: f64, now: f64) -> Change {
    relative(before, now, false)
}

fn share(value: f64) -> (String, String) {
    (
        format!("{} %", words::decimal(value * 100.0, 1)),
        words::decimal(value, 4),
    )
}

fn seconds(value: f64) -> (String, String) {
    (
        words::duration(value),
        format!(
            "{} s",
            words::decimal(value, usize::from(value.fract() != 0.0))
        ),
    )
}

fn factor(value: f64) -> (String, String) {
    (words::decimal(value, 2), String::new())
}

fn jobs(value: f64) -> (String, String) {
    (words::count(value as i64), String::new())
}

const CARDS: [Card; 8] = [
    Card {
        id: "utilization",
        name: "Mean utilization",
        letter: "U",
        term: terms::U,
        value: |it| it.mean_utilization,
        write: share,
        change: points,
    },
    Card {
        id: "flow-time",
        name: "Mean flow time",
        letter: "F",
        term: terms::F,
        value: |it| it.mean_flow_time,
        write: seconds,
        change: percent,
    },
    Card {
        id: "tardiness",
        name: "Mean tardiness",
        letter: "D",
        term: terms::D,
        value: |it| it.mean_tardiness,
        write: seconds,
        change: percent,
    },
    Card {
        id: "waiting-time",
        name: "Mean waiting time",
        letter: "",
        term: terms::WAIT,
        value: |it| it.mean_waiting_time,
        write: seconds,
        change: percent,
    },
    Card {
        id: "bounded-slowdown",
        name: "Mean bounded slowdown",
        letter: "",
        term: terms::SLOWDOWN,
        value: |it| it.mean_bounded_slowdown,
        write: factor,
        change: percent,
    },
    Card {
        id: "makespan",
        name: "Makespan",
        letter: "",
        term: terms::MAKESPAN,
        value: |it| it.makespan as f64,
        write: seconds,
        change: percent,
    },
    Card {
        id: "rejected",
        name: "Rejected jobs",
        letter: "",
        term: terms::REJECTED,
        value: |it| it.rejected as f64,
        write: jobs,
        change: percent,
    },
    Card {
        id: "killed",
        name: "Killed jobs",
        letter: "",
        term: terms::KILLED,
        value: |it| it.killed as f64,
        write: jobs,
        change: percent,
    },
];

fn card_html(card: &Card, report: &Report, before: Option<&Report>) -> Html {
    let value = (card.value)(report);
    let (large, exact) = (card.write)(value);
    let change = before.map(|before| (card.change)((card.value)(before), value));
    html! {
        <section class="card" aria-label={card.name}>
            <h3 data-tip={card.term}>{ card.name }<span class="letter">{ card.letter }</span></h3>
            <p class="large" id={format!("summary-{}", card.id)} data-value={value.to_string()}>{ large }</p>
            <p class="exact">{ exact }</p>
            { change_html(change) }
        </section>
    }
}

fn change_html(change: Option<Change>) -> Html {
    let Some(change) = change else {
        return Html::default();
    };
    let verdict = match change.better {
        None => "as before".to_string(),
        Some(true) => format!("{} · better", change.text),
        Some(false) => format!("{} · worse", change.text),
    };
    html! { <p class={classes!("verdict", tone(Some(&change)))}>{ verdict }</p> }
}

#[derive(Properties, PartialEq)]
struct ByKindProps {
    batch: KindReport,
    reservations: KindReport,
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
                <td>{ words::count(report.killed as i64) }</td>
            </tr>
        }
    };
    html! {
        <section class="figures-table" aria-label="By kind of job">
            <h2>{ "By kind of job" }</h2>
            <div class="scroll-across"><table id="by-kind">
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

#[derive(Properties, PartialEq)]
struct ByProviderProps {
    providers: Vec<ProviderReport>,
}

/// One row per provider.
#[component]
fn ByProvider(props: &ByProviderProps) -> Html {
    let rows = props.providers.iter().enumerate().map(|(index, report)| {
        let percent = words::decimal(report.utilization * 100.0, 1);
        html! {
            <tr key={index}>
                <th scope="row">{ provider_name(index) }</th>
                <td>{ words::count(report.processors.into()) }</td>
                <td>{ words::count(report.jobs as i64) }</td>
                <td class="bar-cell">
                    <span class="bar" style={format!("--share: {}", report.utilization.clamp(0.0, 1.0))} />
                    { format!("{percent} %") }
                </td>
                <td>{ words::duration(report.mean_flow_time) }</td>
                <td>{ words::duration(report.mean_tardiness) }</td>
                <td>{ words::duration(report.mean_waiting_time) }</td>
                <td>{ words::decimal(report.mean_bounded_slowdown, 2) }</td>
                <td>{ words::count(report.killed as i64) }</td>
            </tr>
        }
    });
    html! {
        <section class="figures-table" aria-label="By provider">
            <h2>{ "By provider" }</h2>
            <div class="scroll-across"><table id="by-provider">
                <thead><tr>
                    <th scope="col">{ "Provider" }</th>
                    <th scope="col">{ "Processors" }</th>
                    <th scope="col">{ "Jobs" }</th>
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
