//! They against a list.

use proptest::prelude::*;

use super::*;

fn entry() -> impl Strategy<Value = Entry> {
    (0..40i64, 0..60u32, 1..9u32, 1..20i64).prop_map(|(start, place, processors, limit)| Entry {
        start,
        place,
        processors,
        limit,
    })
}

fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(Entry::key);
    entries
}

proptest! {
    #[test]
    fn it_tells_what_a_list_would(
        entries in proptest::collection::vec((entry(), 0..4u8), 0..80),
        (from, to) in (-1..42i64, -1..42i64),
        (class, length) in (0..4usize, 0..22i64),
    ) {
        let mut starts = Starts::new(Sizes::SMALL);
        let mut list: Vec<Entry> = Vec::new();
        for (entry, what) in entries {
            if list.iter().any(|it| it.place == entry.place) {
                continue;
            }
            starts.add(entry);
            list.push(entry);
            let other = entry.place as usize % list.len();
            match what {
                0 => starts.remove(&list.swap_remove(other)),
                1 => {
                    let start = list[other].start - entry.limit;
                    starts.change(&list[other], start);
                    list[other].start = start;
                }
                _ => {}
            }
        }
        let list = sorted(list);
        let mut told = Vec::new();
        starts.tell_between(from, to, |it| told.push(*it));
        let between = list.iter().filter(|it| from < it.start && it.start <= to);
        prop_assert_eq!(told, between.copied().collect::<Vec<_>>());
        let first = list.iter().map(|it| it.start).find(|&start| start > from);
        prop_assert_eq!(starts.first_after(from), first);
        let wanted = Wanted { class, from, to: from + length };
        let fits = |it: &Entry| {
            (1 << class..2 << class).contains(&it.processors)
                && it.limit <= length
                && from + it.limit <= it.start
        };
        prop_assert_eq!(starts.has_wanted(&wanted), list.iter().any(fits));
        let shortest = starts.shortest_after(from).copied().unwrap_or(NONE);
        let after = list.iter().filter(|it| it.start > from);
        prop_assert_eq!(shortest == NONE, after.clone().count() == 0);
        for it in after {
            prop_assert!(shortest[class_of(it.processors)] <= it.limit);
        }
    }
}
