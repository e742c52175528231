//! Values of an order by formula, in words.

use super::Sentence;
use crate::policy::order_values::Precedence;
use base::text::brief;

/// Why one job goes before the other: their values, and the summand that makes most of the difference.
pub(super) fn say_precedence(to: &mut Sentence, precedence: &Precedence) {
    let Precedence { ahead, behind, term } = precedence;
    to.say(format!("value {} before {}", brief(ahead.value), brief(behind.value)));
    if let Some(term) = term {
        to.say(format!(", mostly by {}: {} before {}", term.text, brief(term.ahead), brief(term.behind)));
    }
}
