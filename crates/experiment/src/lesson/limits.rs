//! The largest lesson that is read: a larger one would hold the page up.

use std::io::{self, Write};

use super::format::{Lesson, Plan, Show};
use super::question::{Answer, Question};
use super::{Control, Step};

/// The most steps of a lesson.
const MOST_STEPS: usize = 20;

/// The most GPUs of a job.
pub(super) const MOST_GPUS: u32 = 64;

/// The most questions of a lesson.
const MOST_QUESTIONS: usize = 20;

/// The most paragraphs of a step, choices of a question.
const MOST_PARAGRAPHS: usize = 40;
const MOST_CHOICES: usize = 20;

/// The most characters of a name, a title or a label.
pub const LONGEST_NAME: usize = 200;
/// The most characters of a paragraph.
pub const LONGEST_TEXT: usize = 4_000;

/// The most controls of a chart, fields that a control or a plan sets, values of a control.
const MOST_CONTROLS: usize = 8;
const MOST_FIELDS: usize = 40;
const MOST_VALUES: usize = 60;

/// The most values of all controls of a lesson. Each is tried when the lesson is read.
const MOST_TURNS: usize = 400;

/// The most bytes that are read to try all charts of a lesson: a chart is written as JSON, and read
/// with its fields set, for each value of its controls and each of its runs. The lessons that come
/// with the page take 230,000 at most.
const MOST_TRIED: usize = 2_000_000;

/// The most schedules side by side.
pub const MOST_PLANS: usize = 3;
/// The most lines of a curve, and criteria beside a chart.
const MOST_LINES: usize = 12;
const MOST_CRITERIA: usize = 20;

type Checked = Result<(), String>;

impl Lesson {
    /// Checks that the lesson keeps all limits. O(bytes of the lesson).
    ///
    /// # Errors
    ///
    /// With the step and the field, in words.
    pub(super) fn check_limits(&self) -> Checked {
        at_most("steps", self.steps.len(), MOST_STEPS)?;
        name("title", &self.title)?;
        text("summary", &self.summary)?;
        text("source", &self.source)?;
        for (at, step) in self.steps.iter().enumerate() {
            check_step(step).map_err(|why| format!("step {}: {why}", at + 1))?;
        }
        at_most("questions", self.questions.len(), MOST_QUESTIONS)?;
        for (at, question) in self.questions.iter().enumerate() {
            let place = self.question_place(at);
            check_question(question).map_err(|why| format!("{place}: {why}"))?;
        }
        let turns: usize = self.charts().map(|(_, _, turns)| turns).sum();
        at_most("values of all controls", turns, MOST_TURNS)?;
        let tried = self.charts().map(|(show, tries, _)| bytes_tried(show, tries)).fold(0, usize::saturating_add);
        if tried > MOST_TRIED {
            Err(format!(
                "to try each run at each value of each control takes {tried} bytes of charts, and \
                 at most {MOST_TRIED} are tried: take fewer jobs, values of controls or runs of curves"
            ))
        } else {
            Ok(())
        }
    }
}

impl Lesson {
    /// All charts: how often each is tried, and how many values its controls have.
    fn charts(&self) -> impl Iterator<Item = (&Show, usize, usize)> {
        let turns = |controls: &[Control]| controls.iter().map(|it| it.values.len()).sum::<usize>();
        let of_steps = self.steps.iter().map(move |it| {
            let turns = turns(&it.controls);
            (&it.show, turns, turns)
        });
        of_steps.chain(self.questions.iter().map(move |it| {
            let drawn: usize = it.draws.iter().map(|it| it.values.len()).sum();
            let turns = turns(&it.controls);
            (&it.show, turns + drawn + it.slips.len(), turns)
        }))
    }
}

/// How many bytes are read to try a chart: as it is, at the first value of each control, and at each further value.
fn bytes_tried(show: &Show, turns: usize) -> usize {
    let runs = match show {
        Show::Schedule(it) => it.plans.len(),
        Show::Curve(it) => it.plans.len() + it.plans.len().max(1) * it.vary.values.len(),
        _ => 0,
    };
    let mut counter = Counter(0);
    // A chart that has been read can be written.
    let _ = serde_json::to_writer(&mut counter, show);
    counter.0.saturating_mul(turns + 2).saturating_mul(runs + 1)
}

