//! The values that the controls of the workload offer, and what they mean.

use crate::app::control::{Choice, choice};
use slotscope::workload::reserve::{IntervalLength, IntervalStart, RequestKind};
use slotscope::workload::select::{LimitFrom, SizeFrom};

pub const SIZES: &[Choice<SizeFrom>] = &[
    choice(
        SizeFrom::Requested,
        "Requested",
        "The processors a job asked for.",
    ),
    choice(
        SizeFrom::Allocated,
        "Allocated",
        "The processors a job was given.",
    ),
];

pub const LIMITS: &[Choice<LimitFrom>] = &[
    choice(
        LimitFrom::Requested,
        "Requested",
        "The time that a job asked for.",
    ),
    choice(
        LimitFrom::RunTime,
        "Run time",
        "How long the job ran, as if its user had known it.",
    ),
];

pub const REQUESTS: &[Choice<RequestKind>] = &[
    choice(RequestKind::Fixed, "Fixed", "One interval and no other."),
    choice(
        RequestKind::Flexible,
        "Flexible",
        "That interval, widened on both sides.",
    ),
    choice(
        RequestKind::Listed,
        "Listed",
        "Exactly the jobs of a list are reservations, each with a ready time and a deadline of its own.",
    ),
    choice(
        RequestKind::BestEffortProcessors,
        "Fewer processors",
        "Best effort: that interval, with as many processors as there are, down to a least share of the size.",
    ),
    choice(
        RequestKind::BestEffortTime,
        "Shorter time",
        "Best effort: from the start of that interval for as long as there is room, down to a least share of the length.",
    ),
    choice(
        RequestKind::FlexibleBestEffortProcessors,
        "Flexible, fewer processors",
        "Both: anywhere in the widened interval, from the first start with the least share of the processors, on as many as there are from then on.",
    ),
    choice(
        RequestKind::FlexibleBestEffortTime,
        "Flexible, shorter time",
        "Both: anywhere in the widened interval, from the first start with room for the least share of the length, for as long as there is room.",
    ),
];

pub const STARTS: &[Choice<IntervalStart>] = &[
    choice(
        IntervalStart::LoggedWait,
        "As logged",
        "When the job started in the log: submission + logged wait.",
    ),
    choice(
        IntervalStart::LeadTime,
        "Drawn",
        "A lead time after submission, drawn for each job from the seed.",
    ),
];

pub const INTERVALS: &[Choice<IntervalLength>] = &[
    choice(
        IntervalLength::Requested,
        "Requested time",
        "As long as the requested time.",
    ),
    choice(
        IntervalLength::RunTime,
        "Run time",
        "As long as the job really runs.",
    ),
];
