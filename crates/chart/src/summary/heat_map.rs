//! Means by class of size and run time: a cell for each, the lighter the more.

use plotters::element::Rectangle;

use super::{Axes, filled};
use super::{label, written};
use crate::prelude::*;
use crate::summary;
use scheduling::criteria::class_means::{Class, ClassMeans, RUN_TIMES, size_name};
use scheduling::criteria::distribution::Value;

/// The content of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The quantity of the means.
    pub value: Value,
    /// By size and run time.
    pub means: ClassMeans,
}

impl HeatMap {
    /// The means as a table, with how many jobs they are of.
    pub fn table(&self) -> Table {
        let head = ["processors".to_owned()].into_iter().chain(RUN_TIMES.iter().map(|(_, name)| (*name).to_owned()));
        let cell = |class: &Class| match class.jobs {
            0 => "–".to_owned(),
            1 => format!("{} (1 job)", written(self.value, class.mean)),
            jobs => format!("{} ({jobs} jobs)", written(self.value, class.mean)),
        };
        let rows = self.means.sizes.iter().zip(&self.means.classes);
        let rows =
            rows.map(|(&size, classes)| std::iter::once(size_name(size)).chain(classes.iter().map(cell)).collect());
        Table { head: head.collect(), rows: rows.collect() }
    }

    /// Where a mean stands between the least and the greatest, by its logarithm.
    fn share(&self, mean: f64) -> f64 {
        let bent = |value: f64| libm::log(value.max(1.0));
        let means = self.means.classes.iter().flatten();
        let (low, high) = means
            .filter(|it| it.jobs > 0)
            .map(|it| bent(it.mean))
            .fold((f64::INFINITY, 0.0), |(low, high), it| (f64::min(low, it), f64::max(high, it)));
        (bent(mean) - low) / (high - low).max(1e-9)
    }
}

pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, map: &HeatMap, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let area = summary::within(area);
    let (rows, columns) = (map.means.sizes.len(), RUN_TIMES.len());
    if rows == 0 || area.width < 40.0 || area.height < 20.0 {
        return pen.nothing(frame.area(), "No job ran: there is nothing to show.");
    }
    let middle = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
    // Where names of classes have no room, every other one stands.
    let every = if area.width / (columns as f64) < 58.0 { 2 } else { 1 };
    let times = RUN_TIMES.iter().enumerate().step_by(every);
    let sizes = map.means.sizes.iter().enumerate();
    let axes = Axes {
        x_label: "run time".to_owned(),
        y_label: "processors".to_owned(),
        x_marks: times.map(|(at, (_, name))| (middle(at, columns), (*name).to_owned())).collect(),
        y_marks: sizes.map(|(at, &size)| (middle(at, rows), size_name(size))).collect(),
        lines: false,
    };
    let range = (0.0..columns as f64, 0.0..rows as f64);
    summary::draw_plotted(&mut pen, area, &axes, range, |chart| {
        chart.draw_series(cells(map).map(|(row, column, class)| {
            let (x, y) = (column as f64, row as f64);
            let style = filled(theme.on_ramp(map.share(class.mean)));
            Rectangle::new([(x, y), (x + 1.0, y + 1.0)], style)
        }))?;
        Ok(())
    })?;
    draw_means(&mut pen, area, map)
}

/// The classes that have jobs, by row and column.
fn cells(map: &HeatMap) -> impl Iterator<Item = (usize, usize, Class)> {
    let cells = map
        .means
        .classes
        .iter()
        .enumerate()
        .flat_map(|(row, classes)| classes.iter().enumerate().map(move |(column, &class)| (row, column, class)));
    cells.filter(|(_, _, class)| class.jobs > 0)
}

/// The mean of every cell that has room for it, and a gap between cells.
fn draw_means(pen: &mut Pen, plot: Area, map: &HeatMap) -> Drawn {
    let theme = pen.theme;
    let (rows, columns) = (map.means.sizes.len() as f64, RUN_TIMES.len() as f64);
    let (width, height) = (plot.width / columns, plot.height / rows);
    let cell = |row: usize, column: usize| Area {
        left: plot.left + column as f64 * width,
        top: plot.bottom() - (row as f64 + 1.0) * height,
        width,
        height,
    };
    for (row, column, class) in cells(map) {
        let area = cell(row, column);
        pen.frame(area, theme.panel)?;
        let text = written(map.value, class.mean);
        let has_room = area.height >= 14.0 && area.width >= text.chars().count() as f64 * 6.6 + 4.0;
        if has_room {
            let ground = theme.on_ramp(map.share(class.mean));
            let style = Lettering::new(11.0, ink_on(ground)).centred();
            let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
            pen.text(&text, middle, style)?;
        }
    }
    Ok(())
}

/// Black or white, whichever stands out more.
fn ink_on(ground: Rgb) -> Rgb {
    let (white, black) = (Rgb(0xff, 0xff, 0xff), Rgb(0x11, 0x16, 0x1c));
    if ground.contrast(white) >= ground.contrast(black) { white } else { black }
}

/// The map as an SVG document.
pub fn heat_map_svg(frame: Frame, theme: &Theme, map: &HeatMap, captions: &Captions) -> String {
    let title = format!("Mean {} by size and run time", label(map.value));
    let description = "A cell for each class of size and run time, lighter for larger means.";
    svg(frame, &title, description, |target, frame| draw(target, frame, theme, map, captions))
}
