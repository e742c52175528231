//! Sorting where speed does not matter.
//!
//! The standard library's stable sort is compiled anew for every type and every order: 4 to 6 kB of WebAssembly
//! each, which in a hundred places was an eighth of the worker. Here one copy of it sorts the places, and the items
//! are moved after. Sorting that delays a run or a frame of the page uses the standard library.

use std::cmp::Ordering;

/// Sorts by a key; equals stay in order. O(n log n), with a word an item beside.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts by an order; equals stay in order. O(n log n), with a word an item beside.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted_places(items.len(), &|one, other| compare(&items[one], &items[other]));
    rearrange(order, &mut |one, other| items.swap(one, other));
}

/// Where the items stand now, in their order: the only copy of the sort itself.
fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

/// Moves to each place the item that stands where `order` says, by swaps along its cycles.
fn rearrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn items_are_sorted_as_the_standard_library_sorts_them(
            items in proptest::collection::vec((0..20u8, any::<u16>()), 0..200),
        ) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |it| it.0);
            theirs.sort_by_key(|it| it.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
