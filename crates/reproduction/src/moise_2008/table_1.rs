//! Table 1: how many tasks each agent gets.

use super::balance::{ensured, guaranty};
use super::setting::{MADE, OURS, READ, batch, measure, nothing, run_on, settings, tasks_of_agents};
use crate::numbers::number;
use crate::{
    Case, Claim, Comparison, Findings, Item, Listing, Measured, PairedDifference, Plan, Quantity, Row, ToldIn, Verdict,
};
use base::text::in_text;
use scheduling::criteria::Report;
use scheduling::policy::broker::TieRule;
use scheduling::system::broker::{Broker, Placement};
use workload::Workload;

pub const ITEM: Item = Item {
    key: "table-1",
    title: "Table 1: load of each agent",
    section: "Sect. 5.1",
    paper: "How many tasks each of two or three agents gets, of 8, 20, 50 and 100: one batch each.",
    needs_log: false,
    plan: nothing,
    conclude,
    open: crate::nothing_open,
};

/// A test of the table: its tasks, and the printed load of each agent.
pub(super) struct Test {
    pub number: u32,
    tasks: u32,
    pub printed: &'static [f64],
}

pub(super) const TESTS: [Test; 4] = [
    Test { number: 1, tasks: 8, printed: &[4.0, 4.0] },
    Test { number: 2, tasks: 20, printed: &[10.0, 10.0] },
    Test { number: 3, tasks: 50, printed: &[19.0, 12.0, 19.0] },
    Test { number: 4, tasks: 100, printed: &[36.0, 26.0, 38.0] },
];

/// How many nodes an agent has: two in the paper's only example, and three.
pub(super) const NODES: [u32; 2] = [2, 3];

/// Starts up to these: hardly any two tasks meet, some do, many do.
pub(super) const LATEST: [u32; 3] = [3_000, 1_000, 300];

/// The measure by which the placements are compared: the variation of the nodes' mean loads.
const BALANCE: &str = "load_variation";

/// The results of a test with one seed.
#[derive(Clone)]
pub(super) struct Came {
    of_agents: Vec<f64>,
    performance: f64,
    pub balance: f64,
}

impl Came {
    /// How many tasks more the agent with most has than the one with fewest.
    pub fn spread(&self) -> f64 {
        let most = self.of_agents.iter().copied().fold(0.0, f64::max);
        let fewest = self.of_agents.iter().copied().fold(f64::INFINITY, f64::min);
        most - fewest
    }
}

impl Test {
    pub fn agents(&self) -> u32 {
        self.printed.len() as u32
    }

    /// A run for every seed.
    pub fn came(&self, seeds: u32, (nodes, latest): (u32, u32), settings: &Broker) -> Vec<Came> {
        let agents = self.agents();
        let of_seed = |seed: u64| {
            let batch = batch(self.tasks, latest, seed)?;
            let run = run_on(&batch, settings.clone(), nodes * agents, seed)?;
            Some(Came {
                of_agents: tasks_of_agents(&run, agents),
                performance: measure(&run, "performance"),
                balance: measure(&run, BALANCE),
            })
        };
        (1..=u64::from(seeds)).filter_map(of_seed).collect()
    }

    /// Rows of each agent, the printed one beside ours.
    fn rows(&self, came: &[Came]) -> Vec<Row> {
        let row = |(agent, &printed): (usize, &f64)| Row {
            label: format!("test {}, {} tasks, agent {}", self.number, self.tasks, agent + 1),
            quantity: Quantity::Count,
            paper: Some(printed),
            ours: of_agent(came, agent),
            from_ready: None,
            cell: None,
        };
        self.printed.iter().enumerate().map(row).collect()
    }
}

fn of_agent(came: &[Came], agent: usize) -> Measured {
    Measured::of(&came.iter().map(|it| it.of_agents[agent]).collect::<Vec<_>>())
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = plan.options.seeds;
    let as_printed: Vec<Vec<Vec<Came>>> = NODES
        .iter()
        .map(|&nodes| {
            let of_test = |it: &Test| it.came(seeds, (nodes, LATEST[0]), &settings(it.agents()));
            TESTS.iter().map(of_test).collect()
        })
        .collect();
    let comparisons = NODES.iter().zip(&as_printed).map(|(nodes, came)| Comparison {
        title: format!("Tasks of each agent, {nodes} nodes an agent"),
        rows: TESTS.iter().zip(came).flat_map(|(test, came)| test.rows(came)).collect(),
    });
    Findings {
        setting: format!("{MADE} {OURS} {READ} {seeds} batches of each size, for two and for three nodes an agent."),
        comparisons: comparisons.collect(),
        claims: vec![all_scheduled(&as_printed), ensured(&as_printed), guaranty(&as_printed[0], seeds)],
        listings: vec![others(seeds, &as_printed[0]), ties(seeds), density(seeds)],
        remarks: remarks(),
        ..Findings::default()
    }
}

