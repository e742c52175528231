//! The criteria by kind of job and by provider.

use yew::prelude::*;

use crate::app::context::terms;
use slotscope::chart::provider_name;
use slotscope::criteria::{KindReport, ProviderReport};
use slotscope::engine::Nouns;
use slotscope::page::words;
use slotscope::text::capital;

#[derive(Properties, PartialEq)]
pub struct ByKindProps {
    pub batch: KindReport,
    pub reservations: KindReport,
    /// Whether the log does not tell which jobs were killed.
    pub killed_unknown: bool,
}

/// Batch jobs beside reservations.
#[component]
pub fn ByKind(props: &ByKindProps) -> Html {
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
pub struct ByProviderProps {
    pub providers: Vec<ProviderReport>,
    /// Whether the log does not tell which jobs were killed.
    pub killed_unknown: bool,
    pub names: Vec<String>,
    pub nouns: &'static Nouns,
}

/// One row per provider.
#[component]
pub fn ByProvider(props: &ByProviderProps) -> Html {
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
