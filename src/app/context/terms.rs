//! Explanations of the field's terms, for the tips of the page.

use slotscope::criteria::Quantity;

/// The explanation of a term, in one to three sentences.
pub type Term = &'static str;

pub const WORKLOAD: Term = "The jobs of a real or a synthetic machine, with submission times, sizes and run times. Slotscope reads logs in the Standard Workload Format, of Batsim (JSON, jobs.csv), of Slurm (sacct --parsable2) and of the Grid Workloads Archive; workflows as JSON (its own or of WfCommons), of Pegasus (YAML, DAX) and DOT; and task batches as CSV and XML. All may be packed by gzip, zstd or xz, or be the one file of a zip or tar archive.";
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
pub const JOB_RANGE: Term =
    "Only jobs whose number in the log lies in this range are scheduled. Empty: no bound on that side.";
pub const JOB_COUNT: Term = "The greatest number of jobs that are taken, in order of submission. Empty: no limit.";
pub const CLEANING: Term = "Leaves out the jobs that never ran in the log, such as those cancelled while they waited.";
pub const SIZE_FROM: Term = "A log may have two sizes of a job: the processors that it requested and those that it was given. If one is missing, the other is used.";
pub const CLIP: Term =
    "Jobs that request more processors than this get this many instead. Empty: sizes are not changed.";
pub const MISSING_LIMIT: Term = "A job without a time limit in the log gets its run time times this factor, or one fixed limit for all such jobs, like the default limit of a queue. Sun Grid Engine uses only the fixed one: without it such a job has no limit there.";
pub const LIMIT_FROM: Term = "The time limit that policies use for a job: its requested time, or its run time, as if every user had known it. The difference between the two runs is the cost of wrong estimates.";
pub const CLIP_LIMIT: Term = "A requested time above this counts as this. Run times are not changed, so a job that runs longer exceeds its limit. Empty: requested times are not changed.";
pub const UNLIMITED: Term = "The limit of a job that had no limit in the log, in seconds. Empty: none. A policy then promises nothing behind such a job, and a reservation ahead of it keeps it out.";
pub const DEPENDENCIES: Term = "A job of the log may name another one that had to end first (fields 17 and 18 of SWF). Honoured: it is submitted when that job has ended in this run, and its think time later. Ignored: it is submitted when the log says.";
pub const THIN_USERS: Term = "A share of the work, 0.01 to 1: a drawn subset of the users stays that has about this share, over the same span. Users leave with all their jobs; the seed draws which. Load × makes a denser load.";
pub const LOAD_FACTOR: Term = "The times between submissions are divided by this factor: 2 doubles the load of the same jobs, 0.5 halves it. A reservation keeps its distance from its submission.";
pub const PROVIDER: Term = "A resource provider: a number of processors and the local scheduler that allocates them. A job runs on a single provider.";
pub const BATCH_ALLOCATION: Term = "How the grid scheduler chooses the provider of a batch job: the one with the fewest waiting jobs (with or without the reservations that wait for their start), the least waiting work or the most free processors, at random, or in turn.";
pub const AR_ALLOCATION: Term = "How the grid scheduler chooses the provider of a reservation. MCT: the one that can complete it first. Resource priority: the first in a given order that can meet the request.";
pub const AR_QUEUE: Term = "AR first: reservations are forwarded when they arrive. AR FCFS: they wait for the next period together with the batch jobs, in order of arrival, and the local schedulers decide on the batch jobs before them first.";
pub const INQUIRY_STEP: Term = "Most local systems only answer yes or no for one start time: the grid scheduler asks providers for the earliest start that the request allows, then for later ones at this step. 0: providers search the whole interval and offer the earliest possible start.";
pub const FLEXIBLE_START: Term = "Which start a provider offers to a reservation whose window allows several: the earliest, or the earliest that is adjacent to another reservation, so that reservations form groups instead of following running batch jobs. Best effort requests get the earliest.";
pub const ROUTES: Term = "A route restricts some jobs, reservations included, to some providers: jobs of certain queues or users, or with time limits in a range. The first route that matches a job decides; a job that no route matches may go to any provider.";
pub const ROUTE_LIMITS: Term = "The range of time limits that the route matches, both ends included.";
pub const ROUTE_VALUES: Term = "Numbers of queues or users in the log, separated by commas; -1 for jobs whose queue or user the log does not have.";
pub const ROUTE_PROVIDERS: Term = "The providers that such a job may go to, counted from 1, separated by commas.";
pub const GRID_QUEUE: Term = "The order in which the batch jobs that wait for the grid's period are forwarded, and so the order in which they arrive at their providers. With a period of 0 it orders those that are submitted in the same second.";
pub const QUEUES: Term = "All local schedulers have the same queue policy, or each provider has its own.";
pub const PERIOD: Term = "The grid's period δ: the grid scheduler forwards waiting jobs only at multiples of it. 0: at once, whenever a job arrives.";
pub const QUEUE: Term = "How a local scheduler orders its waiting jobs, and which of them may overtake others.";
pub const ORDER: Term = "A formula that gives each waiting job a number: the job with the smallest value goes first, of equals the one that arrived first. Numbers are seconds and processors.";
pub const ORDER_PRESETS: Term = "Orders of the literature, and those that you keep under a name in this browser.";
pub const STRICT: Term = "The pass ends at the first job that does not fit: nothing behind it starts.";
pub const PROMISES: Term = "How many of the first waiting jobs that do not fit are promised a start in each pass, which jobs behind them may not delay. With 1 promise in order of submission that is EASY backfilling.";
pub const PROMISES_NONE: Term = "Every job that fits starts, in order; a large job may wait for long.";
pub const PROMISES_FIRST: Term = "The first job that does not fit is promised a start, as under EASY backfilling.";
pub const PROMISES_SEVERAL: Term = "The first jobs that do not fit are promised a start, up to this number.";
pub const PROMISES_ALL: Term = "Every job that does not fit is promised a start. The promises are made anew at each pass; conservative backfilling makes them once, at submission, and only moves them earlier.";
pub const BACKFILL_ORDER: Term = "The order in which the jobs that are left when the promises are made are tried: by limit it is SJBF, shortest job backfilled first.";
pub const ESTIMATE: Term = "The run times that backfilling plans with. A job that runs longer than its estimate gets the next longer one; under reservations and for kills the limit counts.";
pub const ESTIMATE_LIMIT: Term = "The processing time limit that the job asks for.";
pub const ESTIMATE_RUN_TIME: Term = "The true run time, as if it were known.";
pub const ESTIMATE_USER_MEAN: Term = "The mean of the run times of the user's two jobs that ended last, fixed at submission (Tsafrir, Etsion and Feitelson 2007); without them the limit.";
pub const ESTIMATE_FACTOR: Term = "The run time times a factor, rounded up.";
pub const LSF_TIES: Term = "Which of two waiting jobs of the same size comes first under largest size first. The paper does not say, and the waiting times depend on it.";
pub const LOCAL_PERIOD: Term = "The local period δ: a queue under largest size first is looked at only at multiples of it; 0: at every event. Other policies ignore it.";
pub const PASS_PERIOD: Term = "The local queues are looked at only at multiples of this period; 0: at every event. Largest size first has a period of its own, and conservative backfilling none, since it promises starts at any second.";
pub const SGE_NOTICE: Term = "How long before the end of a reservation Sun Grid Engine kills its job. The default is 60 s; a reservation that is no longer than this ends its job at once.";
pub const OVER_LIMIT: Term = "A batch job that reaches its time limit is killed, or runs on. Running on breaks promises to reservations; choose it for workloads without them.";
pub const PRIORITY: Term = "The property of a waiting job that is its priority. PPP starts the job of the highest priority first; PPPD also preempts running jobs of a lower one.";
pub const PRIORITY_FIRST: Term =
    "Which values of that property come first. Jobs for which the log does not have it come last.";
