//! The search for the best period of the present scenario.

use web_sys::Element;

use super::set;
use crate::app::context::chord::on_enter;
use crate::app::context::prelude::*;
use crate::app::context::terms;
use crate::app::control::{Choice, Field, Fold, Number, Segmented, any_one_of};
use crate::app::files::view_picture::{Picture, place_within, use_width};
use slotscope::chart::axis::AxisUnit;
use slotscope::chart::period_search::{PeriodCurve, TriedPeriod, period_at, period_curve_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::criteria::Criterion;
use slotscope::experiment::trade_off::{Criteria, Tried};
use slotscope::experiment::{PeriodOf, Scenario};
use slotscope::export::snapshot::TradeOffForm;
use slotscope::page::state::Start;
use slotscope::page::trade_off::{Searching, TradeOffAction, columns};

#[derive(Properties, PartialEq)]
pub struct PeriodsProps {
    pub scenario: Scenario,
    pub asked: Rc<TradeOffForm>,
    pub searching: Option<Rc<Searching>>,
    /// The period of the present scenario, where the search was made from it or one that differs in
    /// nothing else.
    pub present: Option<Time>,
    pub ground: Ground,
    /// Sets the period of the scenario that was searched from.
    pub on_take: Callback<Time>,
    pub dispatch: Dispatch,
}

/// The search for the best period.
#[component]
pub fn Periods(props: &PeriodsProps) -> Html {
    html! {
        <section class="figures-table best-period" aria-label="Best period">
            <h2><span data-tip={terms::BEST_PERIOD}>{ "Best period δ" }</span>
                <small>{ "For the current scenario, with its policies as in the panel." }</small></h2>
            { form(props) }
            if let Some(searching) = &props.searching {
                <Found searching={searching.clone()} present={props.present} ground={props.ground} on_take={&props.on_take} />
            }
        </section>
    }
}

fn form(props: &PeriodsProps) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let running = props.searching.as_ref().is_some_and(|it| it.is_running());
    let wrong = asked.wrong_range();
    let (from, to) = asked.range;
    let all = PeriodOf::all(&props.scenario.system);
    let criteria = Criterion::PAPER.map(|it| Choice {
        value: it,
        label: it.letter().unwrap_or_default(),
        term: it.about().unwrap_or_default(),
    });
    let whose = all.iter().map(|it| Choice { value: it.knob().key(), label: it.symbol(), term: it.knob().about });
    let Some(of) = asked.period_of(&props.scenario) else {
        return html! { <p class="hint">{ "This system has no period to search for." }</p> };
    };
    let on_period_of = set(dispatch, asked, |form, key: &str| form.period_of = Some(key.to_owned()));
    let on_criterion = set(dispatch, asked, |form, criterion| form.criterion = criterion);
    let on_from = set(dispatch, asked, |form, value: Option<f64>| {
        form.range.0 = value.map_or(form.range.0, |value| value as Time);
    });
    let on_to = set(dispatch, asked, |form, value: Option<f64>| {
        form.range.1 = value.map_or(form.range.1, |value| value as Time);
    });
    html! {
        <form class="period-form" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <Field label="Which δ">
                <Segmented id="period-of" label="Which δ"
                    offer={any_one_of(whose.collect(), of.knob().key(), on_period_of)} />
            </Field>
            <Field label="Best by">
                <Segmented id="period-criterion" label="Best by"
                    offer={any_one_of(criteria.to_vec(), asked.criterion, on_criterion)} />
            </Field>
            <Field of="period-from" label="From">
                <Number id="period-from" value={from as f64} max={of.knob().numbers().map_or(0.0, |it| it.most)} unit="s" on_change={on_from} />
            </Field>
            <Field of="period-to" label="To">
                <Number id="period-to" value={to as f64} max={of.knob().numbers().map_or(0.0, |it| it.most)} unit="s" on_change={on_to} />
            </Field>
            <div class="go">
                if running {
                    <button type="button" id="period-cancel" onclick={dispatch.callback(|_: MouseEvent| Action::TradeOff(TradeOffAction::StopSearching))}>{ "Cancel" }</button>
                } else {
                    <button type="button" id="period-search" disabled={wrong.is_some()}
                        onclick={dispatch.callback(|_: MouseEvent| Action::Start(Start::Search))}>{ "Search" }</button>
                }
            </div>
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </form>
    }
}

