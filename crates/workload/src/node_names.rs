//! Names of nodes as Slurm lists them: `n[001-003,007],gpu1`.
//!
//! Source: the manual page of scontrol, `show hostnames` and `show hostlist`.

use super::number;

/// The most digits of a number within a name.
const MOST_DIGITS: usize = 9;

/// The most names that brackets before the last one may stand for.
const MOST_PREFIXES: usize = 1_024;

/// Nodes whose names differ in a number at their end: `n008` to `n012`.
///
/// Of each name there is one such form: the prefix ends with no digit, unless there is no number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeSpan {
    pub prefix: Vec<u8>,
    /// How many digits the numbers have, zeros in front of them included; 0 for a single name without a number.
    pub digits: u8,
    pub first: u32,
    pub last: u32,
}

impl NodeSpan {
    /// The one node of a name.
    pub fn of_name(name: &[u8]) -> Self {
        let alone = || Self { prefix: name.to_vec(), digits: 0, first: 0, last: 0 };
        Self::new(name, 0, (0, 0)).unwrap_or_else(alone)
    }

    /// Numbers with these digits behind a prefix; `None` if they have too many together with digits at its end.
    fn new(prefix: &[u8], digits: usize, (first, last): (u32, u32)) -> Option<Self> {
        let is_digit = |byte: &&u8| byte.is_ascii_digit();
        let before = prefix.iter().rev().take_while(is_digit).count();
        let digits_of_all = Some(before + digits).filter(|&it| it <= MOST_DIGITS)?;
        let (prefix, number) = prefix.split_at(prefix.len() - before);
        let above = value(number)? * 10u32.pow(digits as u32);
        Some(Self { prefix: prefix.to_vec(), digits: digits_of_all as u8, first: above + first, last: above + last })
    }

    /// The number of a node as it stands in its name.
    fn number(&self, number: u32) -> String {
        match self.digits {
            0 => String::new(),
            digits => format!("{number:0width$}", width = digits.into()),
        }
    }

    /// The name of the node of a number.
    pub fn name(&self, number: u32) -> String {
        let prefix = String::from_utf8_lossy(&self.prefix);
        format!("{prefix}{}", self.number(number))
    }

    /// Whether another span goes on with the next number, which may be the first with a digit more.
    fn goes_on_in(&self, next: &Self) -> bool {
        let has_next = self.prefix == next.prefix && self.last + 1 == next.first;
        let is_full = || self.last + 1 == 10u32.pow(self.digits.into());
        let has_more_digits = || self.digits + 1 == next.digits && is_full();
        has_next && self.digits > 0 && (self.digits == next.digits || has_more_digits())
    }
}

fn value(digits: &[u8]) -> Option<u32> {
    match digits {
        b"" => Some(0),
        _ => number::parse(digits).ok()?.try_into().ok(),
    }
}

/// The nodes of a list, in its order; `None` if it cannot be read. O(length + names of brackets before the last one).
pub(super) fn read_node_list(text: &[u8]) -> Option<Vec<NodeSpan>> {
    let mut spans = Vec::new();
    for item in split_outside_brackets(text)? {
        let mut left = MOST_PREFIXES;
        read_item(b"", item.trim_ascii(), &mut left, &mut spans)?;
    }
    Some(spans)
}

/// The parts between commas, except those within brackets; `None` if a bracket has no other one. O(length).
pub(super) fn split_outside_brackets(text: &[u8]) -> Option<Vec<&[u8]>> {
    let (mut parts, mut start, mut is_inside) = (Vec::new(), 0, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'[' if !is_inside => is_inside = true,
            b']' if is_inside => is_inside = false,
            b'[' | b']' => return None,
            b',' if !is_inside => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (!is_inside).then_some(parts)
}

/// The nodes of a part without a comma outside brackets, behind a prefix.
fn read_item(prefix: &[u8], item: &[u8], left: &mut usize, spans: &mut Vec<NodeSpan>) -> Option<()> {
    let Some(open) = item.iter().position(|&byte| byte == b'[') else {
        let name = [prefix, item].concat();
        let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_graphic());
        spans.push(is_name.then(|| NodeSpan::of_name(&name))?);
        return Some(());
    };
    let close = open + item[open..].iter().position(|&byte| byte == b']')?;
    let (prefix, rest) = ([prefix, &item[..open]].concat(), &item[close + 1..]);
    for range in item[open + 1..close].split(|&byte| byte == b',') {
        let (width, first, last) = read_range(range)?;
        for (digits, first, last) in by_digits(width, first, last) {
            if rest.is_empty() {
                spans.push(NodeSpan::new(&prefix, digits, (first, last))?);
                continue;
            }
            for number in first..=last {
                *left = left.checked_sub(1)?;
                let prefix = [&prefix[..], format!("{number:0digits$}").as_bytes()].concat();
                read_item(&prefix, rest, left, spans)?;
            }
        }
    }
    Some(())
}

