//! How the view writes criteria.

use crate::experiment::sweep::Criterion;
use crate::experiment::trade_off::Average;
use crate::page::words;

/// The value of a criterion: percent, or a duration.
pub fn written(criterion: Criterion, value: f64) -> String {
    match criterion {
        Criterion::MeanUtilization => format!("{} %", words::decimal(value * 100.0, 1)),
        Criterion::MeanFlowTime | Criterion::MeanTardiness => words::duration(value),
    }
}

/// The style of its cells.
pub fn class(criterion: Criterion) -> Option<&'static str> {
    (criterion == Criterion::MeanUtilization).then_some("share")
}

/// The mean of a criterion.
pub fn mean(average: &Average, criterion: Criterion) -> String {
    written(criterion, average.mean.value(criterion))
}

/// Half the length of its 95 % interval; nothing of a single seed.
pub fn half_width(average: &Average, criterion: Criterion) -> Option<String> {
    let half_width = average.half_width.value(criterion);
    (average.seeds > 1).then(|| match criterion {
        Criterion::MeanUtilization => format!("± {}", words::decimal(half_width * 100.0, 1)),
        _ => format!("± {}", words::duration(half_width)),
    })
}

/// Both.
pub fn with_interval(average: &Average, criterion: Criterion) -> String {
    let mean = mean(average, criterion);
    match half_width(average, criterion) {
        Some(half_width) => format!("{mean} {half_width}"),
        None => mean,
    }
}
