//! Every figure of a report reaches whatever shows, compares, sweeps, weighs or asks for figures: a new one is a field
//! of the report and a row of `criteria::QUANTITIES`.

use serde_json::{Value, json};
use slotscope::criteria::{Criterion, Of, ProviderReport, QUANTITIES, Report};
use slotscope::experiment::comparison::{Basis, rows};
use slotscope::experiment::sweep::{Figures, Table, further};
use slotscope::experiment::trade_off::Criteria;
use slotscope::experiment::{Scenario, System};
use slotscope::export::snapshot::curves_form;
use slotscope::lesson::{Lesson, Show, computed};

/// A report in which every number is 3, but for the jobs that were taken, which are 7.
fn report() -> Report {
    fn fill(json: &mut Value) {
        match json {
            Value::Number(_) => *json = 3.into(),
            Value::Array(items) => items.iter_mut().for_each(fill),
            Value::Object(fields) => fields.values_mut().for_each(fill),
            _ => {}
        }
    }
    let empty = Report {
        providers: vec![ProviderReport::default(); 2],
        ..Report::default()
    };
    let mut json = serde_json::to_value(empty).expect("JSON");
    fill(&mut json);
    for jobs in ["", "/batch", "/reservations"] {
        *json.pointer_mut(&format!("{jobs}/jobs")).expect("a number") = 7.into();
    }
    serde_json::from_value(json).expect("a report")
}

/// Those of every report, of all jobs and by kind.
fn all() -> Vec<Criterion> {
    Criterion::all([], 0).collect()
}

#[test]
fn every_figure_can_be_swept() {
    let (scenario, report) = (Scenario::default(), report());
    let keys: Vec<&str> = all().iter().map(|it| it.key()).collect();
    let more = further(&scenario, &[], &keys).expect("figures");
    let table = Table::of(&scenario, &[], &more);
    let runs = [Figures::of(&report, &more)];
    let row = table.json(&[], &runs, || true);
    for criterion in all() {
        let value = row[criterion.key()].as_f64();
        assert_eq!(value, criterion.of(&report), "{criterion:?}");
        assert!(row.contains_key(&format!("{}_half_width", criterion.key())));
    }
    // No figure stands twice, and the default ones stand first, in the same order as alone.
    let usual = Table::of(&scenario, &[], &[]).head();
    let head = table.head();
    let mut names: Vec<&str> = head.trim().split(',').skip(1).collect();
    assert!(head.starts_with(usual.trim_end()), "{head}");
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let wrong = further(&scenario, &[], &["luck"]).expect_err("no figure");
    assert!(wrong.contains("\"luck\" is no figure") && keys.iter().all(|it| wrong.contains(it)));
}

#[test]
fn every_figure_that_is_better_high_or_low_can_be_weighed() {
    let (system, report) = (System::default(), report());
    for criterion in all() {
        let key = criterion.key();
        let other = ["makespan", "rejected"].into_iter().find(|it| *it != key);
        let named = Criteria::named(&system, &[key, other.expect("another")]);
        match criterion.higher_is_better() {
            Some(_) => assert_eq!(
                Some(named.expect(key).point(&report).at(0)),
                criterion.of(&report)
            ),
            None => assert!(named.is_err_and(|why| why.contains("is no criterion"))),
        }
    }
}

#[test]
fn every_figure_is_compared() {
    let report = report();
    let basis = Basis {
        is_drawn: true,
        is_log: false,
        is_far: false,
    };
    let rows = rows(&[vec![Some(&report)]], &[basis], 0);
    let is_there = |criterion| rows.iter().any(|it| it.criterion == criterion);
    assert!(all().into_iter().all(is_there));
    for quantity in QUANTITIES {
        let of_provider = Criterion::Of(Of::Provider(1), quantity);
        assert_eq!(is_there(of_provider), quantity.of_provider.is_some());
    }
}

#[test]
fn every_figure_can_be_asked_for_in_a_lesson() {
    for criterion in all() {
        let key = criterion.key();
        let show = json!({ "schedule": {
            "jobs": [{ "size": 1, "run": 30 }], "scenario": { "platform": [4] }, "criteria": [key],
        } });
        let lesson = json!({
            "lesson": 1, "id": "one", "title": "One", "summary": "One.", "minutes": 1,
            "steps": [{ "title": "One", "text": ["One."], "show": show }],
            "question": {
                "ask": "How much?", "show": show, "answer": { "number": { "is": 30 } },
                "right": "Yes.", "wrong": "No.", "computed": { "figure": { "of": key } },
            },
        });
        let lesson = Lesson::from_json(lesson.to_string().as_bytes()).expect(key);
        match &lesson.steps[0].show {
            Show::Schedule(it) => assert_eq!(it.criteria, [criterion]),
            other => panic!("{other:?}"),
        }
        // One batch job that ran for 30 s: what reports have of it, and no means of reservations.
        let value = computed(&lesson.questions[0]);
        let has_none = key.starts_with("reservations.mean_");
        assert_eq!(value.is_err(), has_none, "{key}: {value:?}");
    }
}

#[test]
fn every_figure_can_be_drawn_by_curves() {
    let offered = curves_form::figures(&Scenario::default());
    assert!(all().iter().all(|it| offered.contains(it)));
}
