//! The sequence diagram: a line down for each broker and agent, a row for each step, the messages as arrows.

use super::failures::Down;
use super::steps::{Row, Steps};
use super::{agent_name, broker_name};
use crate::prelude::*;
use scheduling::engine::Messages;
use scheduling::engine::messages::{Fate, Message, MessageKind};

/// This many rows are in sight usually.
pub const ROWS: usize = 22;

/// The height of a row, and of the names above the rows, in CSS pixels.
const ROW: f64 = 24.0;
const HEAD: f64 = 36.0;

/// The size of labels in CSS pixels, the width of a letter and the height of a line.
const SIZE: f64 = 11.0;
const LETTER: f64 = SIZE * 0.58;
const LINE: f64 = 14.0;

/// The messages of a run and their steps.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    pub messages: &'a Messages,
    pub steps: &'a Steps,
}

/// The content of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceView {
    /// How many steps have been made.
    pub shown: usize,
    /// The first row in sight.
    pub first: usize,
    /// How many rows are in sight.
    pub rows: usize,
}

/// A text and the room it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: String,
    pub area: Area,
    /// Whether it tells of something that went wrong.
    pub warns: bool,
    /// Whether its message has happened.
    pub is_past: bool,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SequenceLayout {
    /// The rows, without the times.
    pub plot: Option<Area>,
    /// Where each broker's, then each agent's line is.
    pub lifelines: Vec<f64>,
    /// The names above the lines; where they have no room, numbers, and some of them.
    pub names: Vec<Label>,
    /// The times at the left, where they change.
    pub times: Vec<Label>,
    /// Where rounds begin.
    pub rounds: Vec<Label>,
    /// The bands of every other round.
    pub bands: Vec<Area>,
    /// The row of the current step.
    pub current: Option<Area>,
    /// The messages in sight.
    pub arrows: Vec<Arrow>,
    /// Their texts.
    pub labels: Vec<Label>,
    /// Where brokers and agents are known to be down, and whether that has begun.
    pub down: Vec<(Area, bool)>,
}

/// A height that shows this many rows.
pub fn sequence_height(rows: usize) -> u32 {
    (HEAD + rows as f64 * ROW + 44.0) as u32
}

/// The number of steps that a place of a picture without captions leads to, if there is a step in its row.
pub fn step_at(sequence: &Sequence, view: &SequenceView, y: f64) -> Option<usize> {
    let area = Frame::new(400, sequence_height(view.rows)).area();
    let top = within_margins(area).top + HEAD;
    let row = ((y - top) / ROW).floor();
    if row < 0.0 || row >= view.rows as f64 {
        return None;
    }
    match sequence.steps.rows.get(view.first + row as usize)? {
        Row::Step(step) => Some(*step as usize + 1),
        Row::Round { .. } => None,
    }
}

/// Where everything is in an area. O(messages).
pub fn sequence_layout(sequence: &Sequence, view: &SequenceView, area: Area) -> SequenceLayout {
    let steps = sequence.steps;
    let last = view.first.saturating_add(view.rows).min(steps.rows.len());
    let rows = steps.rows.get(view.first..last).unwrap_or(&[]);
    if rows.is_empty() || area.width < 120.0 || area.height < HEAD + ROW {
        return SequenceLayout::default();
    }
    let times = times(sequence, rows);
    let widest = times.iter().flatten().map(|it| width(it)).fold(0.0, f64::max);
    let plot =
        Area { height: rows.len() as f64 * ROW, ..area.inset((widest + 8.0).min(area.width / 3.0), HEAD, 0.0, 0.0) };
    let (lifelines, names) = heads(sequence.messages, plot);
    let mut made = SequenceLayout {
        plot: Some(plot),
        names,
        times: placed_times(times, area.left, plot),
        bands: bands(sequence, view, plot, rows),
        rounds: rounds(sequence, view, plot, rows),
        down: steps.down.iter().filter_map(|it| down_area(sequence, view, plot, &lifelines, it)).collect(),
        lifelines,
        ..SequenceLayout::default()
    };
    let current = steps.row(view.shown);
    if view.shown > 0 && (view.first..last).contains(&current) {
        made.current = Some(row_area(plot, current - view.first));
    }
    for message in 0..sequence.messages.list.len() as u32 {
        if let Some((arrow, labels)) = arrow(sequence, view, (plot, &made.lifelines), message) {
            made.arrows.push(arrow);
            made.labels.extend(labels);
        }
    }
    made
}