pub const RANKED: Term =
    "Users, groups or queues that come before all others, in this order: their numbers, separated by commas.";
pub const PREEMPTED: Term = "How a preempted job runs again. It returns to its place in the queue.";
pub const SHARED_AMONG: Term = "Fair share: jobs of the users or groups with the least usage so far come first.";
pub const HALF_LIFE: Term = "After this many hours past usage counts half. 0: usage never decays.";
pub const LOCAL_SYSTEM: Term = "How the provider's own batch system treats reservations and the batch jobs beside them. The paper compares four systems that were in use.";
pub const LSF_RESERVATIONS: Term = "What happens to a job that still runs when its reservation ends: a closed reservation kills it, an open one suspends it and lets it go on afterwards.";
pub const BINDING: Term = "When a reservation is bound to processors: when it begins, to any that are free (dynamic), or when it is accepted (static).";
pub const SLOTS: Term =
    "How availability is kept: in slots of variable length, one for each change, or in slots of one length.";
pub const SLOT_LENGTH: Term =
    "The length of a slot. A reservation holds whole slots, so longer slots promise more than was requested.";
pub const RESOURCE_ORDER: Term = "Under AR resource priority these providers are asked first, in this order; the others follow in the order of the platform. Their numbers, separated by commas.";
pub const RESERVATION: Term = "Advance reservation (AR): a job that is promised its processors for a fixed time in the future, like a table in a restaurant.";
pub const BATCH: Term =
    "A batch job waits in a queue until processors are free. Shades only tell neighbouring jobs apart.";
