//! A view on paper: what stands at its head, and its picture on a light ground.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::app::files::view_picture::ViewPicture;
use slotscope::chart::{Captions, Theme};
use slotscope::page::view::View;

/// The width of a picture on paper, in CSS pixels: between that of paper upright and across, so that
/// type is to be read on both.
const WIDTH: u32 = 860;

#[derive(Properties, PartialEq)]
pub struct PaperProps {
    pub view: View,
    pub captions: Captions,
    pub view_picture: ViewPicture,
}

/// Title, workload, scenario in words, and the view's picture: on paper only. Views that are words
/// and numbers stand there themselves.
#[component]
pub fn PrintHeader(props: &PaperProps) -> Html {
    let Captions {
        title, subtitle, ..
    } = &props.captions;
    let pictured = !matches!(props.view, View::Summary | View::Reproduce | View::Lessons);
    let printing = use_printing();
    html! {
        <div class="paper" id="paper" data-pictured={pictured.to_string()}>
            <h2>{ title }</h2>
            { for subtitle.lines().map(|line| html! { <p>{ line }</p> }) }
            if printing && pictured { { picture(props) } }
        </div>
    }
}

fn picture(props: &PaperProps) -> Html {
    let captions = Captions {
        origin: props.captions.origin,
        ..Captions::default()
    };
    let svg = props.view_picture.draw(WIDTH, &Theme::light(), &captions);
    svg.map_or_else(Html::default, |svg| {
        Html::from_html_unchecked(AttrValue::from(svg))
    })
}

/// Whether the page is being printed.
#[hook]
pub fn use_printing() -> bool {
    let printing = use_state_eq(|| false);
    let setter = printing.setter();
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let query = window
            .as_ref()
            .and_then(|window| window.match_media("print").ok().flatten());
        let mut listeners = Vec::new();
        if let Some(window) = window {
            for (name, begins) in [("beforeprint", true), ("afterprint", false)] {
                let setter = setter.clone();
                listeners.push(EventListener::new(&window, name, move |_| {
                    setter.set(begins)
                }));
            }
        }
        if let Some(query) = query {
            let asked = query.clone();
            let listener =
                EventListener::new(&query, "change", move |_| setter.set(asked.matches()));
            listeners.push(listener);
        }
        move || drop(listeners)
    });
    *printing
}