/// The room of a text.
fn width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn row_area(plot: Area, row: usize) -> Area {
    Area { top: plot.top + row as f64 * ROW, height: ROW, ..plot }
}

/// The room of a line of text within a row.
fn line_of(row: Area) -> Area {
    Area { top: row.top + 2.0, height: LINE, ..row }
}

/// A message that does not get there goes so far of its way.
const CUT: f64 = 0.55;

/// Lines are so far below the middle of their rows: labels stand above.
const BELOW: f64 = 6.0;

/// A message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Its place in the list.
    pub message: u32,
    pub kind: MessageKind,
    /// Where it begins within the window, and where it ends there.
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// The share of it, from its beginning, that has happened.
    pub past: f64,
    /// Whether its end is in sight: it has a head there, or a cross.
    pub has_end: bool,
    /// Whether it is cut off before it gets there.
    pub is_cut: bool,
    pub is_lost: bool,
    /// Whether the current step is about it.
    pub is_current: bool,
}

/// A message and its labels, if any of it is visible.
fn arrow(
    sequence: &Sequence,
    view: &SequenceView,
    (plot, lifelines): (Area, &[f64]),
    message: u32,
) -> Option<(Arrow, Vec<Label>)> {
    let Sequence { messages, steps } = *sequence;
    let (sent, ended) = steps.rows_of(message);
    let last = ended.unwrap_or(sent);
    if last < view.first || sent >= view.first + view.rows {
        return None;
    }
    let it = &messages.list[message as usize];
    let (source, target) = ends(messages, it);
    let (x0, x1) = (lifelines[source], lifelines[target]);
    let is_cut = matches!(it.fate, Fate::Lost | Fate::Sent);
    let x1 = if is_cut { x0 + (x1 - x0) * CUT } else { x1 };
    let y = |row: usize| plot.top + (row as f64 - view.first as f64) * ROW + ROW / 2.0 + BELOW;
    let (y0, y1) = (y(sent), y(last));
    let clipped = |y: f64| {
        let at = y.clamp(plot.top, plot.bottom());
        let share = if y1 > y0 { (at - y0) / (y1 - y0) } else { 0.0 };
        (x0 + (x1 - x0) * share, at)
    };
    let (from, to) = if y1 > y0 { (clipped(y0), clipped(y1)) } else { ((x0, y0), (x1, y1)) };
    let arrow = Arrow {
        message,
        kind: it.kind,
        from,
        to,
        past: past(sequence, view, message, (from.1, to.1), y(steps.row(view.shown))),
        has_end: y1 <= plot.bottom(),
        is_cut,
        is_lost: it.fate == Fate::Lost,
        is_current: steps.current(view.shown).is_some_and(|it| it.message == message),
    };
    Some((arrow, labels(sequence, view, plot, message, (x0, x1))))
}

/// The share of the visible part of an arrow that has happened.
fn past(sequence: &Sequence, view: &SequenceView, message: u32, (top, bottom): (f64, f64), now: f64) -> f64 {
    let steps = sequence.steps;
    if !steps.is_sent(message, view.shown) {
        return 0.0;
    }
    if bottom <= top || steps.is_ended(message, view.shown) {
        return 1.0;
    }
    ((now - top) / (bottom - top)).clamp(0.0, 1.0)
}

