//! The charts of steps and their runs.

use super::*;

#[test]
fn schedules_are_run_whole_and_curves_for_their_reports() {
    for (lessons, expected) in
        [(open(), vec![Wanted::Run]), (open_at(ALGORITHM), Vec::new()), (open_at(CURVE), vec![Wanted::Report; 2])]
    {
        let mut keys = 7..;
        let tasks = lessons.chart.tasks(|_| keys.next().unwrap());
        let told = tasks.iter().map(|task| match task.job {
            Job::Run { wanted, .. } => (task.mark.question, task.mark.place, task.workload, wanted),
            _ => panic!("no run: {task:?}"),
        });
        let round = lessons.chart.round;
        let expected = expected.into_iter().enumerate();
        let expected = expected.map(|(place, wanted)| (round, place, 7 + place as WorkloadKey, wanted));
        assert!(told.eq(expected), "{tasks:?}");
    }
    assert!(open_at(ALGORITHM).chart.is_complete());
}

/// The chart before stays on the page until the runs are there, also while the control moves on. Of another step there
/// is nothing yet.
#[test]
fn a_chart_has_the_runs_of_its_controls() {
    let mut lessons = open();
    follow(&mut lessons, "run | open own{id:own} [2, 0] 0; 1 1/1");
    let of_three = lessons.chart.made[0].clone().unwrap();
    assert!(of_three.run.is_some());
    follow(&mut lessons, "turn 0 0 | open own{id:own,set:{0:[0,0]}} [0, 0] 0; 2 0/1 waits draws another");
    let drawn = lessons.chart.drawn().clone();
    assert_eq!(drawn.made[0].as_ref().unwrap().report, of_three.report);
    act(&mut lessons, "turn 0 1");
    assert!(*lessons.chart.drawn() == drawn);
    follow(&mut lessons, "run | open own{id:own,set:{0:[1,0]}} [1, 0] 0; 3 1/1");
    let of_two = lessons.chart.made[0].as_ref().unwrap();
    // Job 1 has two processors in place of three.
    assert!(of_two.report.mean_utilization < of_three.report.mean_utilization);
    follow(&mut lessons, "go 2 | open own{id:own,step:2,set:{0:[1,0]}} [] 0; 4 0/2 waits");
}

#[test]
fn curves_are_drawn_point_by_point() {
    let mut lessons = open_at(CURVE);
    let mut made = answers(&lessons.chart);
    let last = made.pop().expect("two runs");
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.made[0].as_ref().is_some_and(|it| it.run.is_none()));
    assert_eq!(told(&lessons), "open own{id:own,step:2} [] 0; 2 1/2 waits");
    lessons.apply(LessonAction::Made(vec![last]));
    assert_eq!(told(&lessons), "open own{id:own,step:2} [] 0; 2 2/2");
}

#[test]
fn answers_to_an_earlier_chart_are_dropped() {
    let mut lessons = open();
    let mut old = answers(&lessons.chart);
    old.push(lost(&tasks(&lessons)[0]));
    act(&mut lessons, "turn 0 0");
    lessons.apply(LessonAction::Made(old));
    assert_eq!(told(&lessons), "open own{id:own,set:{0:[0,0]}} [0, 0] 0; 2 0/1 waits");
    let old = answers(&lessons.chart);
    act(&mut lessons, "close");
    lessons.apply(LessonAction::Made(old));
    assert!(lessons.chart.made.is_empty());
}

#[test]
fn a_lost_run_is_told_and_made_again_on_request() {
    follow(
        &mut open(),
        "lose | open own{id:own} [2, 0] 0; 1 0/1 waits lost the worker stopped
again | open own{id:own} [2, 0] 0; 2 0/1 waits
run | open own{id:own} [2, 0] 0; 2 1/1",
    );
}

#[test]
fn a_run_that_is_refused_is_told_and_not_for_another_try() {
    let mut lessons = open();
    let mark = tasks(&lessons)[0].mark;
    lessons.apply(LessonAction::Made(vec![(mark, Err(NotMade::Refused("no processors".to_owned())))]));
    assert_eq!(told(&lessons), "open own{id:own} [2, 0] 0; 1 0/1 waits no processors");
}
