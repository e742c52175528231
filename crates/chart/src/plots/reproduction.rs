//! Pictures of reproduced tables and figures.

use super::curves::{Curves, Panel, Point, Series, curves_svg};
use super::histogram::{Histogram, histogram_svg};
use super::strips;
use super::strips::{Strip, strips_svg};
use crate::gantt::gantt_svg;
use crate::gantt::index::GanttIndex;
use crate::prelude::*;
use crate::task_slots::{self, task_slots_svg};
use crate::viewport::Viewport;
use reproduction::{self, Figure, Measured, Picture};
use scheduling::engine::Run;

/// The width of every picture, in CSS pixels: that of a slide's body.
const WIDTH: u32 = 1200;

/// The figure as an SVG document. `runs` are the runs that its picture needs ([`Picture::runs`]), in that
/// order; missing ones are not drawn.
pub fn figure_svg(figure: &Figure, theme: &Theme, runs: &[Run]) -> String {
    let captions = Captions { title: figure.title.clone(), subtitle: figure.caption.clone(), origin: Origin::LogStart };
    match &figure.picture {
        Picture::Curves { x_label, panels } => {
            let frame = frame_of_curves(panels.len());
            curves_svg(frame, theme, &curves(x_label, panels), &captions)
        }
        Picture::Histogram { x_label, y_label, classes } => {
            let histogram = Histogram { x_label: x_label.clone(), y_label: y_label.clone(), classes: classes.clone() };
            histogram_svg(Frame::new(WIDTH, 460), theme, &histogram, &captions)
        }
        Picture::Gantt { window, .. } => {
            let index = runs.first().map(GanttIndex::new).unwrap_or_default();
            let whole = index.whole();
            let (start, end) = shown(*window, (whole.start, whole.end));
            let viewport = Viewport { start, end, ..whole };
            gantt_svg(Frame::new(WIDTH, 620), theme, &index, &viewport, &captions)
        }
        Picture::Slots { machines, slots, deadline } => {
            let view = task_slots::planned(machines, slots, *deadline);
            task_slots_svg(Frame::new(WIDTH, 380), theme, &view, &captions)
        }
        Picture::Utilization { strips, window, .. } => {
            let indices: Vec<GanttIndex> = runs.iter().map(GanttIndex::new).collect();
            let drawn: Vec<Strip> =
                strips.iter().zip(&indices).map(|((name, _), index)| Strip { name, index }).collect();
            let ends = indices.iter().map(GanttIndex::whole);
            let whole = ends
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(start, end), one| (one.start.min(start), one.end.max(end)));
            let frame = Frame::new(WIDTH, strips::height(drawn.len()));
            strips_svg(frame, theme, &drawn, shown(*window, whole), &captions)
        }
    }
}

/// The window asked for, or the whole where it is empty.
fn shown((from, to): (Time, Time), whole: (f64, f64)) -> (f64, f64) {
    if from < to { (from as f64, to as f64) } else { whole }
}

/// One panel is not stretched over the whole width.
fn frame_of_curves(panels: usize) -> Frame {
    match panels {
        0 | 1 => Frame::new(800, 480),
        _ => Frame::new(WIDTH, 460),
    }
}

fn curves(x_label: &str, panels: &[reproduction::Panel]) -> Curves {
    let point = |&(x, measured): &(f64, Measured)| Point {
        x,
        mean: measured.mean,
        // Nothing that is measured can be below 0.
        low: (measured.mean - measured.half_width().unwrap_or(0.0)).max(measured.mean.min(0.0)),
        high: measured.mean + measured.half_width().unwrap_or(0.0),
        n: measured.runs,
    };
    let panel = |panel: &reproduction::Panel| Panel {
        y_label: panel.y_label.clone(),
        from_zero: panel.from_zero,
        log: false,
        series: panel
            .series
            .iter()
            .map(|series| Series {
                name: series.name.clone(),
                points: series.points.iter().map(point).collect(),
                look: None,
            })
            .collect(),
    };
    Curves { x_label: x_label.to_owned(), x_log: false, panels: panels.iter().map(panel).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::Scenario;
    use scheduling::engine::testing::bar_run;

    fn drawn(picture: Picture, runs: &[Run]) -> String {
        let figure = Figure {
            name: "figure-0".to_owned(),
            title: "A title".to_owned(),
            caption: "A caption".to_owned(),
            picture,
        };
        figure_svg(&figure, &Theme::light(), runs)
    }

    #[test]
    fn every_kind_of_picture_is_drawn_with_its_words() {
        let run = bar_run(&[4], &[(1, 0, 0, 1, 0, 100), (2, 0, 0, 3, 150, 200)]);
        let measured = Measured { mean: 3.0, deviation: 1.0, runs: 2 };
        let series =
            reproduction::Series { name: "a strategy".to_owned(), points: vec![(0.0, measured), (1.0, measured)] };
        let panel = reproduction::Panel { y_label: "a criterion".to_owned(), from_zero: true, series: vec![series] };
        let curves = Picture::Curves { x_label: "a knob".to_owned(), panels: vec![panel] };
        let text = drawn(curves, &[]);
        for word in ["A title", "A caption", "a strategy", "a criterion", "a knob"] {
            assert!(text.contains(word), "{word}");
        }
        let gantt = |window| Picture::Gantt { log: 0, scenario: Box::new(Scenario::default()), window };
        assert!(drawn(gantt((0, 0)), std::slice::from_ref(&run)).contains("Provider 1"));
        assert!(drawn(gantt((0, 120)), &[]).contains("No job ran"));
        let strips =
            Picture::Utilization { log: 0, strips: vec![("a strip".to_owned(), Scenario::default())], window: (0, 0) };
        assert!(drawn(strips.clone(), &[run]).contains("a strip"));
        assert!(drawn(strips, &[]).contains("nothing to show"));
        let slots = drawn(
            Picture::Slots {
                machines: vec!["a machine".to_owned()],
                slots: vec![reproduction::PlannedSlot {
                    name: "a task".to_owned(),
                    machine: 0,
                    start: 1.5,
                    finish: 40.0,
                    until: 70.0,
                }],
                deadline: 70.0,
            },
            &[],
        );
        for word in ["a machine", "a task", "reserved beyond the estimate", "time (s)"] {
            assert!(slots.contains(word), "{word}");
        }
    }
}