/// The words of a message in the row in which it is sent, and its failure in the row in which it fails.
fn labels(sequence: &Sequence, view: &SequenceView, plot: Area, message: u32, (x0, x1): (f64, f64)) -> Vec<Label> {
    let steps = sequence.steps;
    let it = &sequence.messages.list[message as usize];
    let (sent, ended) = steps.rows_of(message);
    let is_whole = ended.is_none_or(|it| it == sent);
    let trouble = trouble(it.fate);
    let in_sight = |row: &usize| (view.first..view.first + view.rows).contains(row);
    let mut labels = Vec::new();
    if in_sight(&sent) {
        let text = match trouble.filter(|_| is_whole) {
            Some(trouble) => format!("{}, {trouble}", says(it)),
            None => says(it),
        };
        let room = width(&text);
        // In the middle of an arrow along its row; else where it begins.
        let left = match (is_whole, x0 < x1) {
            (true, _) => (x0 + x1 - room) / 2.0,
            (false, true) => x0 + 8.0,
            (false, false) => x0 - 8.0 - room,
        };
        let is_past = steps.is_sent(message, view.shown);
        let warns = is_whole && trouble.is_some() && it.fate != Fate::Sent;
        labels.push(label(plot, sent - view.first, text, left, warns, is_past));
    }
    if let (false, Some(row), Some(trouble)) = (is_whole, ended.filter(in_sight), trouble) {
        let room = width(trouble);
        // Beyond its end, where the arrow does not run through it, if there is room.
        let left = match (x0 < x1, x1 + 10.0 + room < plot.right()) {
            (true, true) => x1 + 10.0,
            (true, false) => x1 - 8.0 - room,
            (false, _) if x1 - 10.0 - room > plot.left => x1 - 10.0 - room,
            (false, _) => x1 + 8.0,
        };
        let is_past = steps.is_ended(message, view.shown);
        labels.push(label(plot, row - view.first, trouble.to_owned(), left, true, is_past));
    }
    labels
}

fn label(plot: Area, row: usize, text: String, left: f64, warns: bool, is_past: bool) -> Label {
    let room = width(&text);
    let most = (plot.right() - room - 2.0).max(plot.left);
    Label {
        area: Area {
            left: left.clamp(plot.left + 2.0_f64.min(most - plot.left), most),
            width: room.min(plot.width),
            height: LINE,
            ..line_of(row_area(plot, row))
        },
        text,
        warns,
        is_past,
    }
}

/// The share of the ground colour in parts that have not happened yet.
const FAINT: f64 = 0.72;

/// Draws the picture.
fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (sequence, view): (&Sequence, &SequenceView),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let layout = sequence_layout(sequence, view, area);
    let Some(plot) = layout.plot else {
        return pen.nothing(area, "There are no messages to show.");
    };
    pen.fill(plot, theme.panel, 1.0)?;
    for band in &layout.bands {
        pen.fill(*band, theme.muted, 0.08)?;
    }
    if let Some(current) = layout.current {
        pen.fill(current, theme.series[0], 0.16)?;
    }
    draw_lines(&mut pen, plot, &layout)?;
    for arrow in &layout.arrows {
        draw_arrow(&mut pen, arrow)?;
    }
    for label in &layout.labels {
        draw_label(&mut pen, label, true)?;
    }
    for label in layout.times.iter().chain(&layout.names) {
        draw_label(&mut pen, label, false)?;
    }
    for label in &layout.rounds {
        pen.across((plot.left, plot.right()), label.area.top - 2.0, theme.axis)?;
        let bold = Lettering::new(SIZE, shade(theme, theme.text, label.is_past)).bold();
        pen.text(&label.text, middle(label.area), bold)?;
    }
    pen.frame(plot, theme.axis)
}

/// The picture as an SVG document.
pub fn sequence_svg(
    frame: Frame,
    theme: &Theme,
    (sequence, view): (&Sequence, &SequenceView),
    captions: &Captions,
) -> String {
    let Sequence { messages, steps } = *sequence;
    let count = |fate: Fate| messages.list.iter().filter(|it| it.fate == fate).count();
    let description = format!(
        "Messages between brokers and agents as a sequence diagram: step {} of {}; {} of {} messages were read, \
         {} lost, {} unheard, {} too late. {}",
        view.shown.min(steps.len()),
        steps.len(),
        count(Fate::Read),
        messages.list.len(),
        count(Fate::Lost),
        count(Fate::Unheard),
        count(Fate::TooLate),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, (sequence, view), captions))
}

fn shade(theme: &Theme, colour: Rgb, is_past: bool) -> Rgb {
    if is_past { colour } else { colour.mixed(theme.panel, FAINT) }
}

