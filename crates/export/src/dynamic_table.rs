//! The dynamic tables of the agents' nodes as one table.

use std::fmt::Write;

use scheduling::availability::node_load::Interval;
use scheduling::engine::{Run, dynamic_tables};
use workload::Time;
use workload::csv::name_field;

/// The names of the columns.
const HEADER: &str = "agent,provider,start,end,jobs,load,usage";

/// The further columns for a task batch.
const OF_BATCHES: &str = ",tasks,node";

/// Why a run has no such tables.
const NO_AGENTS: &str = "this run has no agents that keep dynamic tables: tasks are placed without a broker";

/// A row for each interval of each node's dynamic table as the run leaves it (Moise et al. 2008, Sect. 3.7), node by
/// node, in order of time: the agent that keeps the node, the node, counted from 0, from when until when, the numbers
/// of the jobs that are reserved then, with blanks between, and their total load, in points of the node and in
/// percent of it. The last interval of a node has no end, the paper's INFINITE: its field is empty. Of a task batch
/// also the tasks' names, with `;` between, and the node's. O(n log n + k) for n jobs and k entries of jobs in
/// intervals.
///
/// # Errors
///
/// If the run has no agents, which alone keep such tables.
pub fn dynamic_tables_csv(run: &Run) -> Result<String, String> {
    if run.messages.is_empty() {
        return Err(NO_AGENTS.to_owned());
    }
    let batch = run.batch();
    let mut text = HEADER.to_owned();
    text += batch.map_or("", |_| OF_BATCHES);
    text.push('\n');
    for (provider, table) in dynamic_tables(run).iter().enumerate() {
        for it in table.intervals() {
            row(&mut text, run, provider, it);
            if let Some(of_batch) = batch {
                let names = it.tasks.iter().map(|&job| run.job_name(job as usize));
                let names = names.collect::<Vec<_>>().join(";");
                let node = of_batch.nodes.get(provider).map_or("", String::as_str);
                // Writing to a string cannot fail.
                let _ = write!(text, ",{},{}", name_field(&names), name_field(node));
            }
            text.push('\n');
        }
    }
    Ok(text)
}

fn row(text: &mut String, run: &Run, provider: usize, it: &Interval) {
    let agent = run.messages.agent_of(provider).unwrap_or_default();
    let end = match it.end {
        Time::MAX => String::new(),
        end => end.to_string(),
    };
    let numbers = it.tasks.iter().map(|&job| run.jobs[job as usize].id);
    let numbers: Vec<String> = numbers.map(|it| it.to_string()).collect();
    let capacity = f64::from(run.platform[provider].max(1));
    let usage = (1e4 * f64::from(it.usage) / capacity).round() / 100.0;
    let _ = write!(text, "{agent},{provider},{},{end},{},{},{usage}", it.start, numbers.join(" "), it.usage,);
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::{BatchNames, Of};
    use scheduling::engine::{Messages, NEVER, Outcome, Status};
    use workload::Job;

    /// Two tasks that share node 1 for ten seconds, one that found no node, on two nodes of an agent each.
    fn shared(of_batch: bool) -> Run {
        let outcome = |provider: u32, (start, end): (Time, Time), load: u32| Outcome {
            status: Status::Done,
            provider,
            processors: load,
            promised_start: start,
            promised_end: end,
            start,
            end,
            ..Outcome::UNSEEN
        };
        let usual = crate::swf::tests::three_jobs();
        let job = |id: u64| Job { id, ..usual.jobs[0].clone() };
        let mut run = Run {
            platform: vec![100, 60],
            jobs: vec![job(7), job(8), job(9)],
            messages: Messages { agents: vec![1, 1], ..Messages::default() },
            ..Run::default()
        };
        run.schedule.outcomes = vec![outcome(1, (10, 30), 20), outcome(1, (20, 40), 25), Outcome::UNSEEN];
        assert_eq!(run.schedule.outcomes[2].start, NEVER);
        if of_batch {
            run.of = Of::Batch(BatchNames {
                tasks: ["a", "b, c", "d"].map(str::to_owned).to_vec(),
                nodes: ["n1", "n2"].map(str::to_owned).to_vec(),
            });
        }
        run
    }

    #[test]
    fn every_interval_has_a_row() {
        let expected = "agent,provider,start,end,jobs,load,usage\n\
            0,0,0,,,0,0\n\
            1,1,0,10,,0,0\n\
            1,1,10,20,7,20,33.33\n\
            1,1,20,30,7 8,45,75\n\
            1,1,30,40,8,25,41.67\n\
            1,1,40,,,0,0\n";
        assert_eq!(dynamic_tables_csv(&shared(false)), Ok(expected.to_owned()));
    }

    #[test]
    fn tasks_and_nodes_of_a_batch_have_names() {
        let text = dynamic_tables_csv(&shared(true)).expect("a table");
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "agent,provider,start,end,jobs,load,usage,tasks,node");
        assert_eq!(rows[1], "0,0,0,,,0,0,,n1");
        assert_eq!(rows[4], "1,1,20,30,7 8,45,75,\"a;b, c\",n2");
    }

    #[test]
    fn without_agents_there_is_no_table() {
        let mut run = shared(true);
        run.messages = Messages::default();
        assert_eq!(dynamic_tables_csv(&run), Err(NO_AGENTS.to_owned()));
    }
}
