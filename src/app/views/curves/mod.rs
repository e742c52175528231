//! The Curves view: U, F and D against a knob, over several policies and seeds.

mod figures;
mod form;
mod picture;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::control::{Switch, use_top_when_folded};
use crate::app::files::view_picture::{ViewPicture, use_kit_subject, use_view_picture};
use form::Form;
use slotscope::chart::curves::{Curves as Drawn, curves_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::experiment::words::around;
use slotscope::experiment::{self, knobs};
use slotscope::export::snapshot::CurvesForm;
use slotscope::page::curves::{Outdated, Sweep, Sweeps};
use slotscope::page::history::Experiment;
use slotscope::page::paper_kit::KitSubject;
use slotscope::page::state::{Action, FormAction, Start};
use slotscope::page::{chance, words};
use slotscope::text;

#[derive(Properties, PartialEq)]
pub struct CurvesProps {
    pub experiment: Rc<Experiment>,
    /// The values of the form.
    pub form: Rc<CurvesForm>,
    pub sweeps: Sweeps,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The scenario of a sweep in words, how many seeds it took, and from which line differences are.
fn words_of(sweep: &Sweep, form: &CurvesForm) -> String {
    let mut scenario = sweep.base.scenario.clone();
    if sweep.axis.path == knobs::LOAD {
        scenario.workload.load_factor = 1.0;
    }
    if sweep.axis.path == knobs::THINNING {
        scenario.workload.thin_users = None;
    }
    let rest = if sweep.axis.path == knobs::SHARE {
        // The scenario's own share is none of the drawn ones, or one of many.
        scenario.workload.reservations.percent = 100.0;
        let own = "100 % advance reservations";
        experiment::words(&scenario).replace(own, "advance reservations as drawn")
    } else {
        experiment::words(&scenario)
    };
    let varied = &sweep.axis.label;
    let log = sweep.given.as_ref();
    let log = log.map_or(String::new(), |it| format!("{} · ", it.log));
    let around = around(&sweep.base.scenario);
    let paired = if sweep.as_differences(form) { format!("\n{}", sweep.differences_told()) } else { String::new() };
    format!(
        "{around}\n{log}{varied} and policies as drawn; the rest: {rest} · {}{paired}",
        chance::of_curves(&sweep.study)
    )
}

/// Why curves that were drawn are not those that would be drawn now.
fn old(sweep: &Sweep, props: &CurvesProps) -> Option<&'static str> {
    Some(match sweep.outdated(&props.experiment, &props.form)? {
        Outdated::Scenario => "Outdated: the scenario has changed. Draw again to update the curves.",
        Outdated::Form => "Outdated: the form has changed. Draw again to update the curves.",
    })
}

/// A callback that changes the form.
fn set<T: 'static>(
    dispatch: &Dispatch,
    form: &Rc<CurvesForm>,
    change: impl Fn(&mut CurvesForm, T) + 'static,
) -> Callback<T> {
    let form = form.clone();
    dispatch.callback(move |value| {
        let mut next = CurvesForm::clone(&form);
        change(&mut next, value);
        Action::Form(FormAction::Curves(next))
    })
}

/// The switches of differences and of logarithmic axes, and the figures without a panel.
fn axes(props: &CurvesProps, sweep: &Sweep) -> Html {
    let turn = |change: fn(&mut CurvesForm, bool)| set(&props.dispatch, &props.form, change);
    let left_out = sweep.left_out(&props.form).into_iter();
    let left_out: Vec<String> = left_out.map(|it| format!("{} ({})", it.figure.plain(), it.why)).collect();
    let are_differences = sweep.as_differences(&props.form);
    html! {
        <div class="curves-axes">
            if sweep.names.len() > 1 {
                <Switch id="curves-differences" label={format!("Differences from {}", sweep.names[0])} on={are_differences} on_change={turn(|form, on| form.differences = Some(on))} />
            }
            if sweep.may_be_log() {
                <Switch id="curves-log-x" label="Logarithmic x axis" on={props.form.log_x} on_change={turn(|form, on| form.log_x = on)} />
            } else if props.form.log_x {
                <span id="curves-linear-x">{ "The x axis stays linear: its values are not all above 0, or less than a factor of 10 apart." }</span>
            }
            if are_differences {
                <span id="curves-paired" role="status">{ sweep.differences_told() }</span>
            } else {
                <Switch id="curves-log-y" label="Logarithmic y axes" on={props.form.log_y} on_change={turn(|form, on| form.log_y = on)} />
            }
            if !left_out.is_empty() {
                <span id="curves-left-out">{ format!("No panel: {}.", left_out.join(", ")) }</span>
            }
        </div>
    }
}