/// `007` or `008-12`: how many digits its numbers have at least, the first and the last of them.
fn read_range(text: &[u8]) -> Option<(usize, u32, u32)> {
    let mut ends = text.splitn(2, |&byte| byte == b'-');
    let first = ends.next()?;
    let last = ends.next().unwrap_or(first);
    let is_number = |text: &[u8]| (1..=MOST_DIGITS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    let are_numbers = is_number(first) && is_number(last);
    let (low, high) = are_numbers.then(|| value(first).zip(value(last)))??;
    (low <= high).then_some((first.len(), low, high))
}

/// The numbers from `first` to `last` by how many digits they have, at least `width`.
fn by_digits(width: usize, first: u32, last: u32) -> impl Iterator<Item = (usize, u32, u32)> {
    (width..=MOST_DIGITS).filter_map(move |digits| {
        let least = if digits == width { 0 } else { 10u32.pow(digits as u32 - 1) };
        let (low, high) = (first.max(least), last.min(10u32.pow(digits as u32) - 1));
        (low <= high).then_some((digits, low, high))
    })
}

/// Nodes as one list, those that follow each other by their number folded: `n[001-128]`. O(spans).
pub(super) fn fold_nodes(spans: impl IntoIterator<Item = NodeSpan>) -> String {
    let mut ranges: Vec<(NodeSpan, NodeSpan)> = Vec::new();
    for next in spans {
        match ranges.last_mut() {
            Some((_, last)) if last.goes_on_in(&next) => *last = next,
            _ => ranges.push((next.clone(), next)),
        }
    }
    let of_one_prefix = |a: &(NodeSpan, NodeSpan), b: &(NodeSpan, NodeSpan)| {
        a.0.prefix == b.0.prefix && a.0.digits > 0 && b.0.digits > 0
    };
    let lists = ranges.chunk_by(of_one_prefix).map(|ranges| {
        let words: Vec<String> = ranges.iter().map(range_words).collect();
        let (first, last) = &ranges[0];
        let is_one = ranges.len() == 1 && (first.digits, first.first) == (last.digits, last.last);
        if is_one {
            first.name(first.first)
        } else {
            let prefix = String::from_utf8_lossy(&first.prefix);
            format!("{prefix}[{}]", words.join(","))
        }
    });
    lists.collect::<Vec<_>>().join(",")
}

fn range_words((first, last): &(NodeSpan, NodeSpan)) -> String {
    let (low, high) = (first.number(first.first), last.number(last.last));
    if low == high { low } else { format!("{low}-{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rows;
    use proptest::prelude::*;

    /// Each name of a list, in its order.
    fn names(list: &str) -> Option<Vec<String>> {
        let spans = read_node_list(list.as_bytes())?;
        let names = |it: &NodeSpan| (it.first..=it.last).map(|at| it.name(at)).collect::<Vec<_>>();
        Some(spans.iter().flat_map(names).collect())
    }

    fn fold(names: &[&str]) -> String {
        fold_nodes(names.iter().map(|it| NodeSpan::of_name(it.as_bytes())))
    }

    #[test]
    fn lists_are_read_as_scontrol_shows_their_names() {
        for [list, expected] in rows(
            "n1 | n1
            login | login
            n[1-3,7] | n1 n2 n3 n7
            n[008-011],gpu2 | n008 n009 n010 n011 gpu2
            n[8-11] | n8 n9 n10 n11
            n1[08-10] | n108 n109 n110
            r[1-2]n[3-4] | r1n3 r1n4 r2n3 r2n4
            r[1-2]n3-ib | r1n3-ib r2n3-ib
            n1234567890 | n1234567890",
        ) {
            assert_eq!(names(&list).unwrap().join(" "), expected, "{list}");
        }
    }

    #[test]
    fn what_is_no_list_is_not_read() {
        for list in [
            "",
            "n[1-2",
            "n1]",
            "n[[1]]",
            "n[2-1]",
            "n[a-b]",
            "n[]",
            "n[1-]",
            "a b",
            "n1,,n2",
            "r[1-999999]n[1-9]",
            "n1234[000001-000002]",
        ] {
            assert_eq!(names(list), None, "{list}");
        }
    }

    #[test]
    fn a_name_has_one_form() {
        let span = |list: &str| read_node_list(list.as_bytes()).unwrap();
        assert_eq!(span("n101"), span("n[101]"));
        assert_eq!(span("n101"), span("n1[01]"));
        assert_eq!(span("n101"), span("n[1]01"));
        assert_ne!(span("n101"), span("n0101"));
    }

    #[test]
    fn spans_are_folded_as_their_names() {
        let spans = read_node_list(b"n[08-09,10-12],n15").unwrap();
        assert_eq!(fold_nodes(spans), "n[08-12,15]");
        assert_eq!(fold_nodes(read_node_list(b"n[8-11]").unwrap()), "n[8-11]");
    }

    #[test]
    fn names_are_folded() {
        for [names, folded] in rows(
            "n001 n002 n003 | n[001-003]
            n8 n9 n10 n12 | n[8-10,12]
            n1 gpu gpu7 | n1,gpu,gpu7
            n99 n100 n0100 | n[99-100,0100]",
        ) {
            assert_eq!(fold(&names.split(' ').collect::<Vec<_>>()), folded);
        }
        assert_eq!(fold(&[]), "");
    }

    proptest! {
        #[test]
        fn folded_names_are_the_same_ones(
            nodes in prop::collection::btree_set(("[a-c]", 1usize..4, 0u64..120), 1..40),
        ) {
            let names: Vec<String> = nodes.iter()
                .map(|(prefix, digits, number)| format!("{prefix}{number:0digits$}"))
                .collect();
            let folded = fold(&names.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(self::names(&folded).unwrap(), names);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a0-9,\\[\\]-]{0,24}") {
            let _ = read_node_list(text.as_bytes());
        }
    }
}
