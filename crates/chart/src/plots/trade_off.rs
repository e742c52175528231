//! Scenarios against one another: two criteria across and up, a third as colour; those that nothing
//! dominates stand out, the others are grey.

use base::ordering::{sort_by, sort_by_key};
use serde::{Deserialize, Serialize};

use super::plot::{Axes, Plot, Scale};
use crate::axis::short_number;
use crate::paper::Figure;
use crate::prelude::*;
use crate::theme::MARGIN;

/// A scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dot {
    /// The criterion across.
    pub x: f64,
    /// The criterion up.
    pub y: f64,
    /// The criterion that is told by the colour.
    pub colour: f64,
    /// Whether nothing dominates it.
    pub on_front: bool,
    /// Its number in a table beside the picture.
    pub number: Option<usize>,
    /// Whether it is the scenario at hand, which gets a ring.
    pub present: bool,
    /// Whether its figures are of other jobs than those of most dots: it is hollow, and no part of the edge.
    pub unjudged: bool,
}

impl Dot {
    fn is_there(&self) -> bool {
        [self.x, self.y, self.colour].into_iter().all(|value| value.abs() < 1e100)
    }
}

/// The dots that the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// All dots.
    #[default]
    All,
    /// Those near the edge of what the two criteria along the axes leave undominated: a few bad
    /// scenarios do not press all others into a corner.
    Edge,
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The label of the x axis, with its unit: `mean utilization U (%)`.
    pub x_label: String,
    /// Whether more of that is better.
    pub x_higher: bool,
    /// The label of the y axis, with its unit: `mean flow time F (h)`.
    pub y_label: String,
    /// Whether more of that is better.
    pub y_higher: bool,
    /// The quantity of the colour: `mean tardiness D`.
    pub colour_label: String,
    /// The unit of the colour: `h`.
    pub colour_unit: String,
    /// The common label of the criteria of both axes: `U and F`.
    pub edge_label: String,
    /// How much of it comes into the picture.
    pub sight: Sight,
    /// In any order; those with a value that is no number are left out.
    pub dots: Vec<Dot>,
}

/// How thick the ring of a hollow dot is.
const HOLLOW: f64 = 1.5;

/// The radius of a dot on the front and of another, in CSS pixels.
const RADIUS: (f64, f64) = (6.5, 3.5);

/// So near to a dot, in CSS pixels, is at it.
const NEAR: f64 = 12.0;

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, scatter: &Scatter, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let Some(plot) = plot(scatter, area) else {
        return pen.nothing(area, "There are no results to show yet.");
    };
    draw_key(&mut pen, scatter, area)?;
    let how = |scale: Scale| if scale.is_log() { ", log" } else { "" };
    let better = |higher: bool| if higher { "higher" } else { "lower" };
    let across = format!("{}, {} is better{}", scatter.x_label, better(scatter.x_higher), how(plot.x));
    let up = format!("{}, {} is better{}", scatter.y_label, better(scatter.y_higher), how(plot.y));
    plot.draw(&mut pen, Axes::new(&across, &up), |_| Ok(()))?;
    let colours = Colours::of(scatter, theme);
    let mut dots: Vec<&Dot> = shown(scatter, &plot).collect();
    // The front is drawn over the others, and the current scenario over all.
    sort_by_key(&mut dots, |dot| (dot.present, dot.on_front));
    let front = dots.partition_point(|dot| !dot.on_front && !dot.present);
    for dot in &dots[..front] {
        draw_dot(&mut pen, plot.at(dot.x, dot.y), dot, &colours)?;
    }
    pen.path(&stairs(scatter, &plot), theme.muted, 1.5)?;
    for dot in &dots[front..] {
        draw_dot(&mut pen, plot.at(dot.x, dot.y), dot, &colours)?;
    }
    draw_numbers(&mut pen, scatter, &plot)
}

/// The picture as an SVG document.
pub fn trade_off_svg(frame: Frame, theme: &Theme, scatter: &Scatter, captions: &Captions) -> String {
    let on_front = there(scatter).filter(|dot| dot.on_front).count();
    let description = format!(
        "{} against {} of {} scenarios, {on_front} of which are on the Pareto front. {}",
        scatter.y_label,
        scatter.x_label,
        scatter.dots.len(),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, scatter, captions))
}

