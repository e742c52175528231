//! Every chart of every lesson that comes with the page, in both themes.
//!
//! With `SLOTSCOPE_PICTURES=folder cargo test lessons::tests` they are written there to be looked at.

use super::AXIS_HEIGHT;
use super::*;
use crate::idle_periods::{bars_height, idle_svg, tree_height, tree_svg};
use crate::piece::Kind;
use crate::task_slots::{task_slots_height, task_slots_svg};
use crate::tests::keep;
use experiment::lesson::shelf::SHELF;
use experiment::lesson::{Lesson, Show, turned};
use scheduling::criteria::report;
use workload::Workload;
use workload::lublin::Lublin;
use workload::testing::drawn;

/// A lesson that comes with the page.
fn lesson_of(id: &str) -> Lesson {
    let path = format!("{}/../../static/lessons/{id}.json", env!("CARGO_MANIFEST_DIR"));
    Lesson::from_json(&std::fs::read(&path).expect(&path)).expect(&path)
}

/// The runs of a chart.
fn runs(show: &Show, sample: &Workload) -> Vec<Run> {
    let shots = show.shots().expect("plans that fit");
    let run = |shot: &lesson::Shot| {
        let own = shot.workload().unwrap();
        experiment::run(&shot.scenario, own.as_ref().unwrap_or(sample)).unwrap()
    };
    shots.iter().map(run).collect()
}

/// All pictures of a chart: of an algorithm one a line.
fn pictures(show: &Show, theme: &Theme, sample: &Workload) -> Vec<String> {
    let runs = runs(show, sample);
    let frame = |height| Frame::new(640, height);
    match show {
        Show::Schedule(it) => {
            let window = common_window(&runs.iter().collect::<Vec<_>>());
            let of = |run: &Run| {
                let frame = frame(schedule_height(&schedule_rows(run), runs.len()));
                schedule_svg(frame, theme, "a plan", run, it.window.or(window))
            };
            runs.iter().map(of).collect()
        }
        Show::Slots(it) => vec![slots_svg(frame(SLOTS_HEIGHT), theme, &runs[0], it)],
        Show::Curve(it) => {
            let reports: Vec<_> = runs.iter().map(|run| Some(report(run))).collect();
            let panels: Vec<usize> = (0..it.criteria.len()).collect();
            vec![curve_svg(Frame::new(1000, 380), theme, it, &reports, &panels)]
        }
        Show::Generate(it) => {
            let frame = frame(algorithm_height(&it.reservations));
            let states = lesson::generation(it).states;
            let of = |state| generation_svg(frame, theme, it, state);
            states.iter().map(of).collect()
        }
        Show::Search(it) => {
            let frame = frame(algorithm_height(&it.reservations));
            let traced = lesson::search(it);
            let of = |state| search_svg(frame, theme, it, &traced.slots, state);
            traced.states.iter().map(of).collect()
        }
        Show::RangeSearch(it) => {
            let searched = searched(it);
            let of = |shown| {
                let (bars, trees) = (searched.bars(shown), searched.trees(shown));
                let frames = [bars_height(searched.servers()), tree_height(&trees)].map(&frame);
                let captions = Captions::default();
                [idle_svg(frames[0], theme, &bars, &captions), tree_svg(frames[1], theme, &trees, &captions)]
            };
            (0..=searched.steps()).flat_map(of).collect()
        }
        Show::Planning(it) => {
            let steps = planned(it).unwrap();
            let frame = frame(task_slots_height(steps.machines()));
            let of = |shown| task_slots_svg(frame, theme, &steps.view(shown), &Captions::default());
            (0..=steps.count()).map(of).collect()
        }
        Show::Messages(_) => {
            let talk = Talk::of(runs[0].clone());
            let of = |shown| {
                let heights = talk.heights(640);
                [0, 1, 2].map(|at| talk.svg(at, shown, frame(heights[at]), theme))
            };
            (0..=talk.steps()).flat_map(of).collect()
        }
        Show::Binding(it) => {
            let frame = frame(binding_height(it.capacity));
            let of = |booked, is_static| binding_svg(frame, theme, "bound", it, booked, is_static);
            let all = 1..=it.reservations.len();
            all.flat_map(|booked| [of(booked, true), of(booked, false)]).collect()
        }
    }
}

#[test]
fn every_chart_is_drawn() {
    let sample = Lublin::default().generate().unwrap();
    for lesson in drawn(&SHELF).into_iter().map(|card| lesson_of(card.id)) {
        let steps = lesson.steps.iter().map(|step| (&step.show, &step.controls));
        let questions = lesson.questions.iter().map(|it| (&it.show, &it.controls));
        for (at, (show, controls)) in steps.chain(questions).enumerate() {
            let show = turned(show, controls, &[]).expect("controls that fit");
            // Dark ones have the same marks: they are drawn where they are kept.
            let is_kept = std::env::var_os("SLOTSCOPE_PICTURES").is_some();
            let themes = [("light", Theme::light()), ("dark", Theme::dark())];
            for (name, theme) in themes.into_iter().take(if is_kept { 2 } else { 1 }) {
                let pictures = pictures(&show, &theme, &sample);
                assert!(!pictures.is_empty(), "{}, step {at}", lesson.id);
                for (moment, picture) in pictures.iter().enumerate() {
                    let place = format!("lesson-{}-{}-{moment}-{name}", lesson.id, at + 1);
                    assert!(picture.starts_with("<svg ") && !picture.contains("NaN"));
                    // A ground, a frame and what is drawn in it; of a single agent a bar and its room.
                    let least = match show {
                        Show::Messages(_) if moment % 3 == 1 => 1,
                        _ => 5,
                    };
                    assert!(picture.matches("<rect").count() > least, "{place}");
                    assert!(!picture.contains("nothing to show"), "{place}");
                    keep(&format!("{place}.svg"), picture);
                }
            }
        }
    }
}

