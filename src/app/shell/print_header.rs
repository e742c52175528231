//! A view on paper: its header, and its picture on a light ground.

use web_sys::Element;
use yew::prelude::*;

use crate::app::context::printing::on_printing;
use crate::app::files::view_picture::ViewPicture;
use slotscope::chart::{Captions, Theme};
use slotscope::page::view::View;

/// The width of a picture on paper, in CSS pixels: between that of paper upright and across, so that
/// type is to be read on both.
const WIDTH: u32 = 860;

#[derive(Clone, Properties, PartialEq)]
pub struct PaperProps {
    pub view: View,
    pub captions: Captions,
    pub view_picture: ViewPicture,
}

impl PaperProps {
    /// Views that are words and numbers stand on the paper themselves.
    fn is_pictured(&self) -> bool {
        !matches!(self.view, View::Summary | View::Reproduce | View::Lessons)
    }

    /// The view as an SVG document, if it stands on the paper as a picture.
    fn picture(&self) -> Option<String> {
        let captions = Captions { origin: self.captions.origin, ..Captions::default() };
        let drawn = || self.view_picture.draw(WIDTH, &Theme::light(), &captions);
        self.is_pictured().then(drawn).flatten()
    }
}

/// Title, workload, scenario in words, and the view's picture: on paper only.
#[component]
pub fn PrintHeader(props: &PaperProps) -> Html {
    let Captions { title, subtitle, .. } = &props.captions;
    let frame = use_picture_while_printing(props);
    html! {
        <div class="paper" id="paper" data-pictured={props.is_pictured().to_string()}>
            <h2>{ title }</h2>
            { for subtitle.lines().map(|line| html! { <p>{ line }</p> }) }
            <div class="paper-picture" ref={frame} />
        </div>
    }
}

/// The element that holds the view's picture as long as the page is being printed.
///
/// The browser lays the paper out as soon as its event has been handled, and Yew may put a turn off
/// until later: so the picture goes into the document at once, not by way of a state.
#[hook]
fn use_picture_while_printing(props: &PaperProps) -> NodeRef {
    let frame = use_node_ref();
    let latest = use_mut_ref(|| props.clone());
    let printing = use_mut_ref(|| false);
    {
        let (frame, latest, printing) = (frame.clone(), latest.clone(), printing.clone());
        use_effect_with((), move |()| {
            let listeners = on_printing(move |begins| {
                if printing.replace(begins) != begins {
                    let picture = begins.then(|| latest.borrow().picture());
                    put(&frame, picture.flatten());
                }
            });
            move || drop(listeners)
        });
    }
    {
        let (frame, props) = (frame.clone(), props.clone());
        use_effect(move || {
            if *printing.borrow() {
                put(&frame, props.picture());
            }
            latest.replace(props);
        });
    }
    frame
}

fn put(frame: &NodeRef, picture: Option<String>) {
    if let Some(frame) = frame.cast::<Element>() {
        frame.set_inner_html(&picture.unwrap_or_default());
    }
}
