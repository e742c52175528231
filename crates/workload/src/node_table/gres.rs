//! GPUs among the generic resources of a node: `gpu:a100:4(S:0-1),shard:16`.
//!
//! Source: the manual page of slurm.conf, `Gres`.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::fault::brief;
use super::hardware::whole;
use crate::lines::split_once;
use crate::sacct::tres::outside_brackets;

/// The most GPUs of a node.
pub(super) const MOST_GPUS: u64 = 1_000_000;

/// The GPUs of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gres {
    /// How many.
    pub gpus: u32,
    /// Their type, or that of the most of them; empty where it is not known.
    pub gpu_type: Rc<str>,
    /// The parts that are not read, in words.
    pub remarks: Vec<String>,
}

/// Reads generic resources. O(n log n).
pub(super) fn read_gres(text: &[u8]) -> Gres {
    let mut gres = Gres::default();
    let mut types: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    let mut others: Vec<Vec<u8>> = Vec::new();
    let mut unread = None;
    // `(S:0,2)` names sockets.
    let items = outside_brackets(text).filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case(b"N/A"));
    for item in items {
        let (name, rest) = cut(item, b':');
        if !name.eq_ignore_ascii_case(b"gpu") {
            others.push(name.to_vec());
            continue;
        }
        let (kind, count) = match kind_and_count(rest) {
            Some(read) => read,
            None => {
                unread.get_or_insert(item);
                continue;
            }
        };
        let known = types.entry(kind.to_vec()).or_default();
        *known = known.saturating_add(count).min(MOST_GPUS);
    }
    if let Some(item) = unread.map(brief) {
        gres.remarks.push(format!("the gres {item} has no number that can be read and is left out"));
    }
    let all: u64 = types.values().sum();
    // A comparison by `>` keeps the first of equals.
    let most =
        types.iter().fold(
            None,
            |most: Option<(&Vec<u8>, u64)>, it| {
                if most.is_none_or(|(_, count)| *it.1 > count) { Some((it.0, *it.1)) } else { most }
            },
        );
    gres.gpus = all.min(MOST_GPUS) as u32;
    gres.gpu_type = most.map_or_else(Rc::default, |it| String::from_utf8_lossy(it.0).into());
    if types.len() > 1 {
        gres.remarks.push(format!(
            "GPUs of {} types: all {} count as {}, the type of the most",
            types.len(),
            gres.gpus,
            if gres.gpu_type.is_empty() { "GPUs of no type".into() } else { brief(gres.gpu_type.as_bytes()) },
        ));
    }
    others.sort();
    others.dedup();
    if !others.is_empty() {
        let names = brief(&others.join(&b", "[..]));
        gres.remarks.push(format!("of the gres only gpu is read, not {names}"));
    }
    gres
}

/// The text before a byte, and behind it.
pub(super) fn cut(text: &[u8], at: u8) -> (&[u8], &[u8]) {
    split_once(text, at).unwrap_or((text, b""))
}

/// `a100:4`, `a100`, `4`, `no_consume:4` or nothing: the type and the number, which is 1 if there is none.
fn kind_and_count(text: &[u8]) -> Option<(&[u8], u64)> {
    let (kind, count) = match text.iter().rposition(|&byte| byte == b':') {
        Some(place) => (&text[..place], &text[place + 1..]),
        None if is_count(text) => (&b""[..], text),
        None => (text, &b"1"[..]),
    };
    let kind = kind.strip_suffix(b"no_consume").unwrap_or(kind);
    let kind = kind.strip_suffix(b":").unwrap_or(kind);
    Some((kind, number(count)?))
}

/// Whether a text is a number, not a type, which may begin with a digit: `1g.10gb`.
fn is_count(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|it| it.is_ascii_digit()).count();
    digits > 0 && matches!(text[digits..], [] | [b'K' | b'k' | b'M' | b'm'])
}

/// A whole number, perhaps in units of 1024.
fn number(text: &[u8]) -> Option<u64> {
    let (digits, factor) = match text {
        [digits @ .., b'K' | b'k'] => (digits, 1 << 10),
        [digits @ .., b'M' | b'm'] => (digits, 1 << 20),
        digits => (digits, 1),
    };
    whole(digits)?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpus_are_read_with_their_type() {
        let is = |text: &str, gpus: u32, kind: &str| {
            let gres = read_gres(text.as_bytes());
            assert_eq!((gres.gpus, &*gres.gpu_type), (gpus, kind), "{text}");
            gres.remarks.len()
        };
        assert_eq!(is("gpu:a100:4(S:0-1)", 4, "a100"), 0);
        assert_eq!(is("gpu:4", 4, ""), 0);
        assert_eq!(is("gpu", 1, ""), 0);
        assert_eq!(is("gpu:h100", 1, "h100"), 0);
        assert_eq!(is("gpu:a100_1g.5gb:7(S:0,2)", 7, "a100_1g.5gb"), 0);
        assert_eq!(is("gpu:no_consume:2", 2, ""), 0);
        assert_eq!(is("(null)", 0, ""), 0);
        assert_eq!(is("N/A", 0, ""), 0);
        assert_eq!(is("", 0, ""), 0);
        assert_eq!(is("gpu:k80:2(S:0,1),gpu:v100:4(S:1)", 6, "v100"), 1);
        assert_eq!(is("shard:16,gpu:2,mps:400", 2, ""), 1);
        assert_eq!(is("gpu:a100:four", 0, ""), 1);
        assert_eq!(is("gpu:1k", 1024, ""), 0);
        assert_eq!(is("gpu:99999999999999999999", 0, ""), 1);
    }
}