/// Told apart by their words too.
fn colour(theme: &Theme, kind: MessageKind) -> Rgb {
    match kind {
        MessageKind::Batch => theme.series[0],
        MessageKind::Offers => theme.series[1],
        MessageKind::Decision => theme.series[5],
        MessageKind::Receipt => theme.series[2],
    }
}

/// The lines of brokers and agents, and a hatch where one of them is down. Lines that would touch are left out.
fn draw_lines(pen: &mut Pen, plot: Area, layout: &SequenceLayout) -> Drawn {
    let mut before = f64::NEG_INFINITY;
    for &x in &layout.lifelines {
        if x - before >= 3.0 {
            pen.down(x, (plot.top, plot.bottom()), pen.theme.axis)?;
            before = x;
        }
    }
    for (area, has_begun) in &layout.down {
        let colour = shade(pen.theme, pen.theme.blocker, *has_begun);
        pen.fill(*area, pen.theme.panel, 1.0)?;
        pen.hatch(*area, 6.0, colour)?;
        pen.frame(*area, colour)?;
    }
    Ok(())
}

fn draw_arrow(pen: &mut Pen, arrow: &Arrow) -> Drawn {
    let theme = pen.theme;
    let full = if arrow.is_lost { theme.blocker } else { colour(theme, arrow.kind) };
    let faint = shade(theme, full, false);
    let width = if arrow.is_current { 2.6 } else { 1.4 };
    let (from, to) = (arrow.from, arrow.to);
    let reached = (from.0 + (to.0 - from.0) * arrow.past, from.1 + (to.1 - from.1) * arrow.past);
    if arrow.past < 1.0 {
        pen.path(&[reached, to], faint, 1.4)?;
    }
    if arrow.past > 0.0 {
        pen.path(&[from, reached], full, width)?;
    }
    if !arrow.has_end {
        return Ok(());
    }
    let colour = if arrow.past < 1.0 { faint } else { full };
    if arrow.is_lost {
        return draw_cross(pen, to, colour, width.max(1.8));
    }
    if arrow.is_cut {
        return Ok(());
    }
    draw_head(pen, from, to, colour)
}

fn draw_cross(pen: &mut Pen, (x, y): (f64, f64), colour: Rgb, width: f64) -> Drawn {
    const ARM: f64 = 4.5;
    pen.path(&[(x - ARM, y - ARM), (x + ARM, y + ARM)], colour, width)?;
    pen.path(&[(x - ARM, y + ARM), (x + ARM, y - ARM)], colour, width)
}

fn draw_head(pen: &mut Pen, from: (f64, f64), to: (f64, f64), colour: Rgb) -> Drawn {
    const LENGTH: f64 = 8.0;
    const HALF: f64 = 3.4;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let back = (to.0 - ux * LENGTH, to.1 - uy * LENGTH);
    let points = [to, (back.0 - uy * HALF, back.1 + ux * HALF), (back.0 + uy * HALF, back.1 - ux * HALF)];
    pen.polygon(&points, colour, 1.0)
}

/// A label on a ground of its own, where lines may cross it.
fn draw_label(pen: &mut Pen, label: &Label, has_ground: bool) -> Drawn {
    let theme = pen.theme;
    if has_ground {
        pen.fill(label.area, theme.panel, 0.7)?;
    }
    let colour = match (label.warns, has_ground) {
        (true, _) => theme.blocker,
        (false, true) => theme.text,
        (false, false) => theme.muted,
    };
    let style = Lettering::new(SIZE, shade(theme, colour, label.is_past));
    let style = if label.warns { style.bold() } else { style };
    pen.text(&label.text, middle(label.area), style)
}

/// Where a text begins that stands in an area.
fn middle(area: Area) -> (f64, f64) {
    (area.left, area.top + area.height / 2.0)
}

/// Between the brokers and the agents there is this much more room than between neighbours.
const BETWEEN: f64 = 0.6;

/// Names keep so far apart.
const GAP: f64 = 6.0;

