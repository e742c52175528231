//! Which of the feasible idle periods are taken.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use base::setting::setting;

use super::IdlePeriod;

setting! {
    /// Which of the feasible idle periods are taken, where there are more than are needed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Selection {
        /// Those that start latest, then end earliest, then the lowest server: the order in which phase 2
        /// meets them (Castillo et al. 2009, Sect. 4.2), made total, so that it gives the same schedule
        /// whatever the structure.
        #[default]
        LatestStart {
            key: "latest_start",
            name: "Latest start",
            label: "Latest start",
            about: "The feasible idle periods that start latest, then end earliest, then the lowest server.",
        }
        /// Those that end earliest, then start latest, then the lowest server: the idle time left after
        /// the job is as short as possible.
        EarliestEnd {
            key: "earliest_end",
            name: "Earliest end",
            label: "Earliest end",
            about: "The feasible idle periods that end earliest, so that little idle time is left after the job.",
        }
        /// The servers of lowest number.
        FirstServer {
            key: "first_server",
            name: "First server",
            label: "First server",
            about: "The servers with the lowest numbers that are idle throughout.",
        }
        /// The order in which the paper's trees return periods, which depends on their shape.
        Printed {
            key: "printed",
            name: "In tree order",
            label: "In tree order",
            about: "The order of the leaves in the paper's trees, which depends on their shape. It requires the printed trees, which are slow.",
        }
    }
}

impl Selection {
    /// The order in which periods are taken; the order in which the trees return them is undefined
    /// and is treated here as [`Selection::LatestStart`].
    pub fn order(self, one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
        let server = one.server.cmp(&other.server);
        match self {
            Self::FirstServer => server,
            Self::EarliestEnd => by_end(one, other),
            Self::LatestStart | Self::Printed => by_start(one, other),
        }
    }
}

/// The order of the primary trees' leaves: descending starts.
pub(super) fn by_start(one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
    let key = |it: &IdlePeriod| (Reverse(it.start), it.end, it.server);
    key(one).cmp(&key(other))
}

/// The order of the secondary trees' leaves: ascending ends.
pub(super) fn by_end(one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
    let key = |it: &IdlePeriod| (it.end, Reverse(it.start), it.server);
    key(one).cmp(&key(other))
}
