//! Scenarios against one another: two criteria across and up, a third as colour; those that nothing
//! dominates stand out, the others are grey.

mod key;
mod numbers;

use plotters_backend::DrawingBackend;
use serde::{Deserialize, Serialize};

use super::plot::{Axes, Plot};
use super::scale::Scale;
use crate::chart::pen::{Drawn, Pen};
use crate::chart::svg::svg;
use crate::chart::theme::{Rgb, Theme};
use crate::chart::titles::{Captions, begin, within_margins};
use crate::chart::{Area, Frame};

/// A scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dot {
    /// The criterion across; higher is better.
    pub x: f64,
    /// The criterion up; lower is better.
    pub y: f64,
    /// The criterion that is told by the colour; lower is better.
    pub colour: f64,
    /// Whether nothing dominates it.
    pub on_front: bool,
    /// Its number in a table beside the picture.
    pub number: Option<usize>,
    /// Whether it is the scenario at hand, which gets a ring.
    pub present: bool,
}

impl Dot {
    fn is_there(&self) -> bool {
        [self.x, self.y, self.colour]
            .into_iter()
            .all(|value| value.abs() < 1e100)
    }
}

/// How much of what there is comes into the picture.
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

/// What the picture shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// What stands across, with its unit: `mean utilization U (%)`.
    pub x_label: String,
    /// What stands up, with its unit: `mean flow time F (h)`.
    pub y_label: String,
    /// What the colour tells: `mean tardiness D`.
    pub colour_label: String,
    /// The unit of the colour: `h`.
    pub colour_unit: String,
    /// How much of it comes into the picture.
    pub sight: Sight,
    /// In any order; those with a value that is no number are left out.
    pub dots: Vec<Dot>,
}

/// The radius of a dot on the front and of another, in CSS pixels.
const RADIUS: (f64, f64) = (6.5, 3.5);

/// So near to a dot, in CSS pixels, is at it.
const NEAR: f64 = 12.0;

