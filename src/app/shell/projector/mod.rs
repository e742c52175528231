//! What a projector adds to every view: the line that is always in sight, and pen and highlighter.

mod button;
mod keys;
mod layer;
mod tools;

use yew::prelude::*;

pub use button::ProjectorButton;
pub use keys::{ESCAPE, KEYS};

use super::which_run::shows_the_run;
use crate::app::context::state::Reduced;
use keys::use_ink_keys;
use layer::Layer;
use slotscope::page::ink::{Ink, InkAction};
use slotscope::page::projected::Line;
use slotscope::page::view::View;
use tools::Tools;

#[derive(Properties, PartialEq)]
pub struct ProjectedProps {
    pub view: View,
    pub line: Line,
    /// What is looked at: strokes go when it changes.
    pub sheet: AttrValue,
    /// Other notes on the run.
    pub beside: Html,
    /// Whether keys of single characters count.
    pub characters: bool,
}

/// The line with the tools, and the strokes over the view.
#[component]
pub fn Projected(props: &ProjectedProps) -> Html {
    let ink = use_reducer(Reduced::<Ink>::default);
    let on_ink = {
        let dispatcher = ink.dispatcher();
        use_callback((), move |action: InkAction, ()| dispatcher.dispatch(action))
    };
    use_ink_keys(&on_ink, ink.tool.is_some(), props.characters);
    {
        let on_ink = on_ink.clone();
        use_effect_with(props.sheet.clone(), move |sheet| {
            on_ink.emit(InkAction::Look(sheet.to_string()));
        });
    }
    let strokes = ink.strokes_on(&props.sheet);
    let Line { runs, beside, .. } = &props.line;
    // Lessons have runs of their own.
    let id = match shows_the_run(props.view) {
        true => "run-line",
        false => "lesson-line",
    };
    html! {
        <>
            <div class="run-bar">
                <p {id} title={runs.clone()}>{ runs }</p>
                if !beside.is_empty() {
                    <p id="run-beside" title={beside.clone()}>{ beside }</p>
                }
                { props.beside.clone() }
                <Tools tool={ink.tool} can_clear={!strokes.is_empty()} on_ink={&on_ink} />
            </div>
            <Layer ink={(**ink).clone()} sheet={&props.sheet} on_ink={&on_ink} />
        </>
    }
}
