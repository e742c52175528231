//! The values that the controls of local schedulers offer beside queue policies.

use crate::app::control::{Choice, choice};
use slotscope::system::two_level::{
    Binding, LocalSystem, LsfReservations, LsfTies, Preempted, PriorityBy, PriorityFirst, RouteBy,
    ShareAmong, labels,
};

pub const PRIORITIES: &[Choice<PriorityBy>] = &[
    choice(PriorityBy::Size, "Size", "The size s of the job."),
    choice(PriorityBy::Limit, "Limit", "The time limit of the job."),
    choice(PriorityBy::Work, "Work", "Size times limit."),
    choice(
        PriorityBy::Queue,
        "Queue",
        "The number of the job's queue in the log.",
    ),
    choice(
        PriorityBy::User,
        "User",
        "The number of the job's user in the log.",
    ),
    choice(
        PriorityBy::Group,
        "Group",
        "The number of the user's group in the log.",
    ),
];

pub const PRIORITY_FIRST: &[Choice<PriorityFirst>] = &[
    choice(PriorityFirst::High, "Highest", "The highest values first."),
    choice(PriorityFirst::Low, "Lowest", "The lowest values first."),
];

pub const PREEMPTED: &[Choice<Preempted>] = &[
    choice(
        Preempted::Resume,
        "Goes on",
        "It goes on where it was stopped, on whatever processors are free then.",
    ),
    choice(
        Preempted::Restart,
        "Begins anew",
        "What it had done is lost.",
    ),
];

pub const AMONG: &[Choice<ShareAmong>] = &[
    choice(ShareAmong::Users, "Users", "The users of the log."),
    choice(
        ShareAmong::Groups,
        "Groups",
        "The groups of the log's users.",
    ),
];

/// The local systems of Table 1, for one provider.
pub const LOCAL_SYSTEMS: &[Choice<LocalSystem>] = &[
    system(LocalSystem::Model, LocalSystem::Model),
    system(LocalSystem::PlatformLsf, LocalSystem::PlatformLsf),
    system(LocalSystem::PbsPro, LocalSystem::PbsPro),
    system(LocalSystem::Maui, LocalSystem::Maui),
    system(LocalSystem::Sge, LocalSystem::Sge),
];

/// The same for all providers, or none for them all.
pub const SYSTEMS: &[Choice<Option<LocalSystem>>] = &[
    system(LocalSystem::Model, Some(LocalSystem::Model)),
    system(LocalSystem::PlatformLsf, Some(LocalSystem::PlatformLsf)),
    system(LocalSystem::PbsPro, Some(LocalSystem::PbsPro)),
    system(LocalSystem::Maui, Some(LocalSystem::Maui)),
    system(LocalSystem::Sge, Some(LocalSystem::Sge)),
    choice(None, "One for each provider", ""),
];

const fn system<T: Copy>(system: LocalSystem, value: T) -> Choice<T> {
    match system {
        LocalSystem::Model => choice(
            value,
            "The paper's model",
            "Reservations begin and end at any second, and batch jobs count until their limits.",
        ),
        LocalSystem::PlatformLsf => choice(
            value,
            "Platform LSF",
            "Reservations are rounded outward to ten minutes. Batch jobs do not count: they are suspended while a reservation uses their processors.",
        ),
        LocalSystem::PbsPro => choice(
            value,
            "PBS Pro",
            "A reservation is a number of processors, bound when it begins. Batch jobs count until their limits.",
        ),
        LocalSystem::Maui => choice(
            value,
            "Maui",
            "A reservation is bound to its processors when it is made. Batch jobs count until their limits.",
        ),
        LocalSystem::Sge => choice(
            value,
            "Sun Grid Engine",
            "As Maui, but a reservation's job is killed some time before its end, 60 s unless set, and a batch job without a limit, its own or the fixed one for all, counts for ever.",
        ),
    }
}

pub const ROUTES_BY: &[Choice<RouteBy>] = &[
    choice(RouteBy::Limit, "Limit", "The time limit of the job."),
    choice(
        RouteBy::Queue,
        "Queue",
        "The number of the job's queue in the log.",
    ),
    choice(
        RouteBy::User,
        "User",
        "The number of the job's user in the log.",
    ),
];

pub const LSF_TIES: &[Choice<LsfTies>] = &[
    choice(
        LsfTies::Arrival,
        "First come",
        "Of two jobs of the same size the one that arrived first.",
    ),
    choice(
        LsfTies::Latest,
        "Last come",
        "Of two jobs of the same size the one that was submitted last.",
    ),
    choice(
        LsfTies::ShorterLimit,
        "Shorter limit",
        "Of two jobs of the same size the one with the shorter limit.",
    ),
];

pub const LSF_RESERVATIONS: &[Choice<LsfReservations>] = &[
    choice(
        LsfReservations::Closed,
        "Closed",
        "A job that outlasts its reservation is killed at the reservation's end.",
    ),
    choice(
        LsfReservations::Open,
        "Open",
        "Such a job is suspended at the reservation's end, and goes on as a batch job when its processors are its own again.",
    ),
];

pub const BINDINGS: &[Choice<Binding>] = &[
    choice(
        Binding::Dynamic,
        "Dynamic",
        labels::binding_about(Binding::Dynamic),
    ),
    choice(
        Binding::Static,
        "Static",
        labels::binding_about(Binding::Static),
    ),
];

/// Whether slots have a length of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlotKind {
    Variable,
    Fixed,
}

pub const SLOTS: &[Choice<SlotKind>] = &[
    choice(
        SlotKind::Variable,
        "Variable",
        "CARTS: a slot for each change. Reservations begin and end at any second.",
    ),
    choice(
        SlotKind::Fixed,
        "Fixed",
        "Slots of one length: what is promised is promised for whole slots.",
    ),
];
