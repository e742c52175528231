//! The side panel: all parts of a scenario. The system, its policies, the share of reservations and the platform come
//! first; further settings, model assumptions and statistics are a line each until they are opened.

mod nodes;
pub mod platform;
pub mod requests;
mod settings;
pub mod statistics;
pub mod steps;
pub mod workload;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::state::Dispatch;
use crate::app::context::terms::{self, Term};
use crate::app::context::theme::Ground;
use crate::app::shell::session::SessionNote;
use crate::app::systems::{self, ChooseSystem, Controls, ControlsProps};
use crate::app::views::gantt::sketching::Draw;
use slotscope::experiment::Scenario;
use slotscope::page::account;
use slotscope::page::contents::Contents;
use slotscope::page::history::Experiment;
use slotscope::page::rejections;
use slotscope::page::schedulable::Schedulable;
use slotscope::page::settings::{Setting, settings};
use slotscope::page::state::Keeping;
use slotscope::system::Place;
use slotscope::worker::Source;
use slotscope::workload::WorkloadKind;
use slotscope::workload::select::Thinned;

#[derive(Properties, PartialEq)]
pub struct PanelProps {
    pub experiment: Rc<Experiment>,
    pub contents: Option<Rc<Contents>>,
    /// The scenario that the workload begins with.
    pub usual: Scenario,
    /// How many of the requests that are listed are for jobs that are taken.
    pub listed_jobs: Option<usize>,
    pub jobs_taken: Option<(u64, Option<Thinned>)>,
    pub dispatch: Dispatch,
    pub can: (bool, bool),
    /// Where undoing leads to, and redoing.
    pub beside: [Option<Rc<Experiment>>; 2],
    pub keeping: Keeping,
    pub ground: Ground,
    pub on_files: Callback<Vec<web_sys::File>>,
    pub on_draw: Callback<Draw>,
    pub on_sample: Callback<Source>,
}

/// The side panel.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let scenario = &props.experiment.scenario;
    let edit = Edit::new(props.dispatch.clone());
    // A system may also take other workloads.
    let is_log = |it: &Rc<Contents>| it.kind == WorkloadKind::Log;
    let takes_logs = scenario.system.model().takes_logs() && props.contents.as_ref().is_none_or(is_log);
    let contents = props.contents.as_ref();
    let account = contents.map(|it| {
        let account = it.account(&scenario.workload, props.jobs_taken);
        account::for_system(account, &scenario.system)
    });
    let warning = account.as_ref().and_then(|it| account::start_warning(it, &scenario.workload));
    let heeding = account.as_ref().and_then(|it| account::heeding(&it.intake, &scenario.system));
    let told = account.map(|it| account::lines(&it, &scenario.workload, scenario.platform.len()));
    let kind = contents.map_or(WorkloadKind::Log, |it| it.kind);
    let flops = contents.is_some_and(|it| it.intake.flops);
    let all = settings(scenario, &props.usual, kind, flops);
    let present = use_mut_ref(|| props.experiment.clone());
    present.replace(props.experiment.clone());
    let controls = Controls { experiment: props.experiment.clone(), present, edit: edit.clone() };
    let form = |it: &Setting| match it.row.path {
        "workload.reservations.listed" => html! {
            <requests::Requests key="requests" listed={scenario.workload.reservations.listed.len()} found={props.listed_jobs} edit={edit.clone()} on_files={&props.on_files} />
        },
        "platform" => match contents.filter(|it| it.kind != WorkloadKind::Log) {
            Some(contents) => {
                html! { <nodes::Nodes key="platform" kind={contents.kind} count={scenario.platform.len()} edit={edit.clone()} /> }
            }
            None => html! {
                <platform::Platform key="platform" platform={scenario.platform.clone()}
                    pool={scenario.system.model().pool()} own_noun={scenario.system.model().provider_noun()} warning={contents.and_then(|it| rejections::warning(it, scenario))}
                    one={contents.and_then(|it| rejections::one_provider(it, scenario))} edit={edit.clone()} />
            },
        },
        _ => controls.setting(it, false),
    };
    // The machines of a workflow, and the nodes of a task batch, are its file's, if that names any.
    let has_platform = takes_logs || contents.is_some_and(|it| it.machines == 0);
    let is_basic = |it: &&Setting| it.row.place == Place::Basic && (it.row.path != "platform" || has_platform);
    // One list with a key for each: a setting that comes or goes leaves the others as they are.
    let basic: Html = all.iter().filter(is_basic).map(form).collect();
    html! {
        <aside class="panel" id="panel" aria-label="Scenario">
            <div class="panel-scroll">
                <workload::Log contents={props.contents.clone()} account={told.unwrap_or_default()} {heeding} dispatch={props.dispatch.clone()} on_files={&props.on_files} on_draw={&props.on_draw} on_sample={&props.on_sample} />
                <Section title="System" term={terms::SYSTEM}>
                    <ChooseSystem scenario={scenario.clone()} workload={props.contents.as_deref().map(Schedulable::from)} edit={edit.clone()} />
                    { basic }
                    if let Some(warning) = warning {
                        <p class="wrong" id="no-waits">{ warning }</p>
                    }
                    { systems::controls(&ControlsProps { scenario, contents, edit: &edit }) }
                </Section>
                <section class="group lines" aria-label="Further settings">
                    <settings::Further settings={Rc::new(all.clone())} controls={controls.clone()} />
                    if let (Some(contents), true) = (&props.contents, takes_logs) {
                        <statistics::LogStatistics ground={props.ground} contents={contents.clone()} selection={scenario.workload.clone()} edit={edit.clone()} />
                    }
                </section>
            </div>
            <steps::Steps can={props.can} present={props.experiment.clone()} beside={props.beside.clone()} dispatch={props.dispatch.clone()} />
            <SessionNote keeping={props.keeping.clone()} dispatch={props.dispatch.clone()} />
        </aside>
    }
}

#[derive(Properties, PartialEq)]
struct SectionProps {
    title: &'static str,
    term: Term,
    children: Html,
}

/// A titled group of controls.
#[component]
fn Section(props: &SectionProps) -> Html {
    html! {
        <section class="group" aria-label={props.title}>
            <h2><span data-tip={props.term}>{ props.title }</span></h2>
            { props.children.clone() }
        </section>
    }
}
