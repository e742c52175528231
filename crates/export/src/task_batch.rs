//! The tasks and nodes of a run as files of a task batch.

use scheduling::engine::{Run, Tick};
use workload::Time;
use workload::task_batch::{BatchTask, Node, TaskBatch, to_csv, to_xml};

/// Why a run cannot be exported as a task batch.
const NO_BATCH: &str = "this run is of no task batch: only the run of a task batch can be exported as one";

/// The tasks of a run as a table that can be run again, without its nodes. Clusters and users are not kept with
/// a run. O(tasks).
///
/// # Errors
///
/// If the run is not of a task batch.
pub fn tasks_csv(run: &Run) -> Result<String, String> {
    Ok(to_csv(&batch_of(run)?))
}

/// The tasks of a run as XML, with the run's nodes, agent by agent where it has agents.
///
/// # Errors
///
/// As [`tasks_csv`].
pub fn tasks_xml(run: &Run) -> Result<String, String> {
    Ok(to_xml(&batch_of(run)?))
}

/// The run's knowledge of its batch.
fn batch_of(run: &Run) -> Result<TaskBatch, String> {
    let Some(names) = run.batch() else {
        return Err(NO_BATCH.to_owned());
    };
    let seconds = |time: Time| whole_seconds(run.tick, time);
    let task = |(job, name): (&workload::Job, &String)| BatchTask {
        name: name.clone(),
        submit: seconds(job.submit),
        start: seconds(job.ready()),
        end: seconds(job.ready() + job.run_time),
        load: job.processors,
        cluster: None,
        user: None,
    };
    let node = |(at, name): (usize, &String)| Node {
        name: name.clone(),
        agent: run.messages.agent_of(at).map(|it| it as u32),
        ..Node::default()
    };
    Ok(TaskBatch {
        tasks: run.jobs.iter().zip(&names.tasks).map(task).collect(),
        nodes: names.nodes.iter().enumerate().map(node).collect(),
        ..TaskBatch::default()
    })
}

/// Tasks begin and end at whole seconds, whatever the ticks of their run.
fn whole_seconds(tick: Tick, time: Time) -> Time {
    time / Time::from(tick.per_second())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swf::tests::three_jobs;
    use scheduling::engine::Messages;
    use scheduling::engine::{BatchNames, Of};
    use workload::task_batch::{FileKind, read};
    use workload::{Job, ReservationRequest};

    /// A run in thousandths of a second of two tasks on three nodes of two agents.
    fn of_a_batch() -> Run {
        let usual = three_jobs();
        let job = |submit: Time, start: Time, length: Time, load: u32| Job {
            submit: 1000 * submit,
            processors: load,
            run_time: 1000 * length,
            reservation: Some(ReservationRequest {
                ready: 1000 * start,
                deadline: 1000 * (start + length),
                flexibility: Default::default(),
                is_listed: false,
            }),
            ..usual.jobs[0].clone()
        };
        let mut run = Run {
            tick: Tick::MILLISECOND,
            jobs: vec![job(0, 0, 60, 20), job(7, 30, 40, 85)],
            messages: Messages { agents: vec![2, 1], ..Messages::default() },
            ..Run::default()
        };
        run.of = Of::Batch(BatchNames {
            tasks: ["a", "b, c"].map(str::to_owned).to_vec(),
            nodes: ["n1", "n2", "n3"].map(str::to_owned).to_vec(),
        });
        run
    }

    #[test]
    fn the_tasks_of_a_run_are_handed_out_and_read_back() {
        let run = of_a_batch();
        let table = tasks_csv(&run).expect("a table");
        assert_eq!(table, "task,start,end,load,submit\na,0,60,20,0\n\"b, c\",30,70,85,7\n");
        let xml = tasks_xml(&run).expect("XML");
        let back = read(FileKind::Xml, xml.as_bytes(), 9).expect("a batch").tasks;
        assert_eq!(to_csv(&back), table);
        let nodes: Vec<_> = back.nodes.iter().map(|it| (it.name.as_str(), it.agent)).collect();
        assert_eq!(nodes, [("n1", Some(0)), ("n2", Some(0)), ("n3", Some(1))]);
    }

    #[test]
    fn a_run_of_a_log_is_no_batch() {
        assert_eq!(tasks_csv(&three_jobs()), Err(NO_BATCH.to_owned()));
        assert_eq!(tasks_xml(&three_jobs()), Err(NO_BATCH.to_owned()));
    }
}