/// The dots as a figure of a paper.
pub struct PaperTradeOff<'a>(pub &'a Scatter);

impl Figure for PaperTradeOff<'_> {
    fn height(&self, width: u32) -> u32 {
        const LEAST: f64 = 230.0;
        const MOST: f64 = 340.0;
        let width = f64::from(width);
        let area = Area { left: 0.0, top: 0.0, width: width - 2.0 * MARGIN, height: MOST };
        ((width * 0.66).clamp(LEAST, MOST) + height(self.0, area)) as u32
    }

    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        draw(backend, frame, theme, self.0, &Captions::default())
    }
}

/// Where the dots of a picture without captions stand, in CSS pixels; `None` for those that are left
/// out or out of sight.
pub fn places(frame: Frame, scatter: &Scatter) -> Vec<Option<(f64, f64)>> {
    let plot = plot(scatter, within_margins(frame.area()));
    let place = |dot: &Dot| {
        let plot = plot.as_ref().filter(|_| dot.is_there())?;
        let plot = Some(plot).filter(|plot| plot.shows(dot.x, dot.y))?;
        Some(plot.at(dot.x, dot.y))
    };
    scatter.dots.iter().map(place).collect()
}

/// The dot at a place: of those near it one on the front before another, and the nearest of these.
/// `places` are those of [`places`]. O(dots).
pub fn dot_at(scatter: &Scatter, places: &[Option<(f64, f64)>], (x, y): (f64, f64)) -> Option<usize> {
    let distance = |place: (f64, f64)| libm::hypot(place.0 - x, place.1 - y);
    let near = places.iter().enumerate().filter_map(|(at, place)| {
        let distance = distance((*place)?);
        (distance <= NEAR).then_some((at, distance))
    });
    let behind = |at: usize| scatter.dots.get(at).is_none_or(|dot| !dot.on_front);
    near.min_by(|&(a, near), &(b, far)| behind(a).cmp(&behind(b)).then(near.total_cmp(&far))).map(|(at, _)| at)
}

fn there(scatter: &Scatter) -> impl Iterator<Item = &Dot> {
    scatter.dots.iter().filter(|dot| dot.is_there())
}

/// Those that are in sight.
fn shown<'a>(scatter: &'a Scatter, plot: &Plot) -> impl Iterator<Item = &'a Dot> {
    let plot = *plot;
    there(scatter).filter(move |dot| plot.shows(dot.x, dot.y))
}

/// The plotted area beneath the key; `None` where there is nothing to show, or no room.
fn plot(scatter: &Scatter, area: Area) -> Option<Plot> {
    let (x, y) = scales(scatter)?;
    let area = Plot::within(area.inset(0.0, height(scatter, area), 0.0, 0.0), 14.0);
    (area.width >= 8.0 && area.height >= 8.0).then_some(Plot { area, x, y })
}

/// The ranges of the axes; `None` if there is nothing to show.
fn scales(scatter: &Scatter) -> Option<(Scale, Scale)> {
    let x = Scale::around(there(scatter).map(|dot| dot.x), 0.06)?;
    let y = Scale::around(there(scatter).map(|dot| dot.y), 0.08)?;
    if scatter.sight == Sight::All {
        return Some((x, y));
    }
    // Both go from one end of the edge to the other, the one up and the other down.
    let edge = edge(scatter);
    let (Some(one), Some(other)) = (edge.first(), edge.last()) else {
        return Some((x, y));
    };
    let (left, right) = (one.x.min(other.x), one.x.max(other.x));
    let (low, high) = (one.y.min(other.y), one.y.max(other.y));
    let margin = (0.3 * (right - left)).max(0.04 * right.abs());
    let x_window = [left - margin, right + margin];
    // More room where it is worse.
    let y_window = if scatter.y_higher { [low / 1.25, high / 0.9] } else { [low * 0.9, high * 1.25] };
    // A part beyond all dots is not needed.
    let within = |window: [f64; 2], whole: Scale| {
        let (low, high) = whole.ends();
        Scale::around(window.map(|end| end.clamp(low, high)).into_iter(), 0.0)
    };
    Some((within(x_window, x)?, within(y_window, y)?))
}

/// The dots that are out of sight.
fn hidden(scatter: &Scatter) -> Vec<&Dot> {
    let Some((x, y)) = scales(scatter) else {
        return Vec::new();
    };
    there(scatter).filter(|dot| !(x.shows(dot.x) && y.shows(dot.y))).collect()
}

