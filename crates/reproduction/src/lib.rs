//! Published tables and figures, computed again and laid beside the printed ones.
//!
//! An [`Item`] is a table or a figure. Its [`Plan`] lists the runs; its caller (threads of the
//! command line, workers of the page) makes the runs in any order and returns the reports in the
//! plan's; the result is [`Findings`]. The paper's numbers stand as data beside each item, with
//! their source, and no part of the model is set to meet them: where the paper can be read in
//! several ways, every fair one is run.

mod about;
pub mod castillo_2009;
mod claim;
mod findings;
pub mod hollingsworth_1999;
mod kth;
pub mod kurowski_2011;
pub mod moise_2008;
pub mod numbers;
mod plan;
mod prelude;
pub mod summary;
mod verdict;
pub mod weng_2023;
pub mod zhao_2007;

use about::rows;
pub use about::{About, AboutPaper, not_modelled};
pub use claim::{Case, Claim};
pub use findings::{Appendix, Comparison, Findings, Listing, Measured, Quantity, Row, Written, WrittenLog};
pub use findings::{Figure, Panel, Picture, PlannedSlot, Series};
pub use plan::{Cell, Options, Plan, PlannedRun, Readings};
pub use verdict::{PairedDifference, Said, ToldIn, Verdict};

use scheduling::criteria::Report;
use workload::Workload;

/// A paper with items that can be reproduced.
#[derive(Debug)]
pub struct Paper {
    /// Its key on the command line: `kurowski-2011`.
    pub key: &'static str,
    /// Its first author and year: `Kurowski 2011`.
    pub name: &'static str,
    /// Authors, title, journal, year.
    pub citation: &'static str,
    /// Its tables and figures, in the order of reading.
    pub items: &'static [Item],
    /// The log that it is reproduced on, as the Parallel Workloads Archive calls it.
    pub log: &'static str,
    /// The role of that log in a sentence: `the paper's log`.
    pub log_role: &'static str,
    /// Whether a log's header, names with values, is that of this log.
    pub is_its_log: fn(&[(String, String)]) -> bool,
    /// Other jobs of the paper, which are not available: `its tasks 68000-69000`.
    pub elsewhere: &'static str,
}

impl Paper {
    /// The item of that key.
    pub fn item(&self, key: &str) -> Option<&'static Item> {
        self.items.iter().find(|item| item.key == key)
    }
}

/// A table or a figure of a paper, or a claim of its text that stands by itself.
#[derive(Debug)]
pub struct Item {
    /// Its key on the command line: `table-2`.
    pub key: &'static str,
    /// Its title: `Table 2: local scheduling strategies`.
    pub title: &'static str,
    /// Where in the paper: `Sect. 5.1`.
    pub section: &'static str,
    /// The content of the paper's table or figure.
    pub paper: &'static str,
    /// Whether it uses the jobs of a log; else it generates its own.
    pub needs_log: bool,
    /// The cells to run.
    pub(crate) plan: fn(&[Workload], &Options) -> Result<Vec<Cell>, Unavailable>,
    /// The findings from the reports.
    pub(crate) conclude: fn(&Plan, &[Workload], &[Report]) -> Findings,
    /// Which cells have more seeds until its claims are decided.
    pub(crate) open: Open,
}

/// The cells with an open claim that more seeds may decide.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Open {
    /// None: the item runs as many seeds as requested.
    Never,
    /// All with random draws, as long as a claim is inconclusive.
    Claims,
    /// Those at these places.
    Cells(fn(&Plan, &[Workload], &[Report]) -> Vec<usize>),
}

/// The most seeds of a cell because of an open claim.
pub const MOST_SEEDS: u32 = 2_560;

/// The most runs of an item all of whose cells have more seeds because of an open claim.
pub const MOST_RUNS: usize = 30_000;

impl Options {
    /// How often a difference may be examined: once, or under [`Options::until_decided`] after every doubling of the
    /// seeds up to [`MOST_SEEDS`]. An interval that is examined repeatedly is widened as one of that many, or chance
    /// would decide more often than it states.
    pub(crate) fn looks(&self) -> usize {
        let mut looks = 1;
        let mut seeds = self.seeds.max(1);
        while self.until_decided && seeds < MOST_SEEDS {
            seeds = seeds.saturating_mul(2);
            looks += 1;
        }
        looks
    }
}

/// Why an item cannot be reproduced on these logs, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable(pub String);

