//! Explanations of the field's terms, for the tips of the page.

use std::sync::LazyLock;

use super::terms;
use slotscope::criteria::Quantity;
use slotscope::lesson::shelf::Card;
use slotscope::page::palette::{lesson, of_settings};
use slotscope::policy::grid::ReservationAllocation;
use slotscope::policy::local::QueuePolicy;
use slotscope::workload::reserve::RequestKind;

/// The explanation of a term, in one to three sentences.
pub type Term = &'static str;

pub const WORKLOAD: Term = "The jobs of a real or a synthetic machine, with submission times, sizes and run times. Slotscope reads logs in the Standard Workload Format, of Batsim (JSON, jobs.csv), of Slurm (sacct --parsable2), PBS, Grid Engine, LSF, Flux, HTCondor, OAR and Kubernetes, and of the Grid Workloads Archive; workflows as JSON (its own or of WfCommons), of Pegasus (YAML, DAX) and DOT; and task batches as CSV and XML. All may be packed by gzip, zstd or xz, or be the one file of a zip or tar archive.";
pub const SYSTEM: Term = "The scheduling system: it decides when and where each job runs, by its policies. A newly chosen system has its default settings; Undo restores the previous one.";
pub const BLACKBOARD: Term = "Five jobs on eight processors that you edit by hand: move them, resize them, add your own. The schedule is updated at once.";
pub const SAMPLE_LOG: Term = "A thousand jobs of the model of Lublin and Feitelson on two providers.";
pub const FIRST_EXAMPLE: Term = "Five jobs on eight processors under three policies: what each changes, and why.";
pub const SAMPLE_WORKFLOW: Term = "A mosaic of Montage: 60 tasks with data dependencies on five machines, to be scheduled and reserved until a deadline.";
pub const NODES: Term = "A node runs several tasks at once, as far as their loads allow: a load is a percentage of the node. The file names no nodes, so this many are used.";
pub const MACHINES: Term = "A machine runs one task at a time. The file names no machines, so this many are used.";
pub const SAMPLE_TASKS: Term = "A hundred synthetic tasks with fixed start and end, each of which loads a part of a node, to be placed on the nodes of several agents.";
pub const SPEED: Term = "How much time of the schedule passes in one second of playing.";
pub const PLAY_DECISIONS: Term = "The decisions of the schedulers at the last event up to this moment, and the reason why each waiting job was not started.";
pub const PLAY_QUEUE: Term = "Batch jobs that wait for processors at this moment, in order of arrival.";
pub const ORDER_VALUES: Term = "The jobs that wait at this moment, in the order of their turns: the smallest value first, as the formula had it at the last pass, and what each summand adds to it.";
pub const PLAY_RUNNING: Term = "Jobs that hold processors at this moment, and until when they may keep them.";
pub const PLAY_BOOKED: Term = "Reservations that were accepted and begin later.";
pub const PLAY_SUSPENDED: Term = "Batch jobs that are suspended while a reservation uses their processors.";
pub const HAND_IN: Term = "Makes a file or a link of your answer to an exercise: the scenario on the page with its figures, your reason, and what you tried. Nothing is sent anywhere.";
pub const JOB: Term =
    "One parallel program: it needs a fixed number of processors, all at once, for as long as it runs.";
pub const CLIP_LIMIT: Term = "A requested time above this counts as this. Run times are not changed, so a job that runs longer exceeds its limit. Empty: requested times are not changed.";
pub const PROVIDER: Term = "A resource provider: a number of processors and the local scheduler that allocates them. A job runs on a single provider.";
pub const PERIOD: Term = "The grid's period δ: the grid scheduler forwards waiting jobs only at multiples of it. 0: at once, whenever a job arrives.";
pub const ORDER_PRESETS: Term = "Orders of the literature, and those that you keep under a name in this browser.";
pub const RESERVATION: Term = "Advance reservation (AR): a job that is promised its processors for a fixed time in the future, like a table in a restaurant.";
pub const BATCH: Term =
    "A batch job waits in a queue until processors are free. Shades only tell neighbouring jobs apart.";