/// The colours of the dots.
struct Colours<'a> {
    theme: &'a Theme,
    /// Of the dots on the front.
    scale: Option<Scale>,
}

impl<'a> Colours<'a> {
    fn of(scatter: &Scatter, theme: &'a Theme) -> Self {
        let on_front = there(scatter).filter(|dot| dot.on_front);
        Self { theme, scale: Scale::around(on_front.map(|dot| dot.colour), 0.0) }
    }

    fn colour(&self, dot: &Dot) -> Rgb {
        match self.scale {
            Some(scale) if dot.on_front => self.theme.on_ramp(scale.share(dot.colour)),
            _ => self.theme.axis,
        }
    }
}

fn draw_dot(pen: &mut Pen, place: (f64, f64), dot: &Dot, colours: &Colours) -> Drawn {
    let theme = pen.theme;
    let radius = if dot.on_front { RADIUS.0 } else { RADIUS.1 };
    if dot.present {
        pen.dot(place, radius + 4.5, theme.highlight)?;
        pen.dot(place, radius + 2.5, theme.panel)?;
    } else if dot.on_front {
        pen.dot(place, radius + 1.5, theme.panel)?;
    }
    pen.dot(place, radius, colours.colour(dot))?;
    if dot.unjudged { pen.dot(place, radius - HOLLOW, theme.panel) } else { Ok(()) }
}

/// The judged dots that the two criteria along the axes alone leave undominated, from the best across to the
/// best up.
fn edge(scatter: &Scatter) -> Vec<&Dot> {
    let cost = |higher: bool, value: f64| if higher { -value } else { value };
    let across = |dot: &Dot| cost(scatter.x_higher, dot.x);
    let up = |dot: &Dot| cost(scatter.y_higher, dot.y);
    let mut dots: Vec<&Dot> = there(scatter).filter(|dot| !dot.unjudged).collect();
    sort_by(&mut dots, |a, b| {
        let by_x = across(a).total_cmp(&across(b));
        by_x.then(up(a).total_cmp(&up(b)))
    });
    let mut lowest = f64::INFINITY;
    dots.retain(|dot| {
        let is_edge = up(dot) < lowest;
        lowest = lowest.min(up(dot));
        is_edge
    });
    dots
}

/// The edge as a line of steps.
fn stairs(scatter: &Scatter, plot: &Plot) -> Vec<(f64, f64)> {
    let edge = edge(scatter);
    let mut stairs: Vec<(f64, f64)> = edge.first().map(|dot| plot.at(dot.x, dot.y)).into_iter().collect();
    for pair in edge.windows(2) {
        stairs.push(plot.at(pair[1].x, pair[0].y));
        stairs.push(plot.at(pair[1].x, pair[1].y));
    }
    stairs
}

/// One entry of the key.
enum Sign {
    Front,
    Dominated,
    Unjudged,
    Present,
    Edge,
    /// Words alone.
    None,
    /// From the lowest to the highest value.
    Ramp(String, String),
}

/// The height of a line, and of the gap below the last one, in CSS pixels.
const LINE: f64 = 20.0;
const GAP: f64 = 10.0;

/// The room of a sign before its words.
const SIGN: f64 = 24.0;

/// The length of the ramp.
const RAMP: f64 = 96.0;

/// How tall the key of a picture is in an area, with the gap below it.
fn height(scatter: &Scatter, area: Area) -> f64 {
    let places = placed(&entries(scatter), area);
    places.last().map_or(0.0, |&(_, y)| y - area.top + LINE / 2.0 + GAP)
}

/// Draws it into the top of an area, wrapped where that ends.
fn draw_key(pen: &mut Pen, scatter: &Scatter, area: Area) -> Drawn {
    let entries = entries(scatter);
    let places = placed(&entries, area);
    for ((sign, words), place) in entries.iter().zip(places) {
        draw_entry(pen, sign, words, place)?;
    }
    Ok(())
}

