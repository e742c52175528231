//! The first visit: the sentence that says what Slotscope is, an example under three policies, and three ways on.

use web_sys::File;

use crate::app::context::prelude::*;
use crate::app::control::{Offer, OpenFiles, Segmented};
use crate::app::views::gantt::sketch_bar::{Draw, write};
use slotscope::experiment::Scenario;
use slotscope::page::front_door;
use slotscope::page::front_door::{choose, offered};
use slotscope::page::history::WorkloadKey;
use slotscope::page::state::{EditAction, LayoutAction, OpenAction, ViewAction};
use slotscope::page::view::View;
use slotscope::worker::Source;
use slotscope::workload::sketch::Sketch;

/// Opens the example of a first visit.
#[hook]
pub fn use_welcome(read: &Callback<Source, WorkloadKey>, dispatch: &Dispatch) -> Callback<()> {
    let (read, dispatch) = (read.clone(), dispatch.clone());
    use_callback((), move |(), ()| {
        let example = Box::new(front_door::example(write(&read, &Sketch::first_example())));
        dispatch.dispatch(Action::Open(OpenAction::Welcome(example)));
    })
}

#[derive(Properties, PartialEq)]
pub struct FrontDoorProps {
    pub scenario: Scenario,
    /// What another policy has changed last.
    pub changed: Option<String>,
    pub on_files: Callback<Vec<File>>,
    pub on_draw: Callback<Draw>,
    pub dispatch: Dispatch,
}

/// What Slotscope is, and where to begin.
#[component]
pub fn FrontDoor(props: &FrontDoorProps) -> Html {
    let act = |action: fn() -> Action| props.dispatch.callback(move |_: MouseEvent| action());
    let edit = act(|| Action::View(ViewAction::Drawing(true)));
    let lessons = act(|| Action::View(ViewAction::Show(View::Lessons)));
    let close = act(|| Action::Layout(LayoutAction::Door(None)));
    let sample = props.on_draw.reform(|_: MouseEvent| Draw::Sample);
    html! {
        <section class="front-door" id="front-door" aria-labelledby="front-door-title">
            <div class="front-door-head">
                <h2 id="front-door-title">{ "Why does a job wait, and would another policy start it earlier?" }</h2>
                <button type="button" class="icon" id="front-door-close" aria-label="Close" onclick={close}>{ "×" }</button>
            </div>
            <p>
                { "Slotscope schedules the jobs of a cluster in this page, shows every decision, and compares policies. Nothing is uploaded. Here are five jobs on eight processors; triangles below the chart mark when they arrive. Choose a policy:" }
            </p>
            <Policies scenario={props.scenario.clone()} changed={props.changed.clone()} dispatch={props.dispatch.clone()} />
            <ul class="doors">
                <li>
                    <button type="button" id="door-edit" onclick={edit}>
                        <strong>{ "Change this schedule" }</strong><span>{ "Drag jobs, add reservations" }</span>
                    </button>
                </li>
                <li>
                    <OpenFiles id="door-log" label="A log" multiple=true on_files={&props.on_files}>
                        <strong>{ "Open your log" }</strong><span>{ "SWF, sacct, tables … or drop it here" }</span>
                    </OpenFiles>
                </li>
                <li>
                    <button type="button" id="door-lessons" onclick={lessons}>
                        <strong>{ "Take a lesson" }</strong><span>{ "Short, with charts and questions" }</span>
                    </button>
                </li>
            </ul>
            <p class="front-door-more">
                <button type="button" id="door-sample" onclick={sample}>{ "A sample of 1,000 jobs" }</button>
                <a id="door-manual" href="./manual/page.html" target="_blank" rel="noopener">{ "Documentation" }</a>
            </p>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct PoliciesProps {
    scenario: Scenario,
    changed: Option<String>,
    dispatch: Dispatch,
}

/// The policies that schedule the example differently.
#[component]
fn Policies(props: &PoliciesProps) -> Html {
    let offered = offered(&props.scenario);
    let why = offered.iter().find(|it| it.chosen).map(|it| it.why);
    let texts = offered.iter().map(|it| (it.name.into(), it.about.into()));
    let chosen = offered.iter().map(|it| it.chosen);
    let keys: Vec<&'static str> = offered.iter().map(|it| it.key).collect();
    let (dispatch, scenario) = (props.dispatch.clone(), props.scenario.clone());
    let on_turn = Callback::from(move |(at, _): (usize, bool)| {
        let Some(&key) = keys.get(at) else {
            return;
        };
        let mut chosen = scenario.clone();
        choose(&mut chosen, key);
        dispatch.dispatch(Action::Edit(EditAction::Put(Box::new(chosen))));
    });
    let offer = Offer::new(texts.collect(), chosen.collect(), on_turn);
    html! {
        <div class="front-door-policies">
            <Segmented id="door-policy" label="Policy of the example" {offer} />
            <p class="said" id="door-policy-said" aria-live="polite">{ props.changed.clone() }{ " " }{ why }</p>
        </div>
    }
}
