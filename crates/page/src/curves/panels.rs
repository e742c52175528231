//! The results of a sweep as panels of curves.

use super::Sweep;
use chart::axis::AxisUnit;
use chart::curves::{Curves, Panel, Point, Series};
use chart::theme::{Look, looks_of_policies};
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
    let (unit, figure) = (unit(sweep, form, at), sweep.figures[at]);
    let is_difference = sweep.as_differences(form);
    let label = if is_difference { format!("Δ {}", figure.label()) } else { figure.label() };
    let series = sweep.names.iter().enumerate().map(|(series, name)| Series {
        name: name.clone(),
        points: (0..sweep.xs.len()).filter_map(|x| point(sweep, form, (series, x, at), unit)).collect(),
        look: looks.map(|it| it[series]),
    });
    Panel {
        y_label: match unit.symbol {
            "" => label,
            "%" if is_difference => format!("{label} (pp)"),
            symbol => format!("{label} ({symbol})"),
        },
        from_zero: is_difference || figure != Criterion::UTILIZATION,
        log: form.log_y && !is_difference,
        series: series.collect(),
    }
}

fn point(sweep: &Sweep, form: &CurvesForm, (series, x, at): (usize, usize, usize), unit: AxisUnit) -> Option<Point> {
    let interval = sweep.shown(form, series, x, at)?;
    // A quantity with means above 0 is never below 0, whatever its interval; a difference may be.
    let may_be_below = interval.mean < 0.0 || sweep.as_differences(form);
    let least = if may_be_below { f64::NEG_INFINITY } else { 0.0 };
    Some(Point {
        x: sweep.xs[x],
        mean: interval.mean / unit.size,
        low: interval.low().max(least) / unit.size,
        high: interval.high() / unit.size,
        n: interval.count,
    })
}

/// The unit of a figure.
fn unit(sweep: &Sweep, form: &CurvesForm, at: usize) -> AxisUnit {
    let all = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).filter_map(move |x| sweep.shown(form, series, x, at)));
    let greatest = all.map(|it| it.high().max(-it.low())).fold(0.0, f64::max);
    AxisUnit::of(sweep.figures[at].unit(), greatest)
}
