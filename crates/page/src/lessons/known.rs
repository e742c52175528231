//! The jobs, reservations or tasks of a question, which are listed before its chart is shown.

use crate::words;
use experiment::lesson::{Interval, Job, Show, Task};
use scheduling::availability::proposition_1::letter;
use workload::Time;

/// A job, a reservation or a task of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its name: "Job 2", "A".
    pub name: String,
    /// Its size in processors, or its load in percent.
    pub size: u32,
    /// How long it runs, in seconds.
    pub length: Time,
    /// In words: its times and its size.
    pub said: String,
}

/// The jobs, reservations or tasks of a chart, in its order; none of other charts, of which the question tells all.
pub fn known(show: &Show) -> Vec<Known> {
    match show {
        Show::Schedule(it) if !it.jobs.is_empty() => {
            it.jobs.iter().enumerate().map(|(at, job)| of_job(at, job)).collect()
        }
        Show::Schedule(it) => it.tasks.iter().map(of_task).collect(),
        Show::Binding(it) => {
            it.reservations.iter().enumerate().map(|(at, interval)| of_interval(at, interval)).collect()
        }
        Show::Messages(it) => it.tasks.iter().map(of_task).collect(),
        _ => Vec::new(),
    }
}

fn of_job(at: usize, job: &Job) -> Known {
    let processors = words::plural(job.size as usize, "processor");
    let gpus = match job.gpus {
        0 => String::new(),
        gpus => format!(" and {} of one node", words::plural(gpus as usize, "GPU")),
    };
    let mut said = format!("submitted at {}, {processors}{gpus} for {} s", job.submit, job.run);
    if job.limit() != job.run {
        said += &format!(", limit {} s", job.limit());
    }
    if let Some(ready) = job.ready {
        said += &format!(", reserved from {ready}");
        if let Some(deadline) = job.deadline {
            said += &format!(" at the earliest, to end by {deadline}");
        }
    }
    Known { name: format!("Job {}", at + 1), size: job.size, length: job.run, said }
}

fn of_interval(at: usize, it: &Interval) -> Known {
    let processors = words::plural(it.processors as usize, "processor");
    Known {
        name: letter(at).to_string(),
        size: it.processors,
        length: it.end - it.start,
        said: format!("{processors} from {} to {}", it.start, it.end),
    }
}

fn of_task(task: &Task) -> Known {
    Known {
        name: format!("Task {}", task.task),
        size: task.load,
        length: task.end - task.start,
        said: format!("from {} to {}, {} % of a node", task.start, task.end, task.load),
    }
}