pub fn curve(searching: &Searching, present: Option<Time>) -> PeriodCurve {
    let (of, criterion) = (searching.search.period_of(), searching.search.criterion());
    let known = searching.known();
    let half_width = |it: &Tried| Some(it.average.half_width?.value(criterion));
    let ends = |it: &Tried| it.average.mean.value(criterion) + half_width(it).unwrap_or(0.0);
    let greatest = known.iter().map(ends).fold(0.0, f64::max);
    let unit = AxisUnit::of(criterion.unit(), greatest);
    let tried = known.iter().map(|it| TriedPeriod {
        period: it.period as f64,
        mean: it.average.mean.value(criterion) / unit.size,
        half_width: half_width(it).map(|it| it / unit.size),
    });
    let best = searching.search.best().filter(|_| !searching.is_running());
    PeriodCurve {
        x_label: of.label().to_string(),
        y_label: format!("{} ({})", criterion.label(), unit.symbol),
        tried: tried.collect(),
        best: best.and_then(|best| known.iter().position(|it| it.period == best.period)),
        best_label: best.map_or(String::new(), |best| format!("best: {}", of.told(best.period))),
        present: present.map(|period| period as f64),
    }
}

#[derive(Properties, PartialEq)]
struct FoundProps {
    searching: Rc<Searching>,
    present: Option<Time>,
    ground: Ground,
    on_take: Callback<Time>,
}

/// The results of a search so far.
#[component]
fn Found(props: &FoundProps) -> Html {
    let searching = &props.searching;
    let (done, total) = searching.progress();
    let running = searching.is_running();
    let known = searching.known();
    html! {
        <>
            <div class="curves-state">
                <progress id="period-progress" max={total.to_string()} value={done.to_string()} aria-label="Runs of the search" />
                <span id="period-done" role="status" data-running={running.to_string()} data-done={done.to_string()}>
                    { format!("{}, {} tried", words::plural(done, "run"), words::plural(known.len(), "period")) }
                    if searching.runs.cancelled { { ", cancelled" } }
                </span>
            </div>
            if let Some((why, count)) = &searching.runs.failed {
                <p class="refused" role="alert">{ format!("{} failed: {why}", words::plural(*count, "run")) }</p>
            }
            if !running { { verdict(props) } }
            <Line searching={searching.clone()} present={props.present} ground={props.ground} on_take={&props.on_take} />
            <Fold id="period-table" title={format!("All {} tried", words::plural(known.len(), "period"))}>
                <div class="scroll-across" role="region" aria-label="The periods tried" tabindex="0"><table>
                    <thead><tr>
                        <th scope="col">{ searching.search.period_of().label() }</th>
                        { for Criterion::PAPER.iter().map(|it| html! { <th scope="col">{ it.label() }</th> }) }
                    </tr></thead>
                    <tbody>{ for known.iter().map(|tried| row(props, tried)) }</tbody>
                </table></div>
            </Fold>
        </>
    }
}

/// The best period in words, its certainty, and a button that sets it.
fn verdict(props: &FoundProps) -> Html {
    let search = &props.searching.search;
    let Some(best) = search.best() else {
        return nothing();
    };
    let (of, criterion) = (search.period_of(), search.criterion());
    let unlike = search.of_other_jobs();
    let others = search.tried().len() - unlike.len() - 1;
    let near = search.not_told_from_the_best();
    let doubt = if others == 0 {
        String::new()
    } else if search.is_exact() {
        exact_doubt(of, &near, others)
    } else if search.study().seeds == 1 {
        "One seed does not show the spread: add seeds.".to_string()
    } else if near.is_empty() {
        format!("All {others} others are significantly worse.")
    } else if near.len() == others {
        format!(
            "{} separate none of the others from it: no significant effect of δ.",
            words::plural(search.study().seeds as usize, "seed")
        )
    } else {
        format!(
            "Statistically tied with it over {}, by the 95 % intervals of the paired differences: {}. Add seeds to separate them.",
            words::plural(search.study().seeds as usize, "seed"),
            listed(of, &near)
        )
    };
    let doubt = if unlike.is_empty() {
        doubt
    } else {
        format!("{doubt} Not judged, since other jobs run or are reservations: {}.", listed(of, &unlike))
    };
    let columns = columns(&Criteria::default());
    let column = columns.iter().find(|it| it.criterion == criterion);
    let found = format!(
        "Best of the periods tried: {}, with a {} of {}.",
        of.told(best.period),
        criterion.label(),
        column.map_or_else(String::new, |it| it.with_interval(&best.average))
    );
    let on_click = props.on_take.reform(move |_: MouseEvent| best.period);
    html! {
        <div class="best-found">
            <p id="period-best" data-period={best.period.to_string()} data-value={best.average.mean.value(criterion).to_string()}>
                <strong>{ found }</strong>{ " " }{ doubt }
            </p>
            <button type="button" id="period-set" onclick={on_click} disabled={props.present == Some(best.period)}>
                { format!("Set {}", of.set_to(best.period)) }
            </button>
        </div>
    }
}

