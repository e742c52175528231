//! Both tables against a count at every second.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

const LAST: Time = 400;

/// A task: start, length, load.
fn tasks() -> impl Strategy<Value = Vec<(Time, Time, u32)>> {
    prop::collection::vec((0..LAST, 1..90_i64, 1..60_u32), 1..250)
}

/// Loads and counts at every second.
fn every_second(present: &BTreeMap<u32, (Time, Time, u32)>) -> Vec<(u32, u32)> {
    let at = |second: Time| {
        present
            .values()
            .filter(move |it| it.0 <= second && second < it.0 + it.1)
            .fold((0, 0), |(load, tasks), it| (load + it.2, tasks + 1))
    };
    (0..LAST + 90).map(at).collect()
}

proptest! {
    #[test]
    fn the_intervals_equal_a_count_at_every_second(
        tasks in tasks(),
        keep in prop::collection::vec(any::<bool>(), 250),
        asked in prop::collection::vec((0..LAST, 1..90_i64, 0..200_u32, 0..20_u32), 20),
    ) {
        let (mut fast, mut table) = (NodeLoad::default(), DynamicTable::default());
        let mut present = BTreeMap::new();
        for (number, &(start, length, load)) in (0..).zip(&tasks) {
            fast.add(start, start + length, load);
            table.reserve(number, start, start + length, load);
            present.insert(number, (start, length, load));
        }
        let reserved: Vec<Reservation> = (0..)
            .zip(&tasks)
            .map(|(number, it)| (number, (it.0, it.0 + it.1), it.2))
            .collect();
        prop_assert_eq!(&DynamicTable::of(&reserved), &table);
        for (number, &(start, length, load)) in (0..).zip(&tasks) {
            if !keep[number as usize] {
                fast.remove(start, start + length, load);
                table.release(number, load);
                present.remove(&number);
            }
        }
        let seconds = every_second(&present);
        let steps: Vec<_> = fast.steps().collect();
        for (second, &(load, count)) in (0..).zip(&seconds) {
            let step = steps.iter().rev().find(|it| it.0 <= second).expect("a step");
            prop_assert_eq!((step.1, step.2), (load, count));
            let interval = table.intervals().iter().find(|it| it.start <= second && second < it.end).expect("no gap");
            prop_assert_eq!((interval.usage, interval.tasks.len() as u32), (load, count));
        }
        for &(from, length, load, tasks) in &asked {
            let within = &seconds[from as usize..(from + length) as usize];
            let most = within.iter().map(|it| it.0).max().unwrap_or(0);
            let most_tasks = within.iter().map(|it| it.1).max().unwrap_or(0);
            let expected = (most <= load && most_tasks <= tasks).then_some(most);
            prop_assert_eq!(fast.highest_within(from, from + length, Bound { load, tasks }), expected);
            prop_assert_eq!(table.highest(from, from + length), (most, most_tasks as usize));
        }
    }
}

#[test]
fn the_average_counts_every_interval_once_however_long_it_is() {
    assert_eq!(DynamicTable::default().average_load(), 0.0);
    // 0 until 10, 20 until 20, 70 until 30, 50 until 40, 0 after that.
    let table = DynamicTable::of(&[(1, (10, 30), 20), (2, (20, 40), 50)]);
    assert_eq!(table.average_load(), 140.0 / 5.0);
    // One that begins at 0 has no interval before it.
    let table = DynamicTable::of(&[(1, (0, 1_000), 60)]);
    assert_eq!(table.average_load(), 30.0);
    assert_eq!(DynamicTable::of(&[(1, (-5, 10), 60)]).intervals().len(), 2);
}

#[test]
fn intervals_are_split_and_merged() {
    let mut table = DynamicTable::default();
    table.reserve(1, 10, 30, 20);
    table.reserve(2, 20, 40, 50);
    let told: Vec<_> = table.intervals().iter().map(|it| (it.start, it.tasks.clone(), it.usage)).collect();
    let expected = [(0, vec![], 0), (10, vec![1], 20), (20, vec![1, 2], 70), (30, vec![2], 50), (40, vec![], 0)];
    assert_eq!(told, expected);
    table.release(2, 50);
    table.release(1, 20);
    assert_eq!(table, DynamicTable::default());
    let mut fast = NodeLoad::default();
    fast.add(10, 30, 20);
    fast.add(30, 40, 20);
    fast.remove(10, 30, 20);
    fast.remove(30, 40, 20);
    assert_eq!(fast.steps().count(), 1);
}
