//! How Sects. 5.2 to 5.5 may be read, and the reading that the paper's own numbers single out.

use super::job_set::{model, value};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::{
    Completion, MctTies, OverLimit, QueuePolicy, ReservationAllocation, ReservationEnd, ReservationLength,
};
use workload::reserve::IntervalLength;
use workload::select::{SizeFrom, select};
use workload::{Job, Workload};

/// One reading of the choices that the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The treatment of tasks wider than a provider.
    pub wide: Wide,
    /// The length of reservations, and the event that counts as their end.
    pub interval: Interval,
    /// The treatment of a batch job at its limit.
    pub over_limit: OverLimit,
    /// Where reservations go, where the experiment does not say.
    pub allocation: Allocation,
    /// Whether the jobs that never ran are left out.
    pub skip_never_ran: bool,
    /// Which of the log's two sizes counts.
    pub size_from: SizeFrom,
    /// Whether FCFS at the local level is without backfilling.
    pub strict: bool,
    /// From when the flow time of a reservation counts.
    pub flow_from: FlowFrom,
}

/// The treatment of tasks wider than a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wide {
    /// No provider can take them.
    Dropped,
    /// They are cut to a provider's size, as Sect. 5.1 does for Table 3.
    Cut,
}

/// The requested and the booked length of a reservation, when it gives its processors back, and the
/// event that counts as its end C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// Requested time, held to its end, C its end.
    Requested,
    /// The same, C the job's end.
    RequestedJobEnds,
    /// Requested time, freed with its job, C the end of the interval all the same.
    Freed,
    /// The same, C the job's end.
    FreedJobEnds,
    /// Asked for the requested time, made for the run time, C the end of the requested interval.
    RunTimeHeld,
    /// The same, C the job's end.
    RunTimeHeldJobEnds,
    /// Run time in all: the interval asked for, the reservation, and C its end.
    RunTime,
}

/// Where the grid scheduler sends reservations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// MCT, ties drawn.
    Mct,
    /// MCT, ties to the provider with the fewest reservations.
    MctFewest,
    /// MCT, ties to the first provider.
    MctOrder,
    /// At random: "randomly selecting queues for AR and non-AR tasks" (Sect. 5.3).
    Random,
    /// "The LB on-line strategy at the grid-level" (Sect. 5.2) for reservations too.
    LoadBalancing,
}

/// From when the flow time of a reservation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowFrom {
    /// From its ready time, as Sect. 4.3 defines it.
    Ready,
    /// From its submission, as a simulator that knows no ready times counts it.
    Submission,
}

/// The reading that Table 4 and the last column of Table 5 single out, and with which all figures
/// and Table 6 are computed.
///
/// At 100 % reservations there are no batch jobs, and mean F less mean D no longer depends on the
/// schedule: it is the mean, over the tasks, of the time from the beginning that F counts from to
/// the deadline. The paper's is 22,187 - 5,049 = 17,138 s. The 927 tasks of 1-1000 that ran and fit
/// on 64 processors waited 8,878.7 s in the log and ran 8,259.3 s in the mean, together 17,138.0 s;
/// and 8,259 s is the mean run time that Table 4 prints. So wider tasks are dropped, flow time
/// counts from the submission, the requested interval is as long as the job runs, and no job is
/// stopped at its limit.
pub const SINGLED_OUT: Reading = Reading {
    wide: Wide::Dropped,
    interval: Interval::RunTime,
    over_limit: OverLimit::Ignore,
    allocation: Allocation::Mct,
    skip_never_ran: true,
    size_from: SizeFrom::Requested,
    strict: false,
    flow_from: FlowFrom::Submission,
};

impl Interval {
    pub const ALL: [Self; 7] = [
        Self::Requested,
        Self::RequestedJobEnds,
        Self::Freed,
        Self::FreedJobEnds,
        Self::RunTimeHeld,
        Self::RunTimeHeldJobEnds,
        Self::RunTime,
    ];

