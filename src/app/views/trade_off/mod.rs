//! The Trade-off view: the criteria of every combination of what a system varies, which of them nothing
//! dominates, and the best period of the present scenario.

mod form;
mod period;
mod scatter;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::control::{Choice, Segmented, choice, one_of, use_top_when_folded};
use crate::app::files::view_picture::{ViewPicture, stacked, use_kit_subject, use_view_picture};
use form::Form;
use period::Periods;
use scatter::Dots;
use slotscope::chart::period_search::period_curve_svg;
use slotscope::chart::trade_off::{Scatter, Sight, trade_off_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::experiment::{self, knobs, words::around};
use slotscope::export::snapshot::TradeOffForm;
use slotscope::page::chance;
use slotscope::page::history::Experiment;
use slotscope::page::paper_kit::KitSubject;
use slotscope::page::state::{Action, EditAction, FormAction, Start};
use slotscope::page::trade_off::scattered::scatter;
use slotscope::page::trade_off::{Exploring, Searching, TradeOffs};
use slotscope::page::view::View;
use slotscope::page::words;
use slotscope::workload::Time;
use table::Table;

#[derive(Properties, PartialEq)]
pub struct TradeOffProps {
    pub experiment: Rc<Experiment>,
    /// The values of the forms.
    pub form: Rc<TradeOffForm>,
    pub trade_offs: TradeOffs,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Trade-off view.
#[component]
pub fn TradeOff(props: &TradeOffProps) -> Html {
    let TradeOffs { exploring, searching, folded, .. } = &props.trade_offs;
    let node = use_top_when_folded(*folded);
    let present = &props.experiment;
    let place = exploring.as_ref().and_then(|it| it.place_of(present));
    let period = searching.as_ref().filter(|it| it.is_of(present));
    let period = period.map(|it| it.search.period_of().of(&present.scenario));
    {
        let (exploring, searching) = (exploring.clone(), searching.clone());
        let sight = props.form.sight;
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let top = explored_svg(exploring.as_deref(), (place, sight), width, theme, captions);
            match &searching {
                Some(searching) => {
                    let below = searched_svg(searching, period, width, theme);
                    stacked(&[top, below], width, &[PICTURED, PERIODS_PICTURED])
                }
                None => top,
            }
        });
    }
    {
        let (exploring, sight) = (exploring.clone(), props.form.sight);
        use_kit_subject(&props.view_picture, move || Some(KitSubject::TradeOff(exploring.clone()?, sight)));
    }
    let is_brief = exploring.as_ref().is_some_and(|it| it.is_brief());
    let running = !is_brief && exploring.as_ref().is_some_and(|it| it.runs.is_running());
    html! {
        <div class="curves trade-off" ref={node}>
            <Form scenario={present.scenario.clone()} asked={props.form.clone()} {running} {is_brief}
                ran={exploring.as_ref().map(|it| AttrValue::from(it.in_one_line()))} folded={*folded} dispatch={&props.dispatch} />
            <div class="curves-body">
                if let Some(exploring) = exploring {
                    { progress(props, exploring) }
                    <Dots exploring={exploring.clone()} present={place} sight={props.form.sight} ground={props.ground} on_take={taking(props, exploring)} />
                    <Table exploring={exploring.clone()} present={place} on_take={taking(props, exploring)} />
                } else {
                    <div class="empty invite">
                        <p>{ "Which policies are worth choosing from?" }</p>
                        <p class="hint">{ invitation(props) }</p>
                        <button type="button" class="primary" id="trade-first" onclick={props.dispatch.callback(|_: MouseEvent| Action::Start(Start::Exploration))}>{ "Try them all" }</button>
                    </div>
                }
                <Periods scenario={present.scenario.clone()} asked={props.form.clone()} searching={searching.clone()} present={period} ground={props.ground}
                    on_take={setting_period(props)} dispatch={&props.dispatch} />
            </div>
        </div>
    }
}

/// The text of the invitation.
fn invitation(props: &TradeOffProps) -> String {
    let criteria = props.form.criteria(&props.experiment.scenario);
    format!(
        "Every ticked combination is run on the loaded workload. The Pareto front in {} is highlighted; click a combination to load it.",
        criteria.in_plain_words()
    )
}

/// Takes the scenario of a candidate, on the workload that it was tried on.
fn taking(props: &TradeOffProps, exploring: &Rc<Exploring>) -> Callback<usize> {
    let (dispatch, exploring) = (props.dispatch.clone(), exploring.clone());
    Callback::from(move |candidate| {
        if let Some(scenario) = exploring.scenario(candidate) {
            let scenario = Box::new(scenario.clone());
            dispatch.dispatch(Action::Edit(EditAction::Take(scenario, exploring.base.workload)));
        }
    })
}

