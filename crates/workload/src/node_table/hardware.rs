//! What a file says of one node, and the node that jobs see.

use std::rc::Rc;

use super::gres::Gres;
use super::specialized::reserved_cpus;
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
}
