//! Servers that users chose after a range search: "contact the scheduler to commit the resources resulting
//! from this selection" (Castillo et al. 2009, Sect. 4.2).

use super::*;

/// `a` has servers 0 to 3 until 40; `b` would get 4 and 5 at 10, but its user wants 3 and 7.
fn jobs() -> Vec<Job> {
    vec![job(1, 0, 4, 40, 40), job(2, 10, 2, 10, 10), job(3, 10, 4, 10, 10)]
}

fn chosen(json: &str) -> CoAllocation {
    settings(&format!(r#"{{"selection": "first_server", "step": 10, "attempts": 9, "chosen_servers": [{json}]}}"#))
}

/// The start and the servers of each job.
fn placed(settings: &CoAllocation) -> Vec<(Time, Vec<u32>)> {
    let run = run(settings, &[8], jobs());
    let servers = |job: usize| {
        let bars = run.schedule.bars_of(job).iter();
        bars.flat_map(|it| it.first_processor..=it.last_processor).collect()
    };
    let outcomes = run.schedule.outcomes.iter().enumerate();
    outcomes.map(|(job, it)| (it.start, servers(job))).collect()
}

#[test]
fn exactly_the_chosen_servers_are_committed() {
    let all = |first: u32, last: u32| (first..=last).collect::<Vec<u32>>();
    let usual = [(0, all(0, 3)), (10, all(4, 5)), (20, all(4, 7))];
    assert_eq!(placed(&chosen("")), usual);
    // Those that are idle then are committed then, those that are not as soon as they are.
    let idle = placed(&chosen(r#"{"job": 2, "servers": [7, 5]}"#));
    assert_eq!(idle, [(0, all(0, 3)), (10, vec![5, 7]), (20, all(4, 7))]);
    let later = placed(&chosen(r#"{"job": 2, "servers": [3, 7]}"#));
    assert_eq!(later, [(0, all(0, 3)), (40, vec![3, 7]), (10, all(4, 7))]);
    // The others are placed around them.
    let both = placed(&chosen(r#"{"job": 2, "servers": [4, 7]}, {"job": 3, "servers": [2, 3, 4, 5]}"#));
    assert_eq!(both, [(0, all(0, 3)), (10, vec![4, 7]), (40, all(2, 5))]);
}
