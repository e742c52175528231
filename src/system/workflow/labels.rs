//! What the settings are called, and what they mean.

use super::{OnEarlyEnd, OnOverrun, RunUntil, Scheduler};
use crate::policy::spare_time::Variant;
use crate::policy::workflow::FirstAssignment;

/// What a scheduler is called.
pub const fn scheduler(it: Scheduler) -> &'static str {
    match it {
        Scheduler::Heft => "HEFT",
        Scheduler::HybridBmct => "Hybrid.BMCT",
        Scheduler::Fcp => "FCP",
        Scheduler::Dls => "DLS",
        Scheduler::Given => "As given",
    }
}

/// What a scheduler does, in a sentence.
pub const fn scheduler_about(it: Scheduler) -> &'static str {
    match it {
        Scheduler::Heft => {
            "Heterogeneous earliest finish time: tasks by upward rank, each where it finishes first, also in a gap. Topcuoglu, Hariri and Wu 2002."
        }
        Scheduler::HybridBmct => {
            "Tasks by upward rank, in groups that do not wait for one another; each group is balanced over the machines. Sakellariou and Zhao 2004."
        }
        Scheduler::Fcp => {
            "Fast critical path: of the ready tasks the one with the longest way to the end, on the machine that is free first or where its last data come from. Rădulescu and van Gemund 2002."
        }
        Scheduler::Dls => {
            "Dynamic level scheduling: of all ready tasks and machines the pair of the highest dynamic level. Sih and Lee 1993."
        }
        Scheduler::Given => "The schedule that the workflow's own file brings along.",
    }
}

/// What a way to share spare time out is called: the paper's name.
pub const fn variant(it: Variant) -> &'static str {
    it.name()
}

/// What it does, in a sentence.
pub const fn variant_about(it: Variant) -> &'static str {
    match it {
        Variant::REvenTime => {
            "Again and again the same time to every task, less the spare time that it has already."
        }
        Variant::REvenPercent1 => {
            "Again and again the same percentage of its estimate to every task."
        }
        Variant::RCpFirst => {
            "Again and again the same percentage to every task, the first time only to those on the critical path."
        }
        Variant::REvenPercent2 => {
            "Again and again the same percentage to every task, less the spare time that it has already."
        }
        Variant::CpEvenTime => {
            "The same time to every task on the critical path, then to the others what their paths leave."
        }
        Variant::CpEvenPercent => {
            "The same percentage to every task on the critical path, then to the others what their paths leave."
        }
        Variant::DagReserve => {
            "No reservations for tasks: all machines that are used are reserved until the deadline, and tasks start when they can."
        }
    }
}

/// What a first assignment is called.
pub const fn first_assignment(it: FirstAssignment) -> &'static str {
    match it {
        FirstAssignment::ExecutionTime => "Execution time",
        FirstAssignment::CompletionTime => "Completion time",
    }
}

/// Where tasks go at first, in a sentence.
pub const fn first_assignment_about(it: FirstAssignment) -> &'static str {
    match it {
        FirstAssignment::ExecutionTime => {
            "Each task of a group goes first to the machine that takes the least time for it."
        }
        FirstAssignment::CompletionTime => {
            "Each task of a group goes first to the machine on which it would complete first, were it alone there."
        }
    }
}

/// What the end of a task's time is called.
pub const fn run_until(it: RunUntil) -> &'static str {
    match it {
        RunUntil::SpareTime => "Spare time",
        RunUntil::Reservation => "Reservation",
    }
}

/// Until when a task may run, in a sentence.
pub const fn run_until_about(it: RunUntil) -> &'static str {
    match it {
        RunUntil::SpareTime => {
            "A task may run on after its reservation while neither its machine nor its data are waited for."
        }
        RunUntil::Reservation => "A task may run to the end of its reservation and no longer.",
    }
}

/// What a way with overruns is called.
pub const fn on_overrun(it: OnOverrun) -> &'static str {
    match it {
        OnOverrun::Fail => "Fail",
        OnOverrun::Renegotiate => "Renegotiate",
    }
}

/// What becomes of a task that takes longer, in a sentence.
pub const fn on_overrun_about(it: OnOverrun) -> &'static str {
    match it {
        OnOverrun::Fail => {
            "A task that is not done when its time is over is killed, and what waits for it never runs."
        }
        OnOverrun::Renegotiate => {
            "It goes on, and the reservations that are left are moved, if all can still end by the deadline."
        }
    }
}

/// What a way with early ends is called.
pub const fn on_early_end(it: OnEarlyEnd) -> &'static str {
    match it {
        OnEarlyEnd::Keep => "Keep",
        OnEarlyEnd::MoveEarlier => "Move forward",
    }
}

/// What becomes of reservations when tasks end early, in a sentence.
pub const fn on_early_end_about(it: OnEarlyEnd) -> &'static str {
    match it {
        OnEarlyEnd::Keep => {
            "Every task waits for its reservation, however early those before it are over."
        }
        OnEarlyEnd::MoveEarlier => {
            "A reservation moves forward, as a whole, to when the data of all tasks before it are there and its machine is free."
        }
    }
}
