//! Sun Grid Engine in Table 1.

use super::*;

fn sge(queue: QueuePolicy) -> TwoLevel {
    let mut settings = local(queue);
    settings.local.systems = vec![LocalSystem::Sge];
    settings
}

/// A batch job whose log names no limit.
fn unlimited(job: Batch) -> Job {
    Job {
        limit_known: false,
        ..batch(job)
    }
}

#[test]
fn a_job_without_a_limit_has_none_when_it_begins_anew() {
    // The larger first: `b` preempts `a` at 1, which begins anew at 2 and runs for its 4 s.
    let mut settings = sge(QueuePolicy::Pppd);
    settings.local.preempted = Preempted::Restart;
    let jobs = [unlimited((0, 1, 4, 3)), batch((1, 2, 1, 1))];
    assert_draws(&settings, 2, &jobs, &["abaaaa", ".b...."]);
}
