//! The replicates of the log in the forms of Curves and Trade-off: their kinds, their number, and what they are.

use base::setting::setting;
use serde::{Deserialize, Serialize};
use workload::replicate::Replication;

setting! {
    /// Which replicates of the log runs are made on.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ReplicateKind {
        /// None: all runs are on the log itself.
        #[default]
        None {
            key: "none",
            name: "The log itself",
            about: "Every run is on the log itself.",
        }
        /// Consecutive windows of it.
        Windows {
            key: "windows",
            name: "Windows of the log",
            about: "Consecutive windows of the log, each with a warm-up.",
        }
        /// Logs whose users are drawn from its own.
        Users {
            key: "users",
            name: "Users drawn anew",
            about: "Logs whose users are drawn from those of the log.",
        }
        /// Copies of it with other instants of submission.
        Shake {
            key: "shake",
            name: "Shaken submissions",
            about: "Copies of the log in which each submission is moved a little.",
        }
    }
}

impl ReplicateKind {
    /// The kind of a replication; none where there is none.
    pub fn of(replicate: Option<&Replication>) -> Self {
        match replicate {
            None => Self::None,
            Some(Replication::Windows { .. }) => Self::Windows,
            Some(Replication::Users { .. }) => Self::Users,
            Some(Replication::Shake { .. }) => Self::Shake,
        }
    }

    /// The usual replication of this kind with about `count` replicates: at least two.
    pub fn replication(self, count: u32) -> Option<Replication> {
        format!("{}={}", self.row().key, count.max(2)).parse().ok()
    }
}

/// The value of a replication beside its number: how much of a window is warm-up, or how far submissions are moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// The label of its field.
    pub label: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    pub value: f64,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
}

impl Amount {
    /// That of a replication, if it has one.
    pub fn of(replicate: &Replication) -> Option<Self> {
        match *replicate {
            Replication::Windows { .. } => {
                Some(Self { label: "Warm-up", unit: "%", value: replicate.warm_up_percent(), least: 0.0, most: 99.0 })
            }
            Replication::Shake { seconds, .. } => Some(Self {
                label: "Moved by up to",
                unit: "s",
                value: seconds as f64,
                least: 1.0,
                most: workload::replicate::LONGEST_SHAKE as f64,
            }),
            Replication::Users { .. } => None,
        }
    }

    /// A replication with another value.
    pub fn set(replicate: Replication, value: f64) -> Replication {
        match replicate {
            Replication::Windows { count, .. } => Replication::Windows { count, warm_up: value / 100.0 },
            Replication::Shake { count, .. } => Replication::Shake { count, seconds: value as i64 },
            Replication::Users { .. } => replicate,
        }
    }
}

/// What the runs of a mean are made on, in a line or two.
pub fn about(replicate: Option<&Replication>) -> String {
    let Some(replicate) = replicate else {
        return "Every run is on the log itself. Seeds repeat the draws; where nothing is drawn they agree, and \
                replicates of the log give intervals."
            .to_owned();
    };
    let made = match *replicate {
        Replication::Windows { count, .. } => format!(
            "{count} consecutive windows of equal length, from the first submission to the last. The machine is empty \
             before each; its first {} % is warm-up, which is simulated and not counted.",
            replicate.warm_up_percent()
        ),
        Replication::Users { count } => format!(
            "{count} logs of as many users, drawn from those of the log; the jobs of each are moved by whole weeks, so \
             that hour and weekday stay."
        ),
        Replication::Shake { count, seconds } => {
            format!("{count} copies of the log with every submission moved by up to {seconds} s, earlier or later.")
        }
    };
    format!("{made} Each has a seed of its own, and is the same for all scenarios.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replication(text: &str) -> Replication {
        text.parse().unwrap()
    }

    #[test]
    fn every_kind_has_its_usual_replication_and_is_known_by_it() {
        for kind in ReplicateKind::ALL {
            let usual = kind.replication(20);
            assert_eq!(ReplicateKind::of(usual.as_ref()), kind);
            assert_eq!(usual.is_none(), kind == ReplicateKind::None);
            assert!(usual.is_none_or(|it| it.count() == 20));
        }
        // One replicate has no spread.
        let least = ReplicateKind::Users.replication(1);
        assert_eq!(least, Some(replication("users=2")));
    }

    #[test]
    fn warm_up_and_moves_are_set_within_their_bounds() {
        let windows = replication("windows=10:0.07");
        let amount = Amount::of(&windows).expect("a warm-up");
        assert_eq!((amount.value, amount.unit), (7.0, "%"));
        assert_eq!(Amount::set(windows, 25.0), replication("windows=10:0.25"));
        let shaken = replication("shake=20");
        let amount = Amount::of(&shaken).unwrap();
        assert_eq!((amount.value, amount.unit), (60.0, "s"));
        assert_eq!(Amount::set(shaken, 300.0), replication("shake=20:300"));
        let users = replication("users=3");
        assert_eq!((Amount::of(&users), Amount::set(users, 5.0)), (None, users));
        for (of, value) in [(windows, 0.0), (windows, 99.0), (shaken, 1.0), (shaken, 86_400.0)] {
            let (amount, set) = (Amount::of(&of).unwrap(), Amount::set(of, value));
            assert!(amount.least <= value && value <= amount.most);
            assert_eq!(set.validate(), Ok(()));
        }
    }

    #[test]
    fn a_line_says_what_a_replicate_is() {
        for (replicate, part) in [
            ("", "the log itself"),
            ("windows=10:0.2", "10 consecutive windows"),
            ("windows=10:0.2", "first 20 %"),
            ("users=20", "20 logs of as many users"),
            ("shake=5:300", "up to 300 s"),
        ] {
            assert!(about(replicate.parse().ok().as_ref()).contains(part), "{replicate}: {part}");
        }
    }
}
