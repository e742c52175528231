//! The policy `ordered`, from the paragraph "The pass" of its description: values by hand-written functions beside each
//! formula, and every job asked in turn.

use std::cmp::Ordering;

use super::*;

/// What a formula may read of a waiting job.
#[derive(Clone, Copy)]
pub struct Facts {
    submit: f64,
    wait: f64,
    size: f64,
    limit: f64,
    estimate: f64,
    user_usage: f64,
    group_usage: f64,
    queue: i64,
    user: i64,
    now: f64,
    waiting: f64,
    free: f64,
    processors: f64,
}

/// A formula, and a function that has its value.
type Twin = (&'static str, fn(Facts) -> f64);

/// Formulas of every kind.
pub const FORMULAS: [Twin; 15] = [
    ("submit", |it| it.submit),
    ("limit", |it| it.limit),
    ("-size", |it| -it.size),
    ("size * limit", |it| it.size * it.limit),
    ("estimate", |it| it.estimate),
    ("user_usage", |it| it.user_usage),
    ("group_usage - 2 * wait", |it| it.group_usage - 2.0 * it.wait),
    ("-(wait / limit) ^ 3 * size", |it| -libm::pow(it.wait / it.limit, 3.0) * it.size),
    // Not a number where none has waited, −∞ and ∞ elsewhere.
    ("if(size > 4, 1, -1) * wait / 0", |it| {
        let sign = if it.size > 4.0 { 1.0 } else { -1.0 };
        sign * it.wait / 0.0
    }),
    ("queue == 1", |it| f64::from(u8::from(it.queue == 1))),
    ("if(user == 2 or size > free, submit, -limit)", |it| {
        if it.user == 2 || it.size > it.free { it.submit } else { -it.limit }
    }),
    ("max(size, waiting) - now / 7", |it| it.size.max(it.waiting) - it.now / 7.0),
    ("size / processors < 0.5", |it| f64::from(u8::from(it.size / it.processors < 0.5))),
    // ∞ − ∞ of a job without a limit is not a number.
    ("limit - estimate", |it| it.limit - it.estimate),
    ("0", |_| 0.0),
];

impl Naive<'_> {
    /// Walks the jobs in `order`, then takes the rest in `backfill_order`.
    pub fn ordered(&mut self, machine: usize, waiting: &[usize]) {
        let local = self.settings.local.clone();
        let first = self.by_value(machine, waiting, &local.order);
        let backfill = local.backfill_order.as_ref().unwrap_or(&local.order);
        let mut rest = self.by_value(machine, waiting, backfill);
        let mut promised = Vec::new();
        let mut plan = self.as_believed(machine);
        let mut used_up = 0;
        for job in first {
            if !local.strict && used_up > 0 && local.promises == Promises::Count(used_up) {
                break;
            }
            rest.retain(|&it| it != job);
            if self.start_by_plan(machine, &mut plan, job) {
                continue;
            }
            if local.strict {
                rest.clear();
                break;
            }
            if local.promises == Promises::Count(0) {
                continue;
            }
            used_up += 1;
            if let Some(plan) = &mut plan {
                self.promise_by_plan(machine, plan, job);
                continue;
            }
            let size = self.jobs[job].processors;
            let length = self.left[job].limit.unwrap_or(Time::MAX);
            let here = &mut self.machines[machine];
            if let Some(start) = here.earliest(self.now + 1, length, size) {
                here.promise(job, size, (start, start.saturating_add(length)), None);
                promised.push(job);
            }
        }
        for job in rest {
            self.start_by_plan(machine, &mut plan, job);
        }
        for job in promised {
            self.machines[machine].forget(job);
        }
    }

    /// The smallest value first, NaN last, equals as they are.
    fn by_value(&self, machine: usize, waiting: &[usize], formula: &Formula) -> Vec<usize> {
        let text = formula.to_string();
        let value = FORMULAS.iter().find(|it| it.0 == text).expect("a formula of the list").1;
        let mut valued: Vec<(f64, usize)> =
            waiting.iter().map(|&job| (value(self.facts(machine, waiting.len(), job)), job)).collect();
        valued.sort_by(|(one, _), (other, _)| match (one.is_nan(), other.is_nan()) {
            (false, false) if one < other => Ordering::Less,
            (false, false) if one > other => Ordering::Greater,
            (one, other) => one.cmp(&other),
        });
        valued.into_iter().map(|it| it.1).collect()
    }

    fn facts(&self, machine: usize, waiting: usize, job: usize) -> Facts {
        let here = &self.machines[machine];
        let wanted = &self.jobs[job];
        let limit = self.left[job].limit.map_or(f64::INFINITY, |it| it as f64);
        Facts {
            submit: wanted.submit as f64,
            wait: (self.now - wanted.submit) as f64,
            size: f64::from(wanted.processors),
            limit,
            estimate: match self.estimates[job] {
                None | Some(Time::MAX) => limit,
                Some(estimate) => estimate as f64,
            },
            user_usage: self.used_by(machine, false, wanted.logged.user) as f64,
            group_usage: self.used_by(machine, true, wanted.logged.group) as f64,
            queue: wanted.logged.queue,
            user: wanted.logged.user,
            now: self.now as f64,
            waiting: waiting as f64,
            free: here.idle().len() as f64,
            processors: f64::from(here.capacity()),
        }
    }
}
