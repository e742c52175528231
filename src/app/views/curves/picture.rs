//! The curves as pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::theme::Ground;
use crate::app::files::picture::{Picture, use_width};
use crate::app::files::view_picture::stacked;
use slotscope::chart::curves::curves_svg;
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::export::snapshot::CurvesForm;
use slotscope::page::curves::Sweep;
use slotscope::page::curves::panels::curves;

/// Narrower than this, the panels stand one below the other, in CSS pixels.
const NARROW: f64 = 760.0;

#[derive(Properties, PartialEq)]
pub struct PicturesProps {
    pub sweep: Rc<Sweep>,
    /// The form that chooses the figures.
    pub form: Rc<CurvesForm>,
    pub ground: Ground,
}

/// This many panels stand side by side.
const SIDE_BY_SIDE: usize = 3;

/// U, F and D side by side, below them the system's own figures; one below the other where there is no room.
#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let node = use_node_ref();
    let width = use_width(&node);
    let is_wide = width >= NARROW;
    let drawn = props.sweep.drawn(&props.form);
    let pictures = drawn.chunks(if is_wide { SIDE_BY_SIDE } else { 1 }).enumerate().map(|(index, places)| {
        let (sweep, theme, places) = (props.sweep.clone(), props.ground.theme(), places.to_vec());
        let form = props.form.clone();
        let shown: Vec<String> = places.iter().map(|&at| sweep.figures[at].label()).collect();
        let label = format!("Curves of {} over {}; the numbers follow in a table", shown.join(", "), sweep.axis.label);
        let draw = Callback::from(move |frame: Frame| {
            curves_svg(frame, &theme, &curves(&sweep, &form, &places), &Captions::default())
        });
        html! { <Picture key={index} id={format!("curves-{index}")} {label} height={if is_wide { 380 } else { 300 }} {draw} /> }
    });
    html! { <div class="curve-pictures" ref={node}>if width > 0.0 { { for pictures } }</div> }
}

/// The height of a row of panels in an exported picture, in CSS pixels.
const ROW: u32 = 520;

/// All that has come of a sweep so far as one picture.
pub fn picture(sweep: &Sweep, form: &CurvesForm, (width, theme, captions): (u32, &Theme, &Captions)) -> String {
    let drawn = sweep.drawn(form);
    let rows = drawn.chunks(SIDE_BY_SIDE).enumerate().map(|(row, places)| {
        let none = Captions::default();
        // The titles stand on top.
        let captions = if row == 0 { captions } else { &none };
        curves_svg(Frame::new(width, ROW), theme, &curves(sweep, form, places), captions)
    });
    let rows: Vec<String> = rows.collect();
    let heights = vec![ROW; rows.len()];
    stacked(&rows, width, &heights)
}
