//! Scenarios against one another: two criteria across and up, a third as colour; those that nothing
//! dominates stand out, the others are grey.

mod key;
mod numbers;

use serde::{Deserialize, Serialize};

use super::plot::Scale;
use super::plot::{Axes, Plot};
use crate::paper::Figure;
use crate::prelude::*;
use crate::theme::MARGIN;
use base::ordering::{sort_by, sort_by_key};

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
    key::draw(&mut pen, scatter, area)?;
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
    numbers::draw(&mut pen, scatter, &plot)
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
        ((width * 0.66).clamp(LEAST, MOST) + key::height(self.0, area)) as u32
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
    let area = Plot::within(area.inset(0.0, key::height(scatter, area), 0.0, 0.0), 14.0);
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