impl std::fmt::Display for Unavailable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unavailable {}

impl Item {
    /// The plan of this item on `logs`, the paper's first.
    ///
    /// # Errors
    ///
    /// If there is no log where one is needed, or it has none of the jobs.
    pub fn plan(&self, logs: &[Workload], options: &Options) -> Result<Plan, Unavailable> {
        if self.needs_log && logs.is_empty() {
            return Err(Unavailable("there is no log".to_owned()));
        }
        // An item that has no more seeds is looked at once.
        let until_decided = options.until_decided && !matches!(self.open, Open::Never);
        let options = Options { seeds: options.seeds.max(1), until_decided, ..options.clone() };
        Ok(Plan { item: self.key.to_owned(), cells: (self.plan)(logs, &options)?, options })
    }

    /// The plan with twice the seeds, up to [`MOST_SEEDS`], in the cells whose claims are open after these
    /// reports: until it is decided, or the interval is narrower than a margin that the claim states. `None` if no
    /// cell does, or that was not asked for.
    pub fn with_more_seeds(&self, plan: &Plan, logs: &[Workload], reports: &[Report]) -> Option<Plan> {
        if !plan.options.until_decided {
            return None;
        }
        let open = match self.open {
            Open::Never => Vec::new(),
            Open::Claims if 2 * plan.run_count() > MOST_RUNS => Vec::new(),
            Open::Claims if !self.conclude(plan, logs, reports).claims.iter().any(Claim::is_open) => Vec::new(),
            Open::Claims => (0..plan.cells.len()).filter(|&cell| plan.cells[cell].seeds > 1).collect(),
            Open::Cells(open) => open(plan, logs, reports),
        };
        let mut more = plan.clone();
        for cell in open {
            let seeds = &mut more.cells[cell].seeds;
            *seeds = seeds.saturating_mul(2).min(MOST_SEEDS.max(*seeds));
        }
        (more != *plan).then_some(more)
    }

    /// The findings of a plan of this item on the same logs; `reports` stand in the order of
    /// [`Plan::runs`].
    pub fn conclude(&self, plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
        let findings = (self.conclude)(plan, logs, reports);
        Findings { item: self.key.to_owned(), ..findings }
    }
}

/// Every paper with items that can be reproduced.
pub const PAPERS: &[Paper] =
    &[kurowski_2011::PAPER, castillo_2009::PAPER, hollingsworth_1999::PAPER, zhao_2007::PAPER, moise_2008::PAPER];

/// The descriptions of all papers, which need no run, in the same order.
pub static CONTENTS: [AboutPaper; PAPERS.len()] = [
    kurowski_2011::CONTENTS,
    castillo_2009::CONTENTS,
    hollingsworth_1999::CONTENTS,
    zhao_2007::CONTENTS,
    moise_2008::CONTENTS,
];

/// Papers that are reproduced on tables of their own instead of logs: the command line reads them, and the page, which
/// offers [`PAPERS`], does not.
pub const ON_TABLES: &[Paper] = &[weng_2023::PAPER];

