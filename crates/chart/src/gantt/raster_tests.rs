//! The fast path against a slow, obvious twin: each pixel by itself, its area shared out by hand.

use proptest::prelude::*;

use super::*;
use crate::theme::Rgb;
use scheduling::engine::testing::{bar_run, random_run};

/// Colours that keep the kinds apart: each has a channel of its own, over black.
fn separating() -> Theme {
    let black = Rgb(0, 0, 0);
    Theme {
        background: black,
        panel: black,
        grid: black,
        batch: [Rgb(255, 0, 0); 3],
        reservation: [Rgb(0, 255, 0); 3],
        idle: Rgb(0, 0, 255),
        ..Theme::light()
    }
}

/// The share of a pixel's area that each kind covers.
fn coverage(
    index: &GanttIndex,
    viewport: &Viewport,
    layout: &Layout,
    width: usize,
    (x, y): (usize, usize),
) -> [f64; 3] {
    let mut covered = [0.0; 3];
    for piece in index.pieces.iter() {
        let Some(lane) = layout.lane(piece.provider as usize) else {
            continue;
        };
        let (mut top, mut bottom) = layout.span(lane, piece.first, piece.last);
        if layout.row_height >= 1.0 {
            // Taller processors begin and end at whole pixels.
            (top, bottom) = (top.round(), bottom.round());
        }
        let (x, y) = (x as f64, y as f64);
        let from = viewport.x(piece.start as f64, width as f64);
        let to = viewport.x(piece.end as f64, width as f64);
        let across = (to.min(x + 1.0) - from.max(x)).max(0.0);
        let down = (bottom.min(y + 1.0) - top.max(y)).max(0.0);
        covered[piece.kind as usize] += across * down;
    }
    covered
}

/// Cells only: without the edges and hatches of wide bars.
fn draw_cells(
    index: &GanttIndex,
    viewport: &Viewport,
    (width, height): (usize, usize),
) -> (Layout, Vec<[u8; 4]>) {
    let theme = separating();
    let layout = device_layout(index, viewport, height, 1.0);
    let mut cells = Cells::default();
    cells.lay_out(&layout, width, height);
    let palette = Palette::new(&theme, &index.colouring);
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        let from = viewport.x(piece.start as f64, width as f64).max(0.0);
        let to = viewport.x(piece.end as f64, width as f64).min(width as f64);
        cells.add(piece, from, to, palette.of(piece, false));
    });
    let mut pixels = vec![[9; 4]; width * height];
    cells.compose(&vec![opaque(theme.panel); width], &theme, &mut pixels);
    (layout, pixels)
}

