//! The values that an order by formula gave waiting jobs.

use serde::{Deserialize, Serialize};

use super::formula::{Formula, turn};

/// The values of the jobs that waited at a provider, at its last pass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrderValues {
    pub order: OrderText,
    /// The order of backfilling, where it is another.
    pub backfill_order: Option<OrderText>,
    /// The jobs in the order of their turns.
    pub jobs: Vec<OrderValue>,
}

/// A formula that orders jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrderText {
    /// As it was written.
    pub formula: String,
    /// Its summands, each with the sign that it has in the sum; empty where it is no sum.
    pub terms: Vec<String>,
}

/// The value of a waiting job: the smallest goes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderValue {
    /// Index of the job.
    pub job: u32,
    /// Whether the order of backfilling gave it.
    pub backfills: bool,
    /// The value; it may be infinite or no number.
    pub value: f64,
    /// What each summand adds to it, as in [`OrderText::terms`].
    pub terms: Vec<f64>,
}

impl OrderText {
    pub fn of(formula: &Formula) -> Self {
        let mut terms = formula.term_texts();
        if terms.len() < 2 {
            terms.clear();
        }
        Self { formula: formula.text().to_owned(), terms }
    }
}

impl OrderValues {
    /// The value of a job; `None` for one that arrived since the pass. O(n).
    pub fn of(&self, job: u32) -> Option<&OrderValue> {
        self.jobs.iter().find(|it| it.job == job)
    }

    /// Why the turn of `ahead` came before that of `behind`: `None` unless one order gave both a value. O(n).
    pub fn precedence(&self, ahead: u32, behind: u32) -> Option<Precedence> {
        let (ahead, behind) = (self.of(ahead)?, self.of(behind)?);
        let order = if ahead.backfills { self.backfill_order.as_ref()? } else { &self.order };
        Precedence::of(ahead, behind, &order.terms)
    }
}

/// A job goes before another that arrived earlier, because its value is smaller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Precedence {
    /// The job that goes first.
    pub ahead: ValueOfJob,
    pub behind: ValueOfJob,
    /// The summand that makes most of the difference, where the formula is a sum.
    pub term: Option<TermDifference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueOfJob {
    /// Index of the job.
    pub job: u32,
    pub value: f64,
}

/// What a summand of a formula gives two jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TermDifference {
    /// The summand, as the formula has it, with its sign.
    pub text: String,
    /// What it gives the job that goes first.
    pub ahead: f64,
    /// What it gives the other.
    pub behind: f64,
}

impl Precedence {
    /// The precedence of one job over another by their values in one order, whose summands are `texts`. `None` unless
    /// both values are of that order and that of `ahead` comes first. O(number of summands).
    fn of(ahead: &OrderValue, behind: &OrderValue, texts: &[String]) -> Option<Self> {
        if ahead.backfills != behind.backfills || turn(ahead.value) >= turn(behind.value) {
            return None;
        }
        let terms = ahead.terms.iter().zip(&behind.terms).zip(texts);
        let most = terms
            .filter(|((ahead, behind), _)| ahead < behind)
            .max_by(|((a, b), _), ((c, d), _)| (*b - *a).total_cmp(&(*d - *c)));
        let of_job = |it: &OrderValue| ValueOfJob { job: it.job, value: it.value };
        Some(Self {
            ahead: of_job(ahead),
            behind: of_job(behind),
            term: most.map(|((&ahead, &behind), text)| TermDifference { text: text.clone(), ahead, behind }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(job: u32, value: f64, terms: &[f64]) -> OrderValue {
        OrderValue { job, backfills: false, value, terms: terms.to_vec() }
    }

    #[test]
    fn the_summand_that_makes_most_of_the_difference_is_named() {
        let texts = ["size", "- 3 * wait", "limit"].map(str::to_owned);
        let (ahead, behind) = (value(4, -90.0, &[8.0, -100.0, 2.0]), value(1, -20.0, &[1.0, -30.0, 9.0]));
        let told = Precedence::of(&ahead, &behind, &texts).unwrap();
        let term = told.term.unwrap();
        assert_eq!((told.ahead.job, told.behind.job), (4, 1));
        assert_eq!((term.text.as_str(), term.ahead, term.behind), ("- 3 * wait", -100.0, -30.0));
    }

    #[test]
    fn only_a_smaller_value_of_the_same_order_goes_first() {
        let of = |ahead: f64, behind: f64| Precedence::of(&value(0, ahead, &[]), &value(1, behind, &[]), &[]).is_some();
        assert!(of(1.0, 2.0) && of(f64::NEG_INFINITY, 0.0) && of(5.0, f64::NAN));
        assert!(!of(2.0, 1.0) && !of(1.0, 1.0) && !of(f64::NAN, 0.0) && !of(0.0, -0.0));
        let backfilled = OrderValue { backfills: true, ..value(0, 1.0, &[]) };
        assert_eq!(Precedence::of(&backfilled, &value(1, 2.0, &[]), &[]), None);
    }
}
