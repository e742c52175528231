//! Utilization over time: how many processors are held, as a small step line.

use crate::gantt::index::GanttIndex;
use crate::piece::Kind;
use crate::prelude::*;
use crate::viewport::Viewport;

/// The mean share of all processors that each kind (batch, reservation, idle) holds in each of
/// `buckets` equal stretches of the window. Exact; O(bars in sight + buckets).
pub fn utilization(index: &GanttIndex, viewport: &Viewport, buckets: usize) -> Vec<[f64; 3]> {
    let processors: f64 = index.platform.iter().map(|&p| f64::from(p)).sum();
    // Two differences per bar: processors held fully from a bucket on, and the parts at the edges.
    let mut parts = vec![[0.0; 3]; buckets + 1];
    let mut change = vec![[0.0; 3]; buckets + 1];
    let width = buckets as f64;
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        let size = f64::from(piece.last - piece.first + 1);
        let kind = piece.kind as usize;
        let from = viewport.x(piece.start as f64, width).clamp(0.0, width);
        let to = viewport.x(piece.end as f64, width).clamp(0.0, width);
        // Held from `from` on, given back from `to` on.
        for (at, size) in [(from, size), (to, -size)] {
            let bucket = at as usize;
            parts[bucket][kind] += (bucket as f64 + 1.0 - at) * size;
            if bucket < buckets {
                change[bucket + 1][kind] += size;
            }
        }
    });
    let mut held = [0.0; 3];
    (0..buckets)
        .map(|bucket| {
            [0, 1, 2].map(|kind| {
                held[kind] += change[bucket][kind];
                ((held[kind] + parts[bucket][kind]) / processors.max(1.0)).clamp(0.0, 1.0)
            })
        })
        .collect()
}

/// Draws the utilization over a frame without axes: batch beneath, reservations above, idle on top,
/// on the full height as 100 %.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, index: &GanttIndex, viewport: &Viewport) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = frame.area();
    pen.fill(area, theme.panel, 1.0)?;
    if frame.width == 0 || frame.height == 0 {
        return Ok(());
    }
    let buckets = utilization(index, viewport, (frame.width as usize / 2).clamp(1, 2000));
    let width = area.width / buckets.len() as f64;
    let mut floor = vec![area.bottom(); buckets.len()];
    for kind in [Kind::Batch, Kind::Reservation, Kind::Idle] {
        let mut upper = Vec::with_capacity(2 * buckets.len());
        let mut lower = Vec::with_capacity(2 * buckets.len());
        for (at, shares) in buckets.iter().enumerate() {
            let (left, right) = (at as f64 * width, (at as f64 + 1.0) * width);
            lower.extend([(left, floor[at]), (right, floor[at])]);
            floor[at] -= shares[kind as usize] * area.height;
            upper.extend([(left, floor[at]), (right, floor[at])]);
        }
        upper.extend(lower.into_iter().rev());
        pen.polygon(&upper, kind.colour(1, theme), 1.0)?;
    }
    let bottom = Area { top: area.bottom() - 1.0, height: 1.0, ..area };
    pen.fill(bottom, theme.axis, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scheduling::engine::testing::{bar_run, random_run};

    #[test]
    fn half_the_processors_half_the_time_is_a_quarter() {
        let index = GanttIndex::new(&bar_run(&[4], &[(1, 0, 0, 1, 0, 100), (2, 0, 0, 3, 150, 200)]));
        let shares = utilization(&index, &index.whole(), 4);
        let batch: Vec<f64> = shares.iter().map(|kinds| kinds[0]).collect();
        assert_eq!(batch, [0.5, 0.5, 0.0, 1.0]);
    }

    proptest! {
        #[test]
        fn the_mean_over_buckets_is_the_area_held(run in random_run(), buckets in 1usize..50) {
            let index = GanttIndex::new(&run);
            let whole = index.whole();
            let found: f64 = utilization(&index, &whole, buckets).iter().flatten().sum();
            let held: f64 = index.pieces.iter()
                .map(|p| (p.end - p.start) as f64 * f64::from(p.last - p.first + 1)).sum();
            let all = whole.seconds() * run.platform.iter().sum::<u32>() as f64;
            prop_assert!((found / buckets as f64 - held / all).abs() < 1e-9);
        }
    }
}
