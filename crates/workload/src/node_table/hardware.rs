//! What a file says of one node, and the node that jobs see.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::brief;
use crate::lines::{is_listed, split_once};
use crate::sacct::tres::outside_brackets;
use crate::{MAX_PROCESSORS, number};

/// The most memory of a node, in MiB: an exbibyte.
const MOST_MEMORY: u64 = 1 << 40;

/// The words of a file for its values.
pub(super) struct Words {
    pub cpus: &'static str,
    pub memory: &'static str,
    pub reserved_memory: &'static str,
}

/// The values of a node as a file has them; `None` where it has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Hardware {
    pub cpus: Option<u64>,
    /// CPUs without those that are reserved for the system.
    pub effective_cpus: Option<u64>,
    pub boards: Option<u64>,
    /// Of a board.
    pub sockets: Option<u64>,
    /// Of a socket.
    pub cores: Option<u64>,
    /// Of a core.
    pub threads: Option<u64>,
    /// In MiB.
    pub memory: Option<u64>,
    pub reserved_cores: Option<u64>,
    /// The numbers of CPUs reserved for the system.
    pub reserved_cpus: Option<Rc<[u8]>>,
    /// Whether they stand for all CPUs of their cores, as in a configuration. What Slurm shows lists all of them.
    pub is_by_core: bool,
    /// In MiB.
    pub reserved_memory: Option<u64>,
    pub gres: Rc<Gres>,
    pub features: Rc<Vec<String>>,
}

/// A node as jobs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub cores: u32,
    pub gpus: u32,
    pub gpu_type: Rc<str>,
    pub memory: u64,
    pub features: Rc<Vec<String>>,
}

impl Hardware {
    /// The node as jobs see it, and remarks on the values that are guessed.
    ///
    /// # Errors
    ///
    /// If it has no cores or too many, in words that follow the node's name.
    pub fn seen(&self, words: &Words) -> Result<(Seen, Vec<String>), String> {
        let mut remarks = self.gres.remarks.clone();
        let seen = Seen {
            cores: self.seen_cores(words, &mut remarks)?,
            gpus: self.gres.gpus,
            gpu_type: Rc::clone(&self.gres.gpu_type),
            memory: self.seen_memory(words, &mut remarks),
            features: Rc::clone(&self.features),
        };
        Ok((seen, remarks))
    }

    fn seen_cores(&self, words: &Words, remarks: &mut Vec<String>) -> Result<u32, String> {
        let name = words.cpus;
        let cpus = self
            .cpus
            .or(self.effective_cpus)
            .ok_or_else(|| format!("it has no {name}, which must say how many cores the node has"))?;
        let effective = self.effective_cpus.filter(|&it| it > 0);
        let left = match effective {
            Some(effective) => effective,
            None => cpus.saturating_sub(self.reserved(cpus, remarks)),
        };
        match left {
            0 if cpus == 0 => {
                Err(format!("the node has no cores ({name} is 0): give their number, or take the node out"))
            }
            0 => Err(format!(
                "the node has no cores for jobs (all {cpus} are reserved for the system): take the node out"
            )),
            _ if left > u64::from(MAX_PROCESSORS) => {
                Err(format!("{name} is {left}; a node has at most {MAX_PROCESSORS} cores"))
            }
            _ => Ok(left as u32),
        }
    }

    /// The CPUs reserved for the system.
    fn reserved(&self, cpus: u64, remarks: &mut Vec<String>) -> u64 {
        let per_core = self.cpus_of_a_core(cpus);
        let listed = self.reserved_cpus.as_deref().filter(|it| !it.is_empty());
        let reserved = match (self.reserved_cores, listed) {
            (Some(cores), _) => cores.saturating_mul(per_core),
            (None, Some(list)) => {
                let per_core = if self.is_by_core { per_core } else { 1 };
                reserved_cpus(list, per_core).unwrap_or_else(|| {
                    let words = "its list of reserved CPUs cannot be read: none is reserved";
                    remarks.push(words.into());
                    0
                })
            }
            (None, None) => 0,
        };
        if reserved > 0 {
            remarks.push(format!("{reserved} of {cpus} CPUs are reserved for the system"));
        }
        reserved
    }

    /// How many of its CPUs are on one core: Slurm may count the threads of a core as CPUs, or the core.
    fn cpus_of_a_core(&self, cpus: u64) -> u64 {
        let cores = self.product([self.boards, self.sockets, self.cores]);
        match cores {
            Some(cores) if cores > 0 && cpus >= cores => cpus / cores,
            Some(_) => 1,
            None => self.threads.unwrap_or(1).max(1),
        }
    }

    /// The CPUs by boards, sockets, cores and threads, 1 for each that is missing; `None` if all are.
    pub fn cpus_by_parts(&self) -> Option<u64> {
        self.product([self.boards, self.sockets, self.cores, self.threads])
    }

    fn product<const N: usize>(&self, parts: [Option<u64>; N]) -> Option<u64> {
        let times = |product: u64, part: Option<u64>| product.saturating_mul(part.unwrap_or(1));
        let is_known = parts.iter().any(Option::is_some);
        is_known.then(|| parts.into_iter().fold(1, times))
    }

