//! Lists of reservations beside tables of jobs.

use super::*;

#[test]
fn three_columns_without_a_submission_are_no_table_of_jobs() {
    let is_one = |text: &str| is_of_jobs(text.as_bytes());
    for list in ["job,ready,deadline\n1,5,9\n", "id,start,end\n1,0,5\n"] {
        assert!(!is_one(list), "{list}");
    }
    for table in
        ["submit_time,run_time,processors\n0,5,1\n", "id,start,end,processors\n1,0,5,2\n", "1,0,5,2\n2,0,5,2\n"]
    {
        assert!(is_one(table), "{table}");
    }
    assert!(!is_one("1,0,5\n2,0,5\n"));
}