/// Sets the period of the scenario that was searched from, and takes it.
fn setting_period(props: &TradeOffProps) -> Callback<Time> {
    let dispatch = props.dispatch.clone();
    let searching = props.trade_offs.searching.clone();
    Callback::from(move |period| {
        if let Some(searching) = &searching {
            let scenario = Box::new(searching.search.scenario(period));
            dispatch.dispatch(Action::Edit(EditAction::Take(scenario, searching.base.workload)));
        }
    })
}

/// A callback that changes the form.
fn set<T: 'static>(
    dispatch: &Dispatch,
    form: &Rc<TradeOffForm>,
    change: impl Fn(&mut TradeOffForm, T) + 'static,
) -> Callback<T> {
    let form = form.clone();
    dispatch.callback(move |value| {
        let mut next = TradeOffForm::clone(&form);
        change(&mut next, value);
        Action::Form(FormAction::TradeOff(next))
    })
}

const SIGHTS: &[Choice<Sight>] = &[
    choice(
        Sight::Edge,
        "Near the edge",
        "Shows the scenarios near the Pareto front of utilization and flow time alone.",
    ),
    choice(Sight::All, "All", "Shows every scenario."),
];

fn progress(props: &TradeOffProps, exploring: &Exploring) -> Html {
    let on_sight = set(&props.dispatch, &props.form, |form, sight| form.sight = sight);
    let (done, total) = (exploring.runs.done, exploring.runs.total());
    html! {
        <>
            <div class="curves-state">
                <progress id="trade-progress" max={total.to_string()} value={done.to_string()} aria-label="Runs made" />
                <span id="trade-done" role="status" data-done={done.to_string()} data-total={total.to_string()}>
                    { format!("{} of {}", words::count(done as i64), words::plural(total, "run")) }
                    if exploring.runs.cancelled { { ", cancelled" } }
                    { format!(" · {} on the front of {}", exploring.on_front(), words::plural(exploring.ranked.len(), "combination")) }
                </span>
                if !exploring.is_of(&props.experiment) {
                    <span class="stale">{ "Outdated: the scenario has changed. Run again to update." }</span>
                }
                <Segmented id="trade-sight" label="Visible scenarios"
                    offer={one_of(SIGHTS, Some(props.form.sight), on_sight)} />
            </div>
            if let Some((why, count)) = &exploring.runs.failed {
                <p class="refused" role="alert">{ format!("{} failed: {why}", words::plural(*count, "run")) }</p>
            }
        </>
    }
}

/// Heights of the exported pictures, in CSS pixels.
const PICTURED: u32 = 640;
const PERIODS_PICTURED: u32 = 340;

fn explored_svg(
    exploring: Option<&Exploring>,
    (present, sight): (Option<usize>, Sight),
    width: u32,
    theme: &slotscope::chart::Theme,
    captions: &Captions,
) -> String {
    let frame = Frame::new(width, PICTURED);
    let Some(exploring) = exploring else {
        return trade_off_svg(frame, theme, &Scatter::default(), captions);
    };
    let weighed = exploring.plan.criteria.in_plain_words();
    let caption = View::TradeOff.caption("");
    let captions = Captions {
        title: captions.title.replacen(caption, &format!("Trade-off of {weighed}"), 1),
        subtitle: format!(
            "{}\n{} of {}; the rest: {} · {}",
            around(&exploring.base.scenario),
            words::plural(exploring.plan.candidates.len(), "combination"),
            varied(exploring),
            experiment::words(&exploring.base.scenario),
            chance::of_means(exploring.plan.study.is_exact(), &exploring.plan.study)
        ),
        ..captions.clone()
    };
    let drawn = scatter(exploring, present, sight);
    trade_off_svg(frame, theme, &drawn, &captions)
}

/// The settings that were combined.
fn varied(exploring: &Exploring) -> String {
    let base = &exploring.base.scenario;
    let varied = exploring.space.varied.iter();
    let varied = varied.filter(|it| it.values.len() > 1 && knobs::reads(base, it.knob.path).is_ok());
    let labels: Vec<&str> = varied.map(|it| it.knob.label).collect();
    if labels.is_empty() { "the scenario alone".to_owned() } else { labels.join(", ") }
}

fn searched_svg(searching: &Searching, present: Option<Time>, width: u32, theme: &slotscope::chart::Theme) -> String {
    let captions = Captions {
        subtitle: format!(
            "{}\nPeriods δ as drawn; the rest: {} · {}",
            around(&searching.base.scenario),
            experiment::words(&searching.base.scenario),
            chance::of_means(searching.search.is_exact(), searching.search.study())
        ),
        ..Captions::default()
    };
    let drawn = period::curve(searching, present);
    period_curve_svg(Frame::new(width, PERIODS_PICTURED), theme, &drawn, &captions)
}
