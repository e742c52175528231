//! A question asked again with other values: drawn by a seed, its answer computed.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::Computed;
use super::answer::{Value, value_of};
use super::check::{check_answer, check_show};
use super::format::Show;
use super::question::{Answer, DrawnField, Question, Slip};
use workload::draw::{Draw, Stream};

/// The draws of questions.
const QUESTIONS: Stream = Stream(120);

/// How many combinations of values are tried until one has an answer.
const ATTEMPTS: u64 = 30;

/// More combinations are not put into an order: each number draws its own.
const MOST_ORDERED: u64 = 500;

impl Question {
    /// The question as it is asked the `number`-th time; 0 is the first, with the values of the file. Texts have their
    /// values filled in, and hints their numbers. Later times go through the combinations of the drawn values in an order
    /// that is shuffled once for all, so that one does not follow itself.
    ///
    /// Makes the runs that the answer needs. The same number always gives the same question.
    ///
    /// # Errors
    ///
    /// If the chart cannot be run; if no drawn values give an answer.
    pub fn variant(&self, number: u32) -> Result<Self, String> {
        if number == 0 || self.draws.is_empty() {
            return self.filled();
        }
        let mut last = "they are all those of the file".to_owned();
        let order = self.order();
        for attempt in 0..ATTEMPTS {
            let combination = self.combination(&order, u64::from(number) - 1, attempt);
            let show = self.with_values(&combination)?;
            if show == self.show {
                continue;
            }
            match self.answered(show) {
                Ok(question) => return Ok(question),
                Err(why) => last = why,
            }
        }
        Err(format!("no drawn values give an answer: {last}"))
    }

    /// How many combinations of drawn values there are, those of the file with them.
    pub(super) fn combinations(&self) -> u64 {
        self.draws.iter().map(|it| it.values.len() as u64).fold(1, u64::saturating_mul)
    }

    /// The combinations other than that of the file that make a valid chart, shuffled; none if they are too many.
    fn order(&self) -> Vec<u64> {
        let count = self.combinations();
        if count > MOST_ORDERED {
            return Vec::new();
        }
        let is_other = |at: &u64| {
            let show = self.with_values(&self.places(*at));
            show.is_ok_and(|show| show != self.show && check_show(&show).is_ok())
        };
        let mut order: Vec<u64> = (0..count).filter(is_other).collect();
        let mut draw = Draw::new(0, QUESTIONS);
        for last in (1..order.len()).rev() {
            let other = draw.below(last as u32 + 1) as usize;
            order.swap(last, other);
        }
        order
    }

    /// The places of the values to try for a number, counted from 0, after some attempts.
    fn combination(&self, order: &[u64], number: u64, attempt: u64) -> Vec<usize> {
        if !order.is_empty() {
            return self.places(order[((number + attempt) % order.len() as u64) as usize]);
        }
        let mut draw = Draw::new(number + 1, QUESTIONS);
        let counts = self.draws.iter().map(|it| it.values.len() as u32);
        let counts: Vec<u32> = counts.collect();
        let mut places = Vec::new();
        for _ in 0..=attempt {
            places = counts.iter().map(|&it| draw.below(it) as usize).collect();
        }
        places
    }

    /// The places of the values of a combination.
    fn places(&self, mut combination: u64) -> Vec<usize> {
        let place = |it: &DrawnField| {
            let count = it.values.len().max(1) as u64;
            let place = combination % count;
            combination /= count;
            place as usize
        };
        self.draws.iter().map(place).collect()
    }

    /// The chart with the values at these places.
    fn with_values(&self, places: &[usize]) -> Result<Show, String> {
        let mut fields: Vec<(&str, &Json)> = Vec::new();
        for (it, &at) in self.draws.iter().zip(places) {
            let value = it.values.get(at).ok_or("draws: there are no values")?;
            fields.extend(it.sets.iter().map(|path| (path.as_str(), value)));
        }
        self.show.with(fields)
    }

    /// The question on another chart, with the answer of that.
    fn answered(&self, show: Show) -> Result<Self, String> {
        check_show(&show)?;
        let mut question = Self { show, ..self.clone() };
        let how = self.computed.ok_or("the answer is not computed")?;
        let value = value_of(&question, how)?;
        question.answer = question.answer_of(&value)?;
        if let Answer::Choices(choices) = &mut question.answer {
            // They were written for the values of the file.
            choices.iter_mut().for_each(|it| it.feedback.clear());
        }
        check_answer(&question)?;
        question.filled()
    }

    /// The answer of its kind that a computed value is.
    ///
    /// # Errors
    ///
    /// If none of the choices is the value, or the answer is a number and the value a name.
    pub fn answer_of(&self, value: &Value) -> Result<Answer, String> {
        let mut answer = self.answer.clone();
        match (&mut answer, value) {
            (Answer::Number { is, .. }, Value::Number(number)) => *is = *number,
            (Answer::Job { is }, Value::Number(number)) => *is = *number as u64,
            (Answer::Start { is, .. }, Value::Number(number)) => *is = *number as i64,
            (Answer::Choices(choices), value) => {
                for choice in choices.iter_mut() {
                    choice.right = value.is_said_by(&choice.text);
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
    fn filled(&self) -> Result<Self, String> {
        let mut question = self.clone();
        question.slips = question.computed_slips();
        question.fill_texts()?;
        Ok(question)
    }

    /// Puts the values into the texts of a question that has drawn ones.
    ///
    /// # Errors
    ///
    /// If a brace is not closed, or names no text, number or truth value of the chart.
    pub(super) fn fill_texts(&mut self) -> Result<(), String> {
        if self.draws.is_empty() {
            return Ok(());
        }
        let fields = Fields::of(self)?;
        let texts = [&mut self.ask, &mut self.right, &mut self.wrong];
        let hints = self.slips.iter_mut().map(|it| &mut it.said);
        for text in texts.into_iter().chain(hints) {
            *text = fields.filled(text)?;
        }
        Ok(())
    }

    /// Whether it has what only runs give, when it is asked the `number`-th time: drawn values, or computed hints.
    pub fn needs_runs(&self, number: u32) -> bool {
        let is_drawn = number > 0 && !self.draws.is_empty();
        is_drawn || self.slips.iter().any(|it| it.computed.is_some())
    }

    /// The question with the values of its file in its texts, without the hints that only runs give.
    ///
    /// # Errors
    ///
    /// As [`Question::variant`] for the texts.
    pub fn at_first(&self) -> Result<Self, String> {
        let mut question = self.clone();
        question.slips.retain(|it| it.computed.is_none());
        question.fill_texts()?;
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
        let otherwise = Self { show: self.show.with(fields).ok()?, ..self.clone() };
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
                choices.iter().find(|it| it.right).map_or_else(String::new, |it| it.text.clone())
            }
            other => other.number().map_or_else(String::new, |it| it.to_string()),
        };
        Ok(Self { chart: question.show.fields()?, answer })
    }

    /// A text with the values in place of their names in braces.
    fn filled(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (path, behind) = after.split_once('}').ok_or_else(|| format!("\"{text}\": a brace is not closed"))?;
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
        match super::field::value_at(&self.chart, path)? {
            Json::String(text) => Ok(text.clone()),
            value @ (Json::Number(_) | Json::Bool(_)) => Ok(value.to_string()),
            _ => Err(format!("{path}: only a text, a number or a truth value stands in a text")),
        }
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
