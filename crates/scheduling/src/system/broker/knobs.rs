//! The settings, a row for each.

use super::{Placement, TieRule};
use crate::system::{
    CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, PERCENT, Place, SECONDS, Slide, Unit, Values,
};
use workload::MAX_TIME;

const RARE: Place = Place::More("Ties, brokers, leases, waits");
const PLANS: Place = Place::More("Outages, access, clusters");

/// The time of a message, a lease or a wait: up to a day.
const TIMES: Numbers = Numbers { unit: Unit::Seconds, most: 86_400.0, whole: false, ..NUMBERS };

/// A percentage with a slider.
const SLID: Numbers = Numbers { slide: Slide::To(100.0, 1.0), ..PERCENT };

const FROM: Knob = Knob {
    path: "from",
    title: "from, s",
    about: "The first second of the outage.",
    values: Values::Numbers(Numbers { most: MAX_TIME as f64, ..SECONDS }),
    ..KNOB
};

const UNTIL: Knob = Knob {
    path: "until",
    title: "until, s",
    about: "The first second after the outage.",
    values: Values::Numbers(Numbers { most: MAX_TIME as f64, empty: "no end", ..SECONDS }),
    ..KNOB
};

const fn party(path: &'static str, title: &'static str) -> Knob {
    Knob { path, title, from_one: true, values: Values::Numbers(NUMBERS), ..KNOB }
}

const fn text(path: &'static str, title: &'static str, empty: &'static str) -> Knob {
    Knob { path, title, values: Values::Typed(empty), ..KNOB }
}

