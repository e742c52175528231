//! The figures, drawn by the chart room, each to be taken as a file.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::clipboard;
use crate::app::files::download;
use slotscope::chart::numbers::{self, Numbered};
use slotscope::chart::reproduction::figure_svg;
use slotscope::page::reproduce::Done;
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub done: Rc<Done>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// The figures of an item.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let drawn = use_memo((props.done.clone(), props.ground), |(done, ground)| draw_all(done, *ground));
    html! {
        <>
        { nothing() }
        { for drawn.iter().enumerate().map(|(at, (name, svg))| html! {
            <figure class="reproduced" key={name.clone()} id={format!("figure-of-{name}")}>
                <div class="scroll-across" role="region" aria-label={name.clone()} tabindex="0">
                    <div role="img" aria-label={label(&props.done, at)}>{ Html::from_html_unchecked(AttrValue::from(svg.clone())) }</div>
                </div>
                <figcaption>
                    <button type="button" onclick={copying(props, svg)} aria-label={format!("Copy {name}")}>{ "Copy" }</button>
                    <button type="button" onclick={handing_out(props, name, svg, false)} aria-label={format!("{name} as SVG")}>{ "SVG" }</button>
                    <button type="button" onclick={handing_out(props, name, svg, true)} aria-label={format!("{name} as PNG")}>{ "PNG" }</button>
                </figcaption>
                <Numbers id={format!("{name}-numbers")} title={name.clone()} make={tabled(&props.done, at)} />
            </figure>
        }) }
        </>
    }
}

/// The description of a figure, for screen readers.
fn label(done: &Done, at: usize) -> Option<String> {
    let figure = done.outcome.as_ref().ok()?.findings.figures.get(at)?;
    Some(format!("{}; the numbers follow in a table", figure.title))
}

/// Makes the table behind a figure.
fn tabled(done: &Rc<Done>, at: usize) -> Callback<(), Numbered> {
    let done = done.clone();
    Callback::from(move |()| {
        let Ok(reproduced) = &done.outcome else {
            return Numbered::default();
        };
        let figure = &reproduced.findings.figures[at];
        let runs = reproduced.pictured.get(at).map_or(&[][..], Vec::as_slice);
        numbers::figure(&figure.picture, runs, MOST)
    })
}

/// Each figure's name and its SVG document.
fn draw_all(done: &Done, ground: Ground) -> Vec<(String, String)> {
    let Ok(reproduced) = &done.outcome else {
        return Vec::new();
    };
    let figures = reproduced.findings.figures.iter().zip(&reproduced.pictured);
    let theme = ground.theme();
    figures.map(|(figure, runs)| (figure.name.clone(), figure_svg(figure, &theme, runs))).collect()
}

/// This many times its size a figure is made as PNG, so that it is crisp on a slide.
const SCALE: f64 = 2.0;

fn copying(props: &FiguresProps, svg: &str) -> Callback<MouseEvent> {
    let (svg, dispatch) = (svg.to_string(), props.dispatch.clone());
    Callback::from(move |_| {
        let svg = svg.clone();
        let picture = async move { download::png_of(&svg, SCALE).await };
        clipboard::copy_picture(picture, &dispatch);
    })
}

fn handing_out(props: &FiguresProps, name: &str, svg: &str, png: bool) -> Callback<MouseEvent> {
    let (name, svg) = (format!("slotscope-{name}"), svg.to_string());
    let dispatch = props.dispatch.clone();
    Callback::from(move |_| {
        let (name, svg, dispatch) = (name.clone(), svg.clone(), dispatch.clone());
        spawn_local(async move {
            let made = if png {
                download::png(&format!("{name}.png"), &svg, SCALE).await
            } else {
                download::text(&format!("{name}.svg"), "image/svg+xml", &svg)
            };
            if made.is_err() {
                let text = format!("{name}: the file could not be made.");
                dispatch.dispatch(Action::complain(text));
            }
        });
    })
}
