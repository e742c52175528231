//! What docs/lessons.md says of lessons is so.

use slotscope::lesson::{Lesson, computed, looks_like_one};

#[test]
fn the_example_of_the_documentation_is_a_lesson_with_the_right_answer() {
    let text = include_str!("../docs/lessons.md");
    let (_, after) = text.split_once("```json\n").expect("an example");
    let (json, _) = after.split_once("```").expect("its end");
    assert!(looks_like_one(json.as_bytes()));
    let lesson = Lesson::from_json(json.as_bytes()).expect("a lesson that is whole");
    let value = computed(&lesson.question).expect("a chart that runs");
    assert!(lesson.question.agrees(&value.expect("an answer")));
}
