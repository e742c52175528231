//! The figures of a span in words, beside those of the whole.

use crate::words;
use base::text::capital;
use chart::table::Table;
use scheduling::criteria::span::{SpanFigures, SpanReport};
use scheduling::engine::Nouns;

/// One figure: its name, and how it is written.
pub struct Figure {
    pub name: &'static str,
    /// Its value in words.
    pub write: fn(&SpanFigures) -> String,
}

/// All figures, in the order of tables.
pub const FIGURES: [Figure; 8] = [
    Figure { name: "Utilization U", write: |it| format!("{} %", words::decimal(it.mean_utilization * 100.0, 1)) },
    Figure { name: "Flow time F", write: |it| words::duration(it.mean_flow_time) },
    Figure { name: "Tardiness D", write: |it| words::duration(it.mean_tardiness) },
    Figure { name: "Waiting time", write: |it| words::duration(it.mean_waiting_time) },
    Figure { name: "Slowdown", write: |it| words::decimal(it.mean_bounded_slowdown, 2) },
    Figure { name: "Submitted", write: |it| words::count(it.submitted as i64) },
    Figure { name: "Started", write: |it| words::count(it.started as i64) },
    Figure { name: "Ended", write: |it| words::count(it.ended as i64) },
];

/// A row for all jobs, for each kind, and for the whole run.
pub fn rows(span: &SpanReport, whole: &SpanReport, nouns: &Nouns) -> [(String, SpanFigures); 4] {
    [
        (format!("All {} in the span", nouns.jobs), span.all),
        ("Batch jobs".to_owned(), span.batch),
        (capital(nouns.reservations), span.reservations),
        ("The whole run".to_owned(), whole.all),
    ]
}

/// The same as a table to be drawn.
pub fn table(span: &SpanReport, whole: &SpanReport, nouns: &Nouns) -> Table {
    let names = FIGURES.iter().map(|figure| figure.name.to_owned());
    let head = std::iter::once(String::new()).chain(names);
    let row = |(name, figures): (String, SpanFigures)| {
        let values = FIGURES.iter().map(|figure| (figure.write)(&figures));
        std::iter::once(name).chain(values).collect()
    };
    Table { head: head.collect(), rows: rows(span, whole, nouns).map(row).to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::Run;

    #[test]
    fn every_figure_of_the_span_stands_beside_the_whole() {
        let figures = |utilization, submitted| SpanFigures {
            mean_utilization: utilization,
            submitted,
            mean_flow_time: 7_200.0,
            ..SpanFigures::default()
        };
        let report =
            |utilization, submitted| SpanReport { all: figures(utilization, submitted), ..SpanReport::default() };
        let table = table(&report(0.5, 12), &report(0.625, 1_000), Run::default().nouns());
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()));
        assert_eq!(table.rows[0][1], "50.0 %");
        assert_eq!(table.rows[3][1], "62.5 %");
        assert_eq!(table.rows[0][2], words::duration(7_200.0));
        assert_eq!(table.rows[0][6], "12");
        assert_eq!(table.rows[3][6], "1\u{202f}000");
    }
}
