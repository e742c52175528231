//! The picture: a row for each machine.

use scheduling::policy::spare_time::{Iteration, Recursive, ScheduleGraph, Slot, Variant, critical_path, reserve_on};

use super::placing::number;
use super::{Piece, SpareOf, TaskSlots, Tone};
use crate::axis::{number_ticks, round_up};
use crate::prelude::*;

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

/// How the spare time of an initial schedule is shared out, round by round.
#[derive(Clone, Debug, PartialEq)]
pub struct Sharing {
    /// The names of the tasks.
    names: Vec<String>,
    machines: Vec<String>,
    deadline: f64,
    variant: Variant,
    /// The slots before the first round: the initial schedule.
    initial: Vec<Slot>,
    /// Tasks on the critical path.
    is_critical: Vec<bool>,
    /// The times that each round gives; the critical path variants have one round.
    pub rounds: Vec<Iteration>,
}

impl Sharing {
    /// On a schedule's graph, up to a deadline in seconds; the recursive variants go on until less than this
    /// part of the deadline is left.
    pub fn of(
        graph: &ScheduleGraph,
        (names, machines): (Vec<String>, Vec<String>),
        (deadline, threshold): (f64, f64),
        variant: Variant,
    ) -> Self {
        let none = vec![0.0; graph.tasks()];
        let initial = graph.slots(&none);
        let mut is_critical = vec![false; graph.tasks()];
        for task in critical_path(graph) {
            is_critical[task] = true;
        }
        let rounds = if variant.is_recursive() {
            let recursive = Recursive::new(graph, deadline, variant);
            let mut recursive = recursive.leaving(threshold);
            std::iter::from_fn(|| recursive.iterate()).collect()
        } else {
            let slots = reserve_on(graph, deadline, variant, threshold);
            vec![at_once(graph, &initial, slots, deadline)]
        };
        Self { names, machines, deadline, variant, initial, is_critical, rounds }
    }

    pub fn machines(&self) -> usize {
        self.machines.len()
    }

    /// The slots after this many rounds.
    fn slots(&self, shown: usize) -> &[Slot] {
        match shown.checked_sub(1).and_then(|it| self.rounds.get(it)) {
            Some(round) => &round.slots,
            None => &self.initial,
        }
    }

    /// The slots after this many rounds, what the last round gave apart.
    pub fn view(&self, shown: usize) -> TaskSlots {
        let given = shown.checked_sub(1).and_then(|it| self.rounds.get(it));
        let mut pieces = Vec::new();
        for (task, slot) in self.slots(shown).iter().enumerate() {
            let estimate = if self.is_critical[task] && self.variant.has_critical_path() {
                Tone::Critical
            } else {
                Tone::Estimate
            };
            let given = given.map_or(0.0, |it| it.given[task]);
            let before = (slot.reserved_until - given).max(slot.finish);
            let parts = [
                (slot.start, slot.finish, estimate),
                (slot.finish, before, Tone::Extra),
                (before, slot.reserved_until, Tone::Given),
            ];
            for (from, to, tone) in parts {
                let is_estimate = tone == estimate;
                if to > from || is_estimate {
                    pieces.push(Piece {
                        machine: slot.machine,
                        from,
                        to,
                        tone,
                        name: if is_estimate { self.names[task].clone() } else { String::new() },
                    });
                }
            }
        }
        TaskSlots {
            machines: self.machines.clone(),
            pieces,
            transfers: Vec::new(),
            end: 1.04 * self.deadline,
            deadline: Some(self.deadline),
        }
    }

    /// The last of this many rounds, in words.
    pub fn words(&self, shown: usize) -> String {
        let ends = self.slots(shown).iter().map(|it| it.reserved_until);
        let left = (self.deadline - ends.fold(0.0, f64::max)).max(0.0);
        let Some(at) = shown.checked_sub(1) else {
            return format!(
                "The initial schedule. {} s are left until the deadline at {} s.",
                number(left),
                number(self.deadline)
            );
        };
        let Some(round) = self.rounds.get(at) else {
            return String::new();
        };
        let most = round.given.iter().copied().fold(0.0, f64::max);
        let least = round.given.iter().copied().fold(f64::INFINITY, f64::min);
        let given = if (most - least).abs() < 1e-9 {
            format!("each task is given {} s", number(most))
        } else {
            format!("tasks are given {} to {} s", number(least), number(most))
        };
        let last = if shown == self.rounds.len() { " It is the last round." } else { "" };
        format!("Of {} s that were left, {given}; {} s are left now.{last}", number(round.left), number(left))
    }

    /// The tasks as in Figure 6 of the paper: the spare time before the round, what the round gave, the slot.
    pub fn table(&self, shown: usize) -> Table {
        let round = shown.checked_sub(1).and_then(|it| self.rounds.get(it));
        let row = |(task, slot): (usize, &Slot)| {
            let of_round = |of: fn(&Iteration) -> &Vec<f64>| round.map_or(String::new(), |it| number(of(it)[task]));
            vec![
                self.names[task].clone(),
                of_round(|it| &it.spare),
                of_round(|it| &it.given),
                number(slot.start),
                number(slot.reserved_until),
            ]
        };
        Table {
            head: ["Task", "Spare time before (s)", "Given (s)", "Slot starts (s)", "Slot ends (s)"]
                .map(str::to_owned)
                .to_vec(),
            rows: self.slots(shown).iter().enumerate().map(row).collect(),
        }
    }
}