fn entries(scatter: &Scatter) -> Vec<(Sign, String)> {
    let mut entries = vec![(Sign::Front, "on the front".to_owned()), (Sign::Dominated, "dominated".to_owned())];
    let has_unjudged = there(scatter).any(|dot| dot.unjudged);
    if has_unjudged {
        entries.push((Sign::Unjudged, "of other jobs, not judged".to_owned()));
    }
    // An edge of one dot has no line.
    if edge(scatter).len() > 1 {
        entries.push((Sign::Edge, format!("edge of {} alone", scatter.edge_label)));
    }
    let hidden = hidden(scatter);
    if there(scatter).any(|dot| dot.present) {
        let place = if hidden.iter().any(|dot| dot.present) { ", beyond the frame" } else { "" };
        entries.push((Sign::Present, format!("the current scenario{place}")));
    }
    let on_front = there(scatter).filter(|dot| dot.on_front);
    let (low, high) = on_front
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), dot| (low.min(dot.colour), high.max(dot.colour)));
    let value = |value| format!("{} {}", short_number(value), scatter.colour_unit);
    if low < high {
        let label = scatter.colour_label.clone();
        entries.push((Sign::Ramp(value(low), value(high)), label));
    }
    let front_hidden = hidden.iter().filter(|dot| dot.on_front).count();
    match (front_hidden, hidden.len() - front_hidden) {
        (0, 0) => {}
        (0, others) if !has_unjudged => entries.push((Sign::None, format!("{others} dominated beyond the frame"))),
        (0, others) => entries.push((Sign::None, format!("{others} others beyond the frame"))),
        (front, others) => {
            let words = format!("{front} on the front and {others} others beyond the frame");
            entries.push((Sign::None, words));
        }
    }
    entries
}

/// The room that letters take: by a mean width, on the safe side.
fn letters(text: &str) -> f64 {
    text.chars().count() as f64 * 6.6
}

fn width((sign, words): &(Sign, String)) -> f64 {
    letters(words)
        + 14.0
        + match sign {
            Sign::Ramp(low, high) => letters(low) + letters(high) + RAMP + 24.0,
            Sign::None => 0.0,
            _ => SIGN,
        }
}

/// Where each entry begins: its left end, the middle of its line.
fn placed(entries: &[(Sign, String)], area: Area) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (area.left, area.top + LINE / 2.0);
    entries
        .iter()
        .map(|entry| {
            let width = width(entry);
            if x > area.left && x + width > area.right() {
                x = area.left;
                y += LINE;
            }
            let place = (x, y);
            x += width;
            place
        })
        .collect()
}

fn draw_entry(pen: &mut Pen, sign: &Sign, words: &str, (x, y): (f64, f64)) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(12.0, theme.text);
    let middle = (x + 8.0, y);
    match sign {
        Sign::Front => pen.dot(middle, RADIUS.0, theme.on_ramp(0.0))?,
        Sign::Dominated => pen.dot(middle, RADIUS.1, theme.axis)?,
        Sign::Unjudged => {
            pen.dot(middle, RADIUS.1, theme.axis)?;
            pen.dot(middle, RADIUS.1 - HOLLOW, theme.background)?;
        }
        Sign::Present => {
            pen.dot(middle, RADIUS.0 + 1.0, theme.highlight)?;
            pen.dot(middle, RADIUS.0 - 1.0, theme.background)?;
        }
        Sign::Edge => {
            let steps = [(x, y + 4.0), (x + 8.0, y + 4.0), (x + 8.0, y - 4.0), (x + 16.0, y - 4.0)];
            pen.path(&steps, theme.muted, 1.5)?;
        }
        Sign::None => {
            let style = Lettering::new(12.0, theme.muted);
            return pen.text(words, (x, y), style);
        }
        Sign::Ramp(low, high) => {
            pen.text(words, (x, y), style)?;
            let numbers = Lettering::new(12.0, theme.muted);
            let x = x + letters(words) + 8.0 + letters(low);
            pen.text(low, (x, y), numbers.right())?;
            draw_ramp(pen, (x + 8.0, y))?;
            return pen.text(high, (x + 16.0 + RAMP, y), numbers);
        }
    }
    pen.text(words, (x + SIGN, y), style)
}

fn draw_ramp(pen: &mut Pen, (x, y): (f64, f64)) -> Drawn {
    const PIECES: u32 = 48;
    for piece in 0..PIECES {
        let share = f64::from(piece) / f64::from(PIECES - 1);
        let area = Area {
            left: x + f64::from(piece) * RAMP / f64::from(PIECES),
            top: y - 5.0,
            // Pieces that only touch leave seams where a picture is scaled.
            width: RAMP / f64::from(PIECES) + if piece + 1 < PIECES { 1.0 } else { 0.0 },
            height: 10.0,
        };
        pen.fill(area, pen.theme.on_ramp(share), 1.0)?;
    }
    Ok(())
}

