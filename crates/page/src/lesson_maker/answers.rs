//! Kinds of answers, and how an answer may follow from a chart.

use experiment::lesson::{Answer, Choice, Computed, Question, Show};
use scheduling::criteria::Criterion;
use scheduling::engine::Nouns;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// One of several choices.
    Choices,
    Number,
    /// A job that is clicked.
    Job,
    /// A start to which a bar is dragged.
    Start,
}

impl AnswerKind {
    pub fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Choices(_) => Self::Choices,
            Answer::Number { .. } => Self::Number,
            Answer::Job { .. } => Self::Job,
            Answer::Start { .. } => Self::Start,
        }
    }

    /// Those that a question about a chart may have: only of a schedule with jobs of its own can a job be the answer.
    pub fn all(show: &Show) -> &'static [Self] {
        match show {
            Show::Schedule(it) if !it.jobs.is_empty() => &[Self::Number, Self::Choices, Self::Job, Self::Start],
            _ => &[Self::Number, Self::Choices],
        }
    }

    /// Its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            Self::Choices => "choices",
            Self::Number => "number",
            Self::Job => "job",
            Self::Start => "start",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Choices => "one of several choices",
            Self::Number => "a number that is typed",
            Self::Job => "a job that is clicked",
            Self::Start => "a bar that is dragged to its start",
        }
    }
}

/// Asks for another kind of answer, computed as usual where the chart gives it.
pub(super) fn with_kind(question: &mut Question, kind: AnswerKind) {
    if AnswerKind::of(&question.answer) == kind || !AnswerKind::all(&question.show).contains(&kind) {
        return;
    }
    question.slips.clear();
    question.answer = match kind {
        AnswerKind::Choices => Answer::Choices(choices(&question.show)),
        AnswerKind::Number => Answer::Number { is: 0.0, unit: "s".to_owned(), within: 0.0 },
        AnswerKind::Job => Answer::Job { is: 1 },
        AnswerKind::Start => Answer::Start { job: 1, is: 0 },
    };
    let offers = computed_offers(question);
    question.computed = offers.first().map(|it| it.how);
    if kind == AnswerKind::Number {
        question.computed = None;
    }
}

/// The names of the schedules, or two empty choices.
fn choices(show: &Show) -> Vec<Choice> {
    let choice = |text: &str| Choice { text: text.to_owned(), right: false, feedback: String::new() };
    let mut choices: Vec<Choice> = match show {
        Show::Schedule(it) => it.plans.iter().map(|plan| choice(&plan.name)).collect(),
        _ => Vec::new(),
    };
    while choices.len() < 2 {
        choices.push(choice(""));
    }
    choices[0].right = true;
    choices
}

/// A way in which the answer follows from the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedOffer {
    /// The way.
    pub how: Computed,
    /// In words.
    pub label: String,
}

/// The ways in which the answer of a question may follow from its chart; none where it is only typed.
pub fn computed_offers(question: &Question) -> Vec<ComputedOffer> {
    let Show::Schedule(schedule) = &question.show else {
        return Vec::new();
    };
    let plans = schedule.plans.len().max(1);
    let under = |plan: usize| match schedule.plans.get(plan) {
        Some(it) => format!(" ({})", it.name),
        None => String::new(),
    };
    let offer = |how, label: String| ComputedOffer { how, label };
    let each_plan = 0..plans;
    match &question.answer {
        Answer::Start { job, .. } => each_plan
            .map(|plan| {
                let label = format!("the start of job {job}{}", under(plan));
                offer(Computed::Start { job: *job, plan }, label)
            })
            .collect(),
        Answer::Job { .. } => each_plan
            .map(|plan| {
                let from = question.shown_until;
                let label = format!("the job that starts first from {from} s on{}", under(plan));
                offer(Computed::Next { from, plan }, label)
            })
            .collect(),
        Answer::Choices(_) if schedule.plans.len() > 1 => {
            let best = |by: &Criterion| {
                let label = format!("the schedule with the best {}", name(*by));
                offer(Computed::Best { by: *by }, label)
            };
            let ranked = schedule.criteria.iter();
            ranked.filter(|it| it.higher_is_better().is_some()).map(best).collect()
        }
        Answer::Choices(_) => Vec::new(),
        Answer::Number { .. } => {
            let figures = each_plan.flat_map(|plan| {
                let of = move |it: &Criterion| {
                    let label = format!("{}{}", name(*it), under(plan));
                    offer(Computed::Figure { of: *it, plan }, label)
                };
                schedule.criteria.iter().map(of)
            });
            let starts = (1..=schedule.jobs.len().min(20) as u64).map(|job| {
                let how = Computed::Start { job, plan: 0 };
                offer(how, format!("the start of job {job}{}", under(0)))
            });
            figures.chain(starts).collect()
        }
    }
}

fn name(criterion: Criterion) -> String {
    criterion.label_in(<&Nouns>::default())
}
