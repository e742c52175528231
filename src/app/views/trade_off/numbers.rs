//! How the view writes criteria.

use crate::app::words;
use crate::experiment::sweep::Criterion;
use crate::experiment::trade_off::Average;

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

/// Its standard deviation; nothing of a single seed.
pub fn deviation(average: &Average, criterion: Criterion) -> Option<String> {
    let deviation = average.deviation.value(criterion);
    (average.seeds > 1).then(|| match criterion {
        Criterion::MeanUtilization => format!("± {}", words::decimal(deviation * 100.0, 1)),
        _ => format!("± {}", words::duration(deviation)),
    })
}

/// Both.
pub fn with_deviation(average: &Average, criterion: Criterion) -> String {
    let mean = mean(average, criterion);
    match deviation(average, criterion) {
        Some(deviation) => format!("{mean} {deviation}"),
        None => mean,
    }
}
