//! The curves as pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::theme::Ground;
use crate::app::files::picture::{Picture, use_width};
use crate::app::files::view_picture::stacked;
use slotscope::chart::curves::{Curves, Panel, Point, Series, curves_svg};
use slotscope::chart::unit::AxisUnit;
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::criteria::Criterion;
use slotscope::export::snapshot::CurvesForm;
use slotscope::page::curves::Sweep;

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
    let each = drawn.chunks(if is_wide { SIDE_BY_SIDE } else { 1 });
    let pictures = each.enumerate().map(|(index, places)| {
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
pub fn picture(
    sweep: &Sweep,
    form: &CurvesForm,
    (width, theme, captions): (u32, &Theme, &Captions),
) -> String {
    let drawn = sweep.drawn(form);
    let rows = drawn.chunks(SIDE_BY_SIDE).enumerate().map(|(row, places)| {
        let none = Captions::default();
        // The titles stand on top.
        let captions = if row == 0 { captions } else { &none };
        curves_svg(
            Frame::new(width, ROW),
            theme,
            &curves(sweep, form, places),
            captions,
        )
    });
    let rows: Vec<String> = rows.collect();
    let heights = vec![ROW; rows.len()];
    stacked(&rows, width, &heights)
}

/// The results of a sweep so far, as panels of the figures at these places.
fn curves(sweep: &Sweep, form: &CurvesForm, places: &[usize]) -> Curves {
    Curves {
        x_label: sweep.axis.label.clone(),
        x_log: form.log_x && sweep.may_be_log(),
        panels: places.iter().map(|&at| panel(sweep, form, at)).collect(),
    }
}

fn panel(sweep: &Sweep, form: &CurvesForm, at: usize) -> Panel {
    let (unit, figure) = (unit(sweep, at), sweep.figures[at]);
    let series = sweep.names.iter().enumerate().map(|(series, name)| Series {
        name: name.clone(),
        points: (0..sweep.xs.len())
            .filter_map(|x| point(sweep, series, x, at, unit))
            .collect(),
    });
    Panel {
        y_label: match unit.symbol {
            "" => figure.label(),
            symbol => format!("{} ({symbol})", figure.label()),
        },
        from_zero: figure != Criterion::UTILIZATION,
        log: form.log_y,
        series: series.collect(),
    }
}

fn point(sweep: &Sweep, series: usize, x: usize, at: usize, unit: AxisUnit) -> Option<Point> {
    let interval = sweep.interval(series, x, at)?;
    // A quantity with means above 0 is never below 0, whatever its interval.
    let least = match interval.mean < 0.0 {
        true => f64::NEG_INFINITY,
        false => 0.0,
    };
    Some(Point {
        x: sweep.xs[x],
        mean: interval.mean / unit.size,
        low: interval.low().max(least) / unit.size,
        high: interval.high() / unit.size,
        n: interval.count,
    })
}

/// The unit of a figure.
fn unit(sweep: &Sweep, at: usize) -> AxisUnit {
    let all = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).filter_map(move |x| sweep.interval(series, x, at)));
    let greatest = all.map(|interval| interval.high()).fold(0.0, f64::max);
    AxisUnit::of(sweep.figures[at].unit(), greatest)
}