/// Counts the bytes that are written.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn check_step(step: &Step) -> Checked {
    name("title", &step.title)?;
    at_most("text", step.text.len(), MOST_PARAGRAPHS)?;
    step.text.iter().try_for_each(|it| text("text", it))?;
    check_chart(&step.show, &step.controls)
}

fn check_question(question: &Question) -> Checked {
    text("ask", &question.ask)?;
    text("right", &question.right)?;
    text("wrong", &question.wrong)?;
    if let Answer::Choices(choices) = &question.answer {
        at_most("answer.choices", choices.len(), MOST_CHOICES)?;
        for choice in choices {
            text("answer.choices", &choice.text)?;
            text("answer.choices", &choice.feedback)?;
        }
    }
    at_most("slips", question.slips.len(), MOST_CHOICES)?;
    for slip in &question.slips {
        text("slips.said", &slip.said)?;
        at_most("slips.set", slip.set.len(), MOST_FIELDS)?;
    }
    at_most("draws", question.draws.len(), MOST_FIELDS)?;
    for drawn in &question.draws {
        at_most("draws.sets", drawn.sets.len(), MOST_FIELDS)?;
        at_most("draws.values", drawn.values.len(), MOST_VALUES)?;
    }
    check_chart(&question.show, &question.controls)
}

fn check_chart(show: &Show, controls: &[Control]) -> Checked {
    let (plans, most, criteria) = match show {
        Show::Schedule(it) => (&it.plans[..], MOST_PLANS, &it.criteria[..]),
        Show::Curve(it) => (&it.plans[..], MOST_LINES, &it.criteria[..]),
        _ => (&[][..], 0, &[][..]),
    };
    at_most("show.plans", plans.len(), most)?;
    at_most("show.criteria", criteria.len(), MOST_CRITERIA)?;
    plans.iter().try_for_each(check_plan)?;
    if let Show::Curve(curve) = show {
        name("show.curve.vary.label", &curve.vary.label)?;
        at_most("show.curve.vary.sets", curve.vary.sets.len(), MOST_FIELDS)?;
    }
    at_most("controls", controls.len(), MOST_CONTROLS)?;
    for (at, control) in controls.iter().enumerate() {
        check_control(control).map_err(|why| format!("controls[{at}].{why}"))?;
    }
    Ok(())
}

fn check_plan(plan: &Plan) -> Checked {
    name("show.plans.name", &plan.name)?;
    at_most("show.plans.set", plan.set.len(), MOST_FIELDS)
}

fn check_control(control: &Control) -> Checked {
    name("label", &control.label)?;
    name("unit", &control.unit)?;
    at_most("sets", control.sets.len(), MOST_FIELDS)?;
    at_most("values", control.values.len(), MOST_VALUES)?;
    at_most("names", control.names.len(), MOST_VALUES)?;
    control.sets.iter().try_for_each(|it| name("sets", it))?;
    control.names.iter().try_for_each(|it| name("names", it))
}

/// Refuses a count above the most.
fn at_most(field: &str, count: usize, most: usize) -> Checked {
    if count > most { Err(format!("{field}: {count} are more than the {most} that there may be")) } else { Ok(()) }
}

fn name(field: &str, text: &str) -> Checked {
    no_longer(field, text, LONGEST_NAME)
}

fn text(field: &str, text: &str) -> Checked {
    no_longer(field, text, LONGEST_TEXT)
}

