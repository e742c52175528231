//! Every picture, in both themes, with and without anything to show.
//!
//! With `SLOTSCOPE_PICTURES=folder cargo test pictures` they are written there to be looked at.

use proptest::prelude::*;

use super::curves::{Curves, Panel, Point, Series};
use super::gantt::level_of_detail::{Mark, marks};
use super::gantt::raster::{Raster, RasterOptions};
use super::histogram::Histogram;
use super::period_search::{PeriodCurve, TriedPeriod};
use super::slots::{Answer, Commitment, SlotView};
use super::trade_off::{Dot, Scatter};
use super::{Captions, Frame, GanttIndex, Origin, Theme, VisiblePart};
use super::{curves, gantt, histogram, period_search, profile, slots, svg, trade_off};
use crate::piece::Kind;
use scheduling::engine::testing::{bar_run, first_fit, random_run};

fn captions(title: &str) -> Captions {
    Captions {
        title: title.to_owned(),
        subtitle: "jobs 1–1000 that ran, 30 % advance reservations (fixed) · 2 × 64 processors · \
                   grid: AR first, load balancing, MCT, on arrival · local: FCFS with backfilling, \
                   killed at the limit · seed 1"
            .to_owned(),
        origin: Origin::LogStart,
    }
}

pub(super) fn keep(name: &str, text: impl AsRef<[u8]>) {
    if let Some(folder) = std::env::var_os("SLOTSCOPE_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join(name), text).unwrap();
    }
}

