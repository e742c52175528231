//! The lessons that come with the page. Their files lie in `static/lessons` and are fetched when one
//! is opened; the entries of the list stand here, and a test compares them with the files.

/// The entry of a lesson in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its id, which is its file's name too.
    pub id: &'static str,
    pub title: &'static str,
    /// Its subject.
    pub summary: &'static str,
    /// How long it takes, about.
    pub minutes: u32,
}

/// A path: lessons for a class, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The time that the class has.
    pub minutes: u32,
    /// The ids of its lessons, in order.
    pub lessons: &'static [&'static str],
}

/// Paths to begin with.
pub const PATHS: [Path; 2] = [
    Path {
        minutes: 45,
        lessons: &[
            "backfilling",
            "reservations-hurt",
            "dynamic-binding",
            "fixed-or-flexible",
            "grouping",
            "choosing-delta",
        ],
    },
    Path {
        minutes: 90,
        lessons: &[
            "backfilling",
            "reservations-hurt",
            "dynamic-binding",
            "building-carts",
            "searching",
            "fixed-or-flexible",
            "grouping",
            "choosing-delta",
            "idle-periods",
            "help-or-hurt",
            "vague-first",
        ],
    },
];

/// The entry of the lesson of an id.
pub fn card(id: &str) -> Option<&'static Card> {
    SHELF.iter().find(|card| card.id == id)
}

/// All of them, in the order in which they build upon one another.
pub const SHELF: [Card; 17] = [
    Card {
        id: "backfilling",
        title: "Batch queues and backfilling",
        summary: "Why a queue that is strictly fair leaves processors idle, and what starting later jobs early costs.",
        minutes: 7,
    },
    Card {
        id: "reservations-hurt",
        title: "Why reservations hurt",
        summary: "An advance reservation starts exactly on time, and batch jobs pay for it with gaps and longer waits.",
        minutes: 8,
    },
    Card {
        id: "dynamic-binding",
        title: "Dynamic binding and Proposition 1",
        summary: "When processors are chosen late, counting them is enough to know whether a reservation fits.",
        minutes: 8,
    },
    Card {
        id: "building-carts",
        title: "Building CARTS",
        summary: "From a list of reservations to slots of free processors: Algorithm 1, line by line.",
        minutes: 9,
    },
    Card {
        id: "searching",
        title: "Searching with ARTS²",
        summary: "The earliest start for a reservation: Algorithm 2, the pointer moving over the slots.",
        minutes: 9,
    },
    Card {
        id: "fixed-or-flexible",
        title: "Fixed or flexible requests",
        summary: "A reservation that leaves the scheduler some room is less often late or rejected.",
        minutes: 7,
    },
    Card {
        id: "grouping",
        title: "Grouping reservations",
        summary: "AR resource priority puts reservations together, so that fewer of them follow a batch job.",
        minutes: 8,
    },
    Card {
        id: "choosing-delta",
        title: "Choosing δ",
        summary: "Acting at once or collecting jobs for a while first: what the off-line scheduling period δ does.",
        minutes: 7,
    },
    Card {
        id: "idle-periods",
        title: "Idle periods and range search",
        summary: "Two trees find the servers that are idle for the whole of a request without looking at every server.",
        minutes: 8,
    },
    Card {
        id: "help-or-hurt",
        title: "Why reservations help here and hurt there",
        summary: "The same reservations change the mean wait a lot in a queue with backfilling, and hardly where every request is placed at its submission.",
        minutes: 9,
    },
    Card {
        id: "vague-first",
        title: "Vague first, exact later",
        summary: "A calendar of coarse and fine slots promises a rough time far ahead, and makes it exact as the time comes near.",
        minutes: 8,
    },
    Card {
        id: "balance-of-trade",
        title: "The balance of trade",
        summary: "Clusters that lend each other nodes shorten each other's waits, and an account shows which give and which take.",
        minutes: 9,
    },
    Card {
        id: "first-free-slot",
        title: "Ranks and the first free slot",
        summary: "HEFT takes the task that is furthest from the end, and puts it where it finishes first.",
        minutes: 10,
    },
    Card {
        id: "where-to-put-the-slack",
        title: "Where to put the slack",
        summary: "Estimates are wrong. Spare time after each task's estimate keeps one late task from stopping the workflow.",
        minutes: 9,
    },
    Card {
        id: "who-answers-first",
        title: "The first answer does not win",
        summary: "Agents offer, a broker decides: by load, and among equal loads by the number of reservations. Decided too early, this leaves the agent in the middle with the fewest tasks.",
        minutes: 8,
    },
    Card {
        id: "what-a-lease-saves",
        title: "What a lease saves",
        summary: "Two brokers request the same node at once. An agent that holds its offers can keep them, but blocks other brokers meanwhile.",
        minutes: 8,
    },
    Card {
        id: "idle-gpus",
        title: "Why are GPUs idle while jobs wait",
        summary: "Free GPUs of several nodes are not those of one node, and a GPU without a free core is none.",
        minutes: 8,
    },
];
