//! Checks of a lesson beyond its format.

use super::control::{Control, turned};
use super::format::{
    Asked, Binding, Curve, Interval, Job, Lesson, LessonError, RangeSearch, Schedule, Show, Task, VERSION,
};
use super::limits::MOST_GPUS;
use super::question::{Answer, Question};
use super::shots::Shot;
use super::{batch, planning};
use crate::validate;
use scheduling::criteria::Criterion;
use workload::{MAX_TIME, Time, WorkloadKind};

/// The most jobs of a tiny workload: more is a log, not a blackboard.
pub const MOST_JOBS: usize = 200;

/// The most reservations of an algorithm or a binding.
const MOST_RESERVATIONS: usize = 40;

/// The most runs of one chart.
const MOST_RUNS: u64 = 120;

/// The most processors and units of time of a binding, which is drawn processor by processor.
const MOST_BOUND: i64 = 16;
const MOST_UNITS: Time = 60;

type Checked = Result<(), String>;

impl Lesson {
    /// Checks all that the format leaves open.
    ///
    /// # Errors
    ///
    /// With the step and the field.
    pub(super) fn check(&self) -> Result<(), LessonError> {
        self.check_head().map_err(LessonError)?;
        // First, because the following checks try each value of each control.
        let limits = self.check_limits();
        limits.map_err(|why| LessonError(format!("lesson \"{}\", {why}", self.id)))?;
        for (at, step) in self.steps.iter().enumerate() {
            check_step(step).map_err(|why| self.error(&format!("step {}", at + 1), &why))?;
        }
        for (at, question) in self.questions.iter().enumerate() {
            let place = self.question_place(at);
            check_question(question).map_err(|why| self.error(&place, &why))?;
        }
        Ok(())
    }

    /// The place of a question in an error.
    pub(super) fn question_place(&self, at: usize) -> String {
        match self.questions.len() {
            1 => "question".to_owned(),
            _ => format!("question {}", at + 1),
        }
    }

    fn error(&self, place: &str, why: &str) -> LessonError {
        LessonError(format!("lesson \"{}\", {place}: {why}", self.id))
    }