fn themes() -> [(&'static str, Theme); 2] {
    [("light", Theme::light()), ("dark", Theme::dark())]
}

pub(super) fn is_well_formed(picture: &str) -> bool {
    picture.starts_with("<svg ")
        && picture.ends_with("</svg>\n")
        && (picture.contains("role=\"img\"") || picture.contains("aria-hidden=\"true\""))
        && picture.matches("<text").count() == picture.matches("</text>").count()
        && !picture.contains("NaN")
}

/// A hundred jobs, or a whole log of twenty thousand.
fn run_of(jobs: i64) -> experiment::Run {
    let jobs: Vec<_> = (0..jobs)
        .map(|k| {
            let size = 1 << (k * 7919 % 5);
            let length = 300 + (k * k * 31 + k * 977) % 14_000;
            (k * 1000, size, length)
        })
        .collect();
    first_fit(&[64, 32], &jobs)
}

#[test]
fn pictures_of_schedules() {
    for (name, theme) in themes() {
        for (count, what) in [(120, "few"), (20_000, "log")] {
            let index = GanttIndex::new(&run_of(count));
            let whole = index.whole();
            let mut words = captions("Two providers, batch jobs beside advance reservations");
            if count > 1000 {
                words.origin = Origin::Dated(workload::clock::Clock::utc(893_466_664));
            }
            let frame = Frame::new(1200, 640);
            let picture = gantt::gantt_svg(frame, &theme, &index, &whole, &words);
            assert!(is_well_formed(&picture));
            assert!(picture.lines().count() < 20_000);
            keep(&format!("gantt-{what}-{name}.svg"), picture);
            let (width, height) = (2400usize, 1000usize);
            let options = RasterOptions { highlight: Some(40), ..RasterOptions::plain(&theme, 2.0) };
            let mut pixels = vec![0; width * height * 4];
            Raster::new().draw(&index, &whole, &options, (width, height), &mut pixels);
            let mut image = format!("P6 {width} {height} 255\n").into_bytes();
            image.extend(pixels.chunks(4).flat_map(|pixel| &pixel[..3]));
            keep(&format!("raster-{what}-{name}.ppm"), image);
            let line = svg::svg(Frame::new(1200, 60), "Utilization", "", |target, frame| {
                profile::draw(target, frame, &theme, &index, &whole)
            });
            keep(&format!("profile-{what}-{name}.svg"), line);
        }
    }
}

#[test]
fn jobs_that_are_singled_out_stand_out_of_a_picture() {
    // Jobs 33 and 35 are shaded differently; only the latter is highlighted.
    let index = GanttIndex::new(&bar_run(&[4], &[(33, 0, 0, 3, 0, 500), (35, 0, 0, 3, 500, 1000)]));
    let theme = Theme::light();
    let whole = index.whole();
    let picture = |selected: Option<&[bool]>| {
        let viewport = &whole;
        let shown = VisiblePart { viewport, selected };
        let words = captions("Two jobs");
        gantt::gantt_svg(Frame::new(600, 300), &theme, &index, shown, &words).to_lowercase()
    };
    let (all, second) = (picture(None), picture(Some(&[false, true])));
    let [first_shade, _, second_shade] = theme.batch;
    let pale = theme.dimmed(first_shade).css();
    for (picture, has) in [(&all, [true, true, false]), (&second, [false, true, true])] {
        let colours = [first_shade.css(), second_shade.css(), pale.clone()];
        assert_eq!(colours.map(|it| picture.contains(&it)), has, "{picture}");
    }
    // The numbers stand on the bars that are meant, and the legend says what pale ones are.
    assert!(all.contains(">\n33</text>") && all.contains(">\n35</text>"));
    assert!(!second.contains(">\n33</text>") && second.contains(">\n35</text>"));
    assert!(second.contains("not highlighted") && !all.contains("not highlighted"));
}

#[test]
fn a_crowd_that_is_not_singled_out_is_pale() {
    let theme = Theme::light();
    let index = GanttIndex::new(&run_of(20_000));
    let none = vec![false; 20_000];
    let whole = index.whole();
    let shown = VisiblePart { viewport: &whole, selected: Some(&none) };
    let pale = [theme.batch, theme.reservation]
        .concat()
        .into_iter()
        .chain([theme.idle])
        .map(|colour| theme.dimmed(colour).luminance())
        .fold(1.0, f64::min);
    let mut densities = 0;
    for mark in marks(&index, shown, (1200.0, 500.0), 8_000, &theme) {
        match mark {
            Mark::Bar { dimmed, .. } => assert!(dimmed),
            Mark::Density { colour, .. } => {
                densities += 1;
                // Mean colours are told in steps.
                assert!(colour.luminance() > pale - 0.1, "{colour:?}");
            }
        }
    }
    assert!(densities > 100);
}

#[test]
fn pictures_of_many_providers() {
    let jobs: Vec<_> = (0..900).map(|k| (k * 90, 1 + k as u32 * 7 % 9, 200 + k * 37 % 9000)).collect();
    let index = GanttIndex::new(&first_fit(&[16; 24], &jobs));
    let words = captions("Twenty-four providers");
    let picture = gantt::gantt_svg(Frame::new(900, 560), &Theme::light(), &index, &index.whole(), &words);
    keep("gantt-many-light.svg", picture);
}

fn sweep() -> Curves {
    let series = |name: &str, at: f64, slope: f64| Series {
        name: name.to_owned(),
        look: None,
        points: (0..=10)
            .map(|step| {
                let x = f64::from(step) * 10.0;
                let mean = at + slope * x * (1.0 + (x / 17.0).sin() * 0.1);
                Point { x, mean, low: mean * 0.94, high: mean * 1.07, n: 10 }
            })
            .filter(|point| name != "FCFS" || point.x != 50.0)
            .collect(),
    };
    let panel = |y_label: &str, at: f64, slope: f64, from_zero| Panel {
        y_label: y_label.to_owned(),
        from_zero,
        log: false,
        series: vec![
            series("FCFS", at, slope),
            series("FCFS with backfilling", at * 1.07, slope * 1.1),
            series("largest size first, δ = 600 s", at * 0.9, slope * 0.8),
        ],
    };
    Curves {
        x_label: "advance reservations (%)".to_owned(),
        x_log: false,
        panels: vec![
            panel("mean utilization U", 0.58, -0.0018, false),
            panel("mean flow time F (s)", 24_000.0, 310.0, true),
            panel("mean tardiness D (s)", 0.0, 42.0, true),
        ],
    }
}

#[test]
fn pictures_of_sweeps() {
    let words = captions("What advance reservations cost");
    for (name, theme) in themes() {
        let picture = curves::curves_svg(Frame::new(1200, 460), &theme, &sweep(), &words);
        assert!(is_well_formed(&picture));
        keep(&format!("curves-{name}.svg"), picture);
        let mut single = sweep();
        single.panels.truncate(2);
        single.panels.remove(0);
        let plain = Captions::default();
        let picture = curves::curves_svg(Frame::new(400, 300), &theme, &single, &plain);
        keep(&format!("curve-{name}.svg"), picture);
    }
}

fn slot_view() -> SlotView {
    let commitment = |job, kind, start, end, processors| Commitment { job, kind, start, end, processors };
    let commitments = vec![
        commitment(17, Kind::Batch, 600, 9_000, 12),
        commitment(21, Kind::Batch, 2_000, 5_400, 20),
        commitment(24, Kind::Reservation, 7_200, 18_000, 32),
        commitment(31, Kind::Reservation, 14_400, 30_000, 8),
        commitment(33, Kind::Reservation, 600, 36_000, 4),
    ];
    let mut times: Vec<i64> = commitments.iter().flat_map(|c| [c.start, c.end]).chain([0]).collect();
    times.sort_unstable();
    times.dedup();
    let taken = |at| commitments.iter().filter(|c| c.start <= at && at < c.end).map(|c| c.processors).sum::<i64>();
    SlotView {
        window: (0, 36_000),
        capacity: 64,
        steps: times.iter().map(|&at| (at, 64 - taken(at))).collect(),
        commitments,
        now: Some(2_500),
        answer: Some(Answer { start: 9_000, end: 14_400, processors: 24 }),
        starts: vec![(9_000, 10_800), (18_000, i64::MAX)],
    }
}

#[test]
fn pictures_of_slots() {
    for (name, theme) in themes() {
        let words = captions("Availability of provider 1");
        let picture = slots::slots_svg(Frame::new(1000, 520), &theme, &slot_view(), &words);
        assert!(is_well_formed(&picture));
        keep(&format!("slots-{name}.svg"), picture);
    }
}

#[test]
fn pictures_of_classes() {
    let classes = [
        ("1", 1532.0),
        ("2–3", 410.0),
        ("4–7", 899.0),
        ("8–15", 1210.0),
        ("16–31", 640.0),
        ("32–63", 201.0),
        ("64–128", 69.0),
    ];
    let histogram = Histogram {
        x_label: "size (processors)".to_owned(),
        y_label: "jobs".to_owned(),
        classes: classes.map(|(name, count)| (name.to_owned(), count)).to_vec(),
    };
    for (name, theme) in themes() {
        let picture = histogram::histogram_svg(Frame::new(520, 300), &theme, &histogram, &Captions::default());
        assert!(is_well_formed(&picture));
        keep(&format!("histogram-{name}.svg"), picture);
    }
}

fn scatter() -> Scatter {
    let dots = (0..160).map(|k| {
        let at = f64::from(k * 7919 % 160) / 160.0;
        let bend = f64::from(k % 7) * 0.4;
        Dot {
            x: 38.0 + 17.0 * at,
            y: 0.7 + 0.4 * at * at + bend * (1.0 + at),
            colour: 3.0 + 28.0 * (1.0 - at),
            on_front: k % 14 == 0,
            number: (k % 14 == 0).then_some(k as usize / 14 + 1),
            present: k == 28,
            unjudged: false,
        }
    });
    Scatter {
        x_label: "mean utilization U (%)".to_owned(),
        x_higher: true,
        y_label: "mean flow time F (d)".to_owned(),
        y_higher: false,
        edge_label: "U and F".to_owned(),
        colour_label: "mean tardiness D".to_owned(),
        colour_unit: "h".to_owned(),
        sight: trade_off::Sight::All,
        dots: dots.collect(),
    }
}

#[test]
fn pictures_of_trade_offs() {
    let words = captions("Utilization, flow time and tardiness of 160 scenarios");
    for (name, theme) in themes() {
        let picture = trade_off::trade_off_svg(Frame::new(1200, 620), &theme, &scatter(), &words);
        assert!(is_well_formed(&picture));
        keep(&format!("trade-off-{name}.svg"), picture);
        let plain = Captions::default();
        let picture = trade_off::trade_off_svg(Frame::new(390, 380), &theme, &scatter(), &plain);
        keep(&format!("trade-off-{name}-narrow.svg"), picture);
        let near = Scatter { sight: trade_off::Sight::Edge, ..scatter() };
        let picture = trade_off::trade_off_svg(Frame::new(1000, 420), &theme, &near, &plain);
        assert!(picture.contains("beyond the frame"));
        let mut far = near;
        far.dots.iter_mut().filter(|dot| dot.present).for_each(|dot| (dot.x, dot.on_front) = (0.0, false));
        let picture_of_far = trade_off::trade_off_svg(Frame::new(1000, 420), &theme, &far, &plain);
        let says = |picture: &str| picture.contains("the current scenario, beyond the frame");
        assert!(says(&picture_of_far) && !says(&picture));
        keep(&format!("trade-off-{name}-near.svg"), picture);
    }
}

fn period_curve() -> PeriodCurve {
    let periods = [0, 10, 30, 60, 72, 84, 96, 120, 300, 600, 1_200, 3_600, 14_400, 43_200, 86_400];
    let tried = periods.map(|period| TriedPeriod {
        period: f64::from(period),
        mean: 21.0 + f64::from(period * 31 % 700) / 200.0 + f64::from(period) / 9_000.0,
        half_width: Some(1.5),
    });
    PeriodCurve {
        x_label: "period δ of the grid scheduler".to_owned(),
        y_label: "mean flow time F (h)".to_owned(),
        tried: tried.to_vec(),
        best: Some(7),
        best_label: "best: grid δ 2 min".to_owned(),
        present: Some(600.0),
    }
}

#[test]
fn pictures_of_period_searches() {
    for (name, theme) in themes() {
        for width in [390, 1100] {
            let frame = Frame::new(width, 300);
            let plain = Captions::default();
            let picture = period_search::period_curve_svg(frame, &theme, &period_curve(), &plain);
            assert!(is_well_formed(&picture));
            keep(&format!("periods-{name}-{width}.svg"), picture);
        }
    }
}

#[test]
fn an_empty_picture_says_so() {
    let (theme, words) = (Theme::light(), Captions::default());
    for frame in [Frame::new(0, 0), Frame::new(1, 1), Frame::new(300, 40), Frame::new(600, 400)] {
        let index = GanttIndex::default();
        let all = [
            gantt::gantt_svg(frame, &theme, &index, &index.whole(), &words),
            curves::curves_svg(frame, &theme, &Curves::default(), &words),
            slots::slots_svg(frame, &theme, &SlotView::default(), &words),
            histogram::histogram_svg(frame, &theme, &Histogram::default(), &words),
            trade_off::trade_off_svg(frame, &theme, &Scatter::default(), &words),
            period_search::period_curve_svg(frame, &theme, &PeriodCurve::default(), &words),
        ];
        for picture in all {
            assert!(is_well_formed(&picture), "{picture}");
            assert!(picture.contains("<text"), "{picture}");
        }
    }
}

#[test]
fn markup_in_a_name_is_text() {
    let words = captions("<script>alert(1)</script> & \u{1}\"quotes\"");
    let picture = slots::slots_svg(Frame::new(600, 300), &Theme::dark(), &slot_view(), &words);
    assert!(!picture.contains("<script") && !picture.contains('\u{1}'));
}

proptest! {
    #[test]
    fn every_schedule_has_a_picture(run in random_run(), width in 0u32..900, height in 0u32..600) {
        let index = GanttIndex::new(&run);
        let frame = Frame::new(width, height);
        let picture = gantt::gantt_svg(frame, &Theme::light(), &index, &index.whole(), &captions("t"));
        prop_assert!(is_well_formed(&picture));
    }

    #[test]
    fn no_numbers_break_a_chart(
        numbers in prop::collection::vec((prop::num::f64::ANY, prop::num::f64::ANY, prop::num::f64::ANY), 0..12),
        times in prop::collection::vec((any::<i64>(), any::<i64>()), 0..8),
        window in (any::<i64>(), any::<i64>()),
    ) {
        let (theme, words, frame) = (Theme::light(), captions("t"), Frame::new(500, 300));
        let points = numbers.iter().map(|&(x, mean, spread)| {
            Point { x, mean, low: mean - spread, high: mean + spread, n: 3 }
        });
        let series = Series { name: "a".to_owned(), points: points.collect(), look: None };
        let panel = |log| Panel { y_label: "y".to_owned(), from_zero: true, log, series: vec![series.clone()] };
        let curves = Curves { x_label: "x".to_owned(), x_log: window.0 > 0, panels: vec![panel(false), panel(true)] };
        prop_assert!(is_well_formed(&curves::curves_svg(frame, &theme, &curves, &words)));
        let dots = numbers.iter().enumerate().map(|(at, &(x, y, colour))| Dot {
            x, y, colour, on_front: at % 2 == 0, number: Some(at), present: at == 3,
            unjudged: at % 5 == 4,
        });
        let scatter = Scatter { dots: dots.collect(), y_higher: window.0 > 0, ..Scatter::default() };
        prop_assert!(is_well_formed(&trade_off::trade_off_svg(frame, &theme, &scatter, &words)));
        let near = Scatter { sight: trade_off::Sight::Edge, ..scatter.clone() };
        prop_assert!(is_well_formed(&trade_off::trade_off_svg(frame, &theme, &near, &words)));
        prop_assert_eq!(trade_off::places(frame, &scatter).len(), scatter.dots.len());
        let tried = numbers.iter().map(|&(period, mean, half_width)| TriedPeriod { period, mean, half_width: Some(half_width) });
        let curve = PeriodCurve { tried: tried.collect(), best: Some(1), ..PeriodCurve::default() };
        prop_assert!(is_well_formed(&period_search::period_curve_svg(frame, &theme, &curve, &words)));
        let classes = numbers.iter().map(|&(_, value, _)| ("c".to_owned(), value)).collect();
        let counts = Histogram { classes, ..Histogram::default() };
        prop_assert!(is_well_formed(&histogram::histogram_svg(frame, &theme, &counts, &words)));
        let view = SlotView {
            window,
            capacity: 10,
            commitments: times.iter().map(|&(start, end)| Commitment {
                job: 1, kind: Kind::Batch, start, end, processors: end,
            }).collect(),
            steps: times.clone(),
            now: Some(window.0),
            answer: Some(Answer { start: window.1, end: window.0, processors: window.0 }),
            starts: times,
        };
        prop_assert!(is_well_formed(&slots::slots_svg(frame, &theme, &view, &words)));
    }
}
