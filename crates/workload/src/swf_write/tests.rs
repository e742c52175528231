use proptest::prelude::*;

use super::*;
use crate::resources::Resources;
use crate::testing::any_records;
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
    const SIZE: i64 = MAX_PROCESSORS as i64;
    let mut most = [999_999; 17];
    for (place, of_field) in
        [(0, MAX_TIME), (1, MAX_TIME), (2, MAX_TIME), (3, SIZE), (6, SIZE), (7, MAX_TIME), (16, MAX_TIME)]
    {
        most[place] = of_field;
    }
    any_records(most).prop_map(|mut records| {
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