proptest! {
    #[test]
    fn every_pixel_shows_the_share_of_its_area_that_is_covered(
        run in random_run(),
        (width, height) in (1usize..60, 1usize..60),
        (zoom, fraction, rows) in (1.0..8.0, 0.0..1.0, 1.0..3.0),
    ) {
        let index = GanttIndex::new(&run);
        let whole = index.whole();
        let viewport = whole.zoom_time(zoom, fraction, &whole).zoom_rows(rows, fraction, &whole);
        let (layout, pixels) = draw_cells(&index, &viewport, (width, height));
        // Between two lanes whose edge is no whole pixel the cells round; the twin does not.
        let snapped = |y: usize| layout.lanes.iter().any(|lane| {
            (lane.top - y as f64).abs() < 1.0 || (lane.bottom - y as f64 - 1.0).abs() < 1.0
        });
        for y in (0..height).filter(|&y| !snapped(y)) {
            for x in 0..width {
                let wanted = coverage(&index, &viewport, &layout, width, (x, y));
                let found = pixels[y * width + x];
                for kind in 0..3 {
                    let difference = wanted[kind] * 255.0 - f64::from(found[kind]);
                    prop_assert!(difference.abs() <= 1.5, "({x}, {y}): {wanted:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_in_sight_is_missed_and_nothing_out_of_sight_visited(
        run in random_run(), start in -50.0..1500.0, length in 1.0..1000.0,
    ) {
        let index = GanttIndex::new(&run);
        let mut found = Vec::new();
        index.for_each_between(start, start + length, |at, _| found.push(at));
        let wanted: Vec<usize> = (0..index.pieces.len())
            .filter(|&at| {
                let piece = index.pieces.at(at);
                (piece.start as f64) < start + length && piece.end as f64 > start
            })
            .collect();
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn no_window_and_no_size_is_too_wild(
        run in random_run(),
        (width, height) in (0usize..40, 0usize..40),
        (start, end) in (prop::num::f64::ANY, prop::num::f64::ANY),
        scale in 0.1..4.0,
    ) {
        let index = GanttIndex::new(&run);
        let bounds = index.whole();
        let viewport = Viewport { start, end, ..bounds }.clamped(&bounds);
        let theme = Theme::dark();
        let options = RasterOptions {
            highlight: Some(0), selected: Some(&[true]), ..RasterOptions::plain(&theme, scale)
        };
        let mut pixels = vec![0; width * height * 4];
        Raster::new().draw(&index, &viewport, &options, (width, height), &mut pixels);
        prop_assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255));
    }
}

/// A processor of a large machine is a fraction of a pixel tall, and most jobs are a fraction of one
/// wide: what each of them covers is too little to be told, all of them together are not.
#[test]
fn many_short_jobs_on_a_large_machine_are_seen_for_what_they_cover() {
    let (rows, jobs) = (24_515, 100);
    // About the processors of the third row of pixels below the strip, and more on both sides.
    let bars: Vec<_> = (600..2000)
        .flat_map(|row| (0..jobs).map(move |at| (at as u32, 0, row, row, at * 100, at * 100 + 20)))
        .chain([(0, 0, 0, 0, 39_999, 40_000)])
        .collect();
    let index = GanttIndex::new(&bar_run(&[rows], &bars));
    let whole = index.whole();
    let (layout, pixels) = draw_cells(&index, &whole, (4, 80));
    assert!(layout.row_height < 1.0 / 400.0);
    for y in [22, 23] {
        let wanted = coverage(&index, &whole, &layout, 4, (0, y));
        assert!((wanted[0] - 0.2).abs() < 1e-6);
        let found = f64::from(pixels[y * 4][0]);
        assert!((found - 51.0).abs() <= 1.5, "{found} of 255 for a fifth");
    }
}

#[test]
fn extreme_times_and_processors_do_not_panic() {
    let run = bar_run(
        &[3, 0],
        &[(0, 0, 0, 9, 0, i64::MAX), (1, 7, 0, 0, i64::MIN, 5)],
    );
    let index = GanttIndex::new(&run);
    let theme = Theme::light();
    let mut pixels = vec![0; 50 * 40 * 4];
    let options = RasterOptions::plain(&theme, 1.0);
    Raster::new().draw(&index, &index.whole(), &options, (50, 40), &mut pixels);
}

#[test]
fn blockers_are_outlined_in_a_colour_of_their_own() {
    let run = bar_run(&[4], &[(7, 0, 0, 1, 0, 500), (8, 0, 2, 3, 0, 500)]);
    let index = GanttIndex::new(&run);
    for theme in [Theme::light(), Theme::dark()] {
        let with = |colour: Rgb, blockers: &[u32]| {
            let mut pixels = vec![0; 100 * 60 * 4];
            let options = RasterOptions {
                highlight: Some(0),
                blockers,
                ..RasterOptions::plain(&theme, 1.0)
            };
            Raster::new().draw(&index, &index.whole(), &options, (100, 60), &mut pixels);
            let found = pixels
                .chunks(4)
                .filter(|it| it[..3] == [colour.0, colour.1, colour.2]);
            found.count()
        };
        assert_eq!(with(theme.blocker, &[]), 0);
        assert!(with(theme.blocker, &[1]) > 100);
        assert!(
            with(theme.highlight, &[1]) > 50,
            "the job itself is outlined too"
        );
    }
}

#[test]
fn a_highlighted_job_changes_the_picture_even_if_it_is_a_sliver() {
    let run = bar_run(
        &[4],
        &[(0, 0, 0, 3, 0, 100_000), (1, 0, 1, 1, 100_000, 100_001)],
    );
    let index = GanttIndex::new(&run);
    let theme = Theme::light();
    let draw = |highlight| {
        let mut pixels = vec![0; 100 * 60 * 4];
        let options = RasterOptions {
            highlight,
            ..RasterOptions::plain(&theme, 1.0)
        };
        Raster::new().draw(&index, &index.whole(), &options, (100, 60), &mut pixels);
        pixels
    };
    assert_ne!(draw(None), draw(Some(1)));
}