pub const AR_PERCENT: Term = "Percentage of jobs that request an advance reservation instead of queueing. A larger share always contains the jobs of a smaller one.";
pub const REQUEST: Term = "The type of the request. Fixed: one interval. Flexible: the reservation may begin earlier or end later by the hours given. Best effort: it takes fewer processors, or a shorter time, if there is no room for the whole request.";
pub const FIXED_REQUEST: Term = "Exactly one interval.";
pub const FLEXIBLE_REQUEST: Term = "The same interval, widened at both ends.";
pub const LISTED: Term = "A list names the jobs that are reservations by their numbers in the log, each with its ready time and deadline in seconds of the log. One job per line: job,ready,deadline. Drop it anywhere on the page.";
pub const INTERVAL_START: Term = "Where the requested interval begins: at the start of the job in the log, or a lead time, drawn at random, after its submission.";
pub const LEAD_MIN: Term = "The shortest lead time: from the submission of a reservation to its earliest start.";
pub const LEAD_MAX: Term = "The longest lead time. All whole seconds between the two are equally likely.";
pub const LEAST: Term = "The least that a best effort reservation accepts, in percent of its request.";
pub const EARLIER: Term =
    "How many hours before the start of the requested interval the job is ready: its ready time r is earlier.";
pub const LATER: Term =
    "How many hours after the end of the requested interval the deadline d lies: the window ends later.";
pub const SEED: Term =
    "All random choices are derived from this number. The same seed gives the same run on every machine.";
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
pub const CARTS: Term = "CARTS: the list of slots in which the number of unreserved processors stays the same. A new slot begins where a reservation starts or ends.";
pub const ARTS2: Term = "ARTS²: searches the slots for the earliest interval in which a request fits.";
pub const WINDOWS: Term = "Interval query: every second at which the request may start, as windows from the first to the last start, not only the earliest.";
pub const READY: Term = "Ready time r: the request must not start before it.";
pub const DEADLINE: Term = "Deadline d: the request must have ended by then.";
pub const LENGTH: Term = "Processing time p: how long the processors are needed.";
pub const SIZE: Term = "Size s: how many processors are needed at once.";
pub const LATE: Term = "Accept late: the deadline is a due date; a reservation that cannot end by it gets the next place after it, and its tardiness counts. Reject: the deadline is hard; such a reservation is rejected.";
pub const INTERVAL_LENGTH: Term = "The length of the interval that a reservation requests, and with it its deadline: the time that the job requested, or its run time. Users request several times the time that they use, so a deadline by the run time is much earlier.";
pub const RESERVATION_LENGTH: Term = "The length for which a reservation is made: the time that the job requested, or its run time. A longer reservation finds room later, and keeps more batch jobs from starting before it.";
pub const FLOPS_PER_SECOND: Term = "How many floating-point operations a processor, or a machine of speed 1, does in a second. The file measures work in operations and names no speed. Empty: 10⁹.";
pub const CCR: Term = "Communication-to-computation ratio: the mean transfer time over all edges and pairs of machines, divided by the mean run time of a task. The data are scaled to it. Empty: data as in the file.";
pub const MACHINES_TAKEN: Term = "How many of its machines the workflow runs on, counted from the first. Empty: all.";
pub const RESERVED_TASK: Term =
    "A task of the workflow with its reservation: its estimated run time and its spare time.";
pub const RESERVED_INTERVAL: Term = "A task that is reserved on a node from its start to its end.";
pub const SPARE_TIME: Term = "The part of a task's reservation after its estimated end: the task may take that much longer without delaying any other task.";
pub const HELD: Term = "Processors that a reservation holds before its job starts or after its job has ended, or that a suspended job keeps.";
pub const FREE: Term = "Idle processors. Click them to read why no waiting job starts there.";
pub const RESERVATION_END: Term = "A reservation holds its processors until its booked end, or releases them when its job ends. Most jobs end long before their requested time: processors that are held stay idle until then, and batch jobs may wait many times as long.";
pub const COMPLETION: Term = "The completion of a reservation, for its flow time and tardiness: the end of its booked interval, the end of its job, or its start + requested time, whatever was booked.";
pub const MCT_TIES: Term = "If several providers offer the same completion time, MCT chooses one at random, the one with the fewest reservations, or the first.";
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
pub const LEASE: Term = "How long an agent holds an offer: meanwhile it offers the same room to no other broker, even if the first broker has failed. Empty: it holds no offer, as in the paper; the default of 60 s is Slotscope's.";
pub const PLACEMENT: Term = "Chooses the node on which a task runs.";
pub const SCHEDULER: Term = "Which algorithm makes the initial schedule, by the estimates.";
pub const SPARE_TIME_SHARED: Term = "How the time between the end of the initial schedule and the deadline is distributed over the tasks' reservations.";
pub const LEVELS: Term = "The levels of slots: one of the paper's configurations, or custom levels.";
pub const MANAGERS: Term = "One manager keeps the calendar of all nodes, or every provider is a cluster whose own manager stands beneath others.";
pub const DEFICIT: Term = "The most by which a cluster's consumption may exceed its supply, in node hours; beyond that it gets no nodes of other clusters. Empty: no limit.";
pub const SELECTION: Term = "Which of the feasible idle periods a request takes, if there are more than it needs.";