/// A value of the links to one agent, if it differs from that of all.
const fn of_link(path: &'static str, title: &'static str, most: f64) -> Knob {
    let values = Values::Numbers(Numbers { most, empty: "as all", ..TIMES });
    Knob { path, title, values, ..KNOB }
}

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.broker.placement",
        title: "Placed by",
        place: Place::Basic,
        label: "placement of tasks",
        short: "Placed by",
        about: "Chooses the node on which a task runs. The interval of a job or task is fixed and there is no queue: it is rejected if no node has room for it then.",
        values: Values::Choices(Choices {
            all: Placement::ROWS,
            overlaid: &["broker", "first_fit", "random"],
            contrasts: &["first_fit", "random", "first_idle"],
            with: "placed by",
            in_list: true,
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.tie_rule",
        alias: "tie-rule",
        title: "Ties",
        place: Place::Assumption,
        label: "ties between offers",
        short: "Ties",
        about: "When a broker asks which of the agents with offers of the same load has fewer reservations.",
        values: Values::Choices(Choices {
            all: TieRule::ROWS,
            contrasts: &["when_all_are_in"],
            with: "with ties decided",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.max_load_percent",
        alias: "max-load",
        title: "Highest load of a node",
        place: Place::Basic,
        label: "highest load of a node, MAX_LOAD",
        short: "MAX_LOAD",
        about: "MAX_LOAD: the load up to which a node takes tasks, in percent of its capacity; 85 in the paper.",
        values: Values::Numbers(Numbers {
            usual: "40, 55, 70, 85, 100",
            least: 1.0,
            whole: true,
            tried: &[70.0, 85.0, 100.0],
            contrasts: &[("full-load", "with nodes loaded up to 100 %", 100.0)],
            ..SLID
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.max_tasks",
        alias: "max-tasks",
        title: "Tasks at once on a node",
        place: RARE,
        label: "most tasks on a node at once, MAX_TASKS",
        short: "MAX_TASKS",
        about: "MAX_TASKS: how many tasks may share a node at any time.",
        values: Values::Numbers(Numbers {
            usual: "1, 2, 3, 4, 8",
            least: 1.0,
            most: 4_294_967_295.0,
            contrasts: &[("one-task", "with one task on a node at a time", 1.0)],
            empty: "any number",
            ..NUMBERS
        }),
        words: "{} tasks at most on a node",
        ..KNOB
    },
    Knob {
        path: "system.broker.agents",
        title: "Agents",
        place: Place::Basic,
        label: "agents, which share the nodes evenly",
        short: "Agents",
        about: "The number of agents, which share the nodes evenly, in their order; at most the number of nodes.",
        values: Values::Numbers(Numbers {
            usual: "1, 2, 3, 4, 6",
            least: 1.0,
            most: 1_000.0,
            contrasts: &[("one-agent", "with one agent for all nodes", 1.0)],
            empty: "two nodes each",
            ..NUMBERS
        }),
        also: r#"{"type": "array"}"#,
        ..KNOB
    },
    Knob {
        path: "system.broker.brokers",
        title: "Brokers",
        place: RARE,
        label: "brokers, which share the tasks in turn",
        short: "Brokers",
        about: "The number of brokers. Tasks go to them in turn, and they compete for the same nodes.",
        values: Values::Numbers(Numbers {
            usual: "1, 2, 3, 4",
            least: 1.0,
            most: 100.0,
            contrasts: &[("two-brokers", "with two brokers that compete", 2.0)],
            ..NUMBERS
        }),
        words: "{} brokers",
        ..KNOB
    },
    Knob {
        path: "system.broker.latency",
        title: "Latency of messages",
        place: Place::Basic,
        label: "latency of messages",
        short: "Latency",
        about: "The time of every message from broker to agent or back.",
        values: Values::Numbers(Numbers {
            usual: "0, 1, 5, 20, 60, 300",
            contrasts: &[("latency-10-s", "with messages that take 10 s", 10.0)],
            slide: Slide::To(120.0, 1.0),
            ..TIMES
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.jitter",
        title: "Jitter, up to",
        place: RARE,
        label: "jitter of messages, up to",
        short: "Jitter",
        about: "The most by which a message exceeds its latency, drawn at random: messages can overtake each other.",
        values: Values::Numbers(Numbers { usual: "0, 1, 5, 20, 60", ..TIMES }),
        ..KNOB
    },
    Knob {
        path: "system.broker.loss_percent",
        alias: "loss",
        title: "Messages lost",
        place: Place::Basic,
        label: "messages lost",
        short: "Loss",
        about: "The percentage of messages that never arrive, drawn at random.",
        values: Values::Numbers(Numbers {
            usual: "0, 5, 10, 20, 40",
            contrasts: &[("loss-20", "with a fifth of all messages lost", 20.0)],
            ..SLID
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.failure_percent",
        alias: "failures",
        title: "Agent failure rate",
        place: Place::Basic,
        label: "agent failure rate",
        short: "Failures",
        about: "The percentage of requests to agents at which the agent fails: half of them before it offers, half just after.",
        values: Values::Numbers(Numbers {
            usual: "0, 10, 20, 40",
            contrasts: &[("failures-20", "with a fifth of the agents going down", 20.0)],
            ..SLID
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.down",
        title: "Down for",
        place: RARE,
        label: "time that an agent is down",
        short: "Down for",
        about: "How long a failed agent receives no messages. Afterwards it still has its reservations, but not its offers.",
        values: Values::Numbers(Numbers { usual: "10, 60, 300, 1200", ..SECONDS }),
        ..KNOB
    },
    Knob {
        path: "system.broker.lease",
        title: "Lease of an offer",
        place: Place::Assumption,
        label: "lease of an offer",
        short: "Lease",
        about: "How long an agent holds an offer for its broker. The paper knows no lease; it matters only with several brokers.",
        values: Values::Numbers(Numbers {
            usual: "1, 10, 60, 300",
            least: 0.001,
            contrasts: &[("lease-1-s", "with offers held for 1 s", 1.0)],
            empty: "none",
            ..TIMES
        }),
        words: "lease {}|no lease",
        ..KNOB
    },
    Knob {
        path: "system.broker.lead",
        title: "Lead of batch jobs",
        place: RARE,
        label: "time from submission to the start of batch jobs",
        short: "Lead",
        about: "With a log: batch jobs begin this long after their submission, so that there is time to place them.",
        values: Values::Numbers(Numbers { usual: "0, 60, 600, 3600", ..SECONDS }),
        words: "batch jobs begin {} after their submission",
        ..KNOB
    },
    Knob {
        path: "system.broker.timeout",
        title: "Wait for answers",
        place: Place::Assumption,
        about: "How long a broker waits for offers, for receipts before it sends a decision again, and before it repeats a round.",
        values: Values::Numbers(Numbers { least: 0.001, empty: "three times the longest round trip", ..TIMES }),
        words: "answers within {}",
        ..KNOB
    },
    Knob {
        path: "system.broker.tries",
        title: "Tries",
        place: Place::Assumption,
        about: "How often a decision is sent at most, and how often a round is repeated that failed because agents did not answer.",
        values: Values::Numbers(Numbers { least: 1.0, most: 100.0, ..NUMBERS }),
        words: "{} tries",
        ..KNOB
    },
    Knob {
        path: "system.broker.links",
        title: "Links of their own",
        place: RARE,
        about: "Agents whose messages take another time, or are lost more often.",
        values: Values::Items(Items {
            of: &[
                party("agent", "agent"),
                of_link("latency", "latency, s", 86_400.0),
                of_link("jitter", "jitter, s", 86_400.0),
                of_link("loss_percent", "lost, %", 100.0),
            ],
            new: "{}",
            noun: "a link",
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.outages",
        title: "Outages of agents",
        place: PLANS,
        about: "While an agent is down it receives no messages. Afterwards it still has its reservations, but not its offers.",
        values: Values::Items(Items {
            of: &[party("agent", "agent"), FROM, UNTIL],
            new: r#"{"until": 3600}"#,
            noun: "an outage of an agent",
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.broker_outages",
        title: "Outages of brokers",
        place: PLANS,
        about: "While a broker is down it receives no messages. Tasks that it had not decided go to the next broker that is up, or to the first that returns; after its return it asks about those that it had decided.",
        values: Values::Items(Items {
            of: &[party("broker", "broker"), FROM, UNTIL],
            new: r#"{"until": 3600}"#,
            noun: "an outage of a broker",
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.access",
        title: "Access lists",
        place: PLANS,
        about: "Only the listed users may reserve on these nodes. Users are listed by name in a task batch, by number in a log, separated by commas. Access lists in the file take precedence.",
        values: Values::Items(Items {
            of: &[party("node", "node"), text("users", "users", "no user")],
            new: r#"{"users": []}"#,
            noun: "an access list",
        }),
        ..KNOB
    },
    Knob {
        path: "system.broker.clusters",
        title: "Clusters",
        place: PLANS,
        about: "Consecutive nodes form a cluster, beginning with the first: a task can be restricted to one by its name. A farm is a group of clusters; no decision depends on it.",
        values: Values::Items(Items {
            of: &[
                text("name", "name", "no name"),
                text("farm", "farm", "no farm"),
                Knob { path: "nodes", title: "nodes", values: Values::Numbers(NUMBERS), ..KNOB },
            ],
            new: r#"{"name": "cluster", "nodes": 0}"#,
            noun: "a cluster",
        }),
        ..KNOB
    },
];
