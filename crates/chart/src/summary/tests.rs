use proptest::prelude::*;

use super::heat_map::{HeatMap, heat_map_svg};
use super::week_map::{Side, WeekMap, week_map_svg};
use super::{Cumulative, cumulative_svg, heaviest, side_by_side};
use crate::tests::{is_well_formed, keep};
use crate::{Captions, Frame, Theme};
use experiment::{Run, Scenario, run};
use scheduling::criteria::class_means::ClassMeans;
use scheduling::criteria::distribution::Value;
use scheduling::criteria::report;
use scheduling::criteria::span::Span;
use scheduling::criteria::week::{Hour, Week};
use scheduling::engine::testing::{bar_run, random_run};
use workload::lublin::Lublin;

fn sample() -> Run {
    let workload = Lublin::default().generate().unwrap();
    run(&Scenario::default(), &workload).unwrap()
}

fn all(run: &Run, span: Option<Span>, frame: Frame, theme: &Theme) -> Vec<String> {
    let captions = Captions::default();
    let distributions = Value::ALL.map(|value| {
        let cumulative = Cumulative::by_kind(run, span, value);
        cumulative_svg(frame, theme, &cumulative, &captions)
    });
    let map = HeatMap { value: Value::Wait, means: ClassMeans::new(run, span, Value::Wait) };
    let mut all = distributions.to_vec();
    all.push(heat_map_svg(frame, theme, &map, &captions));
    let week = WeekMap::new(Week::new(run, span, workload::clock::Clock::utc(0), true));
    for side in week.sides() {
        all.push(week_map_svg(frame, theme, (&week, side), &captions));
    }
    all
}

#[test]
fn pictures_of_summaries() {
    let run = sample();
    for (name, theme) in [("light", Theme::light()), ("dark", Theme::dark())] {
        let frame = Frame::new(640, 300);
        let pictures = all(&run, None, frame, &theme);
        let (whole, height) = side_by_side(&pictures, frame);
        assert_eq!(height, 900);
        assert!(is_well_formed(&whole));
        for word in ["batch jobs", "advance reservations", "1 h", "run time", "10–60 min", "hour of submission", "Mon"]
        {
            assert!(whole.contains(word), "{word}");
        }
        keep(&format!("summary-{name}.svg"), whole);
    }
}

#[test]
fn curves_by_kind_are_those_of_the_jobs() {
    // Waits of 0, 0, 60 and 120 s; the last job is submitted at 100.
    let bars = [(1, 0, 0, 0, 0, 50), (2, 0, 1, 1, 0, 50), (3, 0, 0, 0, 60, 90), (4, 0, 0, 0, 220, 300)];
    let mut run = bar_run(&[4], &bars);
    run.jobs[2].submit = 0;
    run.jobs[3].submit = 100;
    let cumulative = Cumulative::by_kind(&run, None, Value::Wait);
    // There is one kind: all jobs say nothing more.
    assert_eq!(cumulative.curves.len(), 1);
    let waits = &cumulative.curves[0].distribution;
    assert_eq!([0.0, 60.0, 119.0, 120.0].map(|at| waits.share_at_most(at)), [0.5, 0.75, 0.75, 1.0]);
    let table = cumulative.table();
    assert_eq!(table.head, ["jobs", "batch jobs"]);
    assert_eq!(table.rows[2], ["50 % are at most", "0 s"]);
    assert_eq!(table.rows[7], ["the largest", "2 min"]);
    let in_span = Cumulative::by_kind(&run, Some(Span::between(50, 150)), Value::Wait);
    assert_eq!(in_span.curves[0].distribution.len(), 1);
}

#[test]
fn scenarios_are_overlaid_under_their_names() {
    let run = bar_run(&[4], &[(1, 0, 0, 0, 0, 50)]);
    let empty = bar_run(&[4], &[]);
    let runs = [(0, "A", &run), (1, "B", &empty), (3, "D", &run)];
    let cumulative = Cumulative::of_runs(runs, None, Value::FlowTime);
    let names: Vec<&str> = cumulative.curves.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A", "D"]);
}

#[test]
fn classes_and_users_count_every_job_once() {
    let run = sample();
    let report = report(&run);
    let means = ClassMeans::new(&run, None, Value::Wait);
    let classes = || means.classes.iter().flatten();
    let jobs: usize = classes().map(|it| it.jobs).sum();
    assert_eq!(jobs, report.jobs - report.rejected);
    let sum: f64 = classes().map(|it| it.mean * it.jobs as f64).sum();
    assert!((sum / jobs as f64 - report.mean_waiting_time).abs() < 1e-6);
    let table = heaviest::table(&run, None, usize::MAX);
    let counted: usize = table.rows.iter().map(|row| row[1].parse::<usize>().unwrap()).sum();
    assert_eq!(counted, jobs);
    let shares = heaviest::histogram(&run, None);
    assert_eq!(shares.classes.len(), heaviest::MOST);
    assert!(shares.classes.is_sorted_by(|a, b| a.1 >= b.1));
}

#[test]
fn the_same_colour_is_the_same_wait_in_the_run_and_in_the_log() {
    let hour = |jobs, mean_wait| Hour { jobs, mean_wait };
    let mut week = Week::new(&Run::default(), None, workload::clock::Clock::utc(0), true);
    week.simulated[0][0] = hour(2, 60.0);
    week.simulated[6][23] = hour(1, 0.0);
    let logged = week.logged.as_mut().unwrap();
    logged[2][5] = hour(1, 3_600.0);
    let map = WeekMap::new(week);
    assert!(map.sides().eq([Side::Simulated, Side::Logged]));
    let table = map.table(Side::Simulated);
    assert_eq!(table.head.join(" "), "hour Mon Tue Wed Thu Fri Sat Sun");
    assert_eq!(table.rows.len(), 24);
    assert_eq!(table.rows[0][..3], ["00:00", "60 s (2 jobs)", "–"]);
    assert_eq!(table.rows[23][7], "0 s (1 job)");
    assert_eq!(map.table(Side::Logged).rows[5][3], "60 min (1 job)");
    // From at most a second to the longest wait of the log: an hour is the light end, a minute in the middle of the
    // logarithms.
    let theme = Theme::light();
    let picture = |side| week_map_svg(Frame::new(640, 300), &theme, (&map, side), &Captions::default());
    let (run, log) = (picture(Side::Simulated), picture(Side::Logged));
    for (picture, share, own) in [(&run, 0.0, 2), (&run, 0.5, 2), (&log, 1.0, 2), (&run, 1.0, 1), (&log, 0.5, 1)] {
        let colour = theme.on_ramp(share).css();
        // Once in the legend, and once for its cell.
        assert_eq!(picture.to_lowercase().matches(&colour).count(), own, "{colour}");
    }
    assert!(run.contains("≤ 1 s") && run.contains("60 min") && log.contains("60 s"));
}

#[test]
fn a_week_without_jobs_says_so() {
    let map = WeekMap::new(Week::new(&Run::default(), None, workload::clock::Clock::utc(0), false));
    assert!(map.sides().eq([Side::Simulated]));
    let frame = Frame::new(640, 300);
    let picture = week_map_svg(frame, &Theme::dark(), (&map, Side::Simulated), &Captions::default());
    assert!(picture.contains("nothing to show"));
}

proptest! {
    #[test]
    fn every_run_has_its_pictures(run in random_run(), width in 0u32..700, height in 0u32..400) {
        for picture in all(&run, None, Frame::new(width, height), &Theme::dark()) {
            prop_assert!(is_well_formed(&picture));
        }
    }
}