fn no_longer(field: &str, text: &str, most: usize) -> Checked {
    // No text has more characters than bytes.
    let count = if text.len() > most { text.chars().count() } else { 0 };
    if count > most {
        Err(format!("{field}: {count} characters are more than the {most} that there may be"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::lesson::Lesson;
    use workload::testing::with_value;

    fn control(values: usize) -> Value {
        let values: Vec<usize> = (1..=values).collect();
        json!({ "label": "Run time", "sets": ["jobs.0.run"], "values": values })
    }

    fn lesson(steps: usize) -> Value {
        let show = json!({ "schedule": { "jobs": [{ "size": 1, "run": 30 }], "scenario": { "platform": [4] } } });
        let step = json!({ "title": "One", "text": ["A job."], "show": show });
        json!({
            "lesson": 1, "id": "large", "title": "Large", "summary": "Much of it.", "minutes": 1,
            "steps": vec![step; steps],
            "question": {
                "ask": "When?", "show": show, "right": "Yes.", "wrong": "No.",
                "answer": { "number": { "is": 1, "unit": "s" } },
            },
        })
    }

    /// The error of a lesson with a field set.
    #[track_caller]
    fn refused(place: &str, value: Value) -> String {
        let text = with_value(&lesson(2), place, value).to_string();
        Lesson::from_json(text.as_bytes()).expect_err(place).0
    }

    #[test]
    fn what_is_more_than_a_lesson_may_hold_is_refused_before_it_is_tried() {
        let long = "x".repeat(800_000);
        let paragraphs = vec!["x"; 240_000];
        let paths = vec!["jobs.0.run"; 60_000];
        let with = |field: &str, value: Value| {
            let mut control = control(2);
            control[field] = value;
            json!([control])
        };
        for (pointer, value, told) in [
            ("/steps/1/controls", json!(vec![control(2); 9_000]), "step 2: controls: 9000 are more than the 8 "),
            ("/steps/0/controls", json!([control(61)]), "step 1: controls[0].values: 61 are more than the 60 "),
            ("/steps/0/text", json!(paragraphs), "step 1: text: 240000 are more than the 40 "),
            ("/steps/0/text", json!([long]), "step 1: text: 800000 characters are more than the 4000 "),
            ("/steps/0/title", json!(long), "step 1: title: 800000 characters"),
            ("/steps/0/controls", with("sets", json!(paths)), "controls[0].sets: 60000 are more than the 40 "),
            ("/steps/0/controls", with("label", json!(long)), "controls[0].label: 800000 characters"),
            ("/steps/0/controls", with("names", json!(["a", long])), "controls[0].names: 800000 characters"),
            ("/question/controls", json!(vec![control(2); 9]), "question: controls: 9 are more"),
            ("/question/wrong", json!(long), "question: wrong: 800000 characters"),
            ("/title", json!(long), "title: 800000 characters"),
            ("/id", json!(long), "id: 800000 characters"),
            ("/steps", lesson(21)["steps"].clone(), "steps: 21 are more than the 20 "),
        ] {
            let why = refused(pointer, value);
            assert!(why.contains(told) && why.len() < 200, "{told}: {why}");
        }
        let mut many = lesson(20);
        for step in many["steps"].as_array_mut().expect("steps") {
            step["controls"] = json!([control(21)]);
        }
        let why = Lesson::from_json(many.to_string().as_bytes()).expect_err("too many").0;
        assert!(why.contains("values of all controls: 420 are more than the 400 "), "{why}");
    }

    /// All steps, paragraphs and values of controls, and as many runs over 200 jobs as may be tried.
    fn large(runs: usize) -> Value {
        let mut large = lesson(20);
        let jobs = vec![json!({ "size": 1, "run": 30 }); 200];
        for step in large["steps"].as_array_mut().expect("steps") {
            step["text"] = json!(vec!["x".repeat(400); 40]);
            step["controls"] = json!([control(20)]);
        }
        let values: Vec<usize> = (1..=runs).collect();
        large["steps"][0]["show"] = json!({ "curve": {
            "jobs": jobs, "scenario": { "platform": [4] }, "criteria": ["utilization"],
            "vary": { "label": "Run time", "sets": ["jobs.1.run"], "values": values },
        } });
        large
    }

    #[test]
    fn a_lesson_as_large_as_one_may_be_is_read() {
        Lesson::from_json(large(2).to_string().as_bytes()).expect("a lesson");
    }

    #[test]
    fn a_lesson_whose_runs_and_controls_multiply_is_refused_before_it_is_tried() {
        let text = large(120).to_string();
        let why = Lesson::from_json(text.as_bytes()).expect_err("too much").0;
        assert!(why.contains("at most 2000000 are tried: take fewer jobs"), "{why}");
        assert!(why.len() < 250, "{why}");
    }
}
