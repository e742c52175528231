//! The numbers behind a picture, as a table: for screen readers and for reading the figures.

use super::curves::Curves;
use super::gantt::index::GanttIndex;
use super::histogram::Histogram;
use super::profile::utilization;
use super::provider_name;
use super::slots::{Slot, SlotView};
use super::steps::Steps;
use super::time_axis::time_label;
use super::viewport::Viewport;
use crate::legend::Resource;
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use base::text::capital;
use experiment::Run;
use reproduction::{Panel, Picture, PlannedSlot};
use scheduling::engine::Nouns;

/// A table that may be cut short.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbered {
    /// The first rows, or all.
    pub table: Table,
    /// How many rows there are in all.
    pub count: usize,
}

impl From<Table> for Numbered {
    fn from(table: Table) -> Self {
        let count = table.rows.len();
        Self { table, count }
    }
}

/// The bars in sight of a Gantt chart, at most `most` in order of their start. `job` tells what the log calls a job. O(bars in sight).
pub fn bars(
    index: &GanttIndex,
    viewport: &Viewport,
    origin: Origin,
    most: usize,
    job: impl Fn(u32) -> u64,
) -> Numbered {
    let mut tops = vec![0.0];
    for rows in &index.rows {
        tops.push(tops[tops.len() - 1] + f64::from(*rows));
    }
    let (mut rows, mut count) = (Vec::new(), 0);
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        let top = tops[piece.provider as usize];
        let above = top + f64::from(piece.last) + 1.0 <= viewport.first_row;
        let below = top + f64::from(piece.first) >= viewport.last_row;
        if above || below {
            return;
        }
        count += 1;
        if rows.len() < most {
            rows.push(bar(index, piece, job(piece.job), origin));
        }
    });
    let [job, provider] = [index.nouns.job, index.nouns.provider].map(capital);
    let provider = if index.has_nodes() { "Nodes" } else { &provider };
    let processors = match index.resource {
        Resource::Cores => "Processors",
        Resource::Gpus => "GPUs",
        Resource::Memory => "Memory",
    };
    let head = [&job, "Kind", provider, processors, "From", "Until"];
    let table = table(&head, rows);
    Numbered { table, count }
}

fn bar(index: &GanttIndex, piece: &Piece, job: u64, origin: Origin) -> Vec<String> {
    let (nodes, processors) = index.rows_of(piece);
    vec![
        // Tasks have names, jobs the log's numbers.
        if index.is_of_log() { job.to_string() } else { index.name(piece.job as usize).unwrap_or_default() },
        kind(piece.kind, index.nouns).to_owned(),
        match (nodes, index.providers.get(piece.provider as usize)) {
            (Some(nodes), _) => nodes,
            (None, Some(name)) => name.clone(),
            (None, None) => provider_name(piece.provider as usize),
        },
        processors,
        time_label(piece.start, origin),
        time_label(piece.end, origin),
    ]
}

fn kind(kind: Kind, nouns: &Nouns) -> &'static str {
    match kind {
        Kind::Batch => "batch job",
        Kind::Reservation => nouns.reservation,
        Kind::Idle => nouns.held,
    }
}

/// The slots of a provider, each with its end and the processors that are free in it.
pub fn slots(view: &SlotView, origin: Origin) -> Table {
    let row = |(start, end, free): Slot| {
        let end = end.map_or("for ever".to_string(), |end| time_label(end, origin));
        vec![time_label(start, origin), end, free.to_string()]
    };
    table(&["From", "Until", "Free processors"], view.slots().map(row).collect())
}

/// The commitments that take the processors of a provider, in order of start.
pub fn commitments(view: &SlotView, origin: Origin) -> Table {
    let rows = view.committed().into_iter().map(|it| {
        vec![
            it.job.to_string(),
            kind(it.kind, Default::default()).to_owned(),
            it.processors.to_string(),
            time_label(it.start, origin),
            time_label(it.end, origin),
        ]
    });
    let head = ["Job", "Kind", "Processors", "From", "Until"];
    table(&head, rows.collect())
}

pub fn classes(histogram: &Histogram) -> Table {
    let rows = histogram.classes.iter().map(|(name, value)| vec![name.clone(), number(*value)]);
    table(&[&histogram.x_label, &histogram.y_label], rows.collect())
}

/// How many parts a utilization over time is told in.
const PARTS: usize = 24;

