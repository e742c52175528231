//! The figures in pictures: distributions, means by class, and the heaviest users. A table is behind each.

use std::rc::Rc;

use yew::prelude::*;

use super::week;
use crate::app::context::Identity;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::histogram::histogram_svg;
use slotscope::chart::summary::heat_map::{HeatMap, heat_map_svg};
use slotscope::chart::summary::heaviest;
use slotscope::chart::summary::{Cumulative, cumulative_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::criteria::class_means::ClassMeans;
use slotscope::criteria::distribution::Value;
use slotscope::criteria::span::Span;
use slotscope::page::state::Finished;
use slotscope::workload::clock::Clock;

#[derive(Properties, PartialEq)]
pub struct ChartsProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    pub ground: Ground,
}

/// The height of a chart, in CSS pixels.
const HEIGHT: u32 = 270;

/// This many users are listed.
const LISTED: usize = 200;

fn id(value: Value) -> &'static str {
    match value {
        Value::Wait => "wait",
        Value::FlowTime => "flow-time",
        Value::Slowdown => "slowdown",
    }
}

fn name(value: Value) -> &'static str {
    match value {
        Value::Wait => "Waiting time",
        Value::FlowTime => "Flow time",
        Value::Slowdown => "Bounded slowdown",
    }
}

/// All charts of the view.
#[component]
pub fn Charts(props: &ChartsProps) -> Html {
    let ChartsProps { finished, span, ground } = props;
    html! {
        <section class="summary-charts" aria-label="In pictures">
            { for Value::ALL.into_iter().map(|value| html! {
                <Distributions key={id(value)} finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(value)} />
            }) }
            // Tasks have no sizes that matter to their waits, and no users.
            if finished.run.is_of_log() {
                <Means finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(Value::Wait)} />
                <Means finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(Value::Slowdown)} />
                <Heaviest finished={finished.clone()} span={*span} ground={*ground} />
            }
        </section>
    }
}

/// A value as a property.
#[derive(Clone, Copy, PartialEq)]
struct ValueProp(Value);

#[derive(Properties, PartialEq)]
struct ValueProps {
    finished: Rc<Finished>,
    span: Option<Span>,
    ground: Ground,
    value: ValueProp,
}

/// How one value is distributed, by kind.
#[component]
fn Distributions(props: &ValueProps) -> Html {
    let ValueProp(value) = props.value;
    let cumulative = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        Cumulative::by_kind(&props.finished.run, span, value)
    });
    let draw = use_callback((cumulative.clone(), props.ground), |frame: Frame, (cumulative, ground)| {
        cumulative_svg(frame, &ground.theme(), cumulative, &Captions::default())
    });
    let make = Callback::from(move |()| cumulative.table().into());
    let title = format!("{}, cumulative", name(value));
    figure(id(value), &title, draw, make)
}

/// Means of one value by class.
#[component]
fn Means(props: &ValueProps) -> Html {
    let ValueProp(value) = props.value;
    let map = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| HeatMap {
        value,
        means: ClassMeans::new(&props.finished.run, span, value),
    });
    let draw = use_callback((map.clone(), props.ground), |frame: Frame, (map, ground)| {
        heat_map_svg(frame, &ground.theme(), map, &Captions::default())
    });
    let make = Callback::from(move |()| map.table().into());
    let title = format!("{} by size and run time", name(value));
    figure(&format!("{}-means", id(value)), &title, draw, make)
}

#[derive(Properties, PartialEq)]
struct HeaviestProps {
    finished: Rc<Finished>,
    span: Option<Span>,
    ground: Ground,
}

/// The heaviest users.
#[component]
fn Heaviest(props: &HeaviestProps) -> Html {
    let histogram = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        heaviest::histogram(&props.finished.run, span)
    });
    let draw = use_callback((histogram, props.ground), |frame: Frame, (histogram, ground)| {
        histogram_svg(frame, &ground.theme(), histogram, &Captions::default())
    });
    let make = {
        let (finished, span) = (props.finished.clone(), props.span);
        Callback::from(move |()| heaviest::table(&finished.run, span, LISTED).into())
    };
    figure("users", "Heaviest users", draw, make)
}

fn figure(
    id: &str,
    title: &str,
    draw: Callback<Frame, String>,
    make: Callback<(), slotscope::chart::numbers::Numbered>,
) -> Html {
    html! {
        <article class="summary-chart">
            <h2>{ title.to_string() }</h2>
            <Picture id={format!("summary-{id}-chart")} label={format!("{title}; the numbers follow in a table")} height={HEIGHT} {draw} />
            <Numbers id={format!("summary-{id}-numbers")} title={title.to_string()} {make} />
        </article>
    }
}

/// All charts as one picture, two beside each other, so wide; and its height. `clock` is that of the log, if it
/// has a date.
pub fn picture(
    finished: &Finished,
    (span, clock): (Option<Span>, Option<Clock>),
    width: u32,
    theme: &slotscope::chart::Theme,
) -> (String, u32) {
    let run = &finished.run;
    let frame = Frame::new(width / 2, HEIGHT + 40);
    let titled = |title: String| Captions { title, ..Captions::default() };
    let mut drawn: Vec<String> = Value::ALL
        .into_iter()
        .map(|value| {
            let cumulative = Cumulative::by_kind(run, span, value);
            cumulative_svg(frame, theme, &cumulative, &titled(name(value).to_string()))
        })
        .collect();
    if !run.is_of_log() {
        return slotscope::chart::summary::side_by_side(&drawn, frame);
    }
    for value in [Value::Wait, Value::Slowdown] {
        let means = ClassMeans::new(run, span, value);
        let title = format!("{} by size and run time", name(value));
        drawn.push(heat_map_svg(frame, theme, &HeatMap { value, means }, &titled(title)));
    }
    let users = heaviest::histogram(run, span);
    drawn.push(histogram_svg(frame, theme, &users, &titled("Heaviest users".to_string())));
    drawn.extend(week::pictures(finished, span, clock, frame, theme));
    slotscope::chart::summary::side_by_side(&drawn, frame)
}
