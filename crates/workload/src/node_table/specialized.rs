//! CPUs of a node that are reserved for the system.

use super::hardware::whole;

/// The most ranges of a list.
const MOST_RANGES: usize = 4_096;

/// The CPUs of a list as `0,2-3,64`: ranges of their numbers by cores of `per_core` CPUs each, for all CPUs of a core are
/// reserved together. `None` if it cannot be read. O(n log n).
pub(super) fn reserved_cpus(list: &[u8], per_core: u64) -> Option<u64> {
    let per_core = per_core.max(1);
    let ranges = list.split(|&byte| byte == b',').map(|range| {
        let mut ends = range.splitn(2, |&byte| byte == b'-');
        let first = whole(ends.next()?.trim_ascii())?;
        let last = ends.next().map_or(Some(first), |it| whole(it.trim_ascii()))?;
        (first <= last).then_some((first / per_core, last / per_core))
    });
    let mut ranges: Vec<(u64, u64)> = ranges.take(MOST_RANGES + 1).collect::<Option<_>>()?;
    if ranges.len() > MOST_RANGES {
        return None;
    }
    ranges.sort_unstable();
    let (mut cores, mut next) = (0_u64, 0_u64);
    for (first, last) in ranges {
        let first = first.max(next);
        cores = cores.saturating_add((last.saturating_add(1)).saturating_sub(first));
        next = next.max(last.saturating_add(1));
    }
    Some(cores.saturating_mul(per_core))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpus_of_a_core_are_reserved_together() {
        assert_eq!(reserved_cpus(b"0", 2), Some(2));
        assert_eq!(reserved_cpus(b"0,1", 2), Some(2));
        assert_eq!(reserved_cpus(b"0-3,2,64", 2), Some(6));
        assert_eq!(reserved_cpus(b"0-3,2,64", 1), Some(5));
        assert_eq!(reserved_cpus(b"0-18446744073709551615", 1), None);
        assert_eq!(reserved_cpus(b"3-2", 1), None);
        assert_eq!(reserved_cpus(b"a", 1), None);
    }
}