/// The paper of that key.
pub fn paper(key: &str) -> Option<&'static Paper> {
    let mut all = PAPERS.iter().chain(ON_TABLES);
    all.find(|paper| paper.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::run;
    use workload::lublin::Lublin;
    use workload::testing::drawn;

    /// On a log that is unrelated to the paper every item plans, concludes and survives the way through
    /// a message; keys and names of files are each used once in a paper, whose files have a folder of
    /// their own.
    #[test]
    fn every_item_goes_through_on_any_log() {
        let made = Lublin { jobs: 40, ..Lublin::default() };
        let logs = [made.generate().expect("a valid model"), Workload::default()];
        let options = Options { jobs: Some((1, 30)), seeds: 1, until_decided: false, readings: Readings::Main };
        for paper in PAPERS {
            let mut names: Vec<String> = paper.items.iter().map(|item| item.key.to_owned()).collect();
            for item in drawn(paper.items) {
                let plan = item.plan(&logs, &options).expect(item.key);
                let json = serde_json::to_string(&plan).expect("JSON");
                assert_eq!(serde_json::from_str::<Plan>(&json).expect("a plan"), plan);
                let reports: Vec<Report> =
                    plan.runs().map(|one| one.report(&run(&one.scenario, &logs[one.log]).expect("it runs"))).collect();
                let findings = item.conclude(&plan, &logs, &reports);
                assert!(!findings.setting.is_empty(), "{}", item.key);
                let json = serde_json::to_string(&findings).expect("JSON");
                let back: Findings = serde_json::from_str(&json).expect(item.key);
                assert_eq!(back, findings);
                names.extend(findings.figures.into_iter().map(|figure| figure.name + ".svg"));
                if !reports.is_empty() {
                    // Missing reports are no reason to panic.
                    item.conclude(&plan, &logs, &reports[..reports.len() / 2]);
                    item.conclude(&plan, &logs, &[]);
                }
            }
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", paper.key);
        }
    }

    /// An item whose second cell is never decided.
    const OPEN: Item = Item {
        key: "open",
        title: "",
        section: "",
        paper: "",
        needs_log: false,
        plan: |_, _| Err(Unavailable(String::new())),
        conclude: |_, _, _| Findings::default(),
        open: Open::Cells(|_, _, _| vec![1]),
    };

    #[test]
    fn open_cells_have_twice_the_seeds_until_they_have_most() {
        let cell =
            Cell { label: String::new(), log: 0, scenario: experiment::Scenario::default(), seeds: 20, waits: false };
        let mut plan = Plan { item: OPEN.key.to_owned(), options: Options::default(), cells: vec![cell.clone(), cell] };
        assert_eq!(OPEN.with_more_seeds(&plan, &[], &[]), None, "not asked for");
        plan.options.until_decided = true;
        let mut seeds = Vec::new();
        while let Some(more) = OPEN.with_more_seeds(&plan, &[], &[]) {
            plan = more;
            seeds.push(plan.cells[1].seeds);
        }
        assert_eq!(seeds, [40, 80, 160, 320, 640, 1_280, 2_560]);
        assert_eq!(plan.cells[0].seeds, 20);
    }

    #[test]
    fn an_open_claim_doubles_all_drawn_cells_up_to_so_many_runs() {
        const INCONCLUSIVE: Item = Item {
            open: Open::Claims,
            conclude: |_, _, _| Findings { claims: vec![Claim::new("", "", "", &[])], ..Findings::default() },
            ..OPEN
        };
        let cell = |seeds| Cell {
            label: String::new(),
            log: 0,
            scenario: experiment::Scenario::default(),
            seeds,
            waits: false,
        };
        let options = Options { until_decided: true, ..Options::default() };
        let mut plan = Plan { item: String::new(), options, cells: [vec![cell(1)], vec![cell(20); 20]].concat() };
        while let Some(more) = INCONCLUSIVE.with_more_seeds(&plan, &[], &[]) {
            plan = more;
        }
        assert_eq!((plan.cells[0].seeds, plan.cells[1].seeds, plan.run_count()), (1, 1_280, 25_601));
        let decided = Item { conclude: |_, _, _| Findings::default(), ..INCONCLUSIVE };
        plan.cells.truncate(2);
        assert_eq!(decided.with_more_seeds(&plan, &[], &[]), None);
    }

    #[test]
    fn seeds_that_are_doubled_are_looked_at_each_time() {
        let looks = |seeds, until_decided| {
            let options = Options { seeds, until_decided, ..Options::default() };
            options.looks()
        };
        assert_eq!(looks(20, false), 1);
        // 20, 40, 80, 160, 320, 640, 1280, 2560.
        assert_eq!(looks(20, true), 8);
        assert_eq!((looks(MOST_SEEDS, true), looks(2 * MOST_SEEDS, true)), (1, 1));
    }

    #[test]
    fn the_contents_name_every_paper_with_its_items() {
        for (about, paper) in CONTENTS.iter().zip(PAPERS) {
            assert_eq!((about.key, about.log), (paper.key, paper.log));
            let keys = |paper: &Paper| -> Vec<_> { paper.items.iter().map(|it| it.key).collect() };
            let told: Vec<_> = about.items.iter().map(|it| it.key).collect();
            assert_eq!(told, keys(paper));
            assert!(about.items.iter().all(|it| it.of == paper.key));
        }
    }

    #[test]
    fn without_a_log_or_without_its_jobs_there_is_nothing_to_plan() {
        for paper in PAPERS {
            for item in paper.items {
                let empty = [Workload::default()];
                for logs in [&[][..], &empty] {
                    let plan = item.plan(logs, &Options::default());
                    assert_eq!(plan.is_err(), item.needs_log, "{}", item.key);
                }
            }
        }
    }
}
