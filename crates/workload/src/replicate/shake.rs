//! Perturbed submissions.

use crate::draw::{Draw, Stream};
use crate::{MAX_TIME, Record, Time};

/// Moves every submission by up to `seconds`, earlier or later, and the instant from which the job was eligible with
/// it. Waits and run times stay. Each draw belongs to a record, in their order.
pub(super) fn shake(records: &mut [Record], seconds: Time, seed: u64) {
    let mut draw = Draw::new(seed, Stream::SHAKES);
    let choices = u32::try_from(2 * seconds + 1).unwrap_or(u32::MAX);
    for record in records {
        let by = Time::from(draw.below(choices)) - seconds;
        let submit = (record.submit + by).clamp(0, MAX_TIME.max(record.submit));
        move_to(record, submit);
    }
}

/// Gives a record another submission; what lies after it moves along.
pub(super) fn move_to(record: &mut Record, submit: Time) {
    record.eligible += submit - record.submit;
    record.submit = submit;
}
