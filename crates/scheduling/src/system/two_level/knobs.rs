//! The settings, a row for each.

use serde_json::Value;

use super::{
    BatchAllocation, Binding, Completion, Estimate, FlexibleStart, GridQueue, LARGEST_FACTOR, LateReservations, Local,
    LocalSystem, LsfReservations, LsfTies, MctTies, OverLimit, Preempted, PriorityBy, PriorityFirst, Promises,
    QueuePolicy, ReservationAllocation, ReservationEnd, ReservationLength, ReservationQueue, RouteBy, ShareAmong,
    Slots, TwoLevel,
};
use crate::policy::formula::Formula;
use crate::system::{
    CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, Place, SECONDS, Slide, Unit, Values, choices, promises,
};
use base::setting::Row;

const QUEUED: Place = Place::More("Queues");
const GRID: Place = Place::More("Grid");
const RESERVED: Place = Place::More("Reservations");
const SYSTEM: Place = Place::More("Local systems");

/// The queue policies.
const POLICIES: Choices = Choices {
    all: QueuePolicy::ROWS,
    overlaid: &["fcfs_backfilling", "fcfs", "easy"],
    contrasts: &["easy", "fcfs_backfilling", "fcfs", "conservative"],
    with: "under",
    by_formula: "ordered",
    each: "system.two_level.local.queues",
    ..CHOICES
};

const ESTIMATES: &[Row] = &[
    estimate("limit", "limit", "The processing time limit that the job asks for."),
    estimate("run_time", "run time", "The true run time, as if it were known."),
    estimate(
        "user_mean",
        "user's mean",
        "The mean of the run times of the user's two jobs that ended last, fixed at submission (Tsafrir, Etsion and Feitelson 2007); without them the limit.",
    ),
    estimate("factor", "run time × f", "The run time times a factor, rounded up."),
];

const fn estimate(key: &'static str, name: &'static str, about: &'static str) -> Row {
    Row { key, name, label: name, about, tried: false }
}

