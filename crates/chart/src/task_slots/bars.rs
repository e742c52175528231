//! The picture: a row for each machine.

use super::{Piece, TaskSlots, Tone};
use crate::legend::{LINE, Swatch, legend, lines};
use crate::lettering::Lettering;
use crate::pen::{Drawn, Pen, Surface};
use crate::svg::svg;
use crate::theme::{Rgb, Theme};
use crate::time_axis::{Origin, time_ticks};
use crate::time_marks::draw_time_marks;
use crate::titles::{Captions, begin};
use crate::{Area, Frame};

/// The height of a row where there is room, and the most that all rows take, in CSS pixels.
const ROW: f64 = 34.0;
const MOST: f64 = 420.0;

/// Above the rows: the name of the deadline.
const NAMES: f64 = 18.0;

/// The width of a letter in a piece, on the safe side.
const LETTER: f64 = 7.2;

/// A height that shows this many machines, legend and times included.
pub fn task_slots_height(machines: usize) -> u32 {
    ((machines as f64 * ROW).clamp(ROW, MOST) + NAMES + 2.0 * LINE + 60.0) as u32
}

/// The picture as an SVG document.
pub fn task_slots_svg(frame: Frame, theme: &Theme, view: &TaskSlots, captions: &Captions) -> String {
    let description =
        format!("{} pieces of time on {} machines. {}", view.pieces.len(), view.machines.len(), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &TaskSlots, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(view, theme);
    let key = LINE * lines(&swatches, area.width) as f64 + 8.0;
    legend(&mut pen, area, &swatches)?;
    let names = view.machines.iter().map(|it| it.chars().count()).max();
    let left = (14.0 + LETTER * names.unwrap_or(0) as f64).clamp(34.0, 110.0);
    let plot = area.inset(left, key + NAMES, 10.0, 44.0);
    if view.machines.is_empty() || view.end <= 0.0 || plot.width < 20.0 || plot.height < 10.0 {
        return pen.nothing(plot, "There is nothing to place.");
    }
    pen.fill(plot, theme.panel, 1.0)?;
    let x_of = |time: f64| plot.left + (time / view.end).clamp(0.0, 1.0) * plot.width;
    for tick in time_ticks(0.0, view.end, plot.width, Origin::Seconds) {
        pen.down(x_of(tick.at), (plot.top, plot.bottom()), theme.grid)?;
    }
    let rows = Rows { plot, height: plot.height / view.machines.len() as f64 };
    for piece in &view.pieces {
        draw_piece(&mut pen, &rows, piece, x_of)?;
    }
    for it in &view.transfers {
        let points = [it.from, it.to].map(|(machine, time)| (x_of(time), rows.middle(machine)));
        pen.path(&points, theme.text, 1.5)?;
    }
    draw_names(&mut pen, &rows, &view.machines)?;
    if let Some(deadline) = view.deadline {
        draw_deadline(&mut pen, plot, x_of(deadline))?;
    }
    pen.frame(plot, theme.axis)?;
    draw_time_marks(&mut pen, plot, (0.0, view.end), Origin::Seconds)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&Origin::Seconds.axis_label(), middle, style)
}

/// Where the machines' rows are.
struct Rows {
    plot: Area,
    height: f64,
}

impl Rows {
    fn middle(&self, machine: usize) -> f64 {
        self.plot.top + (machine as f64 + 0.5) * self.height
    }
}

/// The legend of the visible tones.
fn swatches(view: &TaskSlots, theme: &Theme) -> Vec<Swatch> {
    let used = |tone: &Tone| view.pieces.iter().any(|it| it.tone == *tone);
    let mut swatches: Vec<Swatch> = Tone::ALL
        .into_iter()
        .filter(used)
        .map(|tone| Swatch { colour: tone.colour(theme), hatch: None, mark: None, words: tone.name().to_owned() })
        .collect();
    if !view.transfers.is_empty() {
        swatches.push(Swatch { colour: theme.text, hatch: None, mark: None, words: "data on their way".to_owned() });
    }
    swatches
}

fn draw_piece(pen: &mut Pen, rows: &Rows, piece: &Piece, x_of: impl Fn(f64) -> f64) -> Drawn {
    let gap = (rows.height * 0.12).min(4.0);
    let (left, right) = (x_of(piece.from), x_of(piece.to));
    // A candidate is only an outline below the tasks that are placed already.
    let lower = match piece.tone {
        Tone::Candidate | Tone::Was => 0.3 * rows.height,
        _ => 0.0,
    };
    let area = Area {
        left,
        top: rows.middle(piece.machine) - rows.height / 2.0 + gap + lower,
        // A hair is left free, so that neighbours are told apart.
        width: (right - left - 1.0).max(1.0),
        height: (rows.height - 2.0 * gap - lower).max(1.0),
    };
    let colour = piece.tone.colour(pen.theme);
    pen.fill(area, colour, 1.0)?;
    let letters = piece.name.chars().count() as f64;
    if area.height < 11.0 || area.width < LETTER * letters + 2.0 {
        return Ok(());
    }
    let [light, dark] = [Rgb::hex(0xffffff), Rgb::hex(0x10151b)];
    let ink = if colour.contrast(light) >= colour.contrast(dark) { light } else { dark };
    let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
    pen.text(&piece.name, middle, Lettering::new(12.0, ink).bold().centred())
}

/// The machines' names, every nth where there is no room for all.
fn draw_names(pen: &mut Pen, rows: &Rows, machines: &[String]) -> Drawn {
    let style = Lettering::new(12.0, pen.theme.muted).right();
    let every = (14.0 / rows.height).ceil().max(1.0) as usize;
    for (at, name) in machines.iter().enumerate().step_by(every) {
        let short: String = name.chars().take(13).collect();
        pen.text(&short, (rows.plot.left - 7.0, rows.middle(at)), style)?;
    }
    Ok(())
}

fn draw_deadline(pen: &mut Pen, plot: Area, x: f64) -> Drawn {
    let colour = pen.theme.blocker;
    pen.path(&[(x, plot.top - 4.0), (x, plot.bottom())], colour, 2.0)?;
    let style = Lettering::new(12.0, colour).bold();
    if x > plot.left + plot.width / 2.0 {
        pen.text("deadline", (x, plot.top - 10.0), style.right())
    } else {
        pen.text("deadline", (x, plot.top - 10.0), style)
    }
}