/// All that a variant gives in one round.
fn at_once(graph: &ScheduleGraph, initial: &[Slot], slots: Vec<Slot>, deadline: f64) -> Iteration {
    let end = initial.iter().map(|it| it.reserved_until);
    Iteration {
        left: deadline - end.fold(0.0, f64::max),
        spare: graph.spare_times(initial),
        given: slots.iter().map(|it| it.reserved_until - it.finish).collect(),
        slots,
    }
}

/// The height of a variant's three bars, in CSS pixels.
const SPARE_BARS_ROW: f64 = 48.0;

/// The room of the variants' names, and of the figure behind the longest bar.
const SPARE_BARS_NAMES: f64 = 124.0;
const FIGURE: f64 = 52.0;

/// The height of the picture of this many variants.
pub fn spare_bars_height(variants: usize) -> u32 {
    (variants as f64 * SPARE_BARS_ROW + 2.0 * LINE + 54.0) as u32
}

/// The picture as an SVG document; the variant that is `chosen` stands out.
pub fn spare_bars_svg(frame: Frame, theme: &Theme, spare: &[SpareOf], chosen: Variant, captions: &Captions) -> String {
    let told: Vec<String> = spare
        .iter()
        .map(|it| {
            format!(
                "{}: {} to {} %, {} % on average",
                it.variant.name(),
                number(it.least),
                number(it.most),
                number(it.mean)
            )
        })
        .collect();
    svg(frame, &captions.title, &told.join("; "), |target, frame| {
        draw_spare_bars(target, frame, theme, (spare, chosen), captions)
    })
}

/// The same in numbers.
pub fn spare_table(spare: &[SpareOf]) -> Table {
    let row = |it: &SpareOf| {
        let figures = [it.least, it.mean, it.most].map(number);
        let name = it.variant.name().to_owned();
        std::iter::once(name).chain(figures).collect()
    };
    Table {
        head: ["Variant", "Least (%)", "Mean (%)", "Most (%)"].map(str::to_owned).to_vec(),
        rows: spare.iter().map(row).collect(),
    }
}

fn draw_spare_bars(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (spare, chosen): (&[SpareOf], Variant),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches_spare_bars(theme);
    let key = LINE * lines(&swatches, area.width) as f64 + 10.0;
    legend(&mut pen, area, &swatches)?;
    let plot = area.inset(SPARE_BARS_NAMES, key, FIGURE, 40.0);
    let most = spare.iter().map(|it| it.most).fold(0.0, f64::max);
    if most <= 0.0 || plot.width < 20.0 || plot.height < 20.0 {
        return pen.nothing(area, "No task has spare time: the deadline is the end of the schedule.");
    }
    let end = round_up(most / 8.0) * (most / round_up(most / 8.0)).ceil();
    pen.fill(plot, theme.panel, 1.0)?;
    let style = Lettering::new(11.5, theme.muted).centred();
    for tick in number_ticks(0.0, end, plot.width, 56.0) {
        let x = plot.left + tick.at / end * plot.width;
        pen.down(x, (plot.top, plot.bottom()), theme.grid)?;
        pen.text(&tick.label, (x, plot.bottom() + 11.0), style)?;
    }
    let height = plot.height / spare.len() as f64;
    for (row, it) in spare.iter().enumerate() {
        let top = plot.top + row as f64 * height;
        let rows = Area { top, height, ..plot };
        draw_variant(&mut pen, rows, it, end, it.variant == chosen)?;
    }
    pen.frame(plot, theme.axis)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 29.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text("spare time (% of the estimate)", middle, style)
}

fn draw_variant(pen: &mut Pen, rows: Area, spare: &SpareOf, end: f64, is_chosen: bool) -> Drawn {
    let theme = pen.theme;
    let (middle, plain) = (rows.top + rows.height / 2.0, Lettering::new(12.0, theme.text));
    let style = if is_chosen { plain.bold().right() } else { plain.right() };
    pen.text(spare.variant.name(), (rows.left - 7.0, middle), style)?;
    let each = (rows.height - 8.0) / 3.0;
    let figures = [spare.least, spare.mean, spare.most];
    for (at, (value, colour)) in figures.into_iter().zip(colours(theme)).enumerate() {
        let bar = Area {
            left: rows.left,
            top: rows.top + 4.0 + at as f64 * each,
            width: (value / end * rows.width).max(0.0),
            height: each - 1.0,
        };
        pen.fill(bar, colour, 1.0)?;
        let style = Lettering::new(11.0, theme.muted);
        let place = (bar.right() + 5.0, bar.top + bar.height / 2.0);
        pen.text(&format!("{value:.0} %"), place, style)?;
    }
    Ok(())
}

fn colours(theme: &Theme) -> [Rgb; 3] {
    [theme.series[1], theme.series[0], theme.series[2]]
}

fn swatches_spare_bars(theme: &Theme) -> Vec<Swatch> {
    let names = ["least of any task", "mean", "most"];
    let swatch = |(words, colour): (&str, Rgb)| Swatch { colour, hatch: None, mark: None, words: words.to_owned() };
    names.into_iter().zip(colours(theme)).map(swatch).collect()
}
