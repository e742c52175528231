//! Which job lies under the pointer.

use super::index::GanttIndex;
use super::layout::Layout;
use crate::Area;
use crate::legend::Resource;
use crate::piece::Piece;
use crate::viewport::Viewport;
use scheduling::engine::decisions::Gap;
use workload::Time;

/// How far beside a bar the pointer may be, in CSS pixels: bars are often narrower than that.
const NEAR: f64 = 2.0;

/// Under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Index of the job in the run.
    pub job: u32,
    /// Position of the rectangle in [`GanttIndex::pieces`].
    pub piece: usize,
}

/// The job at a pixel of a plot of `(width, height)` CSS pixels: the one that the pixel lies in, or
/// else the nearest within two pixels. O(blocks of the index + bars that near).
pub fn job_at(index: &GanttIndex, viewport: &Viewport, (width, height): (f64, f64), (x, y): (f64, f64)) -> Option<Hit> {
    if !(x >= 0.0 && x <= width && y >= 0.0 && y <= height) {
        return None;
    }
    let layout = layout(index, viewport, height);
    let (start, end) = (viewport.time(x - NEAR, width), viewport.time(x + NEAR, width));
    let mut nearest: Option<(f64, Hit)> = None;
    index.for_each_between(start, end.max(start + 1.0), |position, piece| {
        let Some(distance) = distance(&layout, viewport, width, piece, (x, y)) else {
            return;
        };
        if distance <= NEAR && nearest.is_none_or(|(least, _)| distance < least) {
            let job = piece.job;
            nearest = Some((distance, Hit { job, piece: position }));
        }
    });
    nearest.map(|(_, hit)| hit)
}

/// The area of the rectangle that was hit, within the plot, cut to the processors in sight.
pub fn area_of(index: &GanttIndex, viewport: &Viewport, (width, height): (f64, f64), hit: Hit) -> Option<Area> {
    let piece = index.pieces.get(hit.piece)?;
    let layout = layout(index, viewport, height);
    let lane = layout.lane(piece.provider as usize)?;
    let (top, bottom) = layout.span(lane, piece.first, piece.last);
    let left = viewport.x(piece.start as f64, width);
    Some(Area { left, top, width: viewport.x(piece.end as f64, width) - left, height: bottom - top })
}

/// The idle processors around a pixel of a plot, and the time there; `None` on a bar, outside the
/// providers, and where the rows are no processors. O(blocks of the index + bars then).
pub fn gap_at(
    index: &GanttIndex,
    viewport: &Viewport,
    (width, height): (f64, f64),
    (x, y): (f64, f64),
) -> Option<(Time, Gap)> {
    if !(x >= 0.0 && x <= width) || index.resource != Resource::Cores {
        return None;
    }
    let (provider, processor) = layout(index, viewport, height).processor_at(y)?;
    // Above its processors a provider has nothing that could be idle.
    if processor >= index.platform[provider] {
        return None;
    }
    let time = viewport.time(x, width).floor();
    let mut gap = Gap { provider: provider as u32, first_processor: 0, last_processor: index.platform[provider] - 1 };
    let mut taken = false;
    index.for_each_between(time, time + 1.0, |_, piece| {
        if piece.provider != gap.provider {
            return;
        }
        if piece.last < processor {
            gap.first_processor = gap.first_processor.max(piece.last + 1);
        } else if piece.first > processor {
            gap.last_processor = gap.last_processor.min(piece.first - 1);
        } else {
            taken = true;
        }
    });
    (!taken).then_some((time as Time, gap))
}

/// The height of one processor in a plot of this height, in CSS pixels.
pub fn row_height(index: &GanttIndex, viewport: &Viewport, height: f64) -> f64 {
    layout(index, viewport, height).row_height
}