fn all_scheduled(as_printed: &[Vec<Vec<Came>>]) -> Claim {
    let cases: Vec<Case> = NODES
        .iter()
        .zip(as_printed)
        .flat_map(|(nodes, tests)| {
            TESTS.iter().zip(tests).map(move |(test, came)| {
                let whole = came.iter().filter(|it| it.performance == 100.0).count();
                Case::new(
                    format!("test {}, {nodes} nodes an agent", test.number),
                    if came.is_empty() { Verdict::CannotTell } else { Verdict::exact(whole == came.len()) },
                    format!("{whole} of {} batches whole", came.len()),
                )
            })
        })
        .collect();
    Claim::new(
        "Sect. 5.2",
        "The tests 1-4 show that the algorithm scheduled all the given tasks, the value for this indicator being 100%",
        "Every batch of every size is scheduled whole.",
        &cases,
    )
}

/// The variation of load beside that of other placements, paired by batch.
fn others(seeds: u32, ours: &[Vec<Came>]) -> Listing {
    let placements = [Placement::FirstFit, Placement::Random, Placement::FirstIdle];
    let mut rows = Vec::new();
    for (test, came) in TESTS.iter().zip(ours) {
        let mut row = vec![test.tasks.to_string(), balance_told(came)];
        for placement in placements {
            let settings = Broker { placement, ..settings(test.agents()) };
            let other = test.came(seeds, (NODES[0], LATEST[0]), &settings);
            let less = came.iter().zip(&other).map(|(a, b)| a.balance - b.balance);
            let difference = PairedDifference::of(less.collect(), true);
            row.push(difference.words(ToldIn::Number));
        }
        rows.push(row);
    }
    let mut head = vec!["Tasks".to_owned(), "Offers and a broker".to_owned()];
    head.extend(placements.map(|it| format!("less that of {}", in_text(it.name()))));
    Listing {
        title:
            "Variation of the nodes' mean loads (standard deviation over mean), two nodes an agent; the others place \
                each task by one scheduler that knows all nodes, differences paired by batch with their 95 % interval"
                .to_owned(),
        head,
        rows,
    }
}

/// The printed rule for ties beside the even one.
fn ties(seeds: u32) -> Listing {
    let mut rows = Vec::new();
    for test in &TESTS {
        for rule in TieRule::ALL {
            let settings = Broker { tie_rule: rule, ..settings(test.agents()) };
            let came = test.came(seeds, (NODES[0], LATEST[0]), &settings);
            rows.push(vec![test.tasks.to_string(), rule.name().to_owned(), agents_told(&came), balance_told(&came)]);
        }
    }
    Listing {
        title: "The rule for ties, two nodes an agent".to_owned(),
        head: ["Tasks", "Ties", "Tasks of each agent, mean", "Variation of load"].map(str::to_owned).to_vec(),
        rows,
    }
}

/// Batches whose tasks overlap more often.
fn density(seeds: u32) -> Listing {
    let mut rows = Vec::new();
    for test in &TESTS {
        for latest in LATEST {
            let came = test.came(seeds, (NODES[0], latest), &settings(test.agents()));
            let scheduled: Vec<f64> = came.iter().map(|it| it.performance).collect();
            rows.push(vec![
                test.tasks.to_string(),
                format!("0 to {latest} s"),
                agents_told(&came),
                format!("{} %", number(Measured::of(&scheduled).mean, 1)),
            ]);
        }
    }
    Listing {
        title: "How close tasks lie, two nodes an agent".to_owned(),
        head: ["Tasks", "Starts", "Tasks of each agent, mean", "Scheduled"].map(str::to_owned).to_vec(),
        rows,
    }
}

/// `19.0, 12.0, 19.0`.
fn agents_told(came: &[Came]) -> String {
    let agents = came.first().map_or(0, |it| it.of_agents.len());
    (0..agents).map(|agent| number(of_agent(came, agent).mean, 1)).collect::<Vec<_>>().join(", ")
}

fn balance_told(came: &[Came]) -> String {
    let values: Vec<f64> = came.iter().map(|it| it.balance).collect();
    number(Measured::of(&values).mean, 3)
}

fn remarks() -> Vec<String> {
    vec![
        "Why the agent in the middle gets less is arithmetic, not chance. Agents with as many nodes try the same batch on \
         the same empty tables, so that all their offers for a task have the same load, and only the number of \
         reservations decides. The broker takes offers agent by agent: after the first agent's all 50 tasks are its \
         own. The second agent's offers take one task after the other until both have 25: tasks 1 to 25. The third \
         agent's offers take tasks of the second agent until that has 12, skip the rest of those, and take tasks of the \
         first agent until both have 19. Nobody gives the second agent any of the first one's again: 19, 12 and 19, \
         the printed row. Counts differ only where a task finds no offer in the first round."
            .to_owned(),
        "A rule that asks for the fewer reservations task by task, once all offers are in, shares them out evenly."
            .to_owned(),
        "For 100 tasks the same arithmetic gives 37, 25 and 38. How many nodes the paper's agents had in tests 1 to 4 it \
         does not say; by the printed row two and three nodes cannot be told apart."
            .to_owned(),
        "Batches that are placed at random are, in these tests, spread at least as evenly over the nodes as by offers: the \
         list above has the differences."
            .to_owned(),
    ]
}