/// Left, top, right and bottom edge.
type Edges = [f64; 4];

/// Writes the number of each dot beside it; a number that would lie over another one or over a dot
/// of the front is left out.
fn draw_numbers(pen: &mut Pen, scatter: &Scatter, plot: &Plot) -> Drawn {
    let mut taken: Vec<Edges> = shown(scatter, plot)
        .filter(|dot| dot.on_front)
        .map(|dot| around(plot.at(dot.x, dot.y), RADIUS.0, RADIUS.0))
        .collect();
    let style = Lettering::new(11.5, pen.theme.text).bold().centred();
    for dot in shown(scatter, plot) {
        let Some(number) = dot.number else { continue };
        let text = number.to_string();
        let half = text.len() as f64 * 3.6;
        let (x, y) = plot.at(dot.x, dot.y);
        let beside = RADIUS.0 + half + 3.0;
        let further = beside + 2.0 * half + 4.0;
        let free = [
            (x + beside, y - 7.0),
            (x - beside, y - 7.0),
            (x + beside, y + 8.0),
            (x - beside, y + 8.0),
            (x, y - 16.0),
            (x, y + 17.0),
            // Beside the number of a dot at the same place.
            (x + further, y - 7.0),
            (x - further, y - 7.0),
            (x + further, y + 8.0),
            (x - further, y + 8.0),
        ]
        .into_iter()
        .find(|&place| {
            let edges = around(place, half, 6.0);
            lies_within(edges, plot) && !taken.iter().any(|&other| overlap(edges, other))
        });
        if let Some(place) = free {
            taken.push(around(place, half, 6.0));
            pen.text(&text, place, style)?;
        }
    }
    Ok(())
}

fn around((x, y): (f64, f64), half_width: f64, half_height: f64) -> Edges {
    [x - half_width, y - half_height, x + half_width, y + half_height]
}

fn overlap(a: Edges, b: Edges) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

