use proptest::prelude::*;

use super::*;
use crate::resources::Resources;
use crate::{Log, MAX_PROCESSORS, MAX_TIME, Unused, read};

const LOG: &str = "\
; Version: 2.2
; Note: one
;       two
;
    1        0     20     30    4     -1    -1    4     60    -1  1   1   1  -1 -1 -1 -1 -1
";

#[test]
fn the_lines_look_like_the_archives() {
    let workload = read("a", LOG.as_bytes()).unwrap().workload;
    assert_eq!(write_swf(&workload), LOG);
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    let time = || -1..=MAX_TIME;
    let size = || -1..=i64::from(MAX_PROCESSORS);
    let other = || -1_i64..1_000_000;
    let first = (0..=MAX_TIME, time(), time(), size(), other(), other());
    let second = (size(), time(), other(), other(), other(), other());
    let third = (other(), other(), other(), other(), time());
    let record = (0..=i64::MAX as u64, first, second, third).prop_map(|(id, a, b, c)| Record {
        id,
        submit: a.0,
        wait: a.1,
        run_time: a.2,
        allocated_processors: a.3,
        average_cpu_time: a.4,
        used_memory: a.5,
        requested_processors: b.0,
        requested_time: b.1,
        requested_memory: b.2,
        status: b.3,
        user: b.4,
        group: b.5,
        executable: c.0,
        queue: c.1,
        partition: c.2,
        preceding_job: c.3,
        think_time: c.4,
        ..Record::UNKNOWN
    });
    prop::collection::vec(record, 1..20).prop_map(|mut records| {
        records.sort_by_key(|record| record.id);
        records.dedup_by_key(|record| record.id);
        records.sort_by_key(|record| record.submit);
        records
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(
        records in records(),
        entries in prop::collection::vec(("[A-Za-z]{1,9}", "([!-~]([ -~]{0,9}[!-~])?\n?){0,3}"), 0..6),
    ) {
        // Times without a start could be Unix times.
        let start = [("UnixStartTime".to_owned(), "0".to_owned())];
        let entries = entries
            .into_iter()
            .map(|(key, value): (String, String)| (key, value.trim_end().to_owned()))
            .chain(start)
            .collect();
        let unused = Unused::of_records(&records);
        let resources = Resources::of_records(&records);
        let log = Log { header: Header { entries }, records, unused, resources: Box::new(resources), ..Log::default() };
        let workload = Workload::of_log("a", log);
        let reading = read("a", write_swf(&workload).as_bytes()).unwrap();
        prop_assert_eq!(reading.workload, workload);
        prop_assert_eq!(reading.complaint_count, 0);
    }
}