/// Draws the picture.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    frame: Frame,
    theme: &Theme,
    scatter: &Scatter,
    captions: &Captions,
) -> Drawn<DB> {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let Some(plot) = plot(scatter, area) else {
        return pen.nothing(area, "There are no results to show yet.");
    };
    key::draw(&mut pen, scatter, area)?;
    let how = if plot.y.is_log() { ", log" } else { "" };
    let across = format!("{}, higher is better", scatter.x_label);
    let up = format!("{}, lower is better{how}", scatter.y_label);
    plot.draw(&mut pen, Axes::new(&across, &up), |_| Ok(()))?;
    let colours = Colours::of(scatter, theme);
    let mut dots: Vec<&Dot> = shown(scatter, &plot).collect();
    // The front over the others, and what is at hand over all.
    dots.sort_by_key(|dot| (dot.present, dot.on_front));
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
pub fn trade_off_svg(
    frame: Frame,
    theme: &Theme,
    scatter: &Scatter,
    captions: &Captions,
) -> String {
    let on_front = there(scatter).filter(|dot| dot.on_front).count();
    let description = format!(
        "{} against {} of {} scenarios, {on_front} of which nothing dominates. {}",
        scatter.y_label,
        scatter.x_label,
        scatter.dots.len(),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| {
        draw(target, frame, theme, scatter, captions)
    })
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
pub fn dot_at(
    scatter: &Scatter,
    places: &[Option<(f64, f64)>],
    (x, y): (f64, f64),
) -> Option<usize> {
    let distance = |place: (f64, f64)| libm::hypot(place.0 - x, place.1 - y);
    let near = places.iter().enumerate().filter_map(|(at, place)| {
        let distance = distance((*place)?);
        (distance <= NEAR).then_some((at, distance))
    });
    let behind = |at: usize| scatter.dots.get(at).is_none_or(|dot| !dot.on_front);
    near.min_by(|&(a, near), &(b, far)| behind(a).cmp(&behind(b)).then(near.total_cmp(&far)))
        .map(|(at, _)| at)
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

/// What the axes go from and to; `None` where there is nothing to show.
fn scales(scatter: &Scatter) -> Option<(Scale, Scale)> {
    let x = Scale::around(there(scatter).map(|dot| dot.x), 0.06)?;
    let y = Scale::around(there(scatter).map(|dot| dot.y), 0.08)?;
    if scatter.sight == Sight::All {
        return Some((x, y));
    }
    // From the right and upper end to the left and lower one.
    let edge = edge(scatter);
    let (last, first) = (edge.first()?, edge.last()?);
    let margin = (0.3 * (last.x - first.x)).max(0.04 * last.x.abs());
    let x_window = [first.x - margin, last.x + margin];
    let y_window = [first.y * 0.9, last.y * 1.25];
    // What lies beyond all dots is of no use.
    let within = |window: [f64; 2], whole: Scale| {
        let (low, high) = whole.ends();
        Scale::around(window.map(|end| end.clamp(low, high)).into_iter(), 0.0)
    };
    Some((within(x_window, x)?, within(y_window, y)?))
}

/// How many dots on the front, and how many others, are out of sight.
fn beyond(scatter: &Scatter) -> (usize, usize) {
    let Some((x, y)) = scales(scatter) else {
        return (0, 0);
    };
    let hidden = || there(scatter).filter(|dot| !(x.shows(dot.x) && y.shows(dot.y)));
    let on_front = hidden().filter(|dot| dot.on_front).count();
    (on_front, hidden().count() - on_front)
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
        Self {
            theme,
            scale: Scale::around(on_front.map(|dot| dot.colour), 0.0),
        }
    }

    fn colour(&self, dot: &Dot) -> Rgb {
        match self.scale {
            Some(scale) if dot.on_front => self.theme.on_ramp(scale.share(dot.colour)),
            _ => self.theme.axis,
        }
    }
}

fn draw_dot<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    place: (f64, f64),
    dot: &Dot,
    colours: &Colours,
) -> Drawn<DB> {
    let theme = pen.theme;
    let radius = if dot.on_front { RADIUS.0 } else { RADIUS.1 };
    if dot.present {
        pen.dot(place, radius + 4.5, theme.highlight)?;
        pen.dot(place, radius + 2.5, theme.panel)?;
    } else if dot.on_front {
        pen.dot(place, radius + 1.5, theme.panel)?;
    }
    pen.dot(place, radius, colours.colour(dot))
}

/// The dots that the two criteria along the axes alone leave undominated, from high to low values.
fn edge(scatter: &Scatter) -> Vec<&Dot> {
    let mut dots: Vec<&Dot> = there(scatter).collect();
    dots.sort_by(|a, b| b.x.total_cmp(&a.x).then(a.y.total_cmp(&b.y)));
    let mut lowest = f64::INFINITY;
    dots.retain(|dot| {
        let is_edge = dot.y < lowest;
        lowest = lowest.min(dot.y);
        is_edge
    });
    dots
}

/// The edge as a line of steps.
fn stairs(scatter: &Scatter, plot: &Plot) -> Vec<(f64, f64)> {
    let edge = edge(scatter);
    let mut stairs: Vec<(f64, f64)> = edge
        .first()
        .map(|dot| plot.at(dot.x, dot.y))
        .into_iter()
        .collect();
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
        Dot {
            x,
            y,
            on_front,
            ..Dot::default()
        }
    }

    fn scatter() -> Scatter {
        Scatter {
            x_label: "U".to_owned(),
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
            let (x, y) = places[at].expect("a place");
            assert!(x > 0.0 && x < 600.0 && y > 0.0 && y < 400.0);
            assert_eq!(dot_at(&scatter, &places, (x + 3.0, y - 3.0)), Some(at));
        }
        let (left, right) = (places[1].unwrap(), places[2].unwrap());
        assert!(
            left.0 < right.0 && left.1 > right.1,
            "lower values stand lower"
        );
        assert_eq!(dot_at(&scatter, &places, (0.0, 0.0)), None);
    }

    #[test]
    fn the_edge_goes_in_steps_along_what_two_criteria_leave() {
        let scatter = scatter();
        let plot = plot(&scatter, Frame::new(600, 400).area()).expect("a plot");
        let expected = [
            plot.at(60.0, 15.0),
            plot.at(50.0, 15.0),
            plot.at(50.0, 10.0),
        ];
        assert_eq!(stairs(&scatter, &plot), expected);
    }

    #[test]
    fn near_the_edge_far_dots_are_out_of_sight_and_counted() {
        let mut scatter = scatter();
        scatter.dots.push(dot(58.0, 300.0, true));
        scatter.dots.push(dot(1.0, 14.0, false));
        let frame = Frame::new(600, 400);
        assert_eq!(beyond(&scatter), (0, 0));
        assert_eq!(places(frame, &scatter).iter().flatten().count(), 6);
        scatter.sight = Sight::Edge;
        assert_eq!(beyond(&scatter), (1, 2));
        let places = places(frame, &scatter);
        assert!(
            places[0].is_some() && places[2].is_some(),
            "the edge itself"
        );
        assert_eq!(places.iter().flatten().count(), 3);
    }

    #[test]
    fn only_dots_off_the_front_are_grey() {
        let theme = Theme::light();
        let picture = trade_off_svg(
            Frame::new(600, 400),
            &theme,
            &scatter(),
            &Captions::default(),
        );
        let grey = theme.axis.css().to_uppercase();
        let circles = |colour: &str| {
            let circles = picture.lines().filter(|line| line.starts_with("<circle"));
            circles.filter(|line| line.contains(colour)).count()
        };
        // Two dots and the one in the key.
        assert_eq!(circles(&grey), 3);
        let coloured = theme.ramp[0].css().to_uppercase();
        assert!(circles(&coloured) >= 2);
    }
}
