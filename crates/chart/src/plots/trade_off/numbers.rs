//! Numbers beside the dots, where there is room for them.

use super::{RADIUS, Scatter, shown};
use crate::plots::plot::Plot;
use crate::prelude::*;

/// Left, top, right and bottom edge.
type Edges = [f64; 4];

/// Writes the number of each dot beside it; a number that would lie over another one or over a dot
/// of the front is left out.
pub(super) fn draw(pen: &mut Pen, scatter: &Scatter, plot: &Plot) -> Drawn {
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
