//! The controls of a chart.

use yew::prelude::*;

use crate::app::control::{Field, List, Slider};
use slotscope::lesson::Control;
use slotscope::page::lessons::LessonAction;

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
        <div class="lesson-controls" role="group" aria-label="Settings to try">
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
    let on_choose = on_action.reform(move |to| LessonAction::Turn(at, to));
    let options: Vec<AttrValue> = control.names.iter().cloned().map(AttrValue::from).collect();
    html! {
        <Field key={at} label={label.clone()}>
            <List {id} label={Some(AttrValue::from(label))} {options} chosen={Some(position)} {on_choose} />
        </Field>
    }
}
