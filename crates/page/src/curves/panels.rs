//! The results of a sweep as panels of curves.

use super::Sweep;
use chart::curves::{Curves, Panel, Point, Series};
use chart::looks::{Look, looks_of_policies};
use chart::unit::AxisUnit;
use export::snapshot::CurvesForm;
use scheduling::criteria::Criterion;

/// The results of a sweep so far, as panels of the figures at these places.
pub fn curves(sweep: &Sweep, form: &CurvesForm, places: &[usize]) -> Curves {
    let looks = looks_of_policies(&sweep.policies());
    Curves {
        x_label: sweep.axis.label.clone(),
        x_log: form.log_x && sweep.may_be_log(),
        panels: places.iter().map(|&at| panel(sweep, form, at, looks.as_deref())).collect(),
    }
}

fn panel(sweep: &Sweep, form: &CurvesForm, at: usize, looks: Option<&[Look]>) -> Panel {
    let (unit, figure) = (unit(sweep, at), sweep.figures[at]);
    let series = sweep.names.iter().enumerate().map(|(series, name)| Series {
        name: name.clone(),
        points: (0..sweep.xs.len()).filter_map(|x| point(sweep, series, x, at, unit)).collect(),
        look: looks.map(|it| it[series]),
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
    let least = if interval.mean < 0.0 { f64::NEG_INFINITY } else { 0.0 };
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