    pub fn words(self) -> &'static str {
        self.row().0
    }

    /// Its words, and the options that stand for it.
    fn row(self) -> (&'static str, IntervalLength, ReservationLength, ReservationEnd, Completion) {
        let (requested, run_time) = (ReservationLength::Requested, ReservationLength::RunTime);
        let (job_ends, own_end) = (ReservationEnd::JobEnd, ReservationEnd::ReservationEnd);
        match self {
            Self::Requested => (
                "reserved for the requested time, C its end",
                IntervalLength::Requested,
                requested,
                own_end,
                Completion::Reservation,
            ),
            Self::RequestedJobEnds => (
                "reserved for the requested time, C the job's end",
                IntervalLength::Requested,
                requested,
                own_end,
                Completion::Job,
            ),
            Self::Freed => (
                "reserved for the requested time, freed with the job, C the interval's end",
                IntervalLength::Requested,
                requested,
                job_ends,
                Completion::Reservation,
            ),
            Self::FreedJobEnds => (
                "reserved for the requested time, freed with the job, C the job's end",
                IntervalLength::Requested,
                requested,
                job_ends,
                Completion::Job,
            ),
            Self::RunTimeHeld => (
                "reserved for the run time, C and d the requested interval's end",
                IntervalLength::Requested,
                run_time,
                own_end,
                Completion::Requested,
            ),
            Self::RunTimeHeldJobEnds => (
                "reserved for the run time, d the requested interval's end, C the job's",
                IntervalLength::Requested,
                run_time,
                own_end,
                Completion::Job,
            ),
            Self::RunTime => {
                ("asked for and reserved for the run time", IntervalLength::RunTime, run_time, own_end, Completion::Job)
            }
        }
    }
}

impl Allocation {
    pub const ALL: [Self; 5] = [Self::Mct, Self::MctFewest, Self::MctOrder, Self::Random, Self::LoadBalancing];

    pub fn words(self) -> &'static str {
        self.row().0
    }

    /// Its words, and the options that stand for it.
    fn row(self) -> (&'static str, ReservationAllocation, MctTies) {
        use ReservationAllocation as To;
        match self {
            Self::Mct => ("ARs by MCT, ties drawn", To::Mct, MctTies::Random),
            Self::MctFewest => ("ARs by MCT, ties to the fewest reservations", To::Mct, MctTies::FewestReservations),
            Self::MctOrder => ("ARs by MCT, ties to the first provider", To::Mct, MctTies::Order),
            Self::Random => ("ARs at random", To::Random, MctTies::Random),
            Self::LoadBalancing => ("ARs to the shortest AR queue", To::LoadBalancing, MctTies::Random),
        }
    }
}

impl Reading {
    /// Its choices in words, an entry for each field in their order.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = vec![
            match self.wide {
                Wide::Dropped => "wide tasks dropped",
                Wide::Cut => "wide tasks cut to 64",
            },
            self.interval.words(),
            match self.over_limit {
                OverLimit::Ignore => "limits ignored",
                OverLimit::Kill => "killed at the limit",
            },
            self.allocation.words(),
            if self.skip_never_ran { "jobs that ran" } else { "all jobs" },
            if self.strict { "strict FCFS" } else { "FCFS with backfilling" },
            match self.flow_from {
                FlowFrom::Ready => "F from ready time",
                FlowFrom::Submission => "F from submission",
            },
        ];
        if self.size_from == SizeFrom::Allocated {
            words.push("sizes as allocated");
        }
        words
    }

    /// Its choices in a word each, for a file: seven of them.
    pub fn codes(&self) -> Vec<String> {
        let sizes = match self.size_from {
            SizeFrom::Requested => "",
            SizeFrom::Allocated => ", sizes as allocated",
        };
        vec![
            format!("{:?}", self.wide),
            format!("{:?}", self.interval),
            format!("{:?}", self.over_limit),
            format!("{:?}", self.allocation),
            if self.skip_never_ran { "Ran" } else { "All" }.to_owned() + sizes,
            if self.strict { "Strict" } else { "Backfilling" }.to_owned(),
            format!("{:?}", self.flow_from),
        ]
    }

    /// How many of the choices differ.
    pub fn distance(&self, other: &Self) -> usize {
        [
            self.wide != other.wide,
            self.interval != other.interval,
            self.over_limit != other.over_limit,
            self.allocation != other.allocation,
            self.skip_never_ran != other.skip_never_ran,
            self.size_from != other.size_from,
            self.strict != other.strict,
            self.flow_from != other.flow_from,
        ]
        .into_iter()
        .filter(|differs| *differs)
        .count()
    }

    /// Sets the reading's choices for the model and the selection.
    pub fn apply(&self, scenario: &mut Scenario) {
        let (_, interval, length, end, completion) = self.interval.row();
        let largest = scenario.platform.iter().copied().max();
        let selection = &mut scenario.workload;
        selection.clip_size_to = largest.filter(|_| self.wide == Wide::Cut);
        selection.skip_never_ran = self.skip_never_ran;
        selection.size_from = self.size_from;
        selection.reservations.interval = interval;
        let model = model(scenario);
        model.reservation_length = length;
        model.reservation_end = end;
        model.completion = completion;
        model.local.over_limit = self.over_limit;
        if self.strict {
            model.local.queue = QueuePolicy::Fcfs;
        }
        let (_, allocation, ties) = self.allocation.row();
        model.grid.reservation_allocation = allocation;
        model.mct_ties = ties;
    }

    /// The values of one quantity in each of a cell's runs, whose `leads` stand beside the reports.
    pub fn values(&self, quantity: Quantity, reports: &[Report], leads: &[f64]) -> Vec<f64> {
        let from_submission = quantity == Quantity::MeanFlowTime && self.flow_from == FlowFrom::Submission;
        let leads = leads.iter().copied().chain(std::iter::repeat(0.0));
        reports
            .iter()
            .zip(leads)
            .map(|(report, lead)| value(report, quantity) + if from_submission { lead } else { 0.0 })
            .collect()
    }
}