/// The numbers behind a reproduced figure; `runs` as for
/// [`figure_svg`](super::reproduction::figure_svg). Of bars, at most `most`.
pub fn figure(picture: &Picture, runs: &[Run], most: usize) -> Numbered {
    match picture {
        Picture::Curves { x_label, panels } => curves(x_label, panels).into(),
        Picture::Histogram { x_label, y_label, classes } => {
            self::classes(&Histogram { x_label: x_label.clone(), y_label: y_label.clone(), classes: classes.clone() })
                .into()
        }
        Picture::Gantt { window, .. } => {
            let Some(run) = runs.first() else {
                return Numbered::default();
            };
            let index = GanttIndex::new(run);
            let viewport = within(*window, index.whole());
            let number = |job: u32| run.jobs[job as usize].id;
            let origin = Captions::default().origin;
            bars(&index, &viewport, origin, most, number)
        }
        Picture::Slots { machines, slots, .. } => planned(machines, slots).into(),
        Picture::Utilization { strips, window, .. } => {
            let names = strips.iter().map(|(name, _)| name.as_str());
            shares(&names.collect::<Vec<_>>(), runs, *window).into()
        }
    }
}

/// Reservations of tasks, as they were given.
fn planned(machines: &[String], slots: &[PlannedSlot]) -> Table {
    let row = |it: &PlannedSlot| {
        let machine = machines.get(it.machine as usize).cloned();
        let times = [it.start, it.finish, it.until].map(number);
        let names = [it.name.clone(), machine.unwrap_or_default()];
        names.into_iter().chain(times).collect()
    };
    let head = ["Task", "Machine", "From", "Ends by estimate", "Reserved until"];
    table(&head, slots.iter().map(row).collect())
}

fn curves(x_label: &str, panels: &[Panel]) -> Table {
    let mut rows = Vec::new();
    for panel in panels {
        for series in &panel.series {
            for (x, measured) in &series.points {
                rows.push(vec![
                    panel.y_label.clone(),
                    series.name.clone(),
                    number(*x),
                    number(measured.mean),
                    measured.half_width().map(number).unwrap_or_default(),
                ]);
            }
        }
    }
    let head = ["Criterion", "Series", x_label, "Mean", "95 % interval ±"];
    table(&head, rows)
}

/// How much of all processors each run holds, in equal parts of the time that they are shown in.
fn shares(names: &[&str], runs: &[Run], window: (Time, Time)) -> Table {
    let indices: Vec<GanttIndex> = runs.iter().map(GanttIndex::new).collect();
    let Some(whole) = indices.iter().map(GanttIndex::whole).reduce(|a, b| Viewport {
        start: a.start.min(b.start),
        end: a.end.max(b.end),
        ..a
    }) else {
        return Table::default();
    };
    let shown = within(window, whole);
    let held: Vec<Vec<f64>> = indices
        .iter()
        .map(|index| utilization(index, &shown, PARTS).iter().map(|it| it.iter().sum()).collect())
        .collect();
    let part = |at: usize| {
        let from = shown.time(at as f64, PARTS as f64) as Time;
        let mut row = vec![time_label(from, Origin::LogStart)];
        row.extend(held.iter().map(|it| format!("{:.1} %", it[at] * 100.0)));
        row
    };
    let head: Vec<&str> = ["From"].iter().chain(names).copied().collect();
    table(&head, (0..PARTS).map(part).collect())
}

/// A number over time, with its name.
pub struct Line<'a> {
    /// Stands above its column.
    pub name: String,
    /// The steps of the number.
    pub steps: &'a Steps,
    /// The whole of which it is shown as a share; `None` for the number itself.
    pub percent_of: Option<f64>,
}

/// Means over equal parts of the time in sight, a column for each line.
pub fn over_time(lines: &[Line], viewport: &Viewport, origin: Origin) -> Table {
    let means = lines.iter().map(|line| line.steps.means(viewport, PARTS));
    let means: Vec<Vec<f64>> = means.collect();
    let part = |at: usize| {
        let from = viewport.time(at as f64, PARTS as f64) as Time;
        let mut row = vec![time_label(from, origin)];
        row.extend(lines.iter().zip(&means).map(|(line, means)| match line.percent_of {
            Some(whole) => format!("{:.1} %", means[at] / whole.max(1.0) * 100.0),
            None => format!("{:.1}", means[at]),
        }));
        row
    };
    let names = lines.iter().map(|line| line.name.as_str());
    let head: Vec<&str> = ["From"].into_iter().chain(names).collect();
    table(&head, (0..PARTS).map(part).collect())
}

/// The points of curves that are drawn.
pub fn points(curves: &Curves) -> Table {
    let mut rows = Vec::new();
    for panel in &curves.panels {
        for series in &panel.series {
            for point in &series.points {
                rows.push(vec![
                    panel.y_label.clone(),
                    series.name.clone(),
                    number(point.x),
                    number(point.mean),
                    number(point.low),
                    number(point.high),
                ]);
            }
        }
    }
    let head = ["Criterion", "Series", &curves.x_label, "Mean", "Least", "Greatest"];
    table(&head, rows)
}

