//! The processors that suspended jobs keep: those that no reservation has borrowed.

use experiment::Run;
use scheduling::engine::{Bar, Stint};
use workload::Time;

/// The processors that suspended jobs hold idle, as bars of theirs. O(bars, and for each suspension
/// the reservations about that time).
pub fn idle_bars(run: &Run) -> Vec<Bar> {
    let suspensions = run.schedule.earlier.iter().filter(|stint| stint.suspended);
    let mut suspensions = suspensions.peekable();
    if suspensions.peek().is_none() {
        return Vec::new();
    }
    let is_reservation = |bar: &&Bar| run.jobs[bar.job as usize].is_reservation();
    let borrowed: Vec<Bar> = run.schedule.bars.iter().filter(is_reservation).copied().collect();
    let longest = borrowed.iter().map(|bar| bar.end - bar.start).max().unwrap_or(0);
    let mut idle = Vec::new();
    for stint in suspensions {
        let until = resumed_at(run, stint);
        for own in run.schedule.bars_of_stint(stint) {
            let kept = Bar { start: own.end, end: until, ..*own };
            // Bars stand in order of start, and none is longer than the longest.
            let from = borrowed.partition_point(|bar| bar.start < kept.start - longest);
            let to = borrowed.partition_point(|bar| bar.start < kept.end);
            let meets = |bar: &&Bar| {
                bar.provider == kept.provider
                    && bar.end > kept.start
                    && bar.first_processor <= kept.last_processor
                    && bar.last_processor >= kept.first_processor
            };
            let lent: Vec<&Bar> = borrowed[from..to].iter().filter(meets).collect();
            cut_out(kept, &lent, &mut idle);
        }
    }
    idle
}

/// When the job of an interrupted stint got its processors again.
fn resumed_at(run: &Run, stint: &Stint) -> Time {
    let mut after = run.schedule.earlier_stints(stint.job as usize).iter();
    let next = after.find(|other| other.first_bar > stint.first_bar);
    match next.map(|next| run.schedule.bars_of_stint(next)) {
        Some(bars) => bars[0].start,
        None => run.schedule.outcomes[stint.job as usize].held_from,
    }
}

/// Adds the rest of `whole` without `parts`, which all overlap it.
fn cut_out(whole: Bar, parts: &[&Bar], left: &mut Vec<Bar>) {
    let (first, after) = (whole.first_processor, whole.last_processor + 1);
    let mut rows: Vec<u32> = vec![first, after];
    for part in parts {
        rows.push(part.first_processor.max(first));
        rows.push((part.last_processor + 1).min(after));
    }
    rows.sort_unstable();
    rows.dedup();
    // Between two neighbours of these rows all processors fare alike.
    for strip in rows.windows(2) {
        let covers = |part: &&&Bar| part.first_processor <= strip[0] && strip[1] <= part.last_processor + 1;
        let mut from = whole.start;
        let mut push = |start: Time, end: Time| {
            if start < end {
                left.push(Bar { first_processor: strip[0], last_processor: strip[1] - 1, start, end, ..whole });
            }
        };
        // They are in order of start, and on one processor one after the other.
        for part in parts.iter().filter(covers) {
            push(from, part.start.min(whole.end));
            from = from.max(part.end);
        }
        push(from, whole.end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bar(rows: (u32, u32), times: (Time, Time)) -> Bar {
        Bar { job: 0, provider: 0, first_processor: rows.0, last_processor: rows.1, start: times.0, end: times.1 }
    }

    /// Reservations that do not overlap, in order of start.
    fn parts() -> impl Strategy<Value = Vec<Bar>> {
        let part = ((0..8u32, 0..4u32), (0..40i64, 1..20i64));
        proptest::collection::vec(part, 0..12).prop_map(|mut parts| {
            base::ordering::sort_by_key(&mut parts, |it| it.1.0);
            let mut kept: Vec<Bar> = Vec::new();
            for ((first, more), (start, length)) in parts {
                let new = bar((first, first + more), (start, start + length));
                let apart = |other: &Bar| {
                    other.end <= new.start
                        || other.last_processor < new.first_processor
                        || new.last_processor < other.first_processor
                };
                if kept.iter().all(apart) {
                    kept.push(new);
                }
            }
            kept
        })
    }

    proptest! {
        #[test]
        fn what_is_left_covers_what_no_part_does(parts in parts()) {
            let whole = bar((2, 7), (5, 35));
            let meets = |it: &&Bar| it.end > 5 && it.start < 35 && it.last_processor >= 2 && it.first_processor <= 7;
            let meeting: Vec<&Bar> = parts.iter().filter(meets).collect();
            let mut left = Vec::new();
            cut_out(whole, &meeting, &mut left);
            let holds = |it: &Bar, row: u32, time: Time| {
                (it.first_processor..=it.last_processor).contains(&row) && it.start <= time && time < it.end
            };
            for row in 0..12 {
                for time in 0..70 {
                    let expected = holds(&whole, row, time) && !parts.iter().any(|it| holds(it, row, time));
                    let count = left.iter().filter(|it| holds(it, row, time)).count();
                    prop_assert_eq!(count, usize::from(expected), "{} {}", row, time);
                }
            }
        }
    }
}
