//! The settings that can sensibly be varied.

use super::validate::{LONGEST, LONGEST_DOWN, MOST_AGENTS, MOST_BROKERS};
use super::{Placement, TieRule};
use crate::system::{Choices, Knob, Numbers, Unit, Values};

pub(super) const TIE_RULE: &str = "system.broker.tie_rule";
pub(super) const AGENTS: &str = "system.broker.agents";
pub(super) const BROKERS: &str = "system.broker.brokers";
pub(super) const LATENCY: &str = "system.broker.latency";
pub(super) const JITTER: &str = "system.broker.jitter";
pub(super) const LOSS: &str = "system.broker.loss_percent";
pub(super) const LEASE: &str = "system.broker.lease";
pub(super) const FAILURES: &str = "system.broker.failure_percent";
pub(super) const DOWN: &str = "system.broker.down";
pub(super) const LEAD: &str = "system.broker.lead";

/// The knobs of the protocol: a scheduler that knows all nodes reads none of them.
pub(super) const OF_THE_PROTOCOL: [&str; 9] = [TIE_RULE, AGENTS, BROKERS, LATENCY, JITTER, LOSS, LEASE, FAILURES, DOWN];

/// A task of a batch takes a percent of its node at least: more of them never fit.
const MOST_TASKS: u32 = 100;

const NUMBERS: Numbers = Numbers {
    unit: Unit::Seconds,
    usual: "",
    least: 0.0,
    most: LONGEST,
    whole: false,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
};

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.broker.placement",
        key: "placement",
        label: "placement of tasks",
        short: "Placed by",
        about: "Chooses the node on which a task runs.",
        values: Values::Choices(Choices {
            all: Placement::ROWS,
            overlaid: &["broker", "first_fit", "random"],
            contrasts: &["first_fit", "random", "first_idle"],
            with: "placed by",
            by_formula: "",
        }),
    },
    Knob {
        path: TIE_RULE,
        key: "tie-rule",
        label: "ties between offers",
        short: "Ties",
        about: "When a broker asks which of the agents with offers of the same load has fewer reservations.",
        values: Values::Choices(Choices {
            all: TieRule::ROWS,
            overlaid: &[],
            contrasts: &["when_all_are_in"],
            with: "with ties decided",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.broker.max_load_percent",
        key: "max-load",
        label: "highest load of a node, MAX_LOAD",
        short: "MAX_LOAD",
        about: "The load up to which a node takes tasks, in percent of its capacity.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "40, 55, 70, 85, 100",
            least: 1.0,
            most: 100.0,
            whole: true,
            tried: &[70.0, 85.0, 100.0],
            contrasts: &[("full-load", "with nodes loaded up to 100 %", 100.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: "system.broker.max_tasks",
        key: "max-tasks",
        label: "most tasks on a node at once, MAX_TASKS",
        short: "MAX_TASKS",
        about: "How many tasks may share a node at any time; empty: any number.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 3, 4, 8",
            least: 1.0,
            most: MOST_TASKS as f64,
            whole: true,
            contrasts: &[("one-task", "with one task on a node at a time", 1.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: AGENTS,
        key: "agents",
        label: "agents, which share the nodes evenly",
        short: "Agents",
        about: "The number of agents, which share the nodes evenly, in their order; at most the number of nodes.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 3, 4, 6",
            least: 1.0,
            most: MOST_AGENTS as f64,
            whole: true,
            contrasts: &[("one-agent", "with one agent for all nodes", 1.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: BROKERS,
        key: "brokers",
        label: "brokers, which share the tasks in turn",
        short: "Brokers",
        about: "The number of brokers. Tasks go to them in turn, and they compete for the same nodes.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 3, 4",
            least: 1.0,
            most: MOST_BROKERS as f64,
            whole: true,
            contrasts: &[("two-brokers", "with two brokers that compete", 2.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: LATENCY,
        key: "latency",
        label: "latency of messages",
        short: "Latency",
        about: "The time of every message from broker to agent or back.",
        values: Values::Numbers(Numbers {
            usual: "0, 1, 5, 20, 60, 300",
            contrasts: &[("latency-10-s", "with messages that take 10 s", 10.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: JITTER,
        key: "jitter",
        label: "jitter of messages, up to",
        short: "Jitter",
        about: "The most by which a message exceeds its latency, drawn at random.",
        values: Values::Numbers(Numbers { usual: "0, 1, 5, 20, 60", ..NUMBERS }),
    },
    Knob {
        path: LOSS,
        key: "loss",
        label: "messages lost",
        short: "Loss",
        about: "The percentage of messages that never arrive, drawn at random.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "0, 5, 10, 20, 40",
            most: 100.0,
            contrasts: &[("loss-20", "with a fifth of all messages lost", 20.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: FAILURES,
        key: "failures",
        label: "agent failure rate",
        short: "Failures",
        about: "The percentage of requests to agents at which the agent fails: half of them before it offers, half just after.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "0, 10, 20, 40",
            most: 100.0,
            contrasts: &[("failures-20", "with a fifth of the agents going down", 20.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: DOWN,
        key: "down",
        label: "time that an agent is down",
        short: "Down for",
        about: "How long a failed agent receives no messages.",
        values: Values::Numbers(Numbers {
            usual: "10, 60, 300, 1200",
            most: LONGEST_DOWN as f64,
            whole: true,
            ..NUMBERS
        }),
    },
    Knob {
        path: LEASE,
        key: "lease",
        label: "lease of an offer",
        short: "Lease",
        about: "How long an agent holds an offer for its broker.",
        values: Values::Numbers(Numbers {
            usual: "1, 10, 60, 300",
            least: 0.001,
            contrasts: &[("lease-1-s", "with offers held for 1 s", 1.0)],
            ..NUMBERS
        }),
    },
    Knob {
        path: LEAD,
        key: "lead",
        label: "time from submission to the start of batch jobs",
        short: "Lead",
        about: "With a log: batch jobs begin this long after their submission, so that there is time to place them.",
        values: Values::Numbers(Numbers {
            usual: "0, 60, 600, 3600",
            most: LONGEST_DOWN as f64,
            whole: true,
            ..NUMBERS
        }),
    },
];