pub const LISTED: Term = "A list names the jobs that are reservations by their numbers in the log, each with its ready time and deadline in seconds of the log. One job per line: job,ready,deadline; behind them, if less is to be taken where the full request cannot be met, the least in percent: least_processors,least_time. Drop it anywhere on the page.";
pub const U: Term = Quantity::of_key("mean_utilization").about;
pub const F: Term = Quantity::of_key("mean_flow_time").about;
pub const D: Term = Quantity::of_key("mean_tardiness").about;
pub const WAIT: Term = Quantity::of_key("mean_waiting_time").about;
pub const SLOWDOWN: Term = Quantity::of_key("mean_bounded_slowdown").about;
pub const REJECTED: Term = Quantity::of_key("rejected").about;
pub const KILLED: Term = Quantity::of_key("killed").about;
pub const WEIGHED: Term =
    "Two or three criteria are compared: one on the x axis, one on the y axis, and the third as colour.";
pub const FRONT: Term = "The Pareto front: a scenario is on it if no other one tried is at least as good in all compared criteria and better in one. The others are dominated.";
pub const AVERAGED: Term = "Every scenario is run with this many seeds, from the panel's on, and is drawn at their mean. ± is the 95 % interval of the mean by Student's t. A dominated scenario whose differences seed by seed do not separate it from the front is marked as tied.";
pub const ON_REPLICATES: Term = "Every scenario is run on this many replicates of the log, and is drawn at their mean. ± is the 95 % interval of the mean by Student's t. A dominated scenario whose differences replicate by replicate do not separate it from the front is marked as tied.";
pub const BEST_PERIOD: Term = "Tries periods over the whole range, then ever closer to the best so far. The criteria rise and fall many times with δ, so the result is the best of the periods tried.";
pub const CURSOR: Term = "The moment that this view shows. A click in the Gantt chart sets it.";
pub const CARTS: Term = "CARTS: the list of slots in which the number of unreserved processors stays the same. A new slot begins where a reservation starts or ends, so that n of them make at most 2n slots (v ≤ 2|AR|), and one before the first.";
pub const ARTS2: Term = "ARTS²: searches the slots for the earliest interval in which a request fits.";
pub const WINDOWS: Term = "Interval query: every second at which the request may start, as windows from the first to the last start, not only the earliest.";
pub const READY: Term = "Ready time r: the request must not start before it.";
pub const DEADLINE: Term = "Deadline d: the request must have ended by then.";
pub const LENGTH: Term = "Processing time p: how long the processors are needed.";
pub const SIZE: Term = "Size s: how many processors are needed at once.";
pub const RESERVED_TASK: Term =
    "A task of the workflow with its reservation: its estimated run time and its spare time.";
pub const RESERVED_INTERVAL: Term = "A task that is reserved on a node from its start to its end.";
pub const SPARE_TIME: Term = "The part of a task's reservation after its estimated end: the task may take that much longer without delaying any other task.";
pub const HELD: Term = "Processors that a reservation holds before its job starts or after its job has ended, or that a suspended job keeps.";
pub const FREE: Term = "Idle processors. Click them to read why no waiting job starts there.";
pub const IDLE_PERIOD: Term = "A time in which a server is idle and not booked. A request takes servers whose idle periods begin at its start or before (candidates) and last until its end or longer (feasible).";
pub const RANGE_SEARCH: Term = "Finds all servers that are idle throughout a time without looking at every one of them: first those whose idle period begins in time, then among these those whose period ends late enough.";
pub const REQUEST_OF_JOB: Term = "The number of a job. Its request is searched for among the idle periods that it found, and you can choose its servers.";
pub const CHOSEN_SERVERS: Term = "Each attempt for this request takes exactly these servers, or fails. Castillo et al. let the user choose among the servers that the range search lists: by cost, data rate or any other property.";
pub const SLOT_TREE: Term = "Each slot of time has a tree of the idle periods that overlap it, by start. Each of its inner nodes has a second tree of the same periods, by end.";
pub const SCHEDULER_STEPS: Term = "The decisions of the scheduler, one after the other: which task is next and by which rank or level, where it could go, and where it goes. Hybrid.BMCT places the tasks of a group first, then moves them from the machine that finishes last.";
pub const SPARE_TIMES: Term = "How much longer than its estimate a task may run without delaying the start of any other: the rest of its reservation, and the gap after it in which neither its machine nor its data are waited for.";
pub const CALENDAR_LEVEL: Term = "Slots of one length. The finest come first; slots farther ahead are longer, and are split as their time comes near.";
pub const MANAGER: Term =
    "Keeps the calendar of a cluster, or stands above other managers and places the jobs that they pass up.";
