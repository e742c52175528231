//! The paper's own figures (Castillo et al. 2009, Sect. 5).

use super::Request;
use crate::availability::idle_periods::{Operations, TreeSizes};
use crate::system::{Better, Measure, Measures, Unit};
use workload::Time;

/// Width of a class of sizes in servers, as in Table 2.
const CLASS: u32 = 50;

/// Number of classes with a name; all larger sizes are one class.
const CLASSES: usize = 8;

const LONGEST_WAIT: &str = "longest_wait";
const TEMPORAL: &str = "temporal_penalty";
const ATTEMPTS: &str = "attempts_per_request";
const OPERATIONS: &str = "operations_per_request";
const SEARCH: &str = "search_operations";
const LOOK_UP: &str = "look_up_operations";
const UPDATE: &str = "update_operations";
const ROLL: &str = "roll_operations";
const TREE: &str = "periods_in_tree";
const TREES: &str = "periods_per_tree";
const ACCEPTANCE: &str = "acceptance";

macro_rules! of_size {
    ($key:literal, $sizes:literal) => {
        [
            Measure::new(
                concat!("wait_", $key),
                concat!("Spatial penalty, ", $sizes),
                concat!("Spatial penalty: the mean wait of requests for ", $sizes, " servers."),
                Unit::Seconds,
                Better::Lower,
            ),
            Measure::new(
                concat!("attempts_", $key),
                concat!("Attempts, ", $sizes),
                concat!("How often requests for ", $sizes, " servers were tried, on average."),
                Unit::Times,
                Better::Lower,
            ),
        ]
    };
}

/// Spatial penalty and attempts by class of size.
const BY_SIZE: [[Measure; 2]; CLASSES + 1] = [
    of_size!("1_50", "1–50"),
    of_size!("51_100", "51–100"),
    of_size!("101_150", "101–150"),
    of_size!("151_200", "151–200"),
    of_size!("201_250", "201–250"),
    of_size!("251_300", "251–300"),
    of_size!("301_350", "301–350"),
    of_size!("351_400", "351–400"),
    of_size!("above_400", "more than 400"),
];

const OF_ALL: [Measure; 11] = [
    Measure::new(
        TEMPORAL,
        "Temporal penalty",
        "Wait for each second that servers are booked for, W / l, on average.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        LONGEST_WAIT,
        "Longest wait",
        "The longest time from the requested earliest start to the actual start.",
        Unit::Hours,
        Better::Lower,
    ),
    Measure::new(
        ATTEMPTS,
        "Attempts per request",
        "How often requests were tried, on average; those refused before they were tried are not counted.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        OPERATIONS,
        "Operations per request",
        "Elementary operations of the structure that keeps the idle periods, on average: nodes, groups, or heads and slots of a calendar that are looked at, made or changed.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        SEARCH,
        "Operations of searches",
        "Those of the searches, for each request.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        LOOK_UP,
        "Operations of look-ups",
        "Those of the look-ups in a calendar of counts that tell that a search need not be tried, for each request.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        UPDATE,
        "Operations of updates",
        "Those of booking servers and giving them back, for each request.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        ROLL,
        "Operations as time goes on",
        "Those of beginning new slots and removing past periods, for each request.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        TREE,
        "Idle periods in a request's tree",
        "How many idle periods the tree has in which a request is first searched for, on average: with the printed trees.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        TREES,
        "Idle periods per tree",
        "How many idle periods the tree of a slot has, on average over slots and submissions: with the printed trees.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        ACCEPTANCE,
        "Acceptance",
        "The share of the requests that have a place.",
        Unit::Percent,
        Better::Higher,
    )
    .counting_ran(),
];

/// All of them.
pub(super) const MEASURES: &[Measure] = &{
    let mut all = [OF_ALL[0]; OF_ALL.len() + 2 * BY_SIZE.len()];
    let mut at = 0;
    while at < OF_ALL.len() {
        all[at] = OF_ALL[at];
        at += 1;
    }
    let mut class = 0;
    while class < BY_SIZE.len() {
        all[OF_ALL.len() + class] = BY_SIZE[class][0];
        all[OF_ALL.len() + BY_SIZE.len() + class] = BY_SIZE[class][1];
        class += 1;
    }
    all
};

/// Sums over the requests so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    requests: u64,
    placed: u64,
    temporal: f64,
    longest: Time,
    by_size: [OfSize; CLASSES + 1],
    /// How often the trees were looked at, and the sums of their sizes.
    trees: u64,
    there: f64,
    mean: f64,
}

/// The sums over the requests of one class of sizes.
#[derive(Clone, Copy, Debug, Default)]
struct OfSize {
    placed: u64,
    wait: i128,
    tried: u64,
    attempts: u64,
}

impl Tally {
    fn class(&mut self, request: &Request) -> &mut OfSize {
        let class = (request.servers.saturating_sub(1) / CLASS) as usize;
        &mut self.by_size[class.min(CLASSES)]
    }

    /// The sizes of trees when a request was submitted.
    pub fn trees(&mut self, sizes: TreeSizes) {
        self.trees += 1;
        self.there += sizes.there;
        self.mean += sizes.mean;
    }

    /// A request has a place after `attempts` attempts.
    pub fn placed(&mut self, request: &Request, start: Time, attempts: u32) {
        let wait = start - request.ready;
        self.requests += 1;
        self.placed += 1;
        self.temporal += wait as f64 / request.length as f64;
        self.longest = self.longest.max(wait);
        let class = self.class(request);
        class.placed += 1;
        class.wait += i128::from(wait);
        class.tried += 1;
        class.attempts += u64::from(attempts);
    }

    /// A request is rejected after `attempts` attempts, 0 if it was refused before any.
    pub fn rejected(&mut self, request: &Request, attempts: u32) {
        self.requests += 1;
        if attempts > 0 {
            let class = self.class(request);
            class.tried += 1;
            class.attempts += u64::from(attempts);
        }
    }

    /// The figures; those of no request are left out.
    pub fn measures(&self, operations: Operations) -> Measures {
        let mut measures = Measures::new();
        let mut tell = |key: &str, sum: f64, count: u64| {
            if count > 0 {
                measures.insert(key.to_owned(), sum / count as f64);
            }
        };
        let sum = |of: fn(&OfSize) -> u64| self.by_size.iter().map(of).sum::<u64>();
        let tried = sum(|it| it.tried);
        tell(TEMPORAL, self.temporal, self.placed);
        let hours = self.longest as f64 / 3_600.0;
        tell(LONGEST_WAIT, hours, u64::from(self.placed > 0));
        tell(ATTEMPTS, sum(|it| it.attempts) as f64, tried);
        for (key, count) in [
            (OPERATIONS, operations.total()),
            (SEARCH, operations.search),
            (LOOK_UP, operations.look_up),
            (UPDATE, operations.update),
            (ROLL, operations.roll),
        ] {
            tell(key, count as f64, tried);
        }
        tell(TREE, self.there, self.trees);
        tell(TREES, self.mean, self.trees);
        tell(ACCEPTANCE, 100.0 * self.placed as f64, self.requests);
        for ([wait, attempts], of) in BY_SIZE.iter().zip(&self.by_size) {
            tell(wait.key, of.wait as f64, of.placed);
            tell(attempts.key, of.attempts as f64, of.tried);
        }
        measures
    }
}
