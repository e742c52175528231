//! `slotscope lesson`: is a lesson whole, and its answer right?

use std::path::PathBuf;

use super::{Failure, after_help, print};
use crate::lesson::{Lesson, Value, computed};

/// The arguments of `lesson`.
#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a line for each lesson: its title, its steps and its answer.\n\n\
     Example: slotscope lesson my-lesson.json"
))]
pub struct Arguments {
    /// Lesson files (docs/lessons.md has the format)
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Checks lessons and their answers, a line each.
pub fn lesson(arguments: &Arguments) -> Result<(), Failure> {
    for file in &arguments.files {
        let place = file.display().to_string();
        let bytes = std::fs::read(file).map_err(|error| Failure::at(&place, error))?;
        let lesson = Lesson::from_json(&bytes).map_err(|error| Failure::at(&place, error))?;
        let said = answer(&lesson).map_err(|error| Failure::at(&place, error))?;
        let steps = lesson.steps.len();
        print(&format!(
            "{place}: \"{}\", {steps} steps; {said}\n",
            lesson.title
        ))?;
    }
    Ok(())
}

/// The line on its answer.
fn answer(lesson: &Lesson) -> Result<String, String> {
    let question = &lesson.question;
    let Some(value) = computed(question)? else {
        return Ok("the answer is not computed".to_owned());
    };
    let value_in_words = match &value {
        Value::Number(number) => number.to_string(),
        Value::Name(name) => name.clone(),
    };
    match question.agrees(&value) {
        true => Ok(format!("the answer is as computed: {value_in_words}")),
        false => Err(format!(
            "question: the chart gives {value_in_words}, which is not the given answer"
        )),
    }
}
