//! Why a job waited, in one line: the parts of its wait and their shares.

use super::words;
use base::text::list;
use experiment::{Explanation, Run};
use scheduling::criteria::wait_parts::{WaitPart, WaitParts, wait_parts};

/// A part of a wait.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitShare {
    /// What it is due to.
    pub part: WaitPart,
    /// Its share of the wait: above 0 and at most 1.
    pub share: f64,
    /// What it is due to, in words.
    pub words: String,
}

/// The parts of the wait of a job of a run, in the order of [`WaitPart::ALL`], those without a second left out; none if it
/// did not wait or never started. `allocates` is whether jobs wait for a provider, `told` the explanation of the job, if there
/// is one. As [`wait_parts`].
pub fn shares(run: &Run, job: usize, allocates: bool, told: Option<&Explanation>) -> Vec<WaitShare> {
    let hindrances = told.map_or(&[][..], |it| &it.hindrances);
    let Some(parts) = wait_parts(run, job, allocates, hindrances) else {
        return Vec::new();
    };
    let sum = parts.sum() as f64;
    let some = WaitPart::ALL.into_iter().filter(|&part| parts.of(part) > 0);
    let share =
        some.map(|part| WaitShare { part, share: parts.of(part) as f64 / sum, words: part_words(part, &parts) });
    share.collect()
}

fn part_words(part: WaitPart, parts: &WaitParts) -> String {
    match part {
        WaitPart::NotEligible => "not eligible yet".to_owned(),
        WaitPart::Period => "before it had a provider".to_owned(),
        WaitPart::Reservation => "because of reservations".to_owned(),
        WaitPart::Outage => "because of outages of nodes".to_owned(),
        WaitPart::Nodes => "for nodes with room for it".to_owned(),
        WaitPart::Promise => "because nodes were promised to other jobs".to_owned(),
        WaitPart::EnoughFree => "although enough processors were free".to_owned(),
        WaitPart::LaterJobs => match parts.overtaken_by {
            // They started before its provider was chosen.
            0 => "behind jobs that arrived later".to_owned(),
            many => format!("overtaken by {} that arrived later", words::plural(many as usize, "job")),
        },
        WaitPart::EarlierJobs => "behind jobs that arrived earlier".to_owned(),
    }
}

/// The word of a part in style sheets and tests.
pub const fn word(part: WaitPart) -> &'static str {
    match part {
        WaitPart::NotEligible => "not-eligible",
        WaitPart::Period => "period",
        WaitPart::Reservation => "reservation",
        WaitPart::Outage => "wait-outage",
        WaitPart::Nodes => "wait-nodes",
        WaitPart::Promise => "wait-promise",
        WaitPart::EnoughFree => "enough-free",
        WaitPart::LaterJobs => "later-jobs",
        WaitPart::EarlierJobs => "earlier-jobs",
    }
}

/// The parts in one line, the largest first: `61 % because of reservations and 39 % behind jobs that arrived earlier`; of a
/// single one its words alone.
pub fn line(shares: &[WaitShare]) -> String {
    if let [only] = shares {
        return only.words.clone();
    }
    let mut largest: Vec<&WaitShare> = shares.iter().collect();
    base::ordering::sort_by(&mut largest, |one, other| other.share.total_cmp(&one.share));
    let part = |it: &&WaitShare| format!("{} {}", percent(it.share), it.words);
    list(&largest.iter().map(part).collect::<Vec<_>>())
}

/// A share in whole percent; what rounds to 0 or to all of it without being so is told by its bound.
fn percent(share: f64) -> String {
    match (share * 100.0).round() as u32 {
        0 => "under 1 %".to_owned(),
        100 if share < 1.0 => "over 99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::testing::bar_run;

    /// Job 2 of 4 processors waits for job 1 until 40, then until 100 for nothing.
    fn run() -> Run {
        let mut run = bar_run(&[4], &[(1, 0, 0, 1, 0, 40), (2, 0, 0, 3, 100, 110)]);
        run.jobs[1].submit = 0;
        run.schedule.outcomes[1].allocated = 0;
        run
    }

    #[test]
    fn the_largest_part_comes_first_in_words() {
        let shares = shares(&run(), 1, true, None);
        let parts: Vec<(WaitPart, f64)> = shares.iter().map(|it| (it.part, it.share)).collect();
        assert_eq!(parts, [(WaitPart::EnoughFree, 0.6), (WaitPart::EarlierJobs, 0.4)]);
        let expected = "60 % although enough processors were free and 40 % behind jobs that arrived earlier";
        assert_eq!(line(&shares), expected);
        assert_eq!(line(&shares[..1]), "although enough processors were free");
        assert!(super::shares(&run(), 0, true, None).is_empty());
    }

    #[test]
    fn small_and_large_shares_are_not_rounded_away() {
        assert_eq!(percent(0.001), "under 1 %");
        assert_eq!(percent(0.999), "over 99 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.155), "16 %");
    }
}