pub const SHADOW_CALENDAR: Term = "A manager's copy of a calendar beneath it: the changes that it has heard of, and its own bookings there. The copy may be stale, so the manager asks before it reserves.";
pub const INQUIRY: Term = "An inquiry asks whether a cluster has room at a time, a reserve asks it to take the job. A cluster that declines answers when it has room, or how many nodes it has; if several clusters are asked together, none takes its part unless all do.";
pub const BALANCE_OF_TRADE: Term =
    "Consumption minus supply, in node hours: negative for a cluster that gives more than it takes.";
pub const FIRMNESS: Term = "A start is firm if its slot is of the finest level, and vague while a coarser slot is still to be split. It may become earlier, never later.";
pub const DYNAMIC_TABLE: Term = "An agent's table of a node: intervals of time without a gap, from 0 on, with the tasks that are reserved in each and their load together. A new interval begins wherever a reservation begins or ends; the last one has no end, which the paper calls INFINITE.";
pub const TABLE_CLONE: Term = "The copy of the table on which the agent tries a batch: its reservations, and its offers that are still undecided. Only offers that the broker confirms are reserved in the table itself.";
pub const AVERAGE_LOAD: Term = "Over the intervals: the arithmetic mean of the loads, each interval counted once however long it is, the last one, which has no end, included. The paper's agents monitor this average load. Over time: each second counts the same, from the first start of a task to the last end.";

/// The terms that lessons explain beside settings.
const LESSONS: &[(&Card, &[Term])] = &[
    (
        lesson("backfilling"),
        &[
            terms::BATCH,
            QueuePolicy::FcfsBackfilling.about(),
            QueuePolicy::Fcfs.about(),
            QueuePolicy::Easy.about(),
            QueuePolicy::Conservative.about(),
        ],
    ),
    (lesson("reservations-hurt"), &[terms::RESERVATION]),
    (lesson("building-carts"), &[terms::CARTS]),
    (lesson("searching"), &[terms::ARTS2, terms::READY, terms::DEADLINE]),
    (lesson("fixed-or-flexible"), &[RequestKind::Fixed.about(), RequestKind::Flexible.about()]),
    (lesson("grouping"), &[ReservationAllocation::Mct.about(), ReservationAllocation::ResourcePriority.about()]),
    (lesson("choosing-delta"), &[terms::BEST_PERIOD, terms::PERIOD]),
    (lesson("idle-periods"), &[terms::IDLE_PERIOD, terms::RANGE_SEARCH, terms::SLOT_TREE]),
    (lesson("vague-first"), &[terms::CALENDAR_LEVEL, terms::FIRMNESS]),
    (lesson("balance-of-trade"), &[terms::MANAGER, terms::BALANCE_OF_TRADE]),
    (lesson("first-free-slot"), &[terms::SCHEDULER_STEPS]),
    (lesson("where-to-put-the-slack"), &[terms::SPARE_TIME, terms::SPARE_TIMES]),
    (lesson("who-answers-first"), &[terms::AVERAGE_LOAD, terms::DYNAMIC_TABLE]),
    (lesson("what-a-lease-saves"), &[terms::TABLE_CLONE]),
];

/// The explanations that lead to each lesson.
static TEXTS: LazyLock<Vec<(&Card, Vec<&str>)>> = LazyLock::new(|| {
    let terms = |id: &'static str| LESSONS.iter().filter(move |it| it.0.id == id).flat_map(|it| it.1);
    of_settings().map(|(card, settings)| (card, terms(card.id).copied().chain(settings).collect())).collect()
});

/// The lesson that explains a term of this explanation, if there is one.
pub fn lesson_of(explanation: &str) -> Option<&'static Card> {
    TEXTS.iter().find(|(_, texts)| texts.iter().any(|it| explanation.contains(it))).map(|it| it.0)
}