    fn check_head(&self) -> Checked {
        if self.lesson != VERSION {
            return Err(format!("lesson: version {} of the format; this page reads version {VERSION}", self.lesson));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.len() > 60 {
            return Err(format!("id: {} characters; take at most 60", self.id.len()));
        }
        if self.id.is_empty() || !self.id.chars().all(plain) {
            return Err(format!("id: \"{}\" is invalid; use lower-case letters, digits and dashes", self.id));
        }
        for (field, text) in [("title", &self.title), ("summary", &self.summary)] {
            if text.trim().is_empty() {
                return Err(format!("{field}: it is empty"));
            }
        }
        if self.steps.is_empty() { Err("steps: there is none".to_owned()) } else { Ok(()) }
    }
}

fn check_step(step: &super::Step) -> Checked {
    if step.title.trim().is_empty() {
        return Err("title: it is empty".to_owned());
    }
    if step.text.iter().all(|text| text.trim().is_empty()) {
        return Err("text: there is none".to_owned());
    }
    check_chart(&step.show, &step.controls)
}

fn check_question(question: &Question) -> Checked {
    for (field, text) in [("ask", &question.ask), ("right", &question.right), ("wrong", &question.wrong)] {
        if text.trim().is_empty() {
            return Err(format!("{field}: it is empty"));
        }
    }
    check_answer(question)?;
    check_chart(&question.show, &question.controls)?;
    check_slips(question)?;
    check_draws(question)?;
    check_runs(question)?;
    question.clone().fill_texts()
}

pub(super) fn check_answer(question: &Question) -> Checked {
    match &question.answer {
        Answer::Choices(choices) => {
            if choices.len() < 2 {
                return Err("answer.choices: at least two are needed".to_owned());
            }
            let right = choices.iter().filter(|choice| choice.right).count();
            match right {
                1 => Ok(()),
                _ => Err(format!("answer.choices: {right} are marked \"right\": true; exactly one must be")),
            }
        }
        Answer::Number { is, .. } if !is.is_finite() => Err("answer.number.is: it is no number".to_owned()),
        Answer::Number { within, .. } if !(*within >= 0.0 && within.is_finite()) => {
            Err("answer.number.within: 0 or more is needed".to_owned())
        }
        Answer::Number { .. } => Ok(()),
        Answer::Job { is: job } => check_asked_job(&question.show, *job).map(drop),
        Answer::Start { job, is } => {
            let latest = check_asked_job(&question.show, *job)?.longest_start();
            if (0..=latest).contains(is) {
                Ok(())
            } else {
                Err(format!("answer.start.is: {is} is no time to which the bar can be dragged: from 0 to {latest}"))
            }
        }
    }
}

/// The schedule of which an answer names a job, if the job is among its jobs.
fn check_asked_job(show: &Show, job: u64) -> Result<&Schedule, String> {
    let Show::Schedule(schedule) = show else {
        return Err("answer: only of a schedule can a job be the answer".to_owned());
    };
    if (1..=schedule.jobs.len() as u64).contains(&job) {
        Ok(schedule)
    } else {
        Err(format!("answer: there is no job {job} in jobs"))
    }
}

/// Checks that a question whose runs are made to ask it brings jobs of its own: the sample takes long.
fn check_runs(question: &Question) -> Checked {
    let is_sample =
        question.show.shots()?.iter().any(|it| it.jobs.is_empty() && it.tasks.is_empty() && it.workflow.is_none());
    if is_sample && question.needs_runs(1) {
        Err("draws and computed slips: they need jobs of their own, not the sample".to_owned())
    } else {
        Ok(())
    }
}

fn check_slips(question: &Question) -> Checked {
    if !question.slips.is_empty() && matches!(question.answer, Answer::Choices(_)) {
        return Err("slips: choices have a feedback each".to_owned());
    }
    for (at, slip) in question.slips.iter().enumerate() {
        let place = |why: &str| format!("slips[{at}]: {why}");
        if slip.is.is_some() == slip.computed.is_some() {
            return Err(place("either is or computed is needed"));
        }
        if slip.said.trim().is_empty() {
            return Err(place("said: it is empty"));
        }
        let fields = slip.set.iter().map(|(path, value)| (path.as_str(), value));
        let show = question.show.with(fields).map_err(|why| place(&why))?;
        check_show(&show).map_err(|why| place(&why))?;
    }
    Ok(())
}

/// Checks the fields that are drawn, each alone at each of its values.
fn check_draws(question: &Question) -> Checked {
    if !question.draws.is_empty() && question.computed.is_none() {
        return Err("draws: computed is needed, which gives the answer to other values".to_owned());
    }
    for (at, drawn) in question.draws.iter().enumerate() {
        let place = |why: String| format!("draws[{at}]: {why}");
        if drawn.sets.is_empty() || drawn.values.len() < 2 {
            return Err(place("a field in sets and at least two values are needed".to_owned()));
        }
        for value in &drawn.values {
            let fields = drawn.sets.iter().map(|path| (path.as_str(), value));
            question.show.with(fields).map_err(place)?;
        }
    }
    if !question.draws.is_empty() && question.combinations() < 3 {
        return Err("draws: at least three combinations of values are needed".to_owned());
    }
    Ok(())
}

/// A chart where it begins, and with each control at each of its values.
fn check_chart(show: &Show, controls: &[Control]) -> Checked {
    check_show(show)?;
    let first = turned(show, controls, &[]).map_err(|why| format!("controls: {why}"))?;
    check_show(&first)?;
    for (at, control) in controls.iter().enumerate() {
        let place = |why: String| format!("controls[{at}] ({}): {why}", control.label);
        check_control(control).map_err(place)?;
        for index in 0..control.values.len() {
            let mut positions: Vec<usize> = controls.iter().map(|it| it.first).collect();
            positions[at] = index;
            turned(show, controls, &positions)
                .and_then(|show| check_show(&show))
                .map_err(|why| place(format!("values[{index}]: {why}")))?;
        }
    }
    Ok(())
}

fn check_control(control: &Control) -> Checked {
    let many = control.values.len();
    if control.label.trim().is_empty() {
        return Err("label: it is empty".to_owned());
    }
    if control.sets.is_empty() {
        return Err("sets: it sets nothing".to_owned());
    }
    if many < 2 {
        return Err(format!("values: {many}; take at least 2"));
    }
    if control.first >= many {
        return Err(format!("first: {} is after the last value", control.first));
    }
    if control.names.is_empty() {
        return if control.values.iter().all(serde_json::Value::is_number) {
            Ok(())
        } else {
            Err("names: values that are no numbers need names".to_owned())
        };
    }
    if control.names.len() == many { Ok(()) } else { Err(format!("names: {} for {many} values", control.names.len())) }
}

pub(super) fn check_show(show: &Show) -> Checked {
    match show {
        Show::Schedule(it) => {
            check_jobs(&it.jobs)?;
            check_workflow(&it.workflow, &it.jobs)?;
            check_tasks(&it.tasks, it.jobs.is_empty() && it.workflow.is_none())?;
            if it.window.is_some_and(|(from, to)| from >= to) {
                return Err("show.schedule.window: it ends before it begins".to_owned());
            }
        }
        Show::Slots(it) => {
            check_jobs(&it.jobs)?;
            check_time("show.slots.at", it.at)?;
            if it.provider >= it.scenario.platform.len() {
                return Err("show.slots.provider: the platform has no such one".to_owned());
            }
            it.request.map_or(Ok(()), |asked| check_asked(&asked))?;
        }
        Show::Curve(it) => {
            check_jobs(&it.jobs)?;
            check_workflow(&it.workflow, &it.jobs)?;
            check_tasks(&it.tasks, it.jobs.is_empty() && it.workflow.is_none())?;
            check_curve(it)?;
        }
        Show::Generate(it) => check_intervals(it.capacity, &it.reservations)?,
        Show::Search(it) => {
            check_intervals(it.capacity, &it.reservations)?;
            check_asked(&it.request)?;
        }
        Show::Binding(it) => check_binding(it)?,
        Show::RangeSearch(it) => check_range_search(it)?,
        Show::Planning(it) => planning::check(it)?,
        Show::Messages(it) if it.tasks.is_empty() => return Err("tasks: there is none".to_owned()),
        Show::Messages(it) => check_tasks(&it.tasks, true)?,
    }
    for shot in show.shots()? {
        validate(&shot.scenario).map_err(|why| format!("show: {why}"))?;
        check_system(show, &shot)?;
    }
    Ok(())
}

/// Checks that the system of a run takes its workload, and has the criteria that are shown.
fn check_system(show: &Show, shot: &Shot) -> Checked {
    let model = shot.scenario.system.model();
    if !shot.tasks.is_empty() && !model.takes().contains(&WorkloadKind::TaskBatch) {
        return Err(format!("tasks: {} takes no task batch", model.name()));
    }
    let criteria = match show {
        Show::Schedule(it) => &it.criteria[..],
        Show::Curve(it) => &it.criteria[..],
        _ => &[],
    };
    for criterion in criteria {
        if let Criterion::Own(measure) = criterion
            && !model.measures().contains(measure)
        {
            let (key, system) = (measure.key, model.name());
            return Err(format!("criteria: {key} is no measure of {system}"));
        }
    }
    Ok(())
}

fn check_curve(curve: &Curve) -> Checked {
    let vary = &curve.vary;
    if vary.sets.is_empty() || vary.values.len() < 2 {
        return Err("show.curve.vary: it needs a field in sets, and at least two values".to_owned());
    }
    if curve.criteria.is_empty() {
        return Err("show.curve.criteria: there is none".to_owned());
    }
    let lines = curve.plans.len().max(1) as u64;
    let runs = (vary.values.len() as u64 * lines).saturating_mul(u64::from(curve.seeds));
    match runs {
        0 => Err("show.curve.seeds: at least 1".to_owned()),
        runs if runs > MOST_RUNS => {
            Err(format!("show.curve: {runs} runs (values × plans × seeds) are more than {MOST_RUNS}"))
        }
        _ => Ok(()),
    }
}

fn check_jobs(jobs: &[Job]) -> Checked {
    if jobs.len() > MOST_JOBS {
        return Err(format!("jobs: {} are more than {MOST_JOBS}; a lesson is a blackboard", jobs.len()));
    }
    for (at, job) in jobs.iter().enumerate() {
        check_job(job).map_err(|why| format!("jobs[{at}].{why}"))?;
    }
    Ok(())
}

fn check_workflow(written: &Option<serde_json::Value>, jobs: &[Job]) -> Checked {
    match written {
        Some(_) if !jobs.is_empty() => Err("workflow: there are jobs already".to_owned()),
        Some(written) => planning::workflow(written).map(drop),
        None => Ok(()),
    }
}

fn check_tasks(tasks: &[Task], alone: bool) -> Checked {
    if tasks.len() > MOST_JOBS {
        let count = tasks.len();
        return Err(format!("tasks: {count} are more than {MOST_JOBS}"));
    }
    if alone || tasks.is_empty() {
        batch::check(tasks)
    } else {
        Err("tasks: there are jobs or a workflow already".to_owned())
    }
}

fn check_job(job: &Job) -> Checked {
    if job.size == 0 {
        return Err("size: at least 1 processor".to_owned());
    }
    if job.gpus > MOST_GPUS {
        return Err(format!("gpus: {}; at most {MOST_GPUS}", job.gpus));
    }
    check_time("submit", job.submit)?;
    check_time("run", job.run)?;
    if let Some(limit) = job.limit
        && !(1..=MAX_TIME).contains(&limit)
    {
        return Err("limit: at least 1 second".to_owned());
    }
    let Some(ready) = job.ready else {
        return match job.deadline {
            Some(_) => Err("deadline: only a job with a ready time has one".to_owned()),
            None => Ok(()),
        };
    };
    check_time("ready", ready)?;
    if ready < job.submit {
        return Err("ready: it lies before the submission".to_owned());
    }
    match job.deadline {
        Some(deadline) if deadline < ready + job.limit() => {
            Err("deadline: the job does not fit between ready time and deadline".to_owned())
        }
        Some(deadline) => check_time("deadline", deadline),
        None => Ok(()),
    }
}

fn check_time(field: &str, time: Time) -> Checked {
    if (0..=MAX_TIME).contains(&time) { Ok(()) } else { Err(format!("{field}: {time} seconds; take 0 to {MAX_TIME}")) }
}

fn check_asked(asked: &Asked) -> Checked {
    check_time("request.ready", asked.ready)?;
    if asked.length < 1 || asked.length > MAX_TIME || asked.processors == 0 {
        return Err("request: at least 1 processor for at least 1 second".to_owned());
    }
    match asked.deadline {
        Some(deadline) => check_time("request.deadline", deadline),
        None => Ok(()),
    }
}

fn check_intervals(capacity: u32, reservations: &[Interval]) -> Checked {
    if !(1..=1000).contains(&capacity) {
        return Err(format!("capacity: {capacity} processors; take 1 to 1000"));
    }
    if reservations.len() > MOST_RESERVATIONS {
        return Err(format!("reservations: at most {MOST_RESERVATIONS}"));
    }
    for (at, it) in reservations.iter().enumerate() {
        let place = |why: &str| Err(format!("reservations[{at}]: {why}"));
        check_time("start", it.start).or_else(|why| place(&why))?;
        check_time("end", it.end).or_else(|why| place(&why))?;
        if it.start >= it.end {
            return place("it ends before it starts");
        }
        if it.processors == 0 || it.processors > capacity {
            return place("it asks for no processor, or for more than there are");
        }
        let then = reservations.iter();
        let promised: u64 = then
            .filter(|other| other.start <= it.start && it.start < other.end)
            .map(|other| u64::from(other.processors))
            .sum();
        if promised > u64::from(capacity) {
            return place("more is promised at its start than there is");
        }
    }
    Ok(())
}

fn check_range_search(show: &RangeSearch) -> Checked {
    if show.idle.is_empty() || show.idle.len() > MOST_RESERVATIONS {
        return Err(format!("idle: 1 to {MOST_RESERVATIONS} servers"));
    }
    for (at, &(start, end)) in show.idle.iter().enumerate() {
        let place = |why: String| format!("idle[{at}]: {why}");
        check_time("start", start).map_err(place)?;
        check_time("end", end).map_err(place)?;
        if start >= end {
            return Err(place("it ends before it starts".to_owned()));
        }
    }
    if !(1..=MAX_TIME).contains(&show.slot) {
        return Err("slot: at least 1 second".to_owned());
    }
    match show.request.deadline {
        Some(_) => Err("request.deadline: one start is tried, which has none".to_owned()),
        None => check_asked(&show.request),
    }
}

fn check_binding(binding: &Binding) -> Checked {
    check_intervals(binding.capacity, &binding.reservations)?;
    if i64::from(binding.capacity) > MOST_BOUND {
        return Err(format!("capacity: at most {MOST_BOUND}, each has its row"));
    }
    if binding.reservations.iter().all(|it| it.end <= MOST_UNITS) {
        Ok(())
    } else {
        Err(format!("reservations: they end by {MOST_UNITS}"))
    }
}
