//! The questions of lessons: an answer is given before the chart is shown, and asked again with other numbers.

use slotscope::lesson::{Answer, Question};
use slotscope::page::lessons::known;

use crate::harness::Page;
use crate::lessons::{lesson, open};
use crate::scene;

/// Answers the open question: at first wrongly, then rightly. Its chart is hidden until the solution is asked for.
#[track_caller]
pub fn answer(page: &Page, question: &Question) {
    let shown = "[data-criterion], #lesson-film, .lesson-curves";
    give(page, question, false);
    page.wait_for("#lesson-feedback[data-right=false]");
    assert!(!page.text("#lesson-feedback p").is_empty());
    assert_eq!(page.count(shown), 0, "hidden");
    page.click("#lesson-show");
    page.wait_for_text("#lesson-solution", &question.right);
    page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
    give(page, question, true);
    page.wait_for("#lesson-feedback[data-right=true]");
    page.wait_for_text("#lesson-feedback", &question.right);
}

/// Gives the right answer, or a wrong one.
#[track_caller]
fn give(page: &Page, question: &Question, rightly: bool) {
    let off = if rightly { 0 } else { 1 };
    match &question.answer {
        Answer::Choices(choices) => {
            let right = choices.iter().position(|it| it.right).expect("a right one");
            page.click(&format!("#answer-{}", (right + off) % choices.len()));
        }
        Answer::Number { is, .. } => {
            page.set_value("#answer-number", (is + off as f64).to_string());
            page.click("#answer-check");
        }
        Answer::Job { is } => {
            // The first job of a lesson is never the one after it.
            let job = if rightly { *is } else { 1 };
            page.click(&format!("#answer-job-{job}"));
        }
        Answer::Start { is, .. } => {
            page.set_value("#answer-start", (is - off as i64).to_string());
            page.click("#answer-check");
        }
    }
}

/// Waits for a question that asks something, its runs all there.
#[track_caller]
pub fn wait_for_question(page: &Page, place: usize) {
    let step = format!("#lesson[data-step='{place}']");
    page.wait_for(&format!("{step} #lesson-question"));
    page.wait_for(&format!("{step} :is(#lesson-hidden, #lesson-drawn)[data-ready=true]"));
}

#[test]
fn a_question_is_asked_again_with_other_numbers_and_told_why_an_answer_is_wrong() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    let lesson = lesson("backfilling");
    let of_start = lesson.steps.len() + 1;
    page.click(&format!(".lesson-steps li:nth-child({}) button", of_start + 1));
    wait_for_question(&page, of_start + 1);
    // FCFS: its start with backfilling is a slip that has a reason.
    let question = lesson.questions[1].variant(0).expect("an answer");
    assert_eq!(page.text("#lesson-question .asks"), question.ask);
    assert_eq!(page.count("#lesson-known li"), 4);
    let slip = &question.slips[0];
    page.set_value("#answer-start", slip.is.expect("a number").to_string());
    page.click("#answer-check");
    page.wait_for_text("#lesson-feedback", &slip.said);
    assert_eq!(page.count("[data-criterion]"), 0, "still hidden");
    page.click("#lesson-show");
    page.wait_for("#lesson-drawn[data-ready=true] [data-criterion]");
    assert_eq!(page.count("#lesson-next.primary"), 0, "lit by a right answer");
    page.click("#ask-anew");
    page.wait_for("#lesson-question[data-time='1']");
    wait_for_question(&page, of_start + 1);
    assert_eq!(page.count("[data-criterion]"), 0, "hidden again");
    let anew = lesson.questions[1].variant(1).expect("an answer");
    assert!(anew.show != question.show);
    page.wait_for_text("#lesson-known", &known(&anew.show)[0].said);
    give(&page, &anew, true);
    page.wait_for("#lesson-feedback[data-right=true]");
    page.wait_for("#lesson-next.primary");
}

#[test]
fn a_bar_is_dragged_to_where_a_job_will_start() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    let steps = lesson("backfilling").steps.len();
    page.click(&format!(".lesson-steps li:nth-child({}) button", steps + 2));
    wait_for_question(&page, steps + 2);
    // From near its beginning to its middle.
    page.drag("#answer-track", (8.0, 20.0), (100.0, 20.0));
    let text = page.text("#answer-start-text");
    let start: f64 = text.trim_end_matches(" s").parse().expect("a start");
    let middle = page.execute(
        "const [bar, track] = ['bar', 'track'].map(it => document.getElementById('answer-' + it).getBoundingClientRect());
         return bar.left + bar.width / 2 - track.left",
        &[],
    );
    let middle = middle.as_f64().expect("a number");
    assert!(start > 0.0 && (middle - 100.0).abs() < 4.0, "{start} s, at {middle}");
    page.click("#answer-check");
    page.wait_for("#lesson-feedback");
}