/// The Curves view.
#[component]
pub fn Curves(props: &CurvesProps) -> Html {
    let (sweep, started) = (props.sweeps.in_sight().cloned(), props.sweeps.sweep.clone());
    let node = use_top_when_folded(props.sweeps.folded);
    {
        let (sweep, form) = (sweep.clone(), props.form.clone());
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let Some(sweep) = &sweep else {
                let none = Drawn::default();
                return curves_svg(Frame::new(width, 520), theme, &none, captions);
            };
            let captions = Captions { subtitle: words_of(sweep, &form), ..captions.clone() };
            picture::picture(sweep, &form, (width, theme, &captions))
        });
    }
    {
        let (sweep, form) = (sweep.clone(), props.form.clone());
        use_kit_subject(&props.view_picture, move || Some(KitSubject::Curves(sweep.clone()?, form.clone())));
    }
    html! {
        <div class="curves" ref={node}>
            <Form scenario={props.experiment.scenario.clone()} asked={props.form.clone()} dispatch={&props.dispatch}
                ran={started.as_ref().map(|it| AttrValue::from(it.in_one_line()))} folded={props.sweeps.folded} running={started.as_ref().is_some_and(|it| it.runs.is_running())} />
            <div class="curves-body">
                if let Some((sweep, started)) = sweep.zip(started) {
                    <div class="curves-state">
                        <progress id="curves-progress" max={started.runs.total().to_string()} value={started.runs.done.to_string()}
                            aria-label="Runs made" />
                        <span id="curves-done" role="status" data-done={started.runs.done.to_string()} data-total={started.runs.total().to_string()}>
                            { format!("{} of {}", words::count(started.runs.done as i64), words::plural(started.runs.total(), "run")) }
                            if started.runs.cancelled { { ", cancelled" } }
                        </span>
                        <span id="curves-chance" data-draws={(!sweep.study.is_exact()).to_string()}>{ text::capital(&chance::of_curves(&sweep.study)) }{ "." }</span>
                        if let Some(given) = &sweep.given {
                            <span id="curves-given">{ format!("From {}, run on {}, with the file's scenario. Draw again makes those of the page's scenario.", given.file, given.log) }</span>
                        }
                        if let Some(why) = old(&started, props) {
                            <span class="stale" id="curves-old">{ why }</span>
                        }
                    </div>
                    { axes(props, &sweep) }
                    if let Some((why, count)) = &sweep.runs.failed {
                        <p class="refused" role="alert">{ format!("{} failed: {why}", words::plural(*count, "run")) }</p>
                    }
                    <div class={classes!("curves-drawn", old(&sweep, props).map(|_| "old"))}>
                        <picture::Pictures sweep={sweep.clone()} form={props.form.clone()} ground={props.ground} />
                        <table::Table sweep={sweep.clone()} form={props.form.clone()} />
                    </div>
                } else {
                    <div class="empty invite">
                        <p>{ "How do utilization, flow time and tardiness change as one setting varies?" }</p>
                        <p class="hint">{ "Each value is run with each policy and each seed, on all cores of this computer. All other settings are as in the panel." }</p>
                        <button type="button" class="primary" id="curves-first" onclick={props.dispatch.callback(|_: MouseEvent| Action::Start(Start::Sweep))}>{ "Draw the curves" }</button>
                    </div>
                }
            </div>
        </div>
    }
}