/// Where each broker's, then each agent's line is, and the names above.
fn heads(messages: &Messages, plot: Area) -> (Vec<f64>, Vec<Label>) {
    let brokers = messages.brokers.max(1) as usize;
    let count = brokers + messages.agents.len();
    let names: Vec<String> = (0..count).map(|it| end_name(messages, it)).collect();
    let edges = (width(&names[0]) / 2.0, names.last().map_or(0.0, |it| width(it)) / 2.0);
    let xs = lines(brokers, count, plot.inset(edges.0, 0.0, edges.1, 0.0));
    let label = |text: String, middle: f64, line: f64| {
        let room = width(&text);
        let most = (plot.right() - room).max(plot.left);
        Label {
            area: Area {
                left: (middle - room / 2.0).clamp(plot.left, most),
                top: plot.top - HEAD + line * LINE + 3.0,
                width: room,
                height: LINE,
            },
            text,
            warns: false,
            is_past: true,
        }
    };
    let whole: Vec<Label> = names.into_iter().zip(&xs).map(|(name, x)| label(name, *x, 1.0)).collect();
    if spread(&whole).count() == whole.len() {
        return (xs, whole);
    }
    let middle = |of: &[f64]| match of {
        [] => plot.left,
        of => (of[0] + of[of.len() - 1]) / 2.0,
    };
    let mut titles = vec![
        label(plural("Broker", brokers), middle(&xs[..brokers]), 0.0),
        label(plural("Agent", count - brokers), middle(&xs[brokers..]), 0.0),
    ];
    titles.truncate(spread(&titles).count());
    let numbers = xs.iter().enumerate().map(|(at, x)| {
        let number = at.checked_sub(brokers).unwrap_or(at) + 1;
        label(number.to_string(), *x, 1.0)
    });
    // A single broker needs no number.
    let numbers: Vec<Label> = numbers.skip(usize::from(brokers == 1)).collect();
    titles.extend(spread(&numbers).cloned());
    (xs, titles)
}

fn plural(word: &str, count: usize) -> String {
    format!("{word}{}", if count == 1 { "" } else { "s" })
}

fn lines(brokers: usize, count: usize, room: Area) -> Vec<f64> {
    let between = if count > brokers { BETWEEN } else { 0.0 };
    let unit = room.width / (count as f64 - 1.0 + between).max(1.0);
    let x = |at: usize| {
        let extra = if at >= brokers { between } else { 0.0 };
        room.left + (at as f64 + extra) * unit
    };
    (0..count).map(x).collect()
}

/// As many of the labels as have room, from the left.
fn spread(labels: &[Label]) -> impl Iterator<Item = &Label> {
    let mut free_from = f64::NEG_INFINITY;
    labels.iter().filter(move |it| {
        let has_room = it.area.left >= free_from;
        if has_room {
            free_from = it.area.right() + GAP;
        }
        has_room
    })
}

/// A time of a message.
pub(super) fn time_words(at: Time) -> String {
    format!("{} s", at as f64 / 1000.0).replace('-', "−")
}

/// A message in a word or two.
pub fn says(it: &Message) -> String {
    let counted = |count: u32| match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    match it.kind {
        MessageKind::Batch => format!("batch of {}", it.tasks),
        MessageKind::Offers if it.tasks == 1 => "1 offer".to_owned(),
        MessageKind::Offers if it.tasks == 0 => "no offers".to_owned(),
        MessageKind::Offers => format!("{} offers", it.tasks),
        MessageKind::Decision => format!("confirms {}", counted(it.tasks)),
        MessageKind::Receipt if it.refused == 0 => format!("reserved {}", it.tasks),
        MessageKind::Receipt if it.tasks == 0 => format!("refuses {}", it.refused),
        MessageKind::Receipt => format!("reserved {}, refuses {}", it.tasks, it.refused),
    }
}

/// The failure of a message, if it failed.
pub fn trouble(fate: Fate) -> Option<&'static str> {
    match fate {
        Fate::Read => None,
        Fate::Sent => Some("under way"),
        Fate::Lost => Some("lost"),
        Fate::Unheard => Some("unheard"),
        Fate::TooLate => Some("too late"),
    }
}

