//! Who keeps calendars: a line, and to be changed when it is opened.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::choices::managers_line;
use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Fold, Number, Segmented, Select, any_one_of, choice, of_setting};
use slotscope::system::imprecise_calendar::{Assignment, ImpreciseCalendar, Managers, Member, Refine, labels};
use slotscope::workload::Time;

const TREE: Term = "Managers between those of the clusters and the highest one, as lists of cluster numbers, counted from 0: [[0, 1], [2, 3]].";
const HOME: Term = "The cluster to whose manager a job is submitted.";
const TIES: Term =
    "Which cluster a higher manager chooses if several offer the same start. The job's own cluster always comes first.";
const ASSIGNMENT: Term =
    "When a higher manager assigns a job to clusters for good: at its submission, or late, at its start.";
const STALENESS: Term = "The delay until a manager hears of a change in a calendar beneath it, for each manager that passes it on. Its shadow calendar is therefore only a hint: it asks before it reserves.";
const MESSAGE_TIME: Term = "The transfer time of an inquiry, a reserve or an answer between a manager and a cluster beneath it. Meanwhile the cluster may give the time to another job, and the reserve fails.";
const PROMOTED_NODES: Term =
    "Jobs that need more nodes are submitted to the manager above that of their cluster. Empty: no jobs.";
const PROMOTED_HOURS: Term =
    "Jobs with this limit or a longer one are submitted to the manager above that of their cluster. Empty: no jobs.";
const BUMP_AFTER: Term = "A manager that finds no place within this time asks the manager above it. Empty: never.";

/// Which of the kinds of trees it is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    One,
    Clusters,
    Tree,
}

impl Kind {
    fn of(managers: &Managers) -> Self {
        match managers {
            Managers::One => Self::One,
            Managers::Clusters => Self::Clusters,
            Managers::Tree(_) => Self::Tree,
        }
    }

