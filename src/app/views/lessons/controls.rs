//! What of a chart the reader may change.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::control::{Field, Slider};
use crate::app::views::lessons::state::LessonAction;
use crate::lesson::Control;

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub controls: Vec<Control>,
    /// The index of each control's value.
    pub positions: Vec<usize>,
    pub on_action: Callback<LessonAction>,
}

/// The controls of a step, side by side.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let all = props.controls.iter().zip(&props.positions).enumerate();
    html! {
        <div class="lesson-controls" role="group" aria-label="What you may change">
            { for all.map(|(at, (control, &position))| one(at, control, position, &props.on_action)) }
        </div>
    }
}

fn one(at: usize, control: &Control, position: usize, on_action: &Callback<LessonAction>) -> Html {
    let id = format!("lesson-control-{at}");
    let label = control.label.clone();
    let name = control.name(position);
    if control.names.is_empty() {
        let on_move = on_action.reform(move |to: f64| LessonAction::Turn(at, to as usize));
        return html! {
            <Field key={at} label={label.clone()} value={name.clone()}>
                <Slider {id} value={position as f64} max={(control.values.len() - 1) as f64} text={name} label={Some(AttrValue::from(label))} {on_move} />
            </Field>
        };
    }
    let onchange = on_action.reform(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        LessonAction::Turn(at, select.selected_index().max(0) as usize)
    });
    let options = control.names.iter().enumerate();
    html! {
        <Field key={at} label={label.clone()}>
            <span class="select">
                <select {id} aria-label={label} {onchange}>
                    { for options.map(|(index, name)| html! { <option selected={index == position}>{ name }</option> }) }
                </select>
            </span>
        </Field>
    }
}
