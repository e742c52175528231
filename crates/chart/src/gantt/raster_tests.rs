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

/// The pixels that a piece smaller than a pixel is seen in, by its extent along one axis.
fn seen_in((from, to): (f64, f64), end: f64) -> std::ops::Range<f64> {
    let (from, to) = (from.max(0.0), to.min(end));
    match to - from < 1.0 {
        // A lane that is cut to less than half a pixel has none.
        true if end < 1.0 => 0.0..0.0,
        true => {
            let at = f64::midpoint(from, to).floor().clamp(0.0, end - 1.0);
            at..at + 1.0
        }
        false => from.round()..to.round(),
    }
}

/// How many pieces smaller than a pixel are seen in one; 0 if a larger piece covers more than an eighth of it across and down.
fn small(index: &GanttIndex, viewport: &Viewport, layout: &Layout, width: usize, (x, y): (usize, usize)) -> usize {
    let (x, y, width) = (x as f64, y as f64, width as f64);
    let mut count = 0;
    for piece in index.pieces.iter() {
        let Some(lane) = layout.lane(piece.provider as usize) else {
            continue;
        };
        let row = |row: u32| lane.origin + f64::from(row) * layout.row_height;
        let mut down = (row(piece.first), row(piece.last + 1));
        if layout.row_height >= 1.0 {
            down = (down.0.round(), down.1.round());
        }
        let at = |time: i64| viewport.x(time as f64, width);
        let across = (at(piece.start), at(piece.end));
        let is_in_sight = across.1 > 0.0 && across.0 < width && down.1 > lane.top && down.0 < lane.bottom;
        if !is_in_sight {
            continue;
        }
        let is_small = across.1 - across.0 < 1.0 || (down.1 - down.0 < 1.0 && layout.row_height < 1.0);
        let is_there = |(from, to): (f64, f64), at: f64| from + 0.125 < at + 1.0 && to - 0.125 > at;
        if is_small {
            let top = lane.top.round();
            let rows = seen_in((down.0 - top, down.1 - top), lane.bottom.round() - top);
            count += usize::from(seen_in(across, width).contains(&x) && rows.contains(&(y - top)));
        } else if is_there(across, x) && is_there(down, y) {
            return 0;
        }
    }
    count
}

/// The pixels of a picture.
fn draw(index: &GanttIndex, viewport: &Viewport, options: &RasterOptions, (width, height): (usize, usize)) -> Vec<u8> {
    let mut pixels = vec![0; width * height * 4];
    Raster::new().draw(index, viewport, options, (width, height), &mut pixels);
    pixels
}

