//! The field's terms in plain words, as the page's tooltips say them.

use slotscope::criteria::Quantity;

/// What a term means.
pub type Term = &'static str;

pub const WORKLOAD: Term = "The jobs that were submitted to a real or an invented machine: when, how large, how long. Logs in the Standard Workload Format are read, also of Batsim (JSON, jobs.csv), Slurm (sacct --parsable2) and the Grid Workloads Archive; and workflows: JSON, of WfCommons, too, Pegasus' DAX, and DOT. Packed by gzip, too.";
pub const SYSTEM: Term = "Who decides which job runs when and where, and by which policies. Each system comes with its usual settings; Undo brings the former one back.";
pub const BLACKBOARD: Term = "Five jobs on eight processors, to be drawn on by hand: move them, resize them, add your own, and the schedule answers at once.";
pub const SAMPLE_WORKFLOW: Term = "A mosaic of Montage: 60 tasks that wait for one another's data, on five machines, to be scheduled and reserved until a deadline.";
pub const NODES: Term = "A node runs several tasks at once, as far as their loads allow: a load is a part of it in percent. The file names no nodes, so that there are as many as are set here.";
pub const SAMPLE_TASKS: Term = "A hundred tasks with a fixed start and end, made up, each of which takes a part of a node: to be shared out among the nodes of several agents.";
pub const SPEED: Term = "How much of the schedule passes in one second while it is played.";
pub const PLAY_DECISIONS: Term = "What the schedulers decided at the last event up to this moment, and the reason why each waiting job was not started.";
pub const PLAY_QUEUE: Term =
    "Batch jobs that wait for processors at this moment, in order of arrival.";
pub const PLAY_RUNNING: Term =
    "Jobs that hold processors at this moment, and until when they may keep them.";
pub const PLAY_BOOKED: Term = "Reservations that were accepted and begin later.";
pub const PLAY_SUSPENDED: Term =
    "Batch jobs that stand still while a reservation uses their processors.";
pub const JOB: Term = "One parallel program: it needs a fixed number of processors, all at once, for as long as it runs.";
pub const JOB_RANGE: Term = "Only jobs whose number in the log lies in this range are scheduled. Empty: from the first, to the last.";
pub const JOB_COUNT: Term =
    "At most so many jobs, the first in order of submission. Empty: no limit.";
pub const CLEANING: Term =
    "Leaves out the jobs that never ran in the log, such as those cancelled while they waited.";
pub const SIZE_FROM: Term = "A log may know two sizes of a job: the processors it asked for and those it was given. Where one is missing the other stands in.";
pub const CLIP: Term =
    "Jobs that ask for more processors than this get this many instead. Empty: sizes stay.";
pub const MISSING_LIMIT: Term = "A job whose log names no time limit gets its run time times this factor, or one fixed limit for all, the default of its queue. Sun Grid Engine knows only the fixed one: without it such a job has no limit there.";
pub const LIMIT_FROM: Term = "What policies take for a job's time limit: the time that it asked for, or its run time, as if every user had known it. The difference is what wrong estimates cost.";
pub const CLIP_LIMIT: Term = "Jobs that ask for more time than this count as asking for this much. Their run times stay, so that a job that runs longer is over its limit. Empty: requests stay.";
pub const LOAD_FACTOR: Term = "The time between submissions is divided by this: 2 makes twice the load of the same jobs, 0.5 half of it. Reservations keep their distance from the submission.";
pub const PROVIDER: Term =
    "One cluster: a number of processors and the local scheduler that hands them out.";