/// Sender and recipient of a message, as places among the brokers, then the agents.
pub(super) fn ends(messages: &Messages, it: &Message) -> (usize, usize) {
    let brokers = messages.brokers.max(1) as usize;
    let last = (brokers + messages.agents.len()).saturating_sub(1);
    let broker = (it.broker as usize).min(brokers - 1);
    let agent = (brokers + it.agent as usize).min(last);
    match it.kind {
        MessageKind::Batch | MessageKind::Decision => (broker, agent),
        MessageKind::Offers | MessageKind::Receipt => (agent, broker),
    }
}

/// The name of a line.
fn end_name(messages: &Messages, end: usize) -> String {
    let brokers = messages.brokers.max(1);
    match (end as u32).checked_sub(brokers) {
        None => broker_name(messages, end as u32),
        Some(agent) => agent_name(agent),
    }
}

/// Sender and recipient of a message.
pub fn from_and_to(messages: &Messages, it: &Message) -> (String, String) {
    let (from, to) = ends(messages, it);
    (end_name(messages, from), end_name(messages, to))
}

/// The time of each row, where it is another one than the row's before.
fn times(sequence: &Sequence, rows: &[Row]) -> Vec<Option<String>> {
    let mut before = None;
    let time = |row: &Row| {
        let Row::Step(step) = row else { return None };
        let at = sequence.steps.steps[*step as usize].at;
        (before.replace(at) != Some(at)).then(|| time_words(at))
    };
    rows.iter().map(time).collect()
}

fn placed_times(times: Vec<Option<String>>, left: f64, plot: Area) -> Vec<Label> {
    let room = plot.left - left - 4.0;
    let placed = times.into_iter().enumerate().filter_map(|(row, text)| {
        let text = shortened(&text?, room, LETTER / 0.54);
        Some(Label {
            area: Area { left, width: width(&text).min(room), ..line_of(row_area(plot, row)) },
            text,
            warns: false,
            is_past: true,
        })
    });
    placed.collect()
}

fn rounds(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Label> {
    let messages = sequence.messages;
    let reached = sequence.steps.row(view.shown);
    let labels = rows.iter().enumerate().filter_map(|(at, row)| {
        let Row::Round { broker, round } = *row else {
            return None;
        };
        let text = match messages.brokers {
            0 | 1 => format!("round {}", round + 1),
            _ => format!("{}, round {}", broker_name(messages, broker), round + 1),
        };
        Some(Label {
            area: Area { left: plot.left + 4.0, width: width(&text), ..line_of(row_area(plot, at)) },
            text,
            warns: false,
            is_past: view.shown > 0 && view.first + at <= reached,
        })
    });
    labels.collect()
}

/// The rows of every other round; none where brokers' rounds run side by side.
fn bands(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Area> {
    if sequence.messages.brokers > 1 {
        return Vec::new();
    }
    let begun = sequence.steps.rows[..view.first].iter().rev().copied().find_map(|row| match row {
        Row::Round { round, .. } => Some(round),
        Row::Step(_) => None,
    });
    let mut round = begun.unwrap_or(0);
    let banded = rows.iter().enumerate().filter_map(|(at, row)| {
        if let Row::Round { round: next, .. } = row {
            round = *next;
        }
        (round % 2 == 1).then(|| row_area(plot, at))
    });
    banded.fold(Vec::new(), |mut bands: Vec<Area>, row| {
        match bands.last_mut() {
            Some(band) if (band.bottom() - row.top).abs() < 0.5 => band.height += row.height,
            _ => bands.push(row),
        }
        bands
    })
}

/// A stretch in sight in which a broker or an agent is down, and whether that has begun.
fn down_area(
    sequence: &Sequence,
    view: &SequenceView,
    plot: Area,
    lifelines: &[f64],
    it: &Down,
) -> Option<(Area, bool)> {
    let x = *lifelines.get(it.line)?;
    let row = |step: u32| sequence.steps.row(step as usize + 1) as f64 - view.first as f64;
    let top = (plot.top + row(it.first) * ROW).max(plot.top);
    let bottom = (plot.top + (row(it.last) + 1.0) * ROW).min(plot.bottom());
    let area = Area { left: (x - 6.0).max(plot.left), top, width: 12.0, height: bottom - top };
    (bottom > top).then_some((area, (it.first as usize) < view.shown))
}
