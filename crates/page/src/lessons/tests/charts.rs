//! The charts of steps and their runs.

use super::*;

#[test]
fn schedules_are_run_whole_and_curves_for_their_reports() {
    let wanted = |lessons: &Lessons| -> Vec<Wanted> {
        let mut keys = 7..;
        let tasks = lessons.chart.tasks(|_| keys.next().expect("a key"));
        for (place, task) in tasks.iter().enumerate() {
            let mark = (task.mark.question, task.mark.place);
            assert_eq!(mark, (lessons.chart.round, place));
            assert_eq!(task.workload, 7 + place as WorkloadKey);
        }
        let wanted = tasks.iter().map(|task| match &task.job {
            Job::Run { wanted, .. } => *wanted,
            other => panic!("no run: {other:?}"),
        });
        wanted.collect()
    };
    assert_eq!(wanted(&open()), [Wanted::Run]);
    assert_eq!(wanted(&open_at(ALGORITHM)), []);
    assert_eq!(wanted(&open_at(CURVE)), [Wanted::Report; 2]);
    assert!(open_at(ALGORITHM).chart.is_complete());
}

#[test]
fn a_chart_has_the_runs_of_its_controls() {
    let mut lessons = open();
    run(&mut lessons);
    let of_three = lessons.chart.made[0].clone().expect("a result");
    assert!(lessons.chart.is_complete());
    assert!(of_three.run.is_some());
    lessons.apply(LessonAction::Turn(0, 0));
    // The chart before stays on the page.
    assert!(!lessons.chart.is_complete());
    let drawn = lessons.chart.drawn().clone();
    assert_eq!(drawn.made[0].as_ref().expect("a result").report, of_three.report);
    // Also while the control moves on.
    lessons.apply(LessonAction::Turn(0, 1));
    assert!(*lessons.chart.drawn() == drawn);
    run(&mut lessons);
    assert!(*lessons.chart.drawn() == lessons.chart);
    let of_two = lessons.chart.made[0].as_ref().expect("a result");
    // Job 1 has two processors in place of three.
    assert!(of_two.report.mean_utilization < of_three.report.mean_utilization);
    // Of another step there is nothing yet.
    lessons.apply(LessonAction::Go(CURVE));
    assert!(*lessons.chart.drawn() == lessons.chart);
}

#[test]
fn curves_are_drawn_point_by_point() {
    let mut lessons = open_at(CURVE);
    let mut made = answers(&lessons.chart);
    let last = made.pop().expect("two runs");
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.made[0].is_some() && lessons.chart.made[1].is_none());
    assert!(lessons.chart.made[0].as_ref().is_some_and(|it| it.run.is_none()));
    assert!(!lessons.chart.is_complete());
    assert!(*lessons.chart.drawn() == lessons.chart);
    lessons.apply(LessonAction::Made(vec![last]));
    assert!(lessons.chart.is_complete());
}

#[test]
fn answers_to_an_earlier_chart_are_dropped() {
    let mut lessons = open();
    let (old, old_tasks) = (answers(&lessons.chart), tasks(&lessons));
    lessons.apply(LessonAction::Turn(0, 0));
    let fresh = lessons.clone();
    lessons.apply(LessonAction::Made(old));
    lessons.apply(LessonAction::Made(vec![lost(&old_tasks[0])]));
    assert!(lessons.chart.made[0].is_none() && lessons.chart.failed.is_none());
    assert_eq!(lessons.place(), fresh.place());
    let old = answers(&lessons.chart);
    lessons.apply(LessonAction::Close);
    lessons.apply(LessonAction::Made(old));
    assert!(lessons.chart.made.is_empty());
}

#[test]
fn a_lost_run_is_told_and_made_again_on_request() {
    let mut lessons = open();
    let round = lessons.chart.round;
    let task = tasks(&lessons).remove(0);
    lessons.apply(LessonAction::Made(vec![lost(&task)]));
    assert_eq!(lessons.chart.failed.as_deref(), Some("the worker stopped"));
    assert!(lessons.chart.was_lost && !lessons.chart.is_complete());
    lessons.apply(LessonAction::TryAgain);
    assert!(lessons.chart.round > round && !lessons.chart.was_lost);
    assert_eq!(lessons.chart.failed, None);
    assert_eq!(tasks(&lessons).len(), 1);
    run(&mut lessons);
    assert!(lessons.chart.is_complete());
}

#[test]
fn a_run_that_is_refused_is_told_and_not_for_another_try() {
    let mut lessons = open();
    let mark = tasks(&lessons)[0].mark;
    let refused = Err(NotMade::Refused("no processors".to_owned()));
    lessons.apply(LessonAction::Made(vec![(mark, refused)]));
    assert_eq!(lessons.chart.failed.as_deref(), Some("no processors"));
    assert!(!lessons.chart.was_lost);
}