fn lies_within(edges: Edges, plot: &Plot) -> bool {
    let area = plot.area;
    edges[0] >= area.left && edges[1] >= area.top && edges[2] <= area.right() && edges[3] <= area.bottom()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(x: f64, y: f64, on_front: bool) -> Dot {
        Dot { x, y, on_front, ..Dot::default() }
    }

    fn scatter() -> Scatter {
        Scatter {
            x_label: "U".to_owned(),
            x_higher: true,
            y_label: "F".to_owned(),
            dots: vec![
                dot(50.0, 10.0, true),
                dot(40.0, 12.0, false),
                dot(60.0, 15.0, true),
                dot(60.0, 15.0, false),
                dot(45.0, f64::NAN, false),
            ],
            ..Scatter::default()
        }
    }

    #[test]
    fn the_dot_under_the_pointer_is_found() {
        let (frame, scatter) = (Frame::new(600, 400), scatter());
        let places = places(frame, &scatter);
        assert_eq!(places[4], None);
        for at in [0, 1, 2] {
            let (x, y) = places[at].unwrap();
            assert!(x > 0.0 && x < 600.0 && y > 0.0 && y < 400.0);
            assert_eq!(dot_at(&scatter, &places, (x + 3.0, y - 3.0)), Some(at));
        }
        let (left, right) = (places[1].unwrap(), places[2].unwrap());
        assert!(left.0 < right.0 && left.1 > right.1, "lower values stand lower");
        assert_eq!(dot_at(&scatter, &places, (0.0, 0.0)), None);
    }

    #[test]
    fn the_edge_goes_in_steps_along_what_two_criteria_leave() {
        let scatter = scatter();
        let plot = plot(&scatter, Frame::new(600, 400).area()).unwrap();
        let expected = [plot.at(60.0, 15.0), plot.at(50.0, 15.0), plot.at(50.0, 10.0)];
        assert_eq!(stairs(&scatter, &plot), expected);
    }

    #[test]
    fn near_the_edge_far_dots_are_out_of_sight_and_counted() {
        let mut scatter = scatter();
        scatter.dots.push(dot(58.0, 300.0, true));
        scatter.dots.push(dot(1.0, 14.0, false));
        let frame = Frame::new(600, 400);
        assert!(hidden(&scatter).is_empty());
        assert_eq!(places(frame, &scatter).iter().flatten().count(), 6);
        scatter.sight = Sight::Edge;
        let on_front = hidden(&scatter).iter().filter(|dot| dot.on_front).count();
        assert_eq!((hidden(&scatter).len(), on_front), (3, 1));
        let places = places(frame, &scatter);
        assert!(places[0].is_some() && places[2].is_some(), "the edge itself");
        assert_eq!(places.iter().flatten().count(), 3);
    }

    /// Every dot against every other, by its definition.
    fn slow_edge(scatter: &Scatter) -> Vec<(f64, f64)> {
        let as_good = |higher: bool, one: f64, other: f64| if higher { one >= other } else { one <= other };
        let is_bettered = |dot: &Dot| {
            there(scatter).any(|it| {
                as_good(scatter.x_higher, it.x, dot.x)
                    && as_good(scatter.y_higher, it.y, dot.y)
                    && (it.x, it.y) != (dot.x, dot.y)
            })
        };
        let edge = there(scatter).filter(|dot| !is_bettered(dot));
        let mut edge: Vec<(f64, f64)> = edge.map(|dot| (dot.x, dot.y)).collect();
        sort_by(&mut edge, |a, b| a.0.total_cmp(&b.0));
        edge.dedup();
        edge
    }

    #[test]
    fn the_edge_is_where_its_directions_say() {
        for (x_higher, y_higher) in [(false, false), (false, true), (true, false), (true, true)] {
            let dots = (0..40).map(|k| dot(f64::from(k * 17 % 23), f64::from(k * 11 % 19), k % 3 == 0));
            let scatter = Scatter { x_higher, y_higher, dots: dots.collect(), ..Scatter::default() };
            let mut found: Vec<(f64, f64)> = edge(&scatter).iter().map(|it| (it.x, it.y)).collect();
            sort_by(&mut found, |a, b| a.0.total_cmp(&b.0));
            assert_eq!(found, slow_edge(&scatter), "{x_higher} {y_higher}");
            // All of it is in sight, however little else is.
            let near = Scatter { sight: Sight::Edge, ..scatter.clone() };
            let (x, y) = scales(&near).expect("scales");
            assert!(found.iter().all(|&(at, up)| x.shows(at) && y.shows(up)));
            let better = |higher| if higher { "higher" } else { "lower" };
            let picture = trade_off_svg(Frame::new(600, 400), &Theme::light(), &scatter, &Captions::default());
            for higher in [x_higher, y_higher] {
                assert!(picture.contains(&format!(", {} is better", better(higher))));
            }
        }
    }

    #[test]
    fn dots_of_other_jobs_are_hollow_and_no_part_of_the_edge() {
        let judged = scatter();
        let mut with_other = scatter();
        let better = Dot { x: 1e3, y: -1e3, unjudged: true, ..Dot::default() };
        with_other.dots.push(better);
        let places = |scatter: &Scatter| edge(scatter).iter().map(|dot| (dot.x, dot.y)).collect::<Vec<_>>();
        assert_eq!(places(&with_other), places(&judged));
        let picture = trade_off_svg(Frame::new(600, 400), &Theme::light(), &with_other, &Captions::default());
        assert!(picture.contains("of other jobs, not judged"));
        // Where none is judged all are in sight.
        for dot in &mut with_other.dots {
            (dot.unjudged, dot.on_front) = (true, false);
        }
        with_other.sight = Sight::Edge;
        assert!(scales(&with_other).is_some());
    }

    #[test]
    fn only_dots_off_the_front_are_grey() {
        let theme = Theme::light();
        let picture = trade_off_svg(Frame::new(600, 400), &theme, &scatter(), &Captions::default());
        let grey = theme.axis.css().to_uppercase();
        let circles = |colour: &str| {
            picture.lines().filter(|line| line.starts_with("<circle")).filter(|line| line.contains(colour)).count()
        };
        // Two dots and the one in the key.
        assert_eq!(circles(&grey), 3);
        let coloured = theme.ramp[0].css().to_uppercase();
        assert!(circles(&coloured) >= 2);
    }
}
