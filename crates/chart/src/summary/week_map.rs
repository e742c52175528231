//! Waits over the week: a cell for each hour of submission of each day, the lighter the longer the mean wait.

use super::Axes;
use crate::prelude::*;
use crate::summary;
use base::text::short_duration;
use scheduling::criteria::week::{DAYS, HOURS, Hour, Hours, Week};

/// Whose waits a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those of the run.
    Simulated,
    /// Those of the log.
    Logged,
}

impl Side {
    /// Its name in ids and columns of files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Logged => "logged",
        }
    }

    /// Its name on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Logged => "in the log",
        }
    }
}

/// The waits of the run and of the log, in colours of one scale: the same colour is the same wait in both maps.
#[derive(Clone, Debug, PartialEq)]
pub struct WeekMap {
    week: Week,
    /// The logarithms of the shortest and the longest mean wait.
    ends: (f64, f64),
}

impl WeekMap {
    /// The maps of these waits.
    pub fn new(week: Week) -> Self {
        let means = week.simulated.iter().chain(week.logged.iter().flatten()).flatten().filter(|it| it.jobs > 0);
        let ends = means
            .map(|it| bent(it.mean_wait))
            .fold((f64::INFINITY, 0.0), |(low, high), it| (f64::min(low, it), f64::max(high, it)));
        Self { week, ends }
    }

    /// The maps there are: that of the log only if it has waits.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        [Side::Simulated, Side::Logged].into_iter().filter(|&side| self.hours(side).is_some())
    }

    fn hours(&self, side: Side) -> Option<&Hours> {
        match side {
            Side::Simulated => Some(&self.week.simulated),
            Side::Logged => self.week.logged.as_ref(),
        }
    }

    /// The means of a map as a table, with how many jobs they are of.
    pub fn table(&self, side: Side) -> Table {
        let head = std::iter::once("hour").chain(DAYS).map(str::to_owned);
        let cell = |hour: &Hour| match hour.jobs {
            0 => "–".to_owned(),
            1 => format!("{} (1 job)", short_duration(hour.mean_wait)),
            jobs => format!("{} ({jobs} jobs)", short_duration(hour.mean_wait)),
        };
        let row = |at: usize| {
            let cells = self.hours(side).into_iter().flatten().map(|hours| cell(&hours[at]));
            std::iter::once(format!("{at:02}:00")).chain(cells).collect()
        };
        Table { head: head.collect(), rows: (0..HOURS).map(row).collect() }
    }

    /// Where a mean wait stands between the shortest and the longest, by its logarithm.
    fn share(&self, mean: f64) -> f64 {
        let (low, high) = self.ends;
        (bent(mean) - low) / (high - low).max(1e-9)
    }

    /// The colours with the waits for which they stand: one where all are equal, none without jobs.
    fn swatches(&self, theme: &Theme) -> Vec<Swatch> {
        let (low, high) = self.ends;
        let steps: &[f64] = match high - low {
            between if between.is_nan() || between < 0.0 => &[],
            between if between < 1e-9 => &[0.0],
            _ => &[0.0, 0.25, 0.5, 0.75, 1.0],
        };
        let swatch = |&share: &f64| Swatch {
            colour: theme.on_ramp(share),
            hatch: None,
            mark: None,
            words: match low + share * (high - low) {
                least if least <= 0.0 => "≤ 1 s".to_owned(),
                bent => short_duration(libm::exp(bent)),
            },
        };
        steps.iter().map(swatch).collect()
    }
}

/// The logarithm of a wait; waits below a second count as one.
fn bent(wait: f64) -> f64 {
    libm::log(wait.max(1.0))
}

pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (map, side): (&WeekMap, Side),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let cells: Vec<_> = map.hours(side).into_iter().flat_map(cells).collect();
    if cells.is_empty() {
        return pen.nothing(area, "No job has a wait: there is nothing to show.");
    }
    let swatches = map.swatches(theme);
    legend(&mut pen, area, &swatches)?;
    let key = LINE * lines(&swatches, area.width) as f64 + 6.0;
    let area = summary::within(area.inset(0.0, key, 0.0, 0.0));
    if area.width < 40.0 || area.height < 20.0 {
        return Ok(());
    }
    let rows = DAYS.len() as f64;
    let range = (0.0..HOURS as f64, 0.0..rows);
    summary::draw_plotted(&mut pen, area, &axes(), range, |_| Ok(()))?;
    let (width, height) = (area.width / HOURS as f64, area.height / rows);
    for (day, hour, mean) in cells {
        let cell = Area {
            left: area.left + hour as f64 * width,
            // The first day stands at the top.
            top: area.top + day as f64 * height,
            width,
            height,
        };
        // A line of the ground stays between cells.
        let colour = theme.on_ramp(map.share(mean));
        pen.fill(cell.inset(0.0, 0.0, 1.0, 1.0), colour, 1.0)?;
    }
    Ok(())
}

/// The hours in which jobs were submitted: day, hour, mean wait.
fn cells(hours: &Hours) -> impl Iterator<Item = (usize, usize, f64)> {
    let all = hours
        .iter()
        .enumerate()
        .flat_map(|(day, hours)| hours.iter().enumerate().map(move |(at, hour)| (day, at, hour)));
    all.filter(|(_, _, hour)| hour.jobs > 0).map(|(day, at, hour)| (day, at, hour.mean_wait))
}

/// The days from top to bottom, and every third hour.
fn axes() -> Axes {
    let rows = DAYS.len() as f64;
    let day = |(at, name): (usize, &&str)| (1.0 - (at as f64 + 0.5) / rows, (*name).to_owned());
    let hour = |at: usize| (at as f64 / HOURS as f64, at.to_string());
    Axes {
        x_label: "hour of submission".to_owned(),
        y_label: "mean wait".to_owned(),
        x_marks: (0..=HOURS).step_by(3).map(hour).collect(),
        y_marks: DAYS.iter().enumerate().map(day).collect(),
        lines: false,
    }
}

/// A map as an SVG document.
pub fn week_map_svg(frame: Frame, theme: &Theme, map: (&WeekMap, Side), captions: &Captions) -> String {
    let title = format!("Mean wait by hour of submission, {}", map.1.name());
    let description =
        "A cell for each hour of each day of the week in which jobs were submitted, lighter for longer mean waits.";
    svg(frame, &title, description, |target, frame| draw(target, frame, theme, map, captions))
}