    fn seen_memory(&self, words: &Words, remarks: &mut Vec<String>) -> u64 {
        let Some(memory) = self.memory.filter(|&it| it > 1) else {
            remarks.push(format!("no {}: no job that asks for memory fits there", words.memory));
            return 0;
        };
        let reserved = self.reserved_memory.unwrap_or(0);
        let left = match memory.checked_sub(reserved) {
            Some(left) if left > 0 => left,
            _ => {
                remarks.push(format!("{} is not below {} and is left out", words.reserved_memory, words.memory));
                memory
            }
        };
        if left > MOST_MEMORY {
            remarks.push(format!("{} is cut to 2^40 MiB", words.memory));
        }
        left.min(MOST_MEMORY)
    }
}

/// A whole number of digits only.
pub(super) fn whole(text: &[u8]) -> Option<u64> {
    let is_whole = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    is_whole.then(|| number::parse(text).ok())??.try_into().ok()
}

/// Memory in MiB, perhaps with a unit: `257500`, `514404M`, `1.5T`; rounded down.
pub(super) fn memory(text: &[u8]) -> Option<u64> {
    let (digits, mib) = match text {
        [digits @ .., b'K' | b'k'] => (digits, 1.0 / 1_024.0),
        [digits @ .., b'M' | b'm'] => (digits, 1.0),
        [digits @ .., b'G' | b'g'] => (digits, 1_024.0),
        [digits @ .., b'T' | b't'] => (digits, 1_048_576.0),
        [digits @ .., b'P' | b'p'] => (digits, 1_073_741_824.0),
        digits => (digits, 1.0),
    };
    let is_number =
        digits.first().is_some_and(u8::is_ascii_digit) && digits.iter().all(|it| it.is_ascii_digit() || *it == b'.');
    let number: f64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    // The cast holds numbers that are too large at the largest.
    is_number.then_some((number * mib) as u64)
}

/// The names between commas; none for `(null)`.
pub(super) fn names_of(text: &[u8]) -> Vec<String> {
    if text.eq_ignore_ascii_case(b"(null)") || text.eq_ignore_ascii_case(b"N/A") {
        return Vec::new();
    }
    text.split(|&byte| byte == b',')
        .map(<[u8]>::trim_ascii)
        .filter(|it| !it.is_empty())
        .map(|it| String::from_utf8_lossy(it).into_owned())
        .collect()
}

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

/// The states in which a node takes no new jobs.
const OUT_OF_SERVICE: &str = "DOWN DRAIN DRAINED DRAINING DRNG ERROR FAIL FAILED FAILING FAILG FUTURE FUTR INVAL \
                              INVALID INVALID_REG MAINT NOT_RESPONDING NO_RESPOND";

/// Whether a state, as `IDLE+DRAIN` or `down*`, keeps jobs off. A `*` at its end says that the node does not respond.
pub(super) fn is_out_of_service(state: &[u8]) -> bool {
    let mut parts = state.split(|it| b"+,".contains(it)).map(<[u8]>::trim_ascii);
    parts.any(|part| {
        let is_letter = |it: &u8| it.is_ascii_alphabetic() || *it == b'_';
        let end = part.iter().take_while(|it| is_letter(it)).count();
        part[end..].contains(&b'*') || is_listed(&part[..end], OUT_OF_SERVICE)
    })
}

// GPUs among the generic resources of a node: `gpu:a100:4(S:0-1),shard:16`.
//
// Source: the manual page of slurm.conf, `Gres`.

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
        gres.remarks.push(format!("the gres {item} has no number_gres that can be read and is left out"));
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
    Some((kind, number_gres(count)?))
}

/// Whether a text is a number, not a type, which may begin with a digit: `1g.10gb`.
fn is_count(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|it| it.is_ascii_digit()).count();
    digits > 0 && matches!(text[digits..], [] | [b'K' | b'k' | b'M' | b'm'])
}

/// A whole number, perhaps in units of 1024.
fn number_gres(text: &[u8]) -> Option<u64> {
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
    fn memory_may_have_a_unit() {
        for (text, mib) in [
            ("257500", Some(257_500)),
            ("514404M", Some(514_404)),
            ("1.5T", Some(1_572_864)),
            ("2048K", Some(2)),
            ("250G", Some(256_000)),
            ("", None),
            ("M", None),
            ("-1", None),
            ("1e5", None),
            ("inf", None),
            ("1.2.3", None),
        ] {
            assert_eq!(memory(text.as_bytes()), mib, "{text}");
        }
    }

    #[test]
    fn reserved_cores_are_counted_in_cpus() {
        let words = Words { cpus: "CPUs", memory: "RealMemory", reserved_memory: "MemSpecLimit" };
        let cores = |cpus, sockets, cores, threads| {
            let node =
                Hardware { cpus: Some(cpus), sockets, cores, threads, reserved_cores: Some(2), ..Hardware::default() };
            node.seen(&words).unwrap().0.cores
        };
        assert_eq!(cores(64, Some(2), Some(16), Some(2)), 60);
        assert_eq!(cores(32, Some(2), Some(16), Some(2)), 30);
        assert_eq!(cores(64, None, None, Some(2)), 60);
        assert_eq!(cores(64, None, None, None), 62);
    }

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

    #[test]
    fn a_node_that_takes_no_jobs_is_out_of_service() {
        for state in ["DOWN", "IDLE+DRAIN", "down*", "IDLE*", "MIXED+NOT_RESPONDING", "FUTURE~"] {
            assert!(is_out_of_service(state.as_bytes()), "{state}");
        }
        for state in ["", "IDLE", "MIXED+PLANNED", "IDLE+CLOUD+POWERED_DOWN", "ALLOCATED#", "UNKNOWN"] {
            assert!(!is_out_of_service(state.as_bytes()), "{state}");
        }
    }

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