pub const BATCH_ALLOCATION: Term = "How the grid scheduler picks the provider of a batch job: the one with the fewest waiting (with or without the reservations that wait for their start), by chance, or in turn.";
pub const AR_ALLOCATION: Term = "How the grid scheduler picks the provider of a reservation. MCT: the one that can complete it first. Resource priority: the first in order that can meet the request.";
pub const AR_QUEUE: Term = "AR first: reservations are forwarded as they arrive. AR FCFS: they wait for the next period with the batch jobs, in order of arrival, and the local schedulers decide on the batch jobs before them first.";
pub const INQUIRY_STEP: Term = "Most local systems only say yes or no to one start: providers are asked for the earliest start that the request allows, then for each that follows at this step. 0: they search the whole interval, and offer the earliest of all starts.";
pub const FLEXIBLE_START: Term = "Which start a provider offers to a reservation whose window leaves several: the earliest, or the earliest that touches another reservation, so that they stand together and not after running batch jobs. Best effort requests get the earliest.";
pub const ROUTES: Term = "A route keeps some jobs, reservations among them, to some providers: those of certain queues or users, or with limits in a range. The first route that is for a job decides; jobs for which there is none may go to all.";
pub const ROUTE_LIMITS: Term = "The limits that the route is for, both ends with it.";
pub const ROUTE_VALUES: Term = "Numbers of queues or users in the log; -1 for jobs of which the log does not know it. Write them with commas between.";
pub const ROUTE_PROVIDERS: Term =
    "The providers that such a job may go to, counted from 1. Write them with commas between.";
pub const GRID_QUEUE: Term = "In which order the batch jobs that wait for the grid's period are forwarded, which is the order in which they come to their providers. With a period of 0 it orders those that are submitted in the same second.";
pub const QUEUES: Term =
    "All local schedulers have the same queue policy, or each provider has its own.";
pub const PERIOD: Term = "The grid's period δ: the grid scheduler forwards waiting jobs only every so many seconds. 0: at once, whenever a job arrives.";
pub const QUEUE: Term =
    "How a local scheduler orders its waiting jobs and which of them may overtake.";
pub const LSF_TIES: Term = "Which of two waiting jobs of the same size is first under LSF, largest size first. The paper does not say, and the waiting times hang on it.";
pub const LOCAL_PERIOD: Term = "The local period δ: a queue that takes the largest size first (LSF) is looked at only at multiples of it; 0: whenever something happens. The other policies do not read it.";
pub const PASS_PERIOD: Term = "The local queues are looked at only at multiples of this period; 0: whenever something happens. LSF has a period of its own, and conservative backfilling none, since it promises starts at any second.";
pub const SGE_NOTICE: Term = "How long before the end of a reservation Sun Grid Engine kills its job. By default it is 60 s; a reservation that is no longer ends its job at once.";
pub const OVER_LIMIT: Term = "A batch job that reaches its time limit is killed, or runs on. Running on breaks promises made to reservations; it suits workloads without them.";
pub const PRIORITY: Term = "What makes a job's priority among those that wait. PPP starts the highest first; PPPD also takes processors from running jobs of a lower one.";
pub const PRIORITY_FIRST: Term =
    "Which values of that property come first. Jobs of which the log does not know it come last.";
pub const RANKED: Term = "Numbers that come before all others, the first of them first: users, groups or queues by their rank. Write them with commas between.";
pub const PREEMPTED: Term = "What becomes of a job whose processors went to one of higher priority. It goes back to its place in the queue.";
pub const SHARED_AMONG: Term =
    "Fair share: those come first who have used least so far, as single users or as groups.";
pub const HALF_LIFE: Term = "After so many hours past usage counts half. 0: nothing is forgotten.";
pub const LOCAL_SYSTEM: Term = "How the cluster's own batch system treats reservations and the batch jobs beside them. The paper compares four that were in use.";
pub const LSF_RESERVATIONS: Term = "What becomes of a job that is not done when its reservation ends: in a closed one it is killed, in an open one it is suspended, and goes on afterwards.";
pub const BINDING: Term = "When a reservation gets its processors: as it begins, from whatever is free, or as it is accepted, by name.";
pub const SLOTS: Term = "How availability is kept: in slots that are as long as nothing changes, or in slots of one length.";
pub const SLOT_LENGTH: Term = "The length of a slot. A reservation holds whole slots, so that longer ones promise more than was asked for.";
pub const RESOURCE_ORDER: Term = "Under resource priority these providers are asked first, the first of them first; the others follow in their order. Write their numbers with commas between.";
pub const RESERVATION: Term = "Advance reservation (AR): a job that is promised its processors for a fixed time ahead, like a table in a restaurant.";
pub const BATCH: Term = "A batch job waits in a queue until processors are free.";
pub const AR_PERCENT: Term = "So many percent of the jobs ask for an advance reservation instead of queueing. A larger share always contains the jobs of a smaller one.";
pub const REQUEST: Term = "What a reservation asks for. Fixed: one interval. Flexible: it may begin earlier or end later by the hours given. Best effort: it takes fewer processors, or a shorter time, if there is no room for all it asks for.";
pub const LISTED: Term = "A list names the jobs that are reservations by their numbers in the log, with the ready time and the deadline of each in seconds of the log: job,ready,deadline, a job a line. Drop it anywhere on the page.";
pub const INTERVAL_START: Term = "Where the interval begins that a reservation asks for: when the job started in the log, or a drawn lead time after its submission.";
pub const LEAD_MIN: Term =
    "The shortest lead time: how long after its submission a reservation begins at the earliest.";
