//! Stands in for the generator and the statistics until they are there.
use crate::workload::{Header, Record, Workload};

#[derive(Default)]
pub struct Lublin {}
#[allow(clippy::too_many_arguments)]
fn rec(id: u32, submit: i64, wait: i64, run: i64, p: i64, rp: i64, rt: i64, user: i64) -> Record {
    Record {
        id,
        submit,
        wait,
        run_time: run,
        allocated_processors: p,
        average_cpu_time: -1,
        used_memory: -1,
        requested_processors: rp,
        requested_time: rt,
        requested_memory: -1,
        status: 1,
        user,
        group: 1,
        executable: -1,
        queue: 1,
        partition: -1,
        preceding_job: -1,
        think_time: -1,
    }
}
impl Lublin {
    pub fn generate(&self) -> Workload {
        let mut x = 12345u64;
        let mut next = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        let mut t = 0;
        let records = (1..=1000)
            .map(|id| {
                t += (next(30) * next(60)) as i64;
                let p = 1i64 << next(7);
                let run = (next(100) * next(100) + 60) as i64;
                rec(
                    id,
                    t,
                    next(4000) as i64,
                    run,
                    p,
                    p,
                    run * 2,
                    next(40) as i64,
                )
            })
            .collect();
        Workload {
            name: "Lublin model sample".into(),
            header: Header {
                entries: vec![("MaxProcs".into(), "128".into())],
            },
            records,
        }
    }
}