/// A window of time, or all of it where the window is empty.
fn within((start, end): (Time, Time), whole: Viewport) -> Viewport {
    if start >= end {
        return whole;
    }
    Viewport { start: start as f64, end: end as f64, ..whole }
}

/// Four decimals at most, and no zeros at their end.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { head: head.iter().map(ToString::to_string).collect(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::Commitment;
    use reproduction::{Measured, Series};
    use scheduling::engine::testing::bar_run;

    /// Job, provider, processors from and to, start and end of each bar on two providers of four.
    fn index() -> GanttIndex {
        GanttIndex::new(&bar_run(&[4, 4], &[(1, 0, 0, 1, 0, 100), (2, 0, 2, 3, 50, 150), (3, 1, 0, 0, 60, 90)]))
    }

    fn table(viewport: &Viewport, most: usize) -> Numbered {
        bars(&index(), viewport, Origin::LogStart, most, |job| u64::from(job) + 1)
    }

    #[test]
    fn only_bars_in_sight_are_listed_and_all_are_counted() {
        let whole = index().whole();
        for (viewport, most, expected) in [
            (whole, 9, "1 2 3 of 3"),
            (whole, 2, "1 2 of 3"),
            (Viewport { start: 100.0, ..whole }, 9, "2 of 1"),
            (Viewport { first_row: 4.0, ..whole }, 9, "3 of 1"),
            (Viewport { last_row: 2.0, ..whole }, 9, "1 of 1"),
        ] {
            let Numbered { table, count } = table(&viewport, most);
            let jobs: String = table.rows.iter().map(|row| format!("{} ", row[0])).collect();
            assert_eq!(format!("{jobs}of {count}"), expected);
        }
    }

    #[test]
    fn a_bar_says_where_and_when_it_is() {
        let table = table(&index().whole(), 9).table;
        assert_eq!(table.head.len(), table.rows[0].len());
        let [from, to] = [60, 90].map(|time| time_label(time, Origin::LogStart));
        assert_eq!(table.rows[2][2..].join("|"), format!("Provider 2|0|{from}|{to}"));
        assert_eq!(table.rows[0][3], "0–1");
    }

    #[test]
    fn slots_end_where_the_next_begins() {
        let view = SlotView {
            window: (0, 100),
            capacity: 8,
            steps: vec![(0, 5), (40, 8)],
            commitments: vec![Commitment { job: 7, kind: Kind::Batch, start: 0, end: 40, processors: 3 }],
            ..SlotView::default()
        };
        let at = |time| time_label(time, Origin::LogStart);
        let rows = slots(&view, Origin::LogStart).rows;
        assert_eq!(rows[0], [at(0), at(40), "5".to_string()]);
        assert_eq!(rows[1][1..], ["for ever", "8"]);
        let rows = commitments(&view, Origin::LogStart).rows;
        assert_eq!(rows[0][..3], ["7", "batch job", "3"]);
    }

    #[test]
    fn lines_over_time_are_told_as_means() {
        let busy = Steps::of_changes(vec![(0, 4), (120, -4)]);
        let line = |percent_of| Line { name: "A".to_string(), steps: &busy, percent_of };
        let viewport = Viewport::new(0.0, 240.0, 4);
        let table = over_time(&[line(Some(8.0)), line(None)], &viewport, Origin::LogStart);
        assert_eq!(table.rows.len(), PARTS);
        assert_eq!(table.rows[0][1..], ["50.0 %", "4.0"]);
        assert_eq!(table.rows[PARTS - 1][1..], ["0.0 %", "0.0"]);
    }

    #[test]
    fn every_kind_of_figure_has_numbers() {
        let measured = Measured { mean: 0.25, deviation: 0.0, runs: 1 };
        let series = Series { name: "a strategy".to_owned(), points: vec![(10.0, measured)] };
        let panel = Panel { y_label: "U".to_owned(), from_zero: true, series: vec![series] };
        let picture = Picture::Curves { x_label: "share".to_owned(), panels: vec![panel] };
        let rows = figure(&picture, &[], 9).table.rows;
        // A single run has no interval.
        assert_eq!(rows, [["U", "a strategy", "10", "0.25", ""]]);
        let run = bar_run(&[4], &[(1, 0, 0, 3, 0, 100), (2, 0, 0, 1, 100, 200)]);
        let scenario = experiment::Scenario::default();
        let picture = Picture::Utilization { log: 0, strips: vec![("one".to_owned(), scenario)], window: (0, 0) };
        let rows = figure(&picture, &[run], 9).table.rows;
        assert_eq!(rows.len(), PARTS);
        assert_eq!(rows[0][1], "100.0 %");
        assert_eq!(rows[PARTS - 1][1], "50.0 %");
        assert!(figure(&picture, &[], 9).table.rows.is_empty());
    }
}
