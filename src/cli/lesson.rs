//! `slotscope lesson`: is a lesson whole, and its answer right?

use super::input::Place;
use super::{Failure, after_help, input, print};
use crate::lesson::{Lesson, Question, Value, computed};

/// The arguments of `lesson`.
#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a line for each lesson: its title, its steps and its answer.\n\n\
     Example: slotscope lesson my-lesson.json"
))]
pub struct Arguments {
    /// Lesson files (docs/lessons.md has the format)
    #[arg(required = true)]
    files: Vec<Place>,
}

/// How many drawn variants of a question are checked.
const VARIANTS: u32 = 20;

/// Checks lessons and their answers, a line each.
pub fn lesson(arguments: &Arguments) -> Result<(), Failure> {
    for file in &arguments.files {
        let place = &**file;
        let bytes = input::bytes(file)?;
        let lesson = Lesson::from_json(&bytes).map_err(|error| Failure::at(place, error))?;
        let said = answers(&lesson).map_err(|error| Failure::at(place, error))?;
        let steps = lesson.steps.len();
        print(&format!("{place}: \"{}\", {steps} steps; {said}\n", lesson.title))?;
    }
    Ok(())
}

/// What is said of its answers.
fn answers(lesson: &Lesson) -> Result<String, String> {
    let many = lesson.questions.len() > 1;
    let of = |(at, question): (usize, &Question)| {
        let place = if many { format!("question {}", at + 1) } else { "question".to_owned() };
        let said = answer(question).map_err(|why| format!("{place}: {why}"))?;
        Ok(if many { format!("{place}: {said}") } else { said })
    };
    let all: Result<Vec<String>, String> = lesson.questions.iter().enumerate().map(of).collect();
    Ok(all?.join("; "))
}

/// What is said of one answer, and of the answers to drawn values.
fn answer(question: &Question) -> Result<String, String> {
    let Some(value) = computed(question)? else {
        return Ok("the answer is not computed".to_owned());
    };
    let value_in_words = match &value {
        Value::Number(number) => number.to_string(),
        Value::Name(name) => name.clone(),
    };
    if !question.agrees(&value) {
        return Err(format!("the chart gives {value_in_words}, which is not the given answer"));
    }
    let said = format!("the answer is as computed: {value_in_words}");
    if question.draws.is_empty() {
        return Ok(said);
    }
    for number in 0..=VARIANTS {
        question.variant(number)?;
    }
    Ok(format!("{said}, and {VARIANTS} drawn variants have answers"))
}
