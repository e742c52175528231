//! The range query: the processors that are free throughout a span.

use super::Span;
use crate::availability::idle_periods::ServerSet;
use crate::engine::Run;

/// The processors of each provider that no bar of the run holds at any time of the span (Castillo,
/// Rouskas and Harfoush 2009, Sect. 4.2, asks it of idle periods, before the jobs that come later).
/// O(n log n) for the n bars that begin before its end.
pub fn free_throughout(run: &Run, span: Span) -> Vec<ServerSet> {
    let mut held: Vec<Vec<ServerSet>> = vec![Vec::new(); run.platform.len()];
    let begun = run.schedule.bars.partition_point(|bar| bar.start < span.to);
    let bars = run.schedule.bars[..begun].iter();
    // A job of length 0 occupies nothing.
    for bar in bars.filter(|bar| bar.end > span.from.max(bar.start)) {
        let processors = ServerSet::run(bar.first_processor, bar.last_processor);
        held[bar.provider as usize].push(processors);
    }
    let free = run.platform.iter().zip(held).map(|(&processors, held)| {
        let all = ServerSet::first(processors);
        all.parted_by(&ServerSet::union(held.iter())).1
    });
    free.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::{Bar, Schedule};

    fn bar() -> impl Strategy<Value = Bar> {
        let processors = (0..12u32, 0..4u32);
        (0..2u32, processors, -20..60i64, 0..30i64).prop_map(|(provider, (first, more), start, length)| Bar {
            job: 0,
            provider,
            first_processor: first,
            last_processor: first + more,
            start,
            end: start + length,
        })
    }

    proptest! {
        #[test]
        fn a_processor_is_free_whose_every_second_is(
            mut bars in prop::collection::vec(bar(), 0..20), from in -10..60i64, length in 1..20i64,
        ) {
            bars.sort_by_key(|bar| bar.start);
            let schedule = Schedule { bars, ..Schedule::default() };
            let run = Run { platform: vec![8, 15], schedule, ..Run::default() };
            let span = Span::between(from, from + length);
            let found = free_throughout(&run, span);
            for (provider, &processors) in run.platform.iter().enumerate() {
                for processor in 0..processors {
                    let is_held = |second: i64| run.schedule.bars.iter().any(|bar| {
                        bar.provider as usize == provider
                            && (bar.first_processor..=bar.last_processor).contains(&processor)
                            && (bar.start..bar.end).contains(&second)
                    });
                    let free = !(span.from..span.to).any(is_held);
                    let told = found[provider].iter().any(|it| it == processor);
                    prop_assert_eq!(told, free);
                }
                prop_assert!(found[provider].iter().all(|it| it < processors));
            }
        }
    }
}
