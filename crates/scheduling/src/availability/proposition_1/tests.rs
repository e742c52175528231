//! Checks by tables of time and processor that the counterexample is one, and that no smaller
//! workload is.

use super::*;
use crate::availability::{Availability, Carts, CartsSr, Request};

/// Whether each processor is taken in each unit of time.
type Table = Vec<Vec<bool>>;

fn enough_by_count(table: &Table, it: Small) -> bool {
    (it.start..it.end).all(|unit| table.iter().filter(|row| !row[unit]).count() >= it.processors as usize)
}

/// The lowest processors that are free throughout, if there are enough.
fn same_ones(table: &Table, it: Small) -> Option<Vec<usize>> {
    let free = |&number: &usize| table[number][it.start..it.end].iter().all(|taken| !taken);
    let free: Vec<usize> = (0..table.len()).filter(free).collect();
    Some(free.get(..it.processors as usize)?.to_vec())
}

/// Whether the counts allow all, and static binding all but the last.
fn misleads(capacity: usize, units: usize, workload: &[Small]) -> bool {
    let mut table: Table = vec![vec![false; units]; capacity];
    for (index, &it) in workload.iter().enumerate() {
        if !enough_by_count(&table, it) {
            return false;
        }
        let Some(bound) = same_ones(&table, it) else {
            return index + 1 == workload.len();
        };
        for number in bound {
            table[number][it.start..it.end].fill(true);
        }
    }
    false
}

/// Whether each finds enough idle processors when it starts, unit by unit.
fn runs_under_dynamic_binding(capacity: usize, units: usize, workload: &[Small]) -> bool {
    // Until when each processor is busy.
    let mut busy = vec![0; capacity];
    (0..units).all(|now| {
        workload.iter().filter(|it| it.start == now).into_iter().all(|it| {
            busy.iter_mut()
                .filter(|until| **until <= now)
                .take(it.processors as usize)
                .map(|it_is| *it_is = it.end)
                .count()
                == it.processors as usize
        })
    })
}

/// Calls `see` with every workload of `count` reservations within `units` units of time.
fn all_workloads(capacity: u32, count: u32, units: usize, mut see: impl FnMut(&[Small])) {
    let mut choices = Vec::new();
    for start in 0..units {
        for end in start + 1..=units {
            choices.extend((1..=capacity).map(|processors| Small { start, end, processors }));
        }
    }
    for number in 0..choices.len().pow(count) {
        let digit = |place| number / choices.len().pow(place) % choices.len();
        let workload: Vec<Small> = (0..count).map(|place| choices[digit(place)]).collect();
        see(&workload);
    }
}

#[test]
fn the_smallest_has_two_processors_and_four_reservations() {
    let found = smallest_counterexample().unwrap();
    assert_eq!((found.capacity, found.units), (2, 3), "{found}");
    assert_eq!(
        found.to_string(),
        "A asks for 1 from 0 to 1; free: 2 2 2; created
    A..
    ...
B asks for 1 from 0 to 2; free: 1 2 2; created
    A..
    BB.
C asks for 1 from 2 to 3; free: 0 1 2; created
    A.C
    BB.
D asks for 1 from 1 to 3; free: 0 1 1; never the same ones: refused
    A.C
    BB.
With dynamic binding:
    ADD
    BBC
"
    );
}

/// By the structures that runs use: CARTS says yes, CARTS-SR says no.
#[test]
fn counts_promise_what_names_refuse() {
    let found = smallest_counterexample().unwrap();
    let (mut counts, mut names) = (Carts::new(found.capacity), CartsSr::new(found.capacity, 1));
    let (last, earlier) = found.reservations.split_last().unwrap();
    let request = |it: &Small| Request {
        ready: it.start as i64,
        deadline: Some(it.end as i64),
        length: (it.end - it.start) as i64,
        processors: it.processors,
    };
    for it in earlier {
        let (start, bound) = names.earliest_fit(&request(it)).unwrap();
        names.reserve(start, it.end as i64, &bound);
        counts.reserve(it.start as i64, it.end as i64, it.processors);
    }
    assert_eq!(counts.earliest_fit(&request(last)), Some(last.start as i64));
    assert_eq!(names.earliest_fit(&request(last)), None);
    assert!(found.dynamic_binding().iter().all(Option::is_some));
}

#[test]
fn tables_agree() {
    let Counterexample { capacity, units, reservations } = smallest_counterexample().unwrap();
    assert!(misleads(capacity as usize, units, &reservations));
    assert!(runs_under_dynamic_binding(capacity as usize, units, &reservations));
}

/// Three reservations have six times at the most, which five units of time lie between.
#[test]
fn nothing_smaller_misleads() {
    let refute = |capacity: u32, count, units| {
        all_workloads(capacity, count, units, |workload| {
            let misled = misleads(capacity as usize, units, workload);
            assert!(!misled, "{capacity} processors: {workload:?}");
        });
    };
    refute(1, 4, 4);
    refute(2, 1, 1);
    refute(2, 2, 3);
    refute(2, 3, 5);
    refute(2, 4, 2);
}

/// Whether at no time more is wanted than there is.
fn fits(capacity: u32, units: usize, workload: &[Small]) -> bool {
    (0..units).all(|unit| {
        workload.iter().filter(|it| it.start <= unit && unit < it.end).map(|it| it.processors).sum::<u32>() <= capacity
    })
}

/// The proposition itself: a workload that the counts allow runs under dynamic binding.
#[test]
fn a_workload_that_the_counts_allow_runs_under_dynamic_binding() {
    let mut allowed = 0;
    for (capacity, count, units) in [(1, 3, 4), (2, 3, 4), (2, 4, 3), (3, 3, 3)] {
        all_workloads(capacity, count, units, |workload| {
            if fits(capacity, units, workload) {
                allowed += 1;
                assert!(runs_under_dynamic_binding(capacity as usize, units, workload));
            }
        });
    }
    assert!(allowed > 1_000, "{allowed}");
}

/// All workloads of up to four reservations on up to four processors.
#[test]
fn no_workload_of_the_space_refutes_dynamic_binding() {
    let found = search_dynamic_binding();
    assert_eq!(found.counterexample, None);
    assert_eq!((found.most, found.units), (4, 7));
    assert!(found.workloads > 100_000, "{}", found.workloads);
}

/// Tables count the same workloads, order apart.
#[test]
fn the_search_leaves_nothing_out() {
    for (capacity, units) in [(1, 5), (2, 3), (3, 3)] {
        let mut search = BoundSearch::new(capacity, 3, units, lowest);
        assert!(!search.extend(0));
        let mut seen = std::collections::BTreeSet::new();
        for count in 1..=3 {
            all_workloads(capacity, count, units, |workload| {
                if fits(capacity, units, workload) {
                    let mut sorted = workload.to_vec();
                    sorted.sort();
                    seen.insert(sorted);
                }
            });
        }
        assert_eq!(search.workloads, seen.len() as u64, "{capacity}, {units}");
    }
}

/// Where a processor is never given out, the same search finds a workload that cannot run.
#[test]
fn the_search_finds_what_cannot_run() {
    let spared = |free: Bits, capacity, count| lowest(free & !1, capacity, count);
    let mut search = BoundSearch::new(2, 4, 7, spared);
    assert!(search.extend(0));
    let wanted = Small { start: 0, end: 1, processors: 1 };
    assert_eq!(search.reservations, [wanted, wanted]);
}