#[test]
fn the_picture_of_a_search_changes_from_line_to_line() {
    let lesson = lesson_of("searching");
    let sample = Workload::default();
    let pictures = pictures(&lesson.steps[1].show, &Theme::light(), &sample);
    // The pointers low, middle and high give way to i.
    assert!(pictures[0].contains("low") && pictures[0].contains("high"));
    assert!(pictures.iter().any(|it| it.contains("middle")));
    let last = &pictures[pictures.len() - 1];
    assert!(!last.contains("low") && !last.contains("high"));
    let different: std::collections::BTreeSet<&String> = pictures.iter().collect();
    assert!(different.len() > 5, "{} pictures", different.len());
}

#[test]
fn static_binding_draws_one_reservation_less() {
    let lesson = lesson_of("dynamic-binding");
    let Show::Binding(show) = &lesson.steps[1].show else {
        panic!("its second step shows a binding");
    };
    let drawn = |is_static| {
        let run = bound_run(show, show.reservations.len(), is_static);
        run.schedule.bars.iter().map(|bar| bar.job).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(drawn(true).len(), 3);
    assert_eq!(drawn(false).len(), 4);
}

#[test]
fn schedules_together_have_one_axis_of_one_scale_and_one_legend() {
    let sample = Lublin::default().generate().unwrap();
    let mut met = 0;
    for lesson in TOGETHER.map(lesson_of) {
        let shows = lesson.steps.iter().map(|it| &it.show);
        for show in shows {
            let Show::Schedule(schedule) = show else {
                continue;
            };
            let runs = runs(show, &sample);
            let all: Vec<&Run> = runs.iter().collect();
            if all.len() > 1 {
                check_together(&Together::of(&all, schedule.window));
                met += 1;
            }
        }
    }
    assert_eq!(met, 4);
}

/// Lessons with schedules beside one another, which are made in a moment.
const TOGETHER: [&str; 2] = ["backfilling", "where-to-put-the-slack"];

fn check_together(together: &Together) {
    let legend = together.legend();
    let kinds: std::collections::BTreeSet<Kind> = legend.iter().map(|it| it.0).collect();
    assert_eq!(kinds.len(), legend.len());
    assert!(!kinds.is_empty());
    let theme = Theme::light();
    let height = |place| together.least_height(place);
    let pictures: Vec<String> =
        (0..together.count()).map(|place| together.svg(place, Frame::new(640, height(place)), &theme)).collect();
    // The last has the axis, which takes its room beside that of the bars.
    let last = pictures.len() - 1;
    assert_eq!(height(last), height(0) + AXIS_HEIGHT);
    for (place, picture) in pictures.iter().enumerate() {
        let has_axis = picture.contains("time (s)") || picture.contains("time since");
        assert_eq!(has_axis, place == last, "{picture}");
        assert!(!picture.contains("batch job"), "{picture}");
    }
    // The lines of the grid stand at the same places, and so do the bars of the same time.
    let grid = |picture: &str| -> std::collections::BTreeSet<String> {
        let colour = format!("fill=\"{}\"", theme.grid.css().to_uppercase());
        picture
            .lines()
            .filter(|it| it.to_uppercase().contains(&colour.to_uppercase()))
            .filter_map(|it| Some(it.split_once("x=\"")?.1.split_once('"')?.0.to_owned()))
            .collect()
    };
    assert!(grid(&pictures[0]).len() > 3, "{}", pictures[0]);
    for picture in &pictures[1..] {
        assert_eq!(grid(picture), grid(&pictures[0]));
    }
}

#[test]
fn a_schedule_shows_gpus_where_every_job_holds_some() {
    let lesson = lesson_of("idle-gpus");
    let rows = |step: usize| {
        let runs = runs(&lesson.steps[step].show, &Workload::default());
        assert_eq!(schedule_index(&runs[0]).rows, schedule_rows(&runs[0]));
        schedule_rows(&runs[0])
    };
    assert_eq!(rows(0), [8]);
    // A job of the last step asks for cores only.
    assert_eq!(rows(2), [16]);
}

#[test]
fn lines_of_policies_have_the_looks_of_the_policies() {
    let help = lesson_of("help-or-hurt");
    let curve = help.steps.iter().find_map(|it| match &it.show {
        Show::Curve(curve) => Some(curve),
        _ => None,
    });
    let drawn = curves(curve.expect("a curve"), &[]);
    let looks: Vec<_> = drawn.panels[0].series.iter().map(|it| (it.name.as_str(), it.look.unwrap())).collect();
    let of = |queue: &str| {
        let path = "system.two_level.local.queue";
        let scenario = experiment::knobs::set(&experiment::Scenario::default(), path, &queue.into()).unwrap();
        crate::theme::looks(&[policy_place(&scenario)])[0]
    };
    for (name, queue) in [("conservative", "conservative"), ("EASY", "easy"), ("FCFS-BF", "fcfs_backfilling")] {
        assert!(looks.contains(&(name, of(queue))), "{looks:?}");
    }
}
