//! The Compare view: up to six scenarios on the same workload, side by side.

mod calibrations;
mod chart;
mod charts;
mod chips;
mod distributions;
pub mod hook;
mod jobs;
mod numbers;
mod picture;
mod sign;
mod span;
mod stack;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use crate::app::files::view_picture::{ViewPicture, use_kit_subject, use_view_picture};
use crate::app::views::gantt::scene::Scene;
use charts::{Charts, Zoom};
use chips::{Chips, Invite};
use distributions::Distributions;
use jobs::Jobs;
use picture::{Exhibited, PictureMenu};
use sign::lines;
use slotscope::experiment::words::differences::differences;
use slotscope::experiment::{LogMark, Scenario};
use slotscope::page::compare::{Comparison, changes};
use slotscope::page::history::Experiment;
use slotscope::page::schedulable::Schedulable;
use span::SpanTable;
use stack::Stack;
use table::Table;

/// Ids, classes and labels of the lists of lines: the answers, and what scenarios leave out.
const ANSWERS: [&str; 3] = ["compare-answer", "compare-answers", "Answer"];
const LEFT_OUT: [&str; 3] = ["compare-left-out", "calibrations", "Parts of the log that are left out"];

#[derive(Properties, PartialEq)]
pub struct CompareProps {
    pub experiment: Rc<Experiment>,
    pub comparison: Comparison,
    /// The name of the workload, and what systems ask of it.
    pub workload: String,
    pub schedulable: Schedulable,
    /// Its identity.
    pub log: LogMark,
    /// What each scenario leaves out of it while another one takes it into account.
    pub left_out: Vec<Option<String>>,
    /// What the charts show. Its job is of the run in front.
    pub scene: Scene,
    /// Where the comparison can be opened again.
    pub link: Callback<(), Option<String>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Compare view.
#[component]
pub fn Compare(props: &CompareProps) -> Html {
    let experiment = &props.experiment;
    let stack = use_memo((), |()| Stack::new());
    let names = use_memo(experiment.clone(), |experiment| {
        let scenarios: Vec<&Scenario> = experiment.scenarios().collect();
        differences(&scenarios)
    });
    let sight = use_memo(
        (props.comparison.clone(), experiment.clone(), props.schedulable.kind),
        |(comparison, experiment, kind)| comparison.sight(experiment, *kind),
    );
    let changes =
        use_memo((sight.subjects.clone(), experiment.baseline()), |(subjects, baseline)| changes(subjects, *baseline));
    let told = (sight.clone(), names.clone(), changes.clone(), experiment.baseline());
    let answers = use_memo(told, |(sight, names, changes, baseline)| sight.answers(names, changes, *baseline));
    let settings = props.comparison.settings;
    // All runs are of one workload.
    let first = sight.subjects.iter().flatten().next();
    let nouns = first.map_or_else(Default::default, |it| it.finished.run.nouns());
    let providers = first.map_or_else(Vec::new, |it| it.index.providers.clone());
    let exhibited = Exhibited {
        kind: props.schedulable.kind,
        experiment: experiment.clone(),
        sight: (*sight).clone(),
        changes: changes.clone(),
        answers: answers.clone(),
        names: names.clone(),
        workload: props.workload.clone(),
        log: props.log.clone(),
        origin: props.scene.origin,
        colour_by: props.scene.look.colour_by,
        selected: props.scene.selected.clone(),
        stack: stack.clone(),
        link: props.link.clone(),
    };
    {
        let exhibited = exhibited.clone();
        use_view_picture(&props.view_picture, move |_, _, _| exhibited.slide());
    }
    {
        let (exhibited, comparison) = (exhibited.clone(), props.comparison.clone());
        use_kit_subject(&props.view_picture, move || Some(exhibited.for_kit(&comparison)));
    }
    if experiment.count() == 1 {
        return html! {
            <div class="compare"><Invite experiment={experiment.clone()} workload={props.schedulable} dispatch={props.dispatch.clone()} /></div>
        };
    }
    let left_out = props.left_out.iter().enumerate().filter_map(|(place, it)| Some((place, it.clone()?)));
    // Charts that come onto the screen have not been drawn while they were off it.
    let onscroll = {
        let stack = stack.clone();
        Callback::from(move |_: Event| stack.draw())
    };
    html! {
        <div class="compare" {onscroll}>
            <div class="compare-bar">
                <Chips experiment={experiment.clone()} workload={props.schedulable} names={names.clone()} ground={props.scene.ground} dispatch={props.dispatch.clone()} />
                <Zoom stack={stack.clone()} front={experiment.front()} />
                <PictureMenu {exhibited} dispatch={props.dispatch.clone()} />
            </div>
            { lines(ANSWERS, answers.iter().map(|(place, text)| (*place, format!("{text}."))), props.scene.ground) }
            <Charts {stack} subjects={sight.subjects.clone()} names={names.clone()} refused={sight.refused.clone()} front={experiment.front()}
                {settings} scene={props.scene.clone()} dispatch={props.dispatch.clone()} />
            <Table rows={sight.rows.clone()} names={names.clone()} baseline={experiment.baseline()} seeds={sight.seeds} done={sight.done}
                bases={sight.bases.clone()} {settings} {nouns} {providers} ground={props.scene.ground} dispatch={&props.dispatch}>
                { calibrations::html(&sight, props.scene.ground) }
                { lines(LEFT_OUT, left_out, props.scene.ground) }
            </Table>
            if let Some(span) = props.scene.look.span {
                <SpanTable subjects={sight.subjects.clone()} names={names.clone()} {span} origin={props.scene.origin} ground={props.scene.ground} />
            }
            <Distributions subjects={sight.subjects.clone()} span={props.scene.look.span} ground={props.scene.ground} />
            <Jobs {changes} {nouns} {names} baseline={experiment.baseline()} selected={props.scene.selected.clone()}
                ground={props.scene.ground} dispatch={props.dispatch.clone()} />
        </div>
    }
}
