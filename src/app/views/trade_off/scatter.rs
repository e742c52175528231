//! The scenarios as dots, the one under the pointer explained, a click takes it.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use crate::app::files::picture::{Picture, place_within, use_width};
use slotscope::chart::trade_off::{Sight, dot_at, places, trade_off_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::page::trade_off::Exploring;
use slotscope::page::trade_off::columns as numbers;
use slotscope::page::trade_off::scattered::scatter;
use slotscope::page::words;
use slotscope::text;

#[derive(Properties, PartialEq)]
pub struct DotsProps {
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
pub fn Dots(props: &DotsProps) -> Html {
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
            <dl>{ for numbers::columns(&exploring.plan.criteria).into_iter().map(|it| html! {
                <><dt>{ it.name() }</dt><dd>{ it.with_interval(&average) }</dd></>
            }) }</dl>
            <p>{ "Click to load this scenario." }</p>
        </div>
    }
}
