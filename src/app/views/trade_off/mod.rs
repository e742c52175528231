//! The Trade-off view: the criteria of every combination of what a system varies, which of them nothing
//! dominates, and the best period of the present scenario.

mod period;

use web_sys::{Element, HtmlInputElement};

use super::study_form::{Orders, RanLine, Repeats, failed, list_of_numbers, progress, seeds, use_top_when_folded};
use crate::app::context::chord::on_enter;
use crate::app::context::prelude::*;
use crate::app::context::terms;
use crate::app::control::{
    Checks, Choice, Field, List, Segmented, Switch, any_of, choice, knob_choices, one_of, use_unfolded,
};
use crate::app::files::view_picture::{
    Picture, ViewPicture, place_within, stacked, use_kit_subject, use_view_picture, use_width,
};
use crate::app::systems::policies;
use period::Periods;
use slotscope::chart::period_search::period_curve_svg;
use slotscope::chart::trade_off::{Scatter, Sight, dot_at, places, trade_off_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::criteria::Criterion;
use slotscope::experiment::trade_off::{MOST_CRITERIA, candidates};
use slotscope::experiment::words::around;
use slotscope::experiment::{Scenario, knobs};
use slotscope::export::snapshot::TradeOffForm;
use slotscope::page::chance;
use slotscope::page::history::Experiment;
use slotscope::page::offered_figures::name_with_unit;
use slotscope::page::paper_kit::KitSubject;
use slotscope::page::state::{EditAction, FormAction, Start};
use slotscope::page::trade_off::{Exploring, Searching, TradeOffAction, TradeOffs, columns, scatter};
use slotscope::page::view::View;
use slotscope::system::{Knob, Values};
use slotscope::{experiment, text};

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
                    { state_of(props, exploring) }
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

fn state_of(props: &TradeOffProps, exploring: &Exploring) -> Html {
    let on_sight = set(&props.dispatch, &props.form, |form, sight| form.sight = sight);
    let combinations = words::plural(exploring.ranked.len(), "combination");
    let on_front = format!(" · {} on the front of {combinations}", exploring.on_front());
    html! {
        <>
            <div class="curves-state">
                { progress("trade", &exploring.runs, on_front) }
                if !exploring.is_of(&props.experiment) {
                    <span class="stale">{ "Outdated: the scenario has changed. Run again to update." }</span>
                }
                <Segmented id="trade-sight" label="Visible scenarios"
                    offer={one_of(SIGHTS, Some(props.form.sight), on_sight)} />
            </div>
            { failed(&exploring.runs) }
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

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub asked: Rc<TradeOffForm>,
    pub running: bool,
    /// Whether the view made runs of some combinations by itself.
    pub is_brief: bool,
    /// What was run last, in a line; none before that.
    pub ran: Option<AttrValue>,
    pub folded: bool,
    pub dispatch: Dispatch,
}

/// The policies, allocations and periods that are tried.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let space = asked.space(&props.scenario);
    let knobs = props.scenario.system.model().knobs();
    let count = use_memo((props.scenario.clone(), space.clone()), |(scenario, space)| {
        let space = space.as_ref().ok();
        space.map_or(0, |space| candidates(scenario, space).len())
    });
    // What is wrong is to be seen.
    let folded = props.folded && space.is_ok() && *count > 0;
    let on_more = set(dispatch, asked, |form, more: bool| form.more_criteria = more);
    let on_seeds = set(dispatch, asked, |form, value: Option<f64>| {
        form.repeat(value.map_or(form.repeats(), |value| value as u32));
    });
    let on_replicate = set(dispatch, asked, |form, replicate| form.replicate = replicate);
    let term = asked.replicate.map_or(terms::AVERAGED, |_| terms::ON_REPLICATES);
    let fields = knobs.iter().filter_map(|knob| match &knob.values {
        Values::Choices(choices) => choices.is_tried().then(|| ticks(props, knob)),
        Values::Numbers(_) => is_offered(props, knob).then(|| numbers(props, knob)),
        _ => None,
    });
    html! {
        <form class={classes!("trade-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if let Some(ran) = props.ran.clone() {
                <RanLine of="trade" {ran} {folded} on_fold={dispatch.callback(|folded| Action::TradeOff(TradeOffAction::Fold(folded)))} />
            }
            <div class="fields" id="trade-fields" hidden={folded}>
                if knobs.is_empty() {
                    <p class="hint">{ "This system has no setting to vary: it is shown as a single point." }</p>
                }
                { for fields }
                <div class="weighed">
                    { for WEIGHED.iter().enumerate().map(|(place, label)| weighed(props, place, label, asked.more_criteria)) }
                    <Switch id="trade-more-criteria" label="Criteria by size and by cause" term="Adds the figures of each class of job sizes, and the rejections by cause, to the lists of criteria."
                        on={asked.more_criteria} on_change={on_more} />
                </div>
                { seeds("trade", term, (asked.replicate, asked.repeats()), on_seeds) }
                if props.scenario.system.model().takes_logs() {
                    <Repeats of="trade" replicate={asked.replicate} count={asked.repeats()} on_set={on_replicate} />
                }
            </div>
            <div class="go">
                <span class="said" id="trade-count" data-value={count.to_string()}>{ runs_in_words(*count, asked) }</span>
                if props.running {
                    <button type="button" id="trade-cancel" onclick={dispatch.callback(|_: MouseEvent| Action::TradeOff(TradeOffAction::StopExploring))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="trade-run" disabled={space.is_err() || *count == 0}
                        onclick={dispatch.callback(|_: MouseEvent| Action::Start(Start::Exploration))}>{ if props.is_brief { "Try all" } else { "Run" } }</button>
                }
            </div>
        </form>
    }
}

/// Whether some scenario that is tried reads the numbers of a knob.
fn is_offered(props: &FormProps, knob: &'static Knob) -> bool {
    let scenario = &props.scenario;
    let reads = |scenario: &Scenario| knobs::reads(scenario, knob.path).is_ok();
    let others = scenario.system.model().knobs().into_iter();
    reads(scenario)
        || others.filter(|it| it.choices().is_some()).any(|other| {
            let ticked = props.asked.ticked(other).into_iter().map(str::to_owned);
            ticked
                .chain(props.asked.formulas(other))
                .filter_map(|value| knobs::set(scenario, other.path, &value.into()).ok())
                .any(|set| reads(&set))
        })
}

/// Where each criterion goes.
const WEIGHED: [&str; MOST_CRITERIA] = ["x axis", "y axis", "Colour"];

fn weighed(props: &FormProps, place: usize, label: &'static str, more: bool) -> Html {
    let (asked, scenario) = (props.asked.clone(), props.scenario.clone());
    let offered = if more { asked.offered(&scenario, place) } else { asked.offered_briefly(&scenario, place) };
    let usual = scenario.system.model().card().usual_criteria;
    let name = |it: &Option<Criterion>| it.map_or("None".to_owned(), name_with_unit).into();
    let heading = |it: &Option<Criterion>| match it {
        Some(it) if usual.contains(&it.key()) => "Usual",
        Some(it) => it.group().name(),
        None => "",
    };
    let present = asked.criteria(&scenario).all().get(place).copied();
    let tip = match present {
        Some(present) => present.about().unwrap_or(present.name()),
        None => "Only two criteria are compared.",
    };
    let options: Vec<AttrValue> = offered.iter().map(name).collect();
    let headings: Vec<&str> = offered.iter().map(heading).collect();
    let chosen = offered.iter().position(|it| *it == present);
    let on_choose = set(&props.dispatch, &asked, move |form, at: usize| {
        form.weigh(&scenario, place, offered.get(at).copied().flatten());
    });
    let id = format!("trade-criterion-{place}");
    html! {
        <Field of={id.clone()} {label} term={terms::WEIGHED}>
            <List {id} {tip} {options} {headings} {chosen} {on_choose} />
        </Field>
    }
}

fn ticks(props: &FormProps, knob: &'static Knob) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let on_change = set(dispatch, asked, move |form, values| form.tick(knob, values));
    let offer = any_of(knob_choices(knob), &asked.ticked(knob), on_change);
    let on_orders = set(dispatch, asked, move |form, orders| form.tick_formulas(knob, orders));
    html! {
        <Field label={knob.short} term={knob.about} class="across">
            <Checks id={format!("trade-{}", knob.key())} label={knob.short} {offer} />
            <Orders id={format!("trade-{}-orders", knob.key())} {knob} chosen={asked.formulas(knob)} on_change={on_orders} />
        </Field>
    }
}

fn numbers(props: &FormProps, knob: &'static Knob) -> Html {
    let asked = &props.asked;
    let wrong = asked.wrong(knob);
    let unit = knob.numbers().map_or("", |it| it.unit.symbol());
    let own = match knobs::get(&props.scenario, knob.path) {
        own if own.is_null() => "as set".to_owned(),
        own => own.to_string(),
    };
    let on_input = set(&props.dispatch, asked, move |form, event: InputEvent| {
        form.type_numbers(knob, event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let id = format!("trade-{}", knob.key());
    let label = match unit {
        "" => knob.short.to_owned(),
        unit => format!("{} ({unit})", knob.short),
    };
    html! {
        <Field of={id.clone()} {label} term={knob.about} class="periods">
            { list_of_numbers(id, asked.typed(knob), Some(own), wrong, on_input) }
        </Field>
    }
}

/// How many runs that makes.
fn runs_in_words(count: usize, asked: &TradeOffForm) -> String {
    let repeats = asked.repeats() as usize;
    let runs = words::plural(count * repeats, "run");
    let noun = asked.replicate.map_or("seed", |_| "replicate");
    match (count, repeats) {
        (0, _) => "no scenario can be run".to_string(),
        (_, 1) => runs,
        _ => format!("{} × {} = {runs}", words::count(count as i64), words::plural(repeats, noun)),
    }
}

#[derive(Properties, PartialEq)]
struct DotsProps {
    pub exploring: Rc<Exploring>,
    pub present: Option<usize>,
    pub sight: Sight,
    pub ground: Ground,
    /// Takes the scenario of a candidate.
    pub on_take: Callback<usize>,
}

/// The picture's height: lower where it is narrow.
fn height(width: f64) -> u32 {
    if width >= 760.0 { 450 } else { 400 }
}

/// The scenarios as dots.
#[component]
fn Dots(props: &DotsProps) -> Html {
    let node = use_node_ref();
    let width = use_width(&node);
    let frame = Frame::new(width as u32, height(width));
    let drawn = use_memo((props.exploring.clone(), props.present, props.sight), |(exploring, present, sight)| {
        scatter(exploring, *present, *sight)
    });
    let places = use_memo((drawn.clone(), frame.width), |(drawn, _)| places(frame, drawn));
    let pointed = use_state_eq(|| None::<usize>);
    let at = {
        let (node, drawn, places) = (node.clone(), drawn.clone(), places.clone());
        move |event: &MouseEvent| {
            let place = place_within(&node.cast::<Element>()?, event);
            dot_at(&drawn, &places, place)
        }
    };
    let point = pointed.setter().to_callback();
    let on_move = {
        let at = at.clone();
        point.reform(move |event: PointerEvent| at(&event))
    };
    let on_leave = point.reform(|_: PointerEvent| None);
    let on_click = {
        let on_take = props.on_take.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(candidate) = at(&event) {
                on_take.emit(candidate);
            }
        })
    };
    let draw = use_memo((drawn.clone(), props.ground), |(drawn, ground)| {
        let (drawn, theme) = (drawn.clone(), ground.theme());
        Callback::from(move |frame: Frame| trade_off_svg(frame, &theme, &drawn, &Captions::default()))
    });
    let shown = pointed.and_then(|candidate| Some((candidate, (*places.get(candidate)?)?)));
    html! {
        <div class={classes!("dots", shown.is_some().then_some("at-a-dot"))} ref={node} onpointermove={on_move}
            onpointerleave={on_leave} onclick={on_click}>
            <Picture id="trade-picture" label={described(&props.exploring)} height={frame.height} draw={(*draw).clone()} />
            if let Some((candidate, place)) = shown {
                <span class="dot-ring" ~style={format!("left: {}px; top: {}px", place.0, place.1)} />
                { tooltip(&props.exploring, candidate, place, width) }
            }
        </div>
    }
}

/// The caption of the picture.
fn described(exploring: &Exploring) -> String {
    let mut names = exploring.plan.criteria.all().iter().map(|it| it.plain());
    let across = text::capital(&names.next().unwrap_or_default());
    let up = names.next().unwrap_or_default();
    format!("{across} against {up} of every combination; the numbers follow in a table")
}

fn tooltip(exploring: &Exploring, at: usize, (x, y): (f64, f64), width: f64) -> Html {
    let Some(average) = exploring.averages[at] else {
        return nothing();
    };
    let rank = exploring.ranked.iter().position(|&(it, _)| it == at);
    let on_front = rank.is_some_and(|rank| exploring.ranked[rank].1);
    let state = match rank {
        Some(rank) if on_front => format!("on the front, number {}", rank + 1),
        _ if !exploring.judged[at] => "not judged, since other jobs than in most run or are reservations".to_string(),
        _ if exploring.told.get(at) == Some(&false) => {
            "dominated by the means, statistically tied with the front".to_string()
        }
        _ => "dominated".to_string(),
    };
    let across =
        if x > width / 2.0 { format!("right: calc(100% - {}px)", x - 16.0) } else { format!("left: {}px", x + 16.0) };
    let seeds = words::plural(average.seeds, "seed");
    html! {
        <div class="tooltip dot-tooltip" role="status" id="trade-tooltip" data-candidate={at.to_string()}
            ~style={format!("{across}; top: {}px", y - 20.0)}>
            <h3>{ &exploring.plan.candidates[at].label }</h3>
            <p>{ format!("{state} · {seeds}") }</p>
            <dl>{ for columns(&exploring.plan.criteria).into_iter().map(|it| html! {
                <><dt>{ it.name() }</dt><dd>{ it.with_interval(&average) }</dd></>
            }) }</dl>
            <p>{ "Click to load this scenario." }</p>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub exploring: Rc<Exploring>,
    pub present: Option<usize>,
    pub on_take: Callback<usize>,
}

/// The front as a table, and the dominated ones folded away below.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let (is_open, on_toggle) = use_unfolded();
    let exploring = &props.exploring;
    let (front, rest) = exploring.ranked.split_at(exploring.on_front());
    html! {
        <section class="figures-table trade-table" aria-label="The front">
            <h2><span data-tip={terms::FRONT}>{ "The front" }</span>
                <small id="trade-chance">{ format!("Pareto front in {}{}. Click a row or a dot to load its scenario; Undo reverts that.", exploring.plan.criteria.together(), by_what(exploring)) }</small></h2>
            <div class="scroll-across" role="region" aria-label="Combinations on the front" tabindex="0"><table id="trade-front">
                { head(exploring) }
                <tbody>{ for front.iter().enumerate().map(|(rank, &(at, _))| row(props, Some(rank + 1), at)) }</tbody>
            </table></div>
            if !rest.is_empty() {
                <details class="fold" id="trade-rest" ontoggle={on_toggle}>
                    <summary><span>{ rest_name(exploring, rest.len()) }</span>{ not_told(exploring) }</summary>
                    // Hundreds of rows are made only once the table is opened.
                    if is_open {
                        <div class="scroll-across" role="region" aria-label="Combinations that are dominated" tabindex="0"><table id="trade-dominated">
                            { head(exploring) }
                            <tbody>{ for rest.iter().map(|&(at, _)| row(props, None, at)) }</tbody>
                        </table></div>
                    }
                </details>
            }
        </section>
    }
}

/// The basis of the front.
fn by_what(exploring: &Exploring) -> &'static str {
    match (exploring.plan.study.is_exact(), exploring.plan.study.replicate) {
        (true, _) => "; no randomness: all seeds agree",
        (false, None) => ", by the means over the seeds",
        (false, Some(_)) => ", by the means over the replicates",
    }
}

/// The name of the combinations off the front: `12 combinations dominated by these`, and the number of those of other jobs.
fn rest_name(exploring: &Exploring, rest: usize) -> String {
    let others = exploring.not_judged();
    let dominated = format!("{} dominated by these", words::plural(rest.saturating_sub(others), "combination"));
    match others {
        0 => dominated,
        _ => format!(
            "{dominated}, {} not judged, since other jobs than in most run or are reservations",
            words::count(others as i64)
        ),
    }
}

/// How many are dominated only in the mean.
fn not_told(exploring: &Exploring) -> Html {
    let study = &exploring.plan.study;
    let words = match (exploring.not_told(), study.seeds) {
        (0, _) => return nothing(),
        (_, 1) => "one seed cannot separate them from the front".to_string(),
        (count, _) => format!(
            "{} statistically tied with the front over {}",
            words::count(count as i64),
            words::plural(study.seeds as usize, study.replicate.map_or("seed", |_| "replicate"))
        ),
    };
    html! { <span class="fold-note" id="trade-not-told">{ words }</span> }
}

fn head(exploring: &Exploring) -> Html {
    let columns = columns(&exploring.plan.criteria);
    html! {
        <thead><tr>
            <th scope="col" aria-label="Number in the picture" />
            <th scope="col" class="words">{ "Combination" }</th>
            { for columns.iter().map(|it| html! {
                <th scope="col" data-tip={it.criterion.about()}>{ it.criterion.short() }</th>
            }) }
        </tr></thead>
    }
}

fn row(props: &TableProps, rank: Option<usize>, at: usize) -> Html {
    let exploring = &props.exploring;
    let (Some(candidate), Some(average)) = (exploring.plan.candidates.get(at), &exploring.averages[at]) else {
        return nothing();
    };
    let is_present = props.present == Some(at);
    let on_click = props.on_take.reform(move |_: MouseEvent| at);
    let on_key = on_enter(&props.on_take, at);
    html! {
        <tr key={at} tabindex="0" class={classes!(is_present.then_some("chosen"))} onclick={on_click} onkeydown={on_key}
            data-front={rank.is_some().to_string()} data-candidate={at.to_string()}>
            <td>{ rank.map_or(String::new(), |rank| rank.to_string()) }</td>
            <th scope="row" class="words"><span data-tip={policies(&candidate.scenario)}>{ &candidate.label }</span>
                if is_present { <small>{ "the current scenario" }</small> }
                if !exploring.judged[at] {
                    <small>{ "of other jobs, not judged" }</small>
                } else if rank.is_none() && exploring.told.get(at) == Some(&false) {
                    <small>{ "tied with the front" }</small>
                }
            </th>
            { for columns(&exploring.plan.criteria).into_iter().map(|it| html! {
                <td class={it.class()} data-value={it.value(&average.mean).to_string()}>
                    { it.mean(average) }<small>{ it.half_width(average) }</small>
                </td>
            }) }
        </tr>
    }
}
