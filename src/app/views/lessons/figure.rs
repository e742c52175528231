//! A picture under its name.

use yew::prelude::*;

use crate::app::files::picture::Picture;
use slotscope::chart::Frame;

#[derive(Properties, PartialEq)]
pub struct NamedProps {
    /// Its place among the pictures of the chart.
    pub at: usize,
    pub name: AttrValue,
    /// Says where the numbers of the picture are, for screen readers.
    pub numbers: &'static str,
    /// Its least height in CSS pixels.
    pub height: u32,
    /// Draws the picture as an SVG document.
    pub draw: Callback<Frame, String>,
    /// Its other content.
    #[prop_or_default]
    pub children: Html,
}

/// A picture of a lesson, its name above it.
#[component]
pub fn Named(props: &NamedProps) -> Html {
    let id = format!("lesson-caption-{}", props.at);
    html! {
        <figure class="lesson-figure" aria-labelledby={id.clone()}>
            <p class="lesson-caption" {id}>{ &props.name }</p>
            <Picture id={format!("lesson-picture-{}", props.at)} label={format!("{}; {}", props.name, props.numbers)}
                height={props.height} grows=true draw={&props.draw} />
            { props.children.clone() }
        </figure>
    }
}