/// By how much mean F grows in each run of a cell if the reservations' flow time counts from their
/// submission: the mean, over the jobs that a provider can take, of ready time less submission.
pub fn leads(cell: &Cell, logs: &[Workload]) -> Vec<f64> {
    let Some(log) = logs.get(cell.log) else {
        return Vec::new();
    };
    if cell.scenario.workload.reservations.percent <= 0.0 {
        return vec![0.0; cell.seeds as usize];
    }
    let largest = cell.scenario.platform.iter().copied().max().unwrap_or(0);
    (0..u64::from(cell.seeds))
        .map(|seed| {
            let seed = cell.scenario.seed.wrapping_add(seed);
            let jobs = select(log, &cell.scenario.workload, seed);
            mean_lead(jobs.iter().filter(|job| job.processors <= largest))
        })
        .collect()
}

fn mean_lead<'a>(jobs: impl Iterator<Item = &'a Job>) -> f64 {
    let (sum, count) =
        jobs.fold((0_i128, 0_u32), |(sum, count), job| (sum + i128::from(job.ready() - job.submit), count + 1));
    sum as f64 / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kurowski_2011::job_set::cell;
    use experiment::{run, validate};
    use workload::read;

    #[test]
    fn flow_time_from_submission_is_that_from_ready_time_and_the_lead() {
        let text = "1 0 40 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
                    2 3 10 10 80 -1 -1 80 20 -1 1 2 1 1 1 1 -1 -1\n\
                    3 4 20 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";
        let log = read("made.swf", text.as_bytes()).unwrap().workload;
        let mut scenario = Scenario::default();
        scenario.workload.reservations.percent = 100.0;
        SINGLED_OUT.apply(&mut scenario);
        let cell = cell("", scenario, 1);
        let logs = [log];
        // Job 2 is too wide for 64 processors.
        assert_eq!(leads(&cell, &logs), [30.0]);
        let report = scheduling::criteria::report(&run(&cell.scenario, &logs[0]).unwrap());
        let flow = SINGLED_OUT.values(Quantity::MeanFlowTime, std::slice::from_ref(&report), &[30.0]);
        assert_eq!(report.mean_flow_time, 45.0);
        assert_eq!(flow, [75.0]);
    }

    #[test]
    fn every_interval_is_a_scenario_of_its_own() {
        let mut seen = Vec::new();
        for interval in Interval::ALL {
            let reading = Reading { interval, ..SINGLED_OUT };
            let mut scenario = Scenario::default();
            reading.apply(&mut scenario);
            validate(&scenario).unwrap();
            assert!(!seen.contains(&scenario), "{interval:?}");
            seen.push(scenario);
        }
    }
}