    /// A tree begins with all clusters beneath the highest manager.
    fn managers(self, clusters: usize) -> Managers {
        match self {
            Self::One => Managers::One,
            Self::Clusters => Managers::Clusters,
            Self::Tree => Managers::Tree((0..clusters as u32).map(Member::Cluster).collect()),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct ManagersControlsProps {
    pub options: ImpreciseCalendar,
    pub edit: Edit,
    /// How many providers there are.
    pub clusters: usize,
}

/// The managers; if there are several, also how jobs come to them, and their knowledge of each other.
#[component]
pub fn ManagersControls(props: &ManagersControlsProps) -> Html {
    let ManagersControlsProps { options, edit, clusters } = props;
    let set = edit.set(|scenario, kind: Kind| {
        let clusters = scenario.platform.len();
        let managers = &mut ImpreciseCalendar::of_mut(&mut scenario.system).managers;
        if Kind::of(managers) != kind {
            *managers = kind.managers(clusters);
        }
    });
    let kinds = vec![
        choice(Kind::One, labels::ONE_MANAGER, labels::ONE_MANAGER_ABOUT),
        choice(Kind::Clusters, labels::CLUSTERS, labels::CLUSTERS_ABOUT),
        choice(Kind::Tree, labels::TREE, labels::TREE_ABOUT),
    ];
    let kind = Kind::of(&options.managers);
    html! {
        <Fold id="managers-fold" title="Managers" note={managers_line(&options.managers)}>
            <Field label="Managers" term={terms::MANAGERS}>
                <Select id="managers" label="Managers" offer={any_one_of(kinds, kind, set)} />
            </Field>
            if kind != Kind::One {
                if *clusters < 2 {
                    <p class="hint" id="one-cluster">{ "There is one provider, and so one cluster: add providers under Platform." }</p>
                }
                if kind == Kind::Tree {
                    <TreeField managers={options.managers.clone()} edit={edit.clone()} clusters={*clusters} />
                }
                { of_several(options, edit) }
            }
        </Fold>
    }
}

/// The settings that matter only among several managers.
fn of_several(options: &ImpreciseCalendar, edit: &Edit) -> Html {
    let home = edit.set(|scenario, home| {
        ImpreciseCalendar::of_mut(&mut scenario.system).home = home;
    });
    let assign = edit.set(|scenario, assignment| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.assignment = assignment;
        if assignment == Assignment::Late {
            settings.message_time = 0;
        }
    });
    let tie = edit.set(|scenario, ties| {
        ImpreciseCalendar::of_mut(&mut scenario.system).ties = ties;
    });
    let staleness = edit.drag("staleness", |scenario, value: Option<f64>| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.staleness = value.map_or(0, |it| it as Time);
    });
    let message = edit.drag("message-time", |scenario, value: Option<f64>| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.message_time = value.map_or(0, |it| it as Time);
    });
    let nodes = edit.drag("promoted-nodes", |scenario, value: Option<f64>| {
        let promote = &mut ImpreciseCalendar::of_mut(&mut scenario.system).promote;
        promote.processors = value.map(|it| it as u32);
    });
    let hours = edit.drag("promoted-hours", |scenario, value: Option<f64>| {
        let promote = &mut ImpreciseCalendar::of_mut(&mut scenario.system).promote;
        promote.hours = value.map(|it| it as u32);
    });
    let bump = edit.drag("bump-after", |scenario, value: Option<f64>| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.bump_after = value.map(|it| it as Time);
    });
    let deficit = edit.drag("deficit", |scenario, value: Option<f64>| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.deficit_limit = value.map(|it| it as u32);
    });
    // Late assignment, shared slots and looking near changes go only without message time.
    let is_at_submission = options.assignment == Assignment::AtSubmission
        && options.one_job_per_slot
        && options.refine == Refine::AtSubmission;
    let may_take_time = is_at_submission || options.message_time > 0;
    html! {
        <>
            <Field label="Submitted" term={HOME}>
                <Select id="home" label="Submitted" offer={of_setting(options.home, home)} />
            </Field>
            <Field label="Assigned to clusters" term={ASSIGNMENT}>
                <Segmented id="assignment" label="Assigned to clusters" offer={of_setting(options.assignment, assign)} />
            </Field>
            <Field label="Of equal clusters" term={TIES}>
                <Segmented id="cluster-ties" label="Of equal clusters" offer={of_setting(options.ties, tie)} />
            </Field>
            <Field of="bump-after" label="Bumped up after" term={BUMP_AFTER}>
                <Number id="bump-after" value={options.bump_after.map(|it| it as f64)} optional={true} placeholder="never"
                    max={31_622_400.0} unit="s" on_change={bump} />
            </Field>
            <Field of="staleness" label="Staleness" term={STALENESS}>
                <Number id="staleness" value={options.staleness as f64} max={31_622_400.0} unit="s" on_change={staleness} />
            </Field>
            if may_take_time {
                <Field of="message-time" label="Message time" term={MESSAGE_TIME}>
                    <Number id="message-time" value={options.message_time as f64} max={86_400.0} unit="s" on_change={message} />
                </Field>
            }
            <Field of="promoted-nodes" label="Promoted above" term={PROMOTED_NODES}>
                <Number id="promoted-nodes" value={options.promote.processors.map(f64::from)} optional={true} placeholder="none"
                    max={1_000_000.0} unit="nodes" on_change={nodes} />
            </Field>
            <Field of="promoted-hours" label="Promoted from" term={PROMOTED_HOURS}>
                <Number id="promoted-hours" value={options.promote.hours.map(f64::from)} optional={true} placeholder="none"
                    max={1_000_000.0} unit="h" on_change={hours} />
            </Field>
            <Field of="deficit" label="Deficit" term={terms::DEFICIT}>
                <Number id="deficit" value={options.deficit_limit.map(f64::from)} optional={true} placeholder="any"
                    max={1_000_000_000.0} unit="node hours" on_change={deficit} />
            </Field>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct TreeFieldProps {
    managers: Managers,
    edit: Edit,
    clusters: usize,
}

/// The tree as lists within lists. An invalid tree is marked and not passed on.
#[component]
fn TreeField(props: &TreeFieldProps) -> Html {
    let typed = use_state(|| None::<String>);
    let clusters = props.clusters;
    let wrong = typed.as_ref().and_then(|text| Managers::read(text, clusters).err());
    let shown = (*typed).clone().unwrap_or_else(|| props.managers.to_string());
    let set = props.edit.drag("tree", |scenario, managers: std::rc::Rc<Managers>| {
        ImpreciseCalendar::of_mut(&mut scenario.system).managers = (*managers).clone();
    });
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(managers) = Managers::read(&text, clusters) {
                set.emit(managers.into());
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let onblur = Callback::from(move |_: FocusEvent| typed.set(None));
    html! {
        <Field of="tree" label="Tree" term={TREE}>
            <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                <input type="text" id="tree" value={shown} autocomplete="off" spellcheck="false"
                    aria-invalid={wrong.is_some().to_string()} {oninput} {onblur} />
                if let Some(why) = wrong {
                    <span class="wrong" role="alert">{ why }</span>
                }
            </span>
        </Field>
    }
}
