//! The sequence diagram, with keys and clicks that lead to steps.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::run_steps::RunSteps;
use crate::app::context::chord::{Chord, Row, find};
use crate::app::context::theme::Ground;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::picture::{Picture, place_within};
use slotscope::chart::messages::words::step_place;
use slotscope::chart::messages::{ROWS, messages_table, sequence_height, sequence_svg, step_at};
use slotscope::chart::{Captions, Frame};
use slotscope::page::words;

/// Where a key leads to.
#[derive(Clone, Copy)]
enum Go {
    By(isize),
    First,
    Last,
}

const KEYS: &[Row<Go>] = &[
    Row {
        what: "Step back, on",
        keys: &[
            (Chord::Plain("ArrowUp"), Go::By(-1)),
            (Chord::Plain("ArrowLeft"), Go::By(-1)),
            (Chord::Plain("ArrowDown"), Go::By(1)),
            (Chord::Plain("ArrowRight"), Go::By(1)),
        ],
    },
    Row {
        what: "Ten steps back, on",
        keys: &[(Chord::Plain("PageUp"), Go::By(-10)), (Chord::Plain("PageDown"), Go::By(10))],
    },
    Row {
        what: "Before the first, after the last",
        keys: &[(Chord::Plain("Home"), Go::First), (Chord::Plain("End"), Go::Last)],
    },
];

#[derive(Properties, PartialEq)]
pub struct DiagramProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub ground: Ground,
    pub on_change: Callback<usize>,
}

/// The messages as arrows; a click on one leads to its step.
#[component]
pub fn Diagram(props: &DiagramProps) -> Html {
    let DiagramProps { told, shown, ground, on_change } = props;
    let (shown, steps) = (*shown, told.steps().len());
    let node = use_node_ref();
    let height = sequence_height(told.view(shown).rows.min(ROWS));
    let draw = use_callback((told.clone(), shown, *ground), |frame: Frame, (told, shown, ground)| {
        let view = told.view(*shown);
        let theme = ground.theme();
        sequence_svg(frame, &theme, (&told.sequence(), &view), &Captions::default())
    });
    let onclick = {
        let (told, node, on_change) = (told.clone(), node.clone(), on_change.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<Element>() else {
                return;
            };
            let (_, y) = place_within(&element, &event);
            if let Some(step) = step_at(&told.sequence(), &told.view(shown), y) {
                on_change.emit(step);
            }
        })
    };
    let onkeydown = {
        let on_change = on_change.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some((_, go)) = find(KEYS, &event) else {
                return;
            };
            event.prevent_default();
            event.stop_propagation();
            on_change.emit(match go {
                Go::By(by) => shown.saturating_add_signed(by).min(steps),
                Go::First => 0,
                Go::Last => steps,
            });
        })
    };
    let make = {
        let told = told.clone();
        Callback::from(move |()| {
            let first = shown.saturating_sub(MOST / 2);
            let first = first.min(steps.saturating_sub(MOST));
            messages_table(&told.finished.run.messages, told.steps(), first, MOST)
        })
    };
    let left_out = told.finished.run.messages.left_out;
    html! {
        <section class="slot-picture message-diagram" aria-label="Messages">
            <h2>{ "Messages" }<small id="message-place">{ step_place(&told.finished.run.messages, told.steps(), shown) }</small></h2>
            <div class="message-arrows" ref={node} {onclick} {onkeydown} tabindex="0" role="group"
                aria-label="Sequence diagram: arrow keys go from step to step" data-tip="A click on a row, and the arrow keys, lead to other steps.">
                <Picture id="message-sequence" {height} {draw}
                    label="Brokers and agents as lines, the messages around the current step as arrows between them; the steps follow in a table" />
            </div>
            if left_out > 0 {
                <p class="hint" id="messages-left-out">{ format!("{} more messages were not recorded.", words::plural(left_out as usize, "message")) }</p>
            }
            <Numbers id="message-numbers" summary="Messages as table" title="Messages in the order of steps" {make} />
        </section>
    }
}