/// A period δ, in seconds.
const PERIODS: Numbers = Numbers {
    usual: "0, 60, 600, 1800, 3600, 7200, 14400",
    searched: true,
    slide: Slide::Stops(&[0.0, 60.0, 120.0, 300.0, 600.0, 1_800.0, 3_600.0, 7_200.0, 14_400.0, 43_200.0, 86_400.0]),
    ..SECONDS
};

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.two_level.local.queue",
        id: "queue-policy",
        title: "Queue",
        place: Place::Basic,
        label: "queue policy",
        short: "Queue policies",
        about: "How every local scheduler orders its waiting jobs, and which of them may overtake others.",
        values: Values::Choices(POLICIES),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.reservation_allocation",
        title: "AR allocation",
        place: Place::Basic,
        label: "allocation of reservations",
        short: "AR allocation",
        about: "To which provider the grid scheduler sends advance reservations.",
        values: Values::Choices(Choices {
            all: ReservationAllocation::ROWS,
            overlaid: &["mct"],
            contrasts: &["resource_priority", "mct"],
            with: "with reservations by",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.resource_order",
        title: "Providers in order",
        place: Place::Basic,
        from_one: true,
        about: "Under AR resource priority these providers are asked first, in this order; the others follow in the order of the platform. Their numbers, separated by commas.",
        values: Values::Typed("platform order"),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.batch_allocation",
        title: "Batch allocation",
        place: Place::Basic,
        label: "allocation of batch jobs",
        short: "Batch allocation",
        about: "To which provider the grid scheduler sends batch jobs.",
        values: Values::Choices(Choices { all: BatchAllocation::ROWS, with: "with batch jobs by", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.reservation_queue",
        title: "Order of reservations",
        place: GRID,
        label: "order of reservations",
        short: "Reservations wait",
        about: "AR first: reservations are forwarded as they arrive. AR FCFS: they wait for the next period together with the batch jobs, in order of arrival, and the local schedulers decide on the batch jobs before them first.",
        values: Values::Choices(Choices { all: ReservationQueue::ROWS, with: "with", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.period",
        id: "grid-period",
        title: "Grid period δ",
        place: Place::Basic,
        label: "period δ of the grid scheduler",
        short: "grid δ",
        about: "The grid scheduler forwards waiting jobs only at multiples of its period δ; 0: at once, whenever a job arrives.",
        values: Values::Numbers(Numbers {
            zero: "on arrival",
            tried: &[0.0, 600.0, 3_600.0, 14_400.0, 86_400.0],
            contrasts: &[
                ("every-hour", "with a period δ of 1 h", 3_600.0),
                ("on-arrival", "forwarding on arrival", 0.0),
            ],
            ..PERIODS
        }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.period",
        alias: "local_period",
        title: "Local period δ",
        place: QUEUED,
        label: "period δ of the local queues",
        short: "local δ",
        about: "A queue under largest size first is looked at only at multiples of it; 0: at every event. Other policies ignore it.",
        values: Values::Numbers(PERIODS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.pass_period",
        title: "Queue period",
        place: QUEUED,
        label: "period δ of the local queues but largest size first",
        short: "pass δ",
        about: "The local queues are looked at only at multiples of this period; 0: at every event. Largest size first has a period of its own, and conservative backfilling none, since it promises starts at any second.",
        values: Values::Numbers(Numbers { searched: false, ..PERIODS }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.inquiry_step",
        title: "Step between inquiries",
        place: Place::Assumption,
        label: "step between inquiries",
        short: "inquiry step",
        about: "Most local systems only answer yes or no for one start time: the grid scheduler asks providers for the earliest start that the request allows, then for later ones at this step. 0: providers search the whole interval and offer the earliest possible start.",
        values: Values::Numbers(Numbers { searched: false, zero: "interval search", ..PERIODS }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.promises",
        place: QUEUED,
        label: "promised starts of an order by formula",
        about: "To how many of the first waiting jobs that do not fit a pass promises a start, which jobs behind them may not delay. With 1 promise in order of submission that is EASY backfilling. The promises are made anew at each pass. Only the queue policy Ordered reads it.",
        values: Values::Numbers(promises::NUMBERS),
        ..promises::PROMISES
    },
    Knob {
        path: "system.two_level.local.binding",
        title: "Binding",
        place: SYSTEM,
        label: "binding of reservations",
        short: "Binding",
        about: "When a reservation is bound to processors: when it begins, to any that are free (dynamic), or when it is accepted (static).",
        values: Values::Choices(Choices { all: Binding::ROWS, with: "with", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.slots",
        title: "Length of a slot",
        place: SYSTEM,
        label: "length of the slots of availability",
        short: "slots of",
        about: "Slots have this length in seconds, and promises are rounded out to whole slots; 0: slots of variable length, one for each change.",
        values: Values::Numbers(Numbers { usual: "0, 60, 300, 600, 1800, 3600", zero: "variable slots", ..SECONDS }),
        also: r#"{"anyOf": [{"const": "variable"}, {"type": "object"}]}"#,
        ..KNOB
    },
    Knob {
        path: "system.two_level.late_reservations",
        title: "Late reservations",
        place: Place::Assumption,
        label: "deadlines of reservations",
        short: "Deadlines",
        about: "Accept late: the deadline is a due date; a reservation that cannot end by it gets the next place after it, and its tardiness counts. Reject: the deadline is hard; such a reservation is rejected.",
        values: Values::Choices(Choices { all: LateReservations::ROWS, with: "with", ..CHOICES }),
        words: "late ones rejected",
        ..KNOB
    },
    Knob {
        path: "system.two_level.mct_ties",
        title: "Ties of MCT",
        place: Place::Assumption,
        label: "ties of MCT",
        short: "Ties of MCT",
        about: "If several providers offer the same completion time, MCT chooses one at random, the one with the fewest reservations, or the first.",
        values: Values::Choices(Choices { all: MctTies::ROWS, with: "with", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.completion",
        title: "Completion of a reservation",
        place: Place::Assumption,
        about: "The completion of a reservation, for its flow time and tardiness: the end of its booked interval, the end of its job, or its start + requested time, whatever was booked.",
        values: choices(Completion::ROWS),
        words: "completion: {}",
        ..KNOB
    },
    Knob {
        path: "system.two_level.reservation_end",
        title: "Held until",
        place: RESERVED,
        about: "A reservation holds its processors until its booked end, or releases them when its job ends. Most jobs end long before their requested time: processors that are held stay idle until then, and batch jobs may wait many times as long.",
        values: choices(ReservationEnd::ROWS),
        words: "freed at the job's end",
        ..KNOB
    },
    Knob {
        path: "system.two_level.reservation_length",
        title: "Reserved time",
        place: RESERVED,
        about: "The length for which a reservation is made: the time that the job requested, or its run time. A longer reservation finds room later, and keeps more batch jobs from starting before it.",
        values: choices(ReservationLength::ROWS),
        words: "for the run time",
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.flexible_start",
        title: "Start in a flexible window",
        place: Place::Assumption,
        about: "Which start a provider offers to a reservation whose window allows several: the earliest, or the earliest that is adjacent to another reservation, so that reservations form groups instead of following running batch jobs. Best effort requests get the earliest.",
        values: choices(FlexibleStart::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.queue",
        alias: "grid-queue",
        title: "Order of batch jobs",
        place: GRID,
        label: "order of batch jobs of the grid",
        short: "Grid order",
        about: "The order in which the batch jobs that wait for the grid's period are forwarded, and so the order in which they arrive at their providers. With a period of 0 it orders those that are submitted in the same second.",
        values: Values::Choices(Choices { all: GridQueue::ROWS, with: "forwarding", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.order",
        title: "Order: the smallest value first",
        place: QUEUED,
        about: "A formula that gives each waiting job a number: the job with the smallest value goes first, of equals the one that arrived first. Numbers are seconds and processors.",
        values: Values::Formula { optional: false, nodes: false },
        ..KNOB
    },
    Knob { path: "system.two_level.local.strict", place: QUEUED, ..promises::STRICT },
    Knob { path: "system.two_level.local.backfill_order", place: QUEUED, ..promises::BACKFILL_ORDER },
    Knob {
        path: "system.two_level.local.estimate",
        title: "Estimate of run times",
        place: QUEUED,
        about: "The run times that backfilling plans with. A job that runs longer than its estimate gets the next longer one; under reservations and for kills the limit counts.",
        values: choices(ESTIMATES),
        also: r#"{"type": "object"}"#,
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.estimate.factor",
        alias: "estimate-factor",
        title: "Factor f",
        place: QUEUED,
        about: "Estimates are run times times this factor.",
        values: Values::Numbers(Numbers { most: LARGEST_FACTOR, whole: false, ..NUMBERS }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.lsf_ties",
        title: "Of equal sizes",
        place: Place::Assumption,
        about: "Which of two waiting jobs of the same size comes first under largest size first. The paper does not say, and the waiting times depend on it.",
        values: choices(LsfTies::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.priority.by",
        alias: "priority-by",
        title: "Priority by",
        place: QUEUED,
        about: "The property of a waiting job that is its priority. PPP starts the job of the highest priority first; PPPD also preempts running jobs of a lower one.",
        values: choices(PriorityBy::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.priority.first",
        alias: "priority-first",
        title: "First",
        place: QUEUED,
        about: "Which values of that property come first. Jobs for which the log does not have it come last.",
        values: choices(PriorityFirst::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.priority.ranked",
        alias: "priority-ranked",
        title: "Always first",
        place: QUEUED,
        about: "Users, groups or queues that come before all others, in this order: their numbers, separated by commas.",
        values: Values::Typed("none"),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.preempted",
        title: "A preempted job",
        place: QUEUED,
        about: "How a preempted job runs again. It returns to its place in the queue.",
        values: choices(Preempted::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.fair_share.among",
        alias: "share-among",
        title: "Shared among",
        place: QUEUED,
        about: "Fair share: jobs of the users or groups with the least usage so far come first.",
        values: choices(ShareAmong::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.fair_share.half_life",
        title: "Half-life of usage, in hours",
        place: QUEUED,
        about: "After this time past usage counts half. 0: usage never decays.",
        values: Values::Numbers(Numbers { per: 3_600.0, ..SECONDS }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.over_limit",
        title: "At its time limit, a batch job",
        place: QUEUED,
        about: "A batch job that reaches its time limit is killed, or runs on. Running on breaks promises to reservations; choose it for workloads without them.",
        values: choices(OverLimit::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.systems",
        alias: "local-system",
        title: "Local system",
        place: SYSTEM,
        about: "How the provider's own batch system treats reservations and the batch jobs beside them. The paper compares four systems that were in use.",
        values: Values::Choices(Choices { all: LocalSystem::ROWS, each: "system.two_level.local.systems", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.platform_lsf_reservations",
        alias: "lsf-reservations",
        title: "Reservations of Platform LSF",
        place: SYSTEM,
        about: "What happens to a job that still runs when its reservation ends: a closed reservation kills it, an open one suspends it and lets it go on afterwards.",
        values: choices(LsfReservations::ROWS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.local.sge_notice",
        title: "SGE kills before the end",
        place: SYSTEM,
        about: "How long before the end of a reservation Sun Grid Engine kills its job. The default is 60 s; a reservation that is no longer than this ends its job at once.",
        values: Values::Numbers(SECONDS),
        ..KNOB
    },
    Knob {
        path: "system.two_level.grid.routes",
        title: "Routes",
        place: GRID,
        about: "A route restricts some jobs, reservations included, to some providers: jobs of certain queues or users, or with time limits in a range. The first route that matches a job decides; a job that no route matches may go to any provider.",
        values: Values::Items(Items {
            of: &[
                Knob {
                    path: "by",
                    title: "By",
                    about: "The property of the job that is routed.",
                    values: choices(RouteBy::ROWS),
                    ..KNOB
                },
                Knob {
                    path: "least",
                    title: "from, s",
                    about: "The least time limit that the route matches.",
                    values: Values::Numbers(Numbers { unit: Unit::Seconds, ..NUMBERS }),
                    ..KNOB
                },
                Knob {
                    path: "most",
                    title: "to, s",
                    about: "The greatest time limit that the route matches.",
                    values: Values::Numbers(Numbers { empty: "no limit", unit: Unit::Seconds, ..NUMBERS }),
                    ..KNOB
                },
                Knob {
                    path: "values",
                    title: "Numbers",
                    about: "Numbers of queues or users in the log, separated by commas; -1 for jobs whose queue or user the log does not have.",
                    values: Values::Typed("none"),
                    ..KNOB
                },
                Knob {
                    path: "providers",
                    title: "Providers",
                    from_one: true,
                    about: "The providers that such a job may go to, counted from 1, separated by commas.",
                    values: Values::Typed("none"),
                    ..KNOB
                },
            ],
            new: r#"{"most": 3600, "providers": [0]}"#,
            noun: "a route",
        }),
        ..KNOB
    },
];

/// The value of a row that is no field as it stands.
pub(super) fn value(settings: &TwoLevel, path: &str) -> Option<Value> {
    let Local { queue, order, slots, estimate, .. } = &settings.local;
    match path {
        "local.promises" => Some(promises::value(settings.local.promises)),
        "local.sge_notice" => Some(settings.local.sge_notice.into()),
        "local.estimate" if matches!(estimate, Estimate::Factor(_)) => Some("factor".into()),
        // With the formula, where that is not the usual one.
        "local.queue" if *queue == QueuePolicy::Ordered && *order != Formula::default() => {
            Some(POLICIES.with_formula(order).into())
        }
        "local.slots" => Some(match slots {
            Slots::Variable => 0.into(),
            Slots::Fixed(length) => (*length).into(),
        }),
        _ => None,
    }
}

/// Sets such a row; whether it was one and took the value.
pub(super) fn set(settings: &mut TwoLevel, path: &str, value: &Value) -> bool {
    let local = &mut settings.local;
    match (path, value) {
        ("local.queue", Value::String(text)) => match POLICIES.formula_of(text) {
            Some(order) => (local.queue, local.order) = (QueuePolicy::Ordered, order),
            None => return false,
        },
        ("local.promises", Value::Null) => local.promises = Promises::All,
        ("local.estimate", Value::String(text)) if text == "factor" => local.estimate = Estimate::Factor(USUAL_FACTOR),
        ("local.slots", Value::Number(seconds)) => match seconds.as_i64() {
            Some(0) => local.slots = Slots::Variable,
            Some(length) => local.slots = Slots::Fixed(length),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// The factor with which estimates begin.
const USUAL_FACTOR: f64 = 2.0;

/// Changes the fields that depend on a changed one: a policy for all providers removes those for each, and a route by
/// another property gets the usual values or limits.
pub(super) fn settle(settings: &mut TwoLevel, path: &str) {
    if path == "local.queue" {
        settings.local.queues.clear();
    }
    let route = path.strip_prefix("grid.routes.").and_then(|it| it.strip_suffix(".by")).and_then(|it| it.parse().ok());
    if let Some(route) = route.and_then(|it: usize| settings.grid.routes.get_mut(it)) {
        let by_limit = route.by == RouteBy::Limit;
        route.values = if by_limit { Vec::new() } else { vec![0] };
        (route.least, route.most) = (0, by_limit.then_some(3_600));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_policy_may_have_a_formula_behind_it() {
        let mut settings = TwoLevel::default();
        assert!(set(&mut settings, "local.queue", &"ordered: -wait / limit".into()));
        assert_eq!(settings.local.queue, QueuePolicy::Ordered);
        assert_eq!(settings.local.order.text(), "-wait / limit");
        assert_eq!(value(&settings, "local.queue"), Some("ordered: -wait / limit".into()));
        // Without one it is a field like others, and so is a text that is no formula: an unknown policy.
        for other in ["ordered", "ordered: -wiat", "easy: work"] {
            assert!(!set(&mut settings, "local.queue", &other.into()));
        }
        assert_eq!(value(&TwoLevel::default(), "local.queue"), None);
    }

    #[test]
    fn slots_are_set_by_their_length() {
        let mut settings = TwoLevel::default();
        assert_eq!(value(&settings, "local.slots"), Some(0.into()));
        assert!(set(&mut settings, "local.slots", &600.into()));
        assert_eq!(settings.local.slots, Slots::Fixed(600));
        assert_eq!(value(&settings, "local.slots"), Some(600.into()));
        // As its JSON has it: a field like others.
        assert!(!set(&mut settings, "local.slots", &"variable".into()));
        assert!(!set(&mut settings, "grid.inquiry_step", &600.into()));
        assert!(set(&mut settings, "local.slots", &0.into()));
        assert_eq!(settings, TwoLevel::default());
    }
}
