//! The tools that draw over a view.

use yew::prelude::*;

use slotscope::page::ink::{InkAction, Tool};

#[derive(Properties, PartialEq)]
pub struct ToolsProps {
    /// The tool in hand.
    pub tool: Option<Tool>,
    /// Whether anything is drawn.
    pub can_clear: bool,
    pub on_ink: Callback<InkAction>,
}

/// A button for each tool, and one that wipes all strokes off.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let tools = Tool::ALL.into_iter().map(|tool| {
        let (icon, key) = match tool {
            Tool::Pen => ("M4 16l1-4L14 3l3 3-9 9zM12 5l3 3", "D"),
            Tool::Highlighter => ("M6 11l7-8 4 4-8 7H6zM6 14l-2 2M3 18h14", "H"),
        };
        html! {
            <button key={tool.id()} type="button" class="icon" id={tool.id()} onclick={props.on_ink.reform(move |_: MouseEvent| InkAction::Take(tool))}
                aria-label={tool.label()} title={format!("{} ({key})", tool.label())} aria-pressed={(props.tool == Some(tool)).to_string()}>
                { svg(icon) }
            </button>
        }
    });
    html! {
        <div class="ink-tools" role="group" aria-label="Draw over the view">
            { for tools }
            <button type="button" class="icon" id="wipe" onclick={props.on_ink.reform(|_: MouseEvent| InkAction::Clear)} disabled={!props.can_clear}
                aria-label="Wipe off" title="Wipe off (E)">{ svg("M9 16l-5-5 8-8 5 5-8 8zM8 7l5 5M5 18h12") }</button>
        </div>
    }
}

fn svg(path: &'static str) -> Html {
    html! { <svg viewBox="0 0 20 20" aria-hidden="true"><path d={path} /></svg> }
}