/// Cells only: without the edges and hatches of wide bars.
fn draw_cells(index: &GanttIndex, viewport: &Viewport, (width, height): (usize, usize)) -> (Layout, Vec<[u8; 4]>) {
    let theme = separating();
    let layout = device_layout(index, viewport, height, 1.0);
    let mut cells = Cells::default();
    cells.lay_out(&layout, width, height);
    let palette = Palette::new(&theme, &index.colouring);
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        let x = |time: i64| viewport.x(time as f64, width as f64);
        let across = (x(piece.start), x(piece.end));
        cells.add(piece, across, palette.of(piece, false));
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
            let row: Vec<[f64; 3]> = (0..width)
                .map(|x| coverage(&index, &viewport, &layout, width, (x, y)))
                .collect();
            for x in 0..width {
                let around = &row[x.saturating_sub(16)..(x + 17).min(width)];
                let around: f64 = around.iter().flatten().sum::<f64>() / around.len() as f64;
                let all: f64 = row[x].iter().sum();
                let small = small(&index, &viewport, &layout, width, (x, y));
                let least = match small {
                    0 => 0.0,
                    count => (2.0 - 8.0 * around).clamp(0.0, 1.0) / count as f64,
                };
                let larger = if all > 0.0 { all.max(least) / all } else { 1.0 };
                let wanted = row[x].map(|share| share * larger);
                let found = pixels[y * width + x];
                let sum = |channels: [f64; 4]| channels.iter().take(3).sum::<f64>();
                let difference = sum(found.map(f64::from)) - 255.0 * wanted.iter().sum::<f64>();
                prop_assert!(difference.abs() <= 4.0, "({x}, {y}): {wanted:?} {found:?} {small}");
                // Of less than that the kinds are not told.
                for kind in (0..3).filter(|_| all > 0.1 || larger == 1.0) {
                    let difference = wanted[kind] * 255.0 - f64::from(found[kind]);
                    prop_assert!(difference.abs() <= 3.0, "({x}, {y}): {wanted:?} {found:?} {small}");
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
        let pixels = draw(&index, &viewport, &options, (width, height));
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
    let run = bar_run(&[3, 0], &[(0, 0, 0, 9, 0, i64::MAX), (1, 7, 0, 0, i64::MIN, 5)]);
    let index = GanttIndex::new(&run);
    let theme = Theme::light();
    draw(&index, &index.whole(), &RasterOptions::plain(&theme, 1.0), (50, 40));
}

#[test]
fn blockers_are_outlined_in_a_colour_of_their_own() {
    let run = bar_run(&[4], &[(7, 0, 0, 1, 0, 500), (8, 0, 2, 3, 0, 500)]);
    let index = GanttIndex::new(&run);
    for theme in [Theme::light(), Theme::dark()] {
        let with = |colour: Rgb, blockers: &[u32]| {
            let options = RasterOptions { highlight: Some(0), blockers, ..RasterOptions::plain(&theme, 1.0) };
            let pixels = draw(&index, &index.whole(), &options, (100, 60));
            pixels.chunks(4).filter(|it| it[..3] == [colour.0, colour.1, colour.2]).count()
        };
        assert_eq!(with(theme.blocker, &[]), 0);
        assert!(with(theme.blocker, &[1]) > 100);
        assert!(with(theme.highlight, &[1]) > 50, "the job itself is outlined too");
    }
}

#[test]
fn a_highlighted_job_changes_the_picture_even_if_it_is_a_sliver() {
    let run = bar_run(&[4], &[(0, 0, 0, 3, 0, 100_000), (1, 0, 1, 1, 100_000, 100_001)]);
    let index = GanttIndex::new(&run);
    let theme = Theme::light();
    let drawn = |highlight| {
        let options = RasterOptions { highlight, ..RasterOptions::plain(&theme, 1.0) };
        draw(&index, &index.whole(), &options, (100, 60))
    };
    assert_ne!(drawn(None), drawn(Some(1)));
}

/// All jobs of a log of `tests/inputs` on a machine of so many processors.
fn all_of(name: &str, processors: u32) -> GanttIndex {
    let path = format!("{}/../../tests/inputs/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect("the log");
    let log = workload::read(name, &bytes).unwrap();
    let mut scenario = experiment::Scenario { platform: vec![processors], ..experiment::Scenario::default() };
    scenario.workload.last_job = None;
    scenario.workload.reservations.percent = 0.0;
    let run = experiment::run(&scenario, &log.workload).unwrap();
    GanttIndex::new(&run)
}

/// The place of a job by its number in the log.
fn place(index: &GanttIndex, number: &str) -> u32 {
    let is_it = |&at: &usize| index.name(at).as_deref() == Some(number);
    (0..index.jobs).find(is_it).expect("the job") as u32
}

/// The pixels of the whole run, with the job of this index highlighted, if any.
fn whole(index: &GanttIndex, job: Option<u32>, size: (usize, usize)) -> (Layout, Vec<[u8; 4]>) {
    let theme = separating();
    let flags: Vec<bool> = (0..index.jobs as u32).map(|it| job == Some(it)).collect();
    let options = RasterOptions { selected: job.map(|_| flags.as_slice()), ..RasterOptions::plain(&theme, 1.0) };
    let pixels = draw(index, &index.whole(), &options, size);
    let layout = device_layout(index, &index.whole(), size.1, 1.0);
    (layout, pixels.as_chunks::<4>().0.to_vec())
}

#[test]
fn a_minute_of_a_year_is_a_hairline_over_all_rows_of_its_job() {
    let index = all_of("25b_short_in_a_year.swf", 8);
    let (width, height) = (1300, 500);
    for (job, least) in [(None, 1), (Some(place(&index, "2")), 3)] {
        let (layout, pixels) = whole(&index, job, (width, height));
        let lane = layout.lanes[0];
        let rows = lane.top as usize..lane.bottom as usize;
        let is_drawn = |x: &usize| rows.clone().all(|y| pixels[y * width + x] == [255, 0, 0, 255]);
        let near = index.whole().x(15_000_000.0, width as f64) as usize;
        let drawn = (near - 5..near + 5).filter(is_drawn).count();
        assert_eq!(drawn, least, "{job:?}");
    }
}

#[test]
fn a_processor_of_a_hundred_thousand_is_seen_where_its_job_is_highlighted() {
    let index = all_of("25_one_of_163840_processors.swf", 163_840);
    let (width, height) = (1300, 600);
    let (_, pixels) = whole(&index, Some(place(&index, "21")), (width, height));
    let marked: Vec<usize> =
        (0..width * height).filter(|&at| pixels[at] == [255, 0, 0, 255]).map(|at| at / width).collect();
    let rows = marked[marked.len() - 1] - marked[0] + 1;
    let across = index.whole().x(7_200.0, width as f64) as usize;
    assert_eq!(rows, 3);
    assert!(marked.len().abs_diff(3 * across) <= 6, "{} pixels", marked.len());
    // Its numbers of processors have room beside the plot: digits are 7 pixels wide.
    assert!(index.left() >= 6.0 + 6.0 * 7.0, "{}", index.left());
}

#[test]
fn highlighted_jobs_are_enlarged_in_pictures_for_files_as_well() {
    use crate::gantt::level_of_detail::{Mark, marks};
    for (name, processors, number) in
        [("25b_short_in_a_year.swf", 8, "2"), ("25_one_of_163840_processors.swf", 163_840, "21")]
    {
        let index = all_of(name, processors);
        let job = place(&index, number);
        let flags: Vec<bool> = (0..index.jobs as u32).map(|it| it == job).collect();
        let viewport = index.whole();
        let shown = crate::gantt::index::VisiblePart { viewport: &viewport, selected: Some(&flags) };
        let all = marks(&index, shown, (1300.0, 500.0), 1_000, &Theme::light());
        let last = all.last().unwrap();
        let Mark::Bar { area, piece, dimmed: false, .. } = last else {
            panic!("{name}: {last:?}");
        };
        assert!(piece.job == job && area.width >= 3.0 && area.height >= 3.0, "{name}: {area:?}");
    }
}
