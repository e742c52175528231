//! Which runs are judged against each other.

use slotscope::criteria::Report;
use slotscope::criteria::population::Differs;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, run};
use slotscope::workload::lublin::Lublin;
use slotscope::workload::{Workload, read};

/// 300 jobs, and with `more` another one behind them.
fn log(more: &str) -> Workload {
    let lublin = Lublin { jobs: 300, ..Lublin::default() };
    let text = slotscope::workload::write_swf(&lublin.generate().expect("a log"));
    let text = text + more;
    read("log.swf", text.as_bytes()).expect("a log").workload
}

fn of(log: &Workload, scenario: &str) -> Report {
    let scenario = Scenario::from_json(scenario.as_bytes()).expect(scenario);
    report(&run(&scenario, log).expect("a run"))
}

const FCFS: &str = r#"{"platform": [512]}"#;

#[test]
fn runs_are_judged_only_of_the_same_jobs_and_processors() {
    let log = log("");
    let with = |settings: &str| format!(r#"{{"platform": [512], {settings}}}"#);
    let half = with(r#""workload": {"reservations": {"percent": 50}}"#);
    for (one, other, expected) in [
        (FCFS, with(r#""system": {"two_level": {"local": {"queue": "easy"}}}"#), None),
        (
            &half,
            with(
                r#""workload": {"reservations": {"percent": 50}}, "system": {"two_level": {"grid": {"period": 600}}}"#,
            ),
            None,
        ),
        (FCFS, with(r#""system": {"broker": {}}"#), Some(Differs::Ran)),
        (
            &half,
            with(r#""workload": {"reservations": {"percent": 50}}, "system": {"cluster": {}}"#),
            Some(Differs::Reserved),
        ),
        (&half, with(r#""workload": {"reservations": {"percent": 50}}, "seed": 2"#), Some(Differs::Reserved)),
        (FCFS, with(r#""workload": {"load_factor": 1.5}"#), Some(Differs::Submissions)),
        (FCFS, with(r#""workload": {"count": 200}"#), Some(Differs::Taken)),
        (FCFS, r#"{"platform": [1024]}"#.to_owned(), Some(Differs::Processors)),
        // Equally many processors, of which no provider has enough for the largest jobs.
        (FCFS, format!(r#"{{"platform": {:?}}}"#, [4; 128]), Some(Differs::Ran)),
    ] {
        let (one, of_other) = (of(&log, one), of(&log, &other));
        let (one, of_other) = (one.population, of_other.population);
        assert_eq!(one.differs(of_other), expected, "{other}");
        assert_eq!(of_other.differs(one), expected, "{other}");
    }
}

#[test]
fn a_further_job_is_another_workload() {
    let more = "900 5000 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    let [one, other] = [log(""), log(more)].map(|it| of(&it, FCFS).population);
    assert_eq!(one.differs(other), Some(Differs::Taken));
}

/// A job that waits for another one is submitted at other times under other policies: that is no other submission.
#[test]
fn submissions_that_a_run_decides_are_the_same() {
    let text: String = (1..40)
        .map(|id| {
            let before = if id % 3 == 0 { id - 1 } else { -1 };
            let run = 20 + 37 * id % 80;
            format!("{id} {} 0 {run} {} -1 -1 4 {} -1 1 1 1 -1 1 1 {before} 5\n", 10 * id, 1 + id % 4, run + 5)
        })
        .collect();
    let log = read("log.swf", text.as_bytes()).expect("a log").workload;
    let with = |queue: &str| {
        of(
            &log,
            &format!(
                r#"{{"platform": [4], "workload": {{"dependencies": "honour"}}, "system": {{"two_level": {{"local": {{"queue": "{queue}"}}}}}}}}"#
            ),
        )
    };
    let (one, other) = (with("fcfs"), with("sjf"));
    assert_ne!(one.mean_flow_time, other.mean_flow_time);
    assert_eq!(one.population.differs(other.population), None);
}
