//! The side panel: all parts of a scenario. The system, its policies, the share of reservations and the platform come
//! first; further settings, model assumptions and statistics are a line each until they are opened.

pub mod workload;

use web_sys::File;

use super::session::SessionNote;
use crate::app::context::prelude::*;
use crate::app::context::state::Edit;
use crate::app::context::terms;
use crate::app::context::terms::Term;
use crate::app::control::{Browse, Field, Fold, Number, OneProvider, Text};
use crate::app::systems;
use crate::app::systems::{ChooseSystem, Controls, ControlsProps};
use crate::app::views::gantt::sketch_bar::Draw;
use slotscope::experiment::Scenario;
use slotscope::page::contents::{Contents, Schedulable};
use slotscope::page::history::Experiment;
use slotscope::page::settings::{Setting, by_heading, is_found, note, settings, step};
use slotscope::page::state::{EditAction, Keeping};
use slotscope::page::{account, rejections};
use slotscope::system::Place;
use slotscope::text::capital;
use slotscope::worker::Source;
use slotscope::workload::WorkloadKind;
use slotscope::workload::select::Thinned;
use slotscope::workload::task_batch::{MAX_NODES, NODE_POINTS};

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
            <Requests key="requests" listed={scenario.workload.reservations.listed.len()} found={props.listed_jobs} edit={edit.clone()} on_files={&props.on_files} />
        },
        "platform" => match contents.filter(|it| it.kind != WorkloadKind::Log) {
            Some(contents) => {
                html! { <Nodes key="platform" kind={contents.kind} count={scenario.platform.len()} edit={edit.clone()} /> }
            }
            None => html! {
                <Platform key="platform" platform={scenario.platform.clone()}
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
                    <Further settings={Rc::new(all.clone())} controls={controls.clone()} />
                    if let (Some(contents), true) = (&props.contents, takes_logs) {
                        <workload::LogStatistics ground={props.ground} contents={contents.clone()} selection={scenario.workload.clone()} edit={edit.clone()} />
                    }
                </section>
            </div>
            <Steps can={props.can} present={props.experiment.clone()} beside={props.beside.clone()} dispatch={props.dispatch.clone()} />
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

#[derive(Properties, PartialEq)]
pub struct FurtherProps {
    /// All settings that make a difference.
    pub settings: Rc<Vec<Setting>>,
    pub controls: Controls,
}

/// Further settings under their headings, found by a text, and the readings of a paper that leaves them open.
#[component]
pub fn Further(props: &FurtherProps) -> Html {
    let FurtherProps { settings, controls } = props;
    let sought = use_state(String::new);
    let on_change = {
        let sought = sought.setter();
        Callback::from(move |text: String| sought.set(text))
    };
    let is_sought = |it: &&Setting| is_found(it.row, &sought);
    let all = by_heading(settings);
    let groups = all.iter().filter_map(|(heading, under)| {
        let found: Vec<_> = under.iter().copied().filter(is_sought).collect();
        let id = heading.to_lowercase().replace(", ", "-").replace(' ', "-");
        (!found.is_empty()).then(|| {
            html! {
                <Fold key={*heading} {id} title={*heading} note={note(found.iter().copied())} open={!sought.is_empty()}>
                    { found.iter().map(|it| controls.setting(it, false)).collect::<Html>() }
                </Fold>
            }
        })
    });
    let groups: Vec<Html> = groups.collect();
    let assumed = settings.iter().filter(|it| it.row.place == Place::Assumption);
    html! {
        <>
            { nothing() }
            if !all.is_empty() {
                <Fold id="more-settings" title="More settings" note={note(all.iter().flat_map(|it| it.1.iter().copied()))}>
                    <Text id="find-setting" label="Find a setting" placeholder="Find a setting" value={(*sought).clone()} {on_change} />
                    if groups.is_empty() {
                        <p class="hint">{ "No setting that makes a difference now has these words." }</p>
                    }
                    { groups.into_iter().collect::<Html>() }
                </Fold>
            }
            if assumed.clone().next().is_some() {
                <Fold id="readings" title="Model assumptions" note={note(assumed.clone())}>
                    <p class="hint">{ "The source leaves these open. Each choice agrees with its text; they give different figures." }</p>
                    { assumed.map(|it| controls.setting(it, true)).collect::<Html>() }
                </Fold>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub struct StepsProps {
    /// Whether there is something to undo, and to redo.
    pub can: (bool, bool),
    pub present: Rc<Experiment>,
    /// Where undoing leads to, and redoing.
    pub beside: [Option<Rc<Experiment>>; 2],
    pub dispatch: Dispatch,
}

/// Undo, redo, reset.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let act = |action: fn() -> Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    let ((undo, redo), present, [before, next]) = (props.can, Some(&*props.present), &props.beside);
    html! {
        <div class="steps">
            <button type="button" id="undo" disabled={!undo} onclick={act(|| Action::Edit(EditAction::Undo))}
                title={title(before.as_deref(), present, "Ctrl+Z")}>{ "Undo" }</button>
            <button type="button" id="redo" disabled={!redo} onclick={act(|| Action::Edit(EditAction::Redo))}
                title={title(present, next.as_deref(), "Ctrl+Shift+Z")}>{ "Redo" }</button>
            <button type="button" id="reset" onclick={act(|| Action::Edit(EditAction::Reset))}
                title="Resets all controls to their state when the workload was opened">{ "Reset" }</button>
        </div>
    }
}

/// The step from one experiment to another, and the keys for it.
fn title(from: Option<&Experiment>, to: Option<&Experiment>, keys: &str) -> String {
    match from.zip(to).map(|(from, to)| step(&from.scenario, &to.scenario)).as_deref() {
        None | Some("") => keys.to_owned(),
        Some(step) => format!("{step} ({keys})"),
    }
}

/// Platforms to choose at once.
const PRESETS: [&[u32]; 4] = [&[128], &[64, 64], &[64; 4], &[64; 8]];

/// More processors than this are not drawn sensibly, nor needed by any log of the archive.
const MOST_PROCESSORS: f64 = 1_000_000.0;

/// The page offers this many providers.
const MOST_PROVIDERS: usize = 32;

#[derive(Properties, PartialEq)]
pub struct PlatformProps {
    pub platform: Vec<u32>,
    /// The name of all providers together, if the system pools them.
    pub pool: Option<&'static str>,
    /// The system's own noun for a provider, where it has one.
    pub own_noun: Option<&'static str>,
    /// That some jobs are larger than every provider.
    pub warning: Option<String>,
    /// The processors of the one provider that takes them.
    pub one: Option<u32>,
    pub edit: Edit,
}

/// The providers: how many, and their processors; folded away.
#[component]
pub fn Platform(props: &PlatformProps) -> Html {
    let PlatformProps { platform, pool, own_noun, warning, one, edit } = props;
    let presets = PRESETS.iter().map(|&preset| {
        let set = edit.set("platform", false).reform(move |_: MouseEvent| preset.to_vec().into());
        let name = format!("{} × {}", preset.len(), preset[0]);
        let chosen = preset == platform.as_slice();
        html! {
            <button type="button" class="preset" aria-pressed={chosen.to_string()} onclick={set}
                data-testid={format!("preset-{}x{}", preset.len(), preset[0])}>{ name }</button>
        }
    });
    let providers = platform.iter().enumerate().map(|(index, &processors)| {
        let set = edit
            .set(&format!("platform.{index}"), true)
            .reform(|value: Option<f64>| (value.unwrap_or(1.0) as u32).into());
        let remove = edit.act(move |_: MouseEvent| EditAction::RemoveProvider(index));
        let number = index + 1;
        html! {
            <li key={index}>
                <span class="provider-index">{ index + 1 }</span>
                <Number id={format!("provider-{index}")} label={format!("Processors of provider {number}")}
                    value={f64::from(processors)} min=1.0 max={MOST_PROCESSORS} on_change={set} />
                <button type="button" class="icon" onclick={remove} disabled={platform.len() == 1}
                    aria-label={format!("Remove Provider {number}")}>{ "×" }</button>
            </li>
        }
    });
    let add = {
        let more = [&platform[..], &[platform.last().copied().unwrap_or(64)]].concat();
        edit.set("platform", false).reform(move |_: MouseEvent| more.clone().into())
    };
    let total: u64 = platform.iter().map(|&processors| u64::from(processors)).sum();
    html! {
        <>
        <Fold id="platform" title="Platform" note={words::platform(platform)}>
            <div class="presets" role="group" aria-label="Presets">{ for presets }</div>
            <ul class="providers">
                { for providers }
                <li class="add">
                    <button type="button" id="add-provider" onclick={add} disabled={platform.len() >= MOST_PROVIDERS}>
                        { "+ Provider" }
                    </button>
                </li>
            </ul>
            <p class="hint">{ total_words(total, *pool, *own_noun) }</p>
        </Fold>
        if let Some(warning) = warning {
            <p class="hint" id="too-large">{ warning }</p>
            if let Some(processors) = *one {
                <OneProvider {processors} edit={edit.clone()} />
            }
        }
        </>
    }
}

/// How many processors there are, whether the system pools them, and its own noun for a provider.
fn total_words(total: u64, pool: Option<&str>, own_noun: Option<&str>) -> String {
    let total = words::count(total as i64);
    match (pool, own_noun) {
        (Some(pool), _) => format!("{total} processors in all: {pool}"),
        (None, Some(noun)) => format!("{total} processors in all; each provider is a {noun}"),
        (None, None) => format!("{total} processors in all"),
    }
}

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    /// Whether they are nodes of a task batch or machines of a workflow.
    pub kind: WorkloadKind,
    pub count: usize,
    pub edit: Edit,
}

/// The noun for one, its explanation, its processors, and the most that there may be.
fn of_kind(kind: WorkloadKind) -> (&'static str, Term, u32, usize) {
    match kind {
        WorkloadKind::TaskBatch => ("node", terms::NODES, NODE_POINTS, MAX_NODES),
        _ => ("machine", terms::MACHINES, 1, MAX_MACHINES),
    }
}

/// More machines than these are not drawn sensibly.
const MAX_MACHINES: usize = 64;

/// How many nodes or machines; folded away.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { kind, count, edit } = props;
    let kind = *kind;
    let (noun, term, processors, most) = of_kind(kind);
    let id = format!("{noun}-count");
    let set = edit.set("platform", true).reform(move |value: Option<f64>| {
        let count = (value.unwrap_or(1.0) as usize).clamp(1, most);
        vec![processors; count].into()
    });
    html! {
        <Fold id={format!("{noun}s")} title="Platform" note={words::plural(*count, noun)}>
            <Field of={id.clone()} label={format!("{}s", capital(noun))} {term}>
                <Number {id} value={*count as f64} min=1.0 max={most as f64} on_change={set} />
            </Field>
        </Fold>
    }
}

#[derive(Properties, PartialEq)]
pub struct RequestsProps {
    pub listed: usize,
    /// How many of them are for jobs that are taken, once a run has told.
    pub found: Option<usize>,
    pub edit: Edit,
    pub on_files: Callback<Vec<File>>,
}

/// The reservations that are listed.
#[component]
pub fn Requests(props: &RequestsProps) -> Html {
    let listed = props.listed;
    let clear = props.edit.set("workload.reservations.listed", false).reform(|_: MouseEvent| Vec::<()>::new().into());
    let found = props.found.filter(|_| listed > 0);
    html! {
        <Field label="Listed jobs" term={terms::LISTED}>
            <div class="drop-hint" id="requests" data-listed={listed.to_string()}
                data-found={found.map(|found| found.to_string())}>
                if listed == 0 {
                    <span>{ "Drop a list, " }<code>{ "job,ready,deadline" }</code></span>
                } else {
                    <span>
                        { words::plural(listed, "request") }
                        if let Some(found) = found {
                            <small>{ found_text(listed, found) }</small>
                        }
                    </span>
                    <button type="button" id="requests-clear" onclick={clear}>{ "Clear" }</button>
                }
                <Browse id="requests-file" label="List of requests" on_files={&props.on_files} />
            </div>
        </Field>
    }
}

fn found_text(listed: usize, found: usize) -> String {
    match found {
        0 => "none for a selected job".to_string(),
        found if found >= listed => "all for selected jobs".to_string(),
        found => format!("{} for selected jobs", words::count(found as i64)),
    }
}
