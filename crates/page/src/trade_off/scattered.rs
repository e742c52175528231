//! The scenarios of an exploration as dots.

use super::Exploring;
use super::columns::{Column, columns};
use chart::trade_off::{Dot, Scatter, Sight};

/// The dots of an exploration so far; `present` is the current candidate.
pub fn scatter(exploring: &Exploring, present: Option<usize>, sight: Sight) -> Scatter {
    let means = || exploring.averages.iter().flatten().map(|it| it.mean);
    let axis = |column: Column| {
        let greatest = means().map(|it| column.value(&it)).fold(0.0, f64::max);
        (column, column.axis_unit(greatest))
    };
    let mut axes = columns(&exploring.plan.criteria).into_iter().map(axis);
    let (Some(x), Some(y), third) = (axes.next(), axes.next(), axes.next()) else {
        return Scatter::default();
    };
    let mut dots = vec![Dot { x: f64::NAN, ..Dot::default() }; exploring.averages.len()];
    for (rank, &(at, on_front)) in exploring.ranked.iter().enumerate() {
        let Some(average) = &exploring.averages[at] else {
            continue;
        };
        dots[at] = Dot {
            x: x.0.along(&average.mean, x.1),
            y: y.0.along(&average.mean, y.1),
            colour: third.map_or(0.0, |(it, unit)| it.along(&average.mean, unit)),
            on_front,
            number: on_front.then_some(rank + 1),
            present: present == Some(at),
            unjudged: !exploring.judged[at],
        };
    }
    let is_higher = |column: Column| column.criterion.higher_is_better() == Some(true);
    let [across, up] = [x.0, y.0].map(|it| it.criterion.brief());
    Scatter {
        x_label: x.0.label(x.1),
        x_higher: is_higher(x.0),
        y_label: y.0.label(y.1),
        y_higher: is_higher(y.0),
        colour_label: third.map_or(String::new(), |(it, _)| it.name()),
        colour_unit: third.map_or(String::new(), |(_, unit)| unit.symbol.to_owned()),
        edge_label: format!("{across} and {up}"),
        sight,
        dots,
    }
}