/// The certainty of the best period if the runs are not random.
fn exact_doubt(of: PeriodOf, near: &[Time], others: usize) -> String {
    let agree = "No randomness: all seeds agree.";
    match near.len() {
        0 => format!("{agree} All {others} others are worse."),
        count if count == others => {
            format!("{agree} All others are as good: δ makes no difference.")
        }
        _ => format!("{agree} As good: {}.", listed(of, near)),
    }
}

/// Some of the periods by name, and how many more there are.
fn listed(of: PeriodOf, periods: &[Time]) -> String {
    const NAMED: usize = 8;
    let names = periods.iter().take(NAMED).map(|&it| of.told(it));
    let names = names.collect::<Vec<_>>().join(", ");
    match periods.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names} and {} more", words::count(more as i64)),
    }
}

fn row(props: &FoundProps, tried: &Tried) -> Html {
    let period = tried.period;
    let on_click = props.on_take.reform(move |_: MouseEvent| period);
    let on_key = on_enter(&props.on_take, period);
    let is_present = props.present == Some(period);
    html! {
        <tr key={period} tabindex="0" class={classes!(is_present.then_some("chosen"))} onclick={on_click} onkeydown={on_key}
            data-period={period.to_string()}>
            <th scope="row">{ props.searching.search.period_of().told(period) }</th>
            { for columns(&Criteria::default()).into_iter().map(|it| html! {
                <td class={it.class()} data-value={it.value(&tried.average.mean).to_string()}>
                    { it.mean(&tried.average) }<small>{ it.half_width(&tried.average) }</small>
                </td>
            }) }
        </tr>
    }
}

#[derive(Properties, PartialEq)]
struct LineProps {
    searching: Rc<Searching>,
    present: Option<Time>,
    ground: Ground,
    on_take: Callback<Time>,
}

/// The criterion over the periods; a click sets one.
#[component]
fn Line(props: &LineProps) -> Html {
    const HEIGHT: u32 = 290;
    let node = use_node_ref();
    let width = use_width(&node);
    let drawn = use_memo((props.searching.clone(), props.present), |(searching, present)| curve(searching, *present));
    let on_click = {
        let (node, drawn, searching) = (node.clone(), drawn.clone(), props.searching.clone());
        let on_take = props.on_take.clone();
        Callback::from(move |event: MouseEvent| {
            let Some(node) = node.cast::<Element>() else {
                return;
            };
            let place = place_within(&node, &event);
            let at = period_at(Frame::new(width as u32, HEIGHT), &drawn, place);
            if let Some(tried) = at.and_then(|at| searching.known().get(at).copied()) {
                on_take.emit(tried.period);
            }
        })
    };
    let draw = use_memo((drawn.clone(), props.ground), |(drawn, ground)| {
        let (drawn, theme) = (drawn.clone(), ground.theme());
        Callback::from(move |frame: Frame| period_curve_svg(frame, &theme, &drawn, &Captions::default()))
    });
    html! {
        <div class="period-line" ref={node} onclick={on_click} title="Click to set the nearest period tried">
            <Picture id="period-picture" label="The criterion over the periods tried; the numbers follow in a table" height={HEIGHT} draw={(*draw).clone()} />
        </div>
    }
}
