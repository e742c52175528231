//! The three logs of the paper, its printed data on each, and those of its sentences that are about the
//! available log.

use crate::kth;
use crate::prelude::*;

/// The names and values of a log's header.
type Header = [(String, String)];

/// A log of the paper.
#[derive(Debug)]
pub struct Trace {
    /// As Table 1 calls it.
    pub name: &'static str,
    /// Whether a log's header is its own.
    is_its_header: fn(&Header) -> bool,
    /// The number N of processors (Table 1).
    pub servers: u32,
    /// Jobs (Table 1).
    pub jobs: f64,
    /// Mean estimated l, in hours (Table 1).
    pub hours: f64,
    /// Attempts by spatial size (Table 2): of which classes of 50 servers, counted from 0.
    pub attempts: &'static [(u32, f64)],
    /// The longest waits, in hours: on-line, and the batch scheduler's (Sect. 5.1).
    pub longest: Option<(f64, f64)>,
}

/// Logs of the paper are the same if they have the same name.
impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

pub static KTH: Trace = Trace {
    name: "KTH",
    is_its_header: kth::is_its_log,
    servers: 128,
    jobs: 28_481.0,
    hours: 2.46,
    attempts: &[(0, 10.27), (1, 60.0), (2, 120.0)],
    longest: Some((75.0, 272.5)),
};

pub static CTC: Trace = Trace {
    name: "CTC",
    is_its_header: |header| installed_at(header, &["Cornell", "CTC"]) && says(header, "Computer", "SP2"),
    servers: 512,
    jobs: 39_734.0,
    hours: 5.82,
    attempts: &[(0, 2.96), (1, 5.34), (2, 7.22), (3, 13.25), (7, 127.44)],
    longest: Some((19.0, 674.0)),
};

pub static HPC2N: Trace = Trace {
    name: "HPC2N",
    is_its_header: |header| installed_at(header, &["HPC2N", "High-Performance Computing Center North"]),
    servers: 240,
    jobs: 202_825.0,
    hours: 4.72,
    attempts: &[],
    longest: None,
};

/// In the order of Table 1.
static ALL: [&Trace; 3] = [&CTC, &KTH, &HPC2N];

/// The logs that a sentence is about: KTH alone, of CTC alone, of both, or of all three.
pub static OF_KTH: &[&Trace] = &[&KTH];
pub static OF_CTC: &[&Trace] = &[&CTC];
pub static OF_BOTH: &[&Trace] = &[&KTH, &CTC];
pub static OF_ALL: &[&Trace] = &[&KTH, &CTC, &HPC2N];

fn says(header: &Header, name: &str, word: &str) -> bool {
    let mut of_name = header.iter().filter(|(entry, _)| entry == name);
    of_name.any(|(_, value)| value.contains(word))
}

fn installed_at(header: &Header, words: &[&str]) -> bool {
    words.iter().any(|word| says(header, "Installation", word))
}

/// Which log of the paper a header is of.
pub fn of_header(header: &Header) -> Option<&'static Trace> {
    ALL.into_iter().find(|it| (it.is_its_header)(header))
}

/// Which log of the paper the first one is.
pub fn of(logs: &[Workload]) -> Option<&'static Trace> {
    of_header(&logs.first()?.header().entries)
}

impl Trace {
    /// The printed attempts of a class.
    pub fn attempts_of(&self, class: u32) -> Option<f64> {
        self.attempts.iter().find(|it| it.0 == class).map(|it| it.1)
    }
}

/// The name of the available log.
pub fn name(trace: Option<&Trace>) -> &'static str {
    trace.map_or("the log", |it| it.name)
}

/// A claim that the paper makes of these logs, and that was tried on the one at hand.
pub fn about(claim: Claim, of: &[&Trace], at_hand: Option<&Trace>) -> Claim {
    if at_hand.is_some_and(|it| of.contains(&it)) { claim } else { claim.elsewhere() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_known_by_their_headers() {
        let named = |computer: &str, installation: &str| {
            let entry = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            let header = [entry("Computer", computer), entry("Installation", installation)];
            of_header(&header).map(|it| it.name)
        };
        let kth = "Swedish Royal Institute of Technology (KTH)";
        assert_eq!(named("IBM SP2", kth), Some("KTH"));
        assert_eq!(named("IBM SP2", "Cornell Theory Center"), Some("CTC"));
        let north = "High-Performance Computing Center North (HPC2N)";
        assert_eq!(named("Linux Cluster", north), Some("HPC2N"));
        assert_eq!(named("IBM SP2", "San Diego Supercomputer Center"), None);
    }

    #[test]
    fn a_sentence_about_another_log_cannot_be_told() {
        use crate::{Case, Verdict};
        let claim = || {
            let case = Case::new("", Verdict::Holds, "");
            Claim::new("Sect. 5", "It is so", "", &[case])
        };
        let verdicts = |of, at_hand| {
            let claim = about(claim(), of, at_hand);
            (claim.verdict, claim.elsewhere)
        };
        assert_eq!(verdicts(OF_BOTH, Some(&CTC)), (Verdict::Holds, None));
        let elsewhere = (Verdict::CannotTell, Some(Verdict::Holds));
        assert_eq!(verdicts(OF_BOTH, Some(&HPC2N)), elsewhere);
        assert_eq!(verdicts(OF_ALL, None), elsewhere);
    }
}