pub const LEAD_MAX: Term =
    "The longest lead time. All whole seconds between the two are equally likely.";
pub const LEAST: Term =
    "The least that a best effort reservation takes, in percent of what it asks for.";
pub const EARLIER: Term =
    "So many hours before the logged start the job is ready: its ready time r moves forward.";
pub const LATER: Term =
    "So many hours after the logged end its deadline d lies: the window grows at its far side.";
pub const SEED: Term =
    "Every random choice follows from this number. The same seed gives the same run, everywhere.";
pub const U: Term = Quantity::of_key("mean_utilization").about;
pub const F: Term = Quantity::of_key("mean_flow_time").about;
pub const D: Term = Quantity::of_key("mean_tardiness").about;
pub const WAIT: Term = Quantity::of_key("mean_waiting_time").about;
pub const SLOWDOWN: Term = Quantity::of_key("mean_bounded_slowdown").about;
pub const REJECTED: Term = Quantity::of_key("rejected").about;
pub const KILLED: Term = Quantity::of_key("killed").about;
pub const WEIGHED: Term = "Two or three criteria are weighed against one another: one goes across the picture, one up, and the third is told by the colour.";
pub const FRONT: Term = "The front, after Pareto: a scenario is on it if no other one tried is at least as good in all that is weighed and better in one. The others are dominated.";
pub const AVERAGED: Term = "Every scenario is run with so many seeds, the panel's and those after it, and stands where their mean is. ± is the 95 % interval of the mean by Student's t; what the seeds do not tell apart, by their differences seed by seed, is said to be so.";
pub const BEST_PERIOD: Term = "Tries periods over the whole range, then ever closer to the best so far. The criteria rise and fall many times with δ: the best is that of the periods tried.";
pub const CURSOR: Term =
    "The moment at which the Slots view looks at the schedule. A click in the Gantt chart sets it.";
pub const CARTS: Term = "CARTS: the list of slots in which the number of unreserved processors stays the same. A new slot begins where a reservation starts or ends.";
pub const ARTS2: Term =
    "ARTS²: searches the slots for the earliest interval in which a request fits.";
pub const WINDOWS: Term = "Interval query: every second at which the request may start, as windows from the first to the last, not only the earliest.";
pub const READY: Term = "Ready time r: the request must not start before it.";
pub const DEADLINE: Term = "Deadline d: the request must have ended by then.";
pub const LENGTH: Term = "Processing time p: for how long the processors are needed.";
pub const SIZE: Term = "Size s: how many processors are needed at once.";
pub const LATE: Term = "Due date: a reservation that cannot end by its deadline is given the next place after it, and its tardiness counts. Deadline: it is rejected.";
pub const INTERVAL_LENGTH: Term = "The interval that a reservation asks for, and with it its deadline, is as long as the time the job requested, or as the time it really ran. Users request several times the time that they use, so that a deadline by the run time is much earlier.";
pub const RESERVATION_LENGTH: Term = "A reservation is made for the time the job requested, or for the time it really ran. A longer reservation finds room later, and keeps more batch jobs from starting before it.";
pub const CCR: Term = "The ratio of communication to computation: how long data take between two machines, in the mean over all edges and pairs of machines, over what a task takes in the mean. The data are scaled to it. Empty: as they are.";
pub const MACHINES_TAKEN: Term =
    "The workflow runs on so many of its machines, the first. Empty: on all.";
