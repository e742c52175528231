//! The curves as pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::files::picture::{Picture, use_width};
use crate::app::shell::theme::Ground;
use crate::app::views::curves::state::Sweep;
use crate::chart::curves::{Curves, Panel, Point, Series, curves_svg};
use crate::chart::unit::Unit;
use crate::chart::{Captions, Frame};
use crate::experiment::sweep::Criterion;

/// Narrower than this, the panels stand one below the other, in CSS pixels.
const NARROW: f64 = 760.0;

#[derive(Properties, PartialEq)]
pub struct PicturesProps {
    pub sweep: Rc<Sweep>,
    pub ground: Ground,
}

/// U, F and D side by side, or one below the other where there is no room.
#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let node = use_node_ref();
    let width = use_width(&node);
    let each: Vec<Vec<Criterion>> = if width >= NARROW {
        vec![Criterion::ALL.to_vec()]
    } else {
        Criterion::ALL
            .iter()
            .map(|&criterion| vec![criterion])
            .collect()
    };
    let pictures = each.into_iter().enumerate().map(|(index, criteria)| {
        let (sweep, theme) = (props.sweep.clone(), props.ground.theme());
        let shown: Vec<&str> = criteria.iter().map(|criterion| criterion.name()).collect();
        let label = format!("Curves of {} over {}; the numbers follow in a table", shown.join(", "), sweep.axis.axis());
        let draw = Callback::from(move |frame: Frame| {
            curves_svg(frame, &theme, &curves(&sweep, &criteria), &Captions::default())
        });
        html! { <Picture key={index} id={format!("curves-{index}")} {label} height={if width >= NARROW { 380 } else { 300 }} {draw} /> }
    });
    html! { <div class="curve-pictures" ref={node}>if width > 0.0 { { for pictures } }</div> }
}

/// What has come of a sweep so far, as panels to be drawn.
pub fn curves(sweep: &Sweep, criteria: &[Criterion]) -> Curves {
    Curves {
        x_label: sweep.axis.axis(),
        panels: criteria
            .iter()
            .map(|&criterion| panel(sweep, criterion))
            .collect(),
    }
}

fn panel(sweep: &Sweep, criterion: Criterion) -> Panel {
    let unit = unit(sweep, criterion);
    let series = sweep.names.iter().enumerate().map(|(series, name)| Series {
        name: name.clone(),
        points: (0..sweep.xs.len())
            .filter_map(|x| point(sweep, series, x, criterion, unit))
            .collect(),
    });
    Panel {
        y_label: format!("{} ({})", criterion.name(), unit.symbol),
        from_zero: criterion != Criterion::MeanUtilization,
        series: series.collect(),
    }
}

fn point(
    sweep: &Sweep,
    series: usize,
    x: usize,
    criterion: Criterion,
    unit: Unit,
) -> Option<Point> {
    let interval = sweep.interval(series, x, criterion)?;
    Some(Point {
        x: sweep.xs[x],
        mean: interval.mean / unit.size,
        // No criterion is below 0, whatever its interval is.
        low: interval.low().max(0.0) / unit.size,
        high: interval.high() / unit.size,
        n: interval.count,
    })
}

/// What a criterion is counted in.
fn unit(sweep: &Sweep, criterion: Criterion) -> Unit {
    if criterion == Criterion::MeanUtilization {
        return Unit::PERCENT;
    }
    let all = (0..sweep.names.len()).flat_map(|series| {
        (0..sweep.xs.len()).filter_map(move |x| sweep.interval(series, x, criterion))
    });
    Unit::of_seconds(all.map(|interval| interval.high()).fold(0.0, f64::max))
}
