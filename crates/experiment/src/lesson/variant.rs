//! A question asked again with other values: drawn by a seed, its answer computed.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::Computed;
use super::answer::{Value, value_of};
use super::format::Show;
use super::question::{Answer, Question, Slip};
use workload::draw::{Draw, Stream};

/// The draws of questions.
const QUESTIONS: Stream = Stream(120);

/// How often values are drawn until a question has an answer.
const ATTEMPTS: u32 = 30;

impl Question {
    /// The question as it is asked for the time of that number, counted from 0: at first with the values of its
    /// file, later with drawn ones. Texts have their values filled in, and hints their numbers.
    ///
    /// Makes the runs that the answer needs. The same number always gives the same question.
    ///
    /// # Errors
    ///
    /// If the chart cannot be run; if no drawn values give an answer.
    pub fn variant(&self, number: u32) -> Result<Self, String> {
        if number == 0 || self.draws.is_empty() {
            return self.filled(self.show.clone());
        }
        let mut draw = Draw::new(u64::from(number), QUESTIONS);
        let mut last = String::new();
        for _ in 0..ATTEMPTS {
            let attempt = self.drawn(&mut draw);
            match attempt.and_then(|show| self.answered(show)) {
                Ok(question) if question.show != self.show => return Ok(question),
                Ok(_) => {}
                Err(why) => last = why,
            }
        }
        Err(format!("no drawn values give an answer: {last}"))
    }

    /// The chart with drawn values.
    fn drawn(&self, draw: &mut Draw) -> Result<Show, String> {
        let mut fields: Vec<(&str, &Json)> = Vec::new();
        for it in &self.draws {
            let at = draw.below(it.values.len() as u32) as usize;
            let value = it.values.get(at).ok_or("draws: there are no values")?;
            fields.extend(it.sets.iter().map(|path| (path.as_str(), value)));
        }
        self.show.with(fields)
    }

    /// The question on another chart, with the answer of that.
    fn answered(&self, show: Show) -> Result<Self, String> {
        super::check::check_show(&show)?;
        let mut question = Self {
            show,
            ..self.clone()
        };
        let how = self.computed.ok_or("the answer is not computed")?;
        let value = value_of(&question, how)?;
        question.answer = question.answer_of(&value)?;
        question.filled(question.show.clone())
    }

    /// The answer of its kind that a computed value is.
    fn answer_of(&self, value: &Value) -> Result<Answer, String> {
        let mut answer = self.answer.clone();
        match (&mut answer, value) {
            (Answer::Number { is, .. }, Value::Number(number)) => *is = *number,
            (Answer::Job { is }, Value::Number(number)) => *is = *number as u64,
            (Answer::Start { is, .. }, Value::Number(number)) => *is = *number as i64,
            (Answer::Choices(choices), value) => {
                for choice in choices.iter_mut() {
                    choice.right = value.is_said_by(&choice.text);
                    // It was written for the values of the file.
                    choice.feedback.clear();
                }
                if choices.iter().filter(|it| it.right).count() != 1 {
                    return Err("none of the choices is the answer".to_owned());
                }
            }
            (_, Value::Name(_)) => return Err("the answer is a name".to_owned()),
        }
        Ok(answer)
    }

    /// The question with its values in its texts, and its slips computed. A slip that is the right answer, or
    /// that cannot be computed, is left out.
    fn filled(&self, show: Show) -> Result<Self, String> {
        let mut question = Self {
            show,
            ..self.clone()
        };
        question.slips = question.computed_slips();
        if !self.draws.is_empty() {
            let fields = Fields::of(&question)?;
            for text in [&mut question.ask, &mut question.right, &mut question.wrong] {
                *text = fields.filled(text)?;
            }
            for slip in &mut question.slips {
                slip.said = fields.filled(&slip.said)?;
            }
        }
        Ok(question)
    }

    /// The slips with their numbers.
    fn computed_slips(&self) -> Vec<Slip> {
        let computed = |slip: &Slip| {
            let is = match slip.computed {
                None => slip.is?,
                Some(how) => self.slipped(slip, how)?,
            };
            (!self.answer.is_number(is)).then(|| Slip {
                is: Some(is),
                computed: None,
                set: BTreeMap::new(),
                said: slip.said.clone(),
            })
        };
        self.slips.iter().filter_map(computed).collect()
    }

    /// The number of a slip.
    fn slipped(&self, slip: &Slip, how: Computed) -> Option<f64> {
        let fields = slip.set.iter().map(|(path, value)| (path.as_str(), value));
        let otherwise = Self {
            show: self.show.with(fields).ok()?,
            ..self.clone()
        };
        match value_of(&otherwise, how).ok()? {
            Value::Number(number) => Some(number),
            Value::Name(_) => None,
        }
    }
}

/// The values of a chart that its texts name: `{jobs.1.limit}`, and `{answer}`.
struct Fields {
    chart: Json,
    answer: String,
}

impl Fields {
    fn of(question: &Question) -> Result<Self, String> {
        let answer = match &question.answer {
            Answer::Choices(choices) => {
                let right = choices.iter().find(|it| it.right);
                right.map_or_else(String::new, |it| it.text.clone())
            }
            other => other.number().map_or_else(String::new, |it| it.to_string()),
        };
        Ok(Self {
            chart: question.show.fields()?,
            answer,
        })
    }

    /// A text with the values in place of their names in braces.
    fn filled(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (path, behind) = after
                .split_once('}')
                .ok_or_else(|| format!("\"{text}\": a brace is not closed"))?;
            filled += before;
            filled += &self.value(path)?;
            rest = behind;
        }
        filled += rest;
        Ok(filled)
    }

    fn value(&self, path: &str) -> Result<String, String> {
        if path == "answer" {
            return Ok(self.answer.clone());
        }
        let value = super::field::value_at(&self.chart, path)?;
        Ok(match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        })
    }
}

impl Answer {
    /// The answer as a number, where it is one: a job's number, a start in seconds.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Choices(_) => None,
            Self::Number { is, .. } => Some(is),
            Self::Job { is } => Some(is as f64),
            Self::Start { is, .. } => Some(is as f64),
        }
    }

    /// Whether a number is the right answer: as near as the answer allows.
    pub fn is_number(&self, given: f64) -> bool {
        let within = match *self {
            Self::Number { within, .. } => within,
            _ => 0.0,
        };
        let off = |is: f64| (is - given).abs() <= within + 1e-9 * is.abs().max(1.0);
        self.number().is_some_and(off)
    }
}
