use super::*;
use experiment::lesson::Show;
use scheduling::engine::Bar;

/// Pictures, and the schedules that they show as a lesson would have them, one for each plan, in single quotes.
const CHARTS: [(&[SettingPicture], &str); 4] = [
    (
        &[STRICT_FCFS, FCFS_BACKFILLING, EASY, CONSERVATIVE],
        "{
        'jobs': [{'size': 3, 'run': 4}, {'size': 4, 'run': 3}, {'size': 5, 'run': 2}, {'size': 1, 'run': 10},
            {'size': 1, 'run': 6}],
        'scenario': {'platform': [5]},
        'plans': [
            {'name': '', 'set': {'scenario.system.two_level.local.queue': 'fcfs'}},
            {'name': '', 'set': {'scenario.system.two_level.local.queue': 'fcfs_backfilling'}},
            {'name': '', 'set': {'scenario.system.two_level.local.queue': 'easy'}},
            {'name': '', 'set': {'scenario.system.two_level.local.queue': 'conservative'}}]}",
    ),
    (
        &[PERIOD_0, PERIOD_6],
        "{
        'jobs': [{'submit': 1, 'size': 2, 'run': 4}, {'submit': 3, 'size': 1, 'run': 5},
            {'submit': 5, 'size': 2, 'run': 3}, {'submit': 7, 'size': 2, 'run': 4}],
        'scenario': {'platform': [4]},
        'plans': [
            {'name': '', 'set': {'scenario.system.two_level.grid.period': 0}},
            {'name': '', 'set': {'scenario.system.two_level.grid.period': 6}}]}",
    ),
    (
        &[NO_RESERVATION, ONE_RESERVATION],
        "{
        'jobs': [{'size': 3, 'run': 4}, {'size': 2, 'run': 6}, {'size': 4, 'run': 3}],
        'scenario': {'platform': [4]},
        'plans': [{'name': '', 'set': {}}, {'name': '', 'set': {'jobs.2.ready': 6}}]}",
    ),
    (
        &[FIXED, FLEXIBLE],
        "{
        'jobs': [{'size': 3, 'run': 4, 'ready': 4}, {'size': 3, 'run': 4, 'ready': 4, 'deadline': 8}],
        'scenario': {'platform': [4]},
        'plans': [{'name': '', 'set': {}}, {'name': '', 'set': {'jobs.1.ready': 0}}]}",
    ),
];

#[test]
fn every_picture_shows_what_the_simulator_does() {
    let mut wrong = Vec::new();
    for (pictures, chart) in CHARTS {
        let chart = format!("{{'schedule': {chart}}}").replace('\'', "\"");
        let show: Show = serde_json::from_str(&chart).expect(&chart);
        let shots = show.shots().unwrap();
        assert_eq!(shots.len(), pictures.len());
        for (shot, picture) in shots.iter().zip(pictures) {
            let workload = shot.workload().expect("valid jobs").expect("jobs");
            let run = experiment::run(&shot.scenario, &workload).unwrap();
            let bar = |bar: &Bar| {
                let job = &run.jobs[bar.job as usize];
                PictureBar {
                    job: job.id as u32,
                    is_reservation: job.reservation.is_some(),
                    first: bar.first_processor,
                    processors: bar.last_processor - bar.first_processor + 1,
                    start: bar.start as u32,
                    end: bar.end as u32,
                }
            };
            let mut bars: Vec<PictureBar> = run.schedule.bars.iter().map(bar).collect();
            bars.sort_by_key(|it| it.job);
            assert_eq!(run.platform, [picture.processors]);
            if bars != picture.bars {
                let kind = |it: &PictureBar| {
                    if it.is_reservation { "reserved" } else { "batch" }
                };
                let code = bars.iter().map(|it| {
                    format!("{}({}, ({}, {}), ({}, {})),", kind(it), it.job, it.first, it.processors, it.start, it.end)
                });
                wrong.push(format!("{}:\n{}", picture.name, code.collect::<Vec<_>>().join("\n")));
            }
            let end = bars.iter().map(|it| it.end).max();
            assert!(end <= Some(picture.until), "{}: {end:?}", picture.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn bars_and_marks_have_their_places() {
    let place = EASY.place(&EASY.bars[0]);
    assert_eq!((place.left, place.top), (0.0, 0.0));
    assert_eq!((place.width, place.height), (100.0 * 4.0 / 19.0, 60.0));
    let place = EASY.place(&EASY.bars[4]);
    assert_eq!((place.left, place.top), (0.0, 60.0));
    assert_eq!(PERIOD_6.marks(), [37.5, 75.0]);
    assert_eq!(PERIOD_0.marks(), Vec::<f64>::new());
}

#[test]
fn every_key_is_that_of_a_setting() {
    for (key, _) in OF_ROWS {
        assert!(!abouts(key).is_empty(), "{key}");
    }
}