/// How far a pixel is from a piece; 0 within. None if the piece is out of sight.
fn distance(layout: &Layout, viewport: &Viewport, width: f64, piece: &Piece, (x, y): (f64, f64)) -> Option<f64> {
    let lane = layout.lane(piece.provider as usize)?;
    let (top, bottom) = layout.span(lane, piece.first, piece.last);
    if top >= bottom {
        return None;
    }
    let from = viewport.x(piece.start as f64, width);
    let to = viewport.x(piece.end as f64, width);
    // A right edge belongs to the bar that begins there.
    let across = if x >= to { (x - to).max(1e-9) } else { (from - x).max(0.0) };
    let down = if y >= bottom { (y - bottom).max(1e-9) } else { (top - y).max(0.0) };
    Some(across.hypot(down))
}

pub(super) fn layout(index: &GanttIndex, viewport: &Viewport, height: f64) -> Layout {
    Layout::of(&index.rows, viewport, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scheduling::engine::testing::{bar_run, random_run};

    #[test]
    fn the_bar_under_the_pointer_wins_over_its_neighbour() {
        let run = bar_run(&[2], &[(7, 0, 0, 1, 0, 500), (8, 0, 0, 1, 500, 1000)]);
        let index = GanttIndex::new(&run);
        let at = |x| job_at(&index, &index.whole(), (100.0, 80.0), (x, 50.0)).map(|hit| hit.job);
        assert_eq!(at(49.9), Some(0));
        assert_eq!(at(50.0), Some(1));
        assert_eq!(at(-1.0), None);
    }

    #[test]
    fn a_sliver_is_found_from_two_pixels_away() {
        let run = bar_run(&[2], &[(7, 0, 0, 1, 0, 10), (8, 0, 0, 1, 50_000, 50_001), (9, 0, 0, 0, 99_990, 100_000)]);
        let index = GanttIndex::new(&run);
        let at = |x| job_at(&index, &index.whole(), (100.0, 80.0), (x, 50.0)).map(|hit| hit.job);
        assert_eq!(at(48.5), Some(1));
        assert_eq!(at(46.0), None);
    }

    proptest! {
        #[test]
        fn a_gap_is_all_idle_neighbours(run in random_run(), x in 0.0..900.0, y in 0.0..700.0) {
            let index = GanttIndex::new(&run);
            let (whole, size) = (index.whole(), (900.0, 700.0));
            let Some((provider, processor)) = layout(&index, &whole, size.1).processor_at(y) else {
                prop_assert!(gap_at(&index, &whole, size, (x, y)).is_none());
                return Ok(());
            };
            let time = whole.time(x, size.0).floor() as Time;
            let idle = |processor: u32| {
                !run.schedule.bars.iter().any(|bar| {
                    bar.provider as usize == provider
                        && (bar.first_processor..=bar.last_processor).contains(&processor)
                        && bar.start <= time
                        && time < bar.end
                })
            };
            match gap_at(&index, &whole, size, (x, y)) {
                None => prop_assert!(!idle(processor)),
                Some((at, gap)) => {
                    let Gap { first_processor: first, last_processor: last, .. } = gap;
                    prop_assert_eq!((at, gap.provider as usize), (time, provider));
                    prop_assert!((first..=last).contains(&processor));
                    prop_assert!((first..=last).all(idle));
                    prop_assert!(first == 0 || !idle(first - 1));
                    prop_assert!(last + 1 == run.platform[provider] || !idle(last + 1));
                }
            }
        }

        #[test]
        fn the_middle_of_every_bar_hits_it(run in random_run()) {
            let index = GanttIndex::new(&run);
            let (whole, size) = (index.whole(), (900.0, 700.0));
            let layout = layout(&index, &whole, size.1);
            for piece in index.pieces.iter() {
                let lane = layout.lane(piece.provider as usize).unwrap();
                let (top, bottom) = layout.span(lane, piece.first, piece.last);
                let x = whole.x((piece.start + piece.end) as f64 / 2.0, size.0);
                let hit = job_at(&index, &whole, size, (x, (top + bottom) / 2.0));
                prop_assert_eq!(hit.map(|hit| hit.job), Some(piece.job));
                let area = area_of(&index, &whole, size, hit.unwrap()).unwrap();
                prop_assert!(x >= area.left && x <= area.right());
                let rows = f64::from(piece.last - piece.first + 1);
                prop_assert!((area.height - rows * layout.row_height).abs() < 1e-6);
            }
        }
    }
}