pub const RESERVED_TASK: Term = "A task of the workflow, with its reservation: its estimated run time and what spare time it got.";
pub const RESERVED_INTERVAL: Term = "A task that is reserved on a node from its start to its end.";
pub const SPARE_TIME: Term = "What is left of a task's reservation behind its estimate: it may take so much longer without making anybody late.";
pub const HELD: Term = "Processors that a reservation holds before its job starts or after it has ended, or that a suspended job keeps.";
pub const FREE: Term =
    "Processors that nobody uses. A click on them tells why no waiting job starts there.";
pub const RESERVATION_END: Term = "A reservation holds its processors to the end that was booked, or frees them as soon as its job ends. Most jobs end long before the time they requested: processors that are held stay idle until then, and batch jobs may wait many times as long.";
pub const COMPLETION: Term = "Flow time and tardiness of a reservation count to the end of the interval that was booked for it, or to the end of its job, or to its start + requested time, whatever was booked.";
pub const MCT_TIES: Term = "When several providers offer the same completion time, MCT takes one by chance, the one with the fewest reservations, or the first.";
pub const IDLE_PERIOD: Term = "A time in which a server is idle and not booked. A request takes servers whose idle periods begin by its start (candidates) and last to its end or longer (feasible).";
pub const RANGE_SEARCH: Term = "All servers that are idle throughout a time, found without looking at every one of them: first those whose idle period begins in time, then those of them whose period ends late enough.";
pub const REQUEST_OF_JOB: Term = "The number of a job: its request is searched for among the idle periods that it met, and its servers can be chosen.";
pub const CHOSEN_SERVERS: Term = "Each attempt for this request takes exactly these servers, or fails. Castillo et al. leave the choice among those that the range search lists to the user: by cost, data rate or anything else.";
pub const SLOT_TREE: Term = "Each slot of time has a tree of the idle periods that overlap it, by start. Each of its inner nodes has a second tree of the same periods, by end.";
pub const SCHEDULER_STEPS: Term = "What the scheduler decides, one decision after the other: which task has its turn and by which rank or level, where it could go, and where it goes. Hybrid.BMCT places the tasks of a group first, then moves them from the machine that is done last.";
pub const SPARE_TIMES: Term = "How long a task could go on after its estimated end without anyone's starting later: what its reservation has beyond the estimate, and the gap behind it in which nobody waits.";
pub const CALENDAR_LEVEL: Term = "Slots of one length. The finest come first; the farther away a time is, the longer are its slots, until it comes near and they are split.";
pub const MANAGER: Term = "Keeps the calendar of a cluster, or knows those beneath it and places jobs that came from below.";
pub const SHADOW_CALENDAR: Term = "What a manager has heard of a calendar beneath it, and what it has booked there itself: a hint, so that it asks before it reserves.";
pub const INQUIRY: Term = "An inquiry asks whether a cluster has room then, a reserve asks it to take the job. A cluster that declines tells when it has room, or how many nodes it has; of several clusters that are asked together none takes its part unless all do.";
pub const BALANCE_OF_TRADE: Term =
    "Consumption less supply, in node hours: negative for a cluster that gives more than it takes.";
pub const FIRMNESS: Term = "A start is firm when its slot is of the finest level, and vague while a coarser slot is still to be split. It is moved forward at most, never back.";
pub const DYNAMIC_TABLE: Term = "What an agent knows of a node: intervals of time without a gap, from 0 on, the tasks that are reserved in each, and what they take of the node together. A new interval begins wherever a reservation begins or ends; the last one has no end, which the paper calls INFINITE.";
pub const TABLE_CLONE: Term = "The copy of the table on which the agent tries a batch: what it has reserved, and what it has offered and not heard a decision of. Only what the broker takes is reserved in the table itself.";
pub const AVERAGE_LOAD: Term = "Over the intervals: the arithmetic mean of the usages, each interval counted once however long it is, also the last one, which has no end. That is the average load that the paper's agents monitor. Over time: each second counts the same, from the first start of a task to the last end.";
