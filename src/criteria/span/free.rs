//! The range query: which processors nobody holds throughout a span.

use super::Span;
use crate::engine::Run;

/// The processors of each provider that no bar of the run holds at any time of the span, ascending, each
/// as a run of neighbours: first and last (Castillo, Rouskas and Harfoush 2009, Sect. 4.2, asks it of idle
/// periods, before the jobs that come later). O(n log n) for the n bars in the span.
pub fn free_throughout(run: &Run, span: Span) -> Vec<Vec<(u32, u32)>> {
    let mut held: Vec<Vec<(u32, u32)>> = vec![Vec::new(); run.platform.len()];
    let begun = run.schedule.bars.partition_point(|bar| bar.start < span.to);
    let bars = run.schedule.bars[..begun].iter();
    // Who takes no time at all holds nothing.
    for bar in bars.filter(|bar| bar.end > span.from.max(bar.start)) {
        held[bar.provider as usize].push((bar.first_processor, bar.last_processor));
    }
    let providers = run.platform.iter().zip(held);
    providers
        .map(|(&processors, held)| between(processors, held))
        .collect()
}

/// What lies between ranges, which may overlap.
fn between(processors: u32, mut held: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    held.sort_unstable();
    let mut free = Vec::new();
    let mut next = 0;
    for (first, last) in held.into_iter().chain([(processors, processors)]) {
        if first.min(processors) > next {
            free.push((next, first.min(processors) - 1));
        }
        next = next.max(last.saturating_add(1));
    }
    free
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::{Bar, Schedule};

    fn bar() -> impl Strategy<Value = Bar> {
        let processors = (0..12u32, 0..4u32);
        (0..2u32, processors, -20..60i64, 0..30i64).prop_map(
            |(provider, (first, more), start, length)| Bar {
                job: 0,
                provider,
                first_processor: first,
                last_processor: first + more,
                start,
                end: start + length,
            },
        )
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
                    let told = found[provider].iter().any(|it| (it.0..=it.1).contains(&processor));
                    prop_assert_eq!(told, free);
                }
                let apart = found[provider].windows(2).all(|it| it[0].1 + 1 < it[1].0);
                prop_assert!(apart && found[provider].iter().all(|it| it.0 <= it.1 && it.1 < processors));
            }
        }
    }
}
