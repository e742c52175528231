//! Tables in every shape in which sacct prints them, or other programs save them.

use super::*;
use crate::testing::{self, assert_told, reading};

/// Three jobs as `sacct --parsable2` prints them.
const TABLE: &str = "JobID|JobIDRaw|JobName|User|Account|Partition|Submit|Start|End|Elapsed|ReqCPUS|AllocCPUS|Timelimit|State\n\
    101|101|a|u1|g1|cpu|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:10|01:00:00|4|4|02:00:00|COMPLETED\n\
    102|102|b|u2|g1|cpu|2024-03-01T00:10:00|2024-03-01T01:00:10|2024-03-01T01:30:10|00:30:00|8|8|01:00:00|COMPLETED\n\
    103|103|c|u1|g2|gpu|2024-03-01T00:20:00|2024-03-01T00:20:00|2024-03-01T00:50:00|00:30:00|2|2|01:00:00|FAILED\n";

/// Number, submission, wait, run time and both sizes.
fn figures(text: &str) -> String {
    testing::figures(reading(text).workload.records(), |r| {
        [r.id as i64, r.submit, r.wait, r.run_time, r.allocated_processors, r.requested_processors]
    })
}

fn told(text: &str) -> String {
    testing::told(&reading(text).complaints)
}

#[test]
fn any_delimiter_gives_the_same_log() {
    let plain = reading(TABLE).workload;
    assert_eq!(plain.records().len(), 3);
    for mark in [",", ";", "\t", "^|^", "~", "||", " | ", " "] {
        let text = TABLE.replace('|', mark);
        assert_eq!(reading(&text).workload, plain, "{mark}");
        assert_eq!(told(&text), "", "{mark}");
        let ended = text.replace('\n', &format!("{mark}\n"));
        assert_eq!(reading(&ended).workload, plain, "{mark} at the end");
    }
    let quoted = TABLE.lines().map(|line| format!("\"{}\"\r\n", line.replace('|', "\",\"")));
    assert_eq!(reading(&format!("\u{feff}{}", quoted.collect::<String>())).workload, plain);
}

#[test]
fn padded_columns_are_read_by_their_dashes() {
    let text = "JobID           JobName  Partition              Submit               Start                 End    Elapsed  AllocCPUS  Timelimit      State\n\
        ------------ ---------- ---------- ------------------- ------------------- ------------------- ---------- ---------- ---------- ----------\n\
        101                   a        cpu 2024-03-01T00:00:00 2024-03-01T00:00:10 2024-03-01T01:00:10   01:00:00          4   02:00:00  COMPLETED\n\
        101.batch         batch            2024-03-01T00:00:10 2024-03-01T00:00:10 2024-03-01T01:00:10   01:00:00          4             COMPLETED\n\
        102          my own na+        cpu 2024-03-01T00:10:00 2024-03-01T01:00:10 2024-03-01T01:30:10   00:30:00          8   01:00:00 OUT_OF_ME+\n\
        1234567_123+          c        cpu 2024-03-01T00:10:00 2024-03-01T01:00:10 2024-03-01T01:30:10   00:30:00          8   01:00:00  COMPLETED\n";
    assert_eq!(figures(text), "101 0 10 3600 4 -1; 102 600 3010 1800 8 -1");
    assert_eq!(reading(text).workload.records()[1].status, 0);
    assert_eq!(
        told(text),
        "line 5: JobName is cut off (my own na+): names that begin alike count as one; sacct --parsable2 prints \
        them whole\n\
        line 6: JobID is cut off (1234567_123+); sacct --parsable2 prints it whole"
    );
    // The same behind blanks that stand before the first line.
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(figures(&crlf), figures(text));
}

#[test]
fn lines_before_the_names_are_passed_over_and_told() {
    let text = format!("sacct: accounting_storage/slurmdbd: init: plugin loaded\n\n{TABLE}");
    assert_eq!(figures(&text), figures(TABLE));
    assert_eq!(told(&text), "line 1: before the line that names the columns: it is passed over");
}

/// Tables with the figures of their jobs and what is told of their lines.
#[track_caller]
fn assert_read(tables: &[[&str; 3]]) {
    for [text, jobs, complaints] in tables {
        assert_eq!((&*figures(text), &*told(text)), (*jobs, *complaints), "{text}");
    }
}

#[test]
fn a_bar_in_a_name_is_part_of_it() {
    let middle = "JobID|JobName|User|Submit|AllocCPUS\n1|a|u1|5|4\n2|b|c|d|u2|6|8\n";
    assert_read(&[
        [
            "JobID|Submit|Start|End|Elapsed|AllocCPUS|State|JobName\n\
            101|100|110|210|00:01:40|4|COMPLETED|a\n\
            102|100|110|210|00:01:40|8|COMPLETED|crazy|name\n\
            102.0|100|110|210|00:01:40|8|COMPLETED|crazy|name\n",
            "101 100 10 100 4 -1; 102 100 10 100 8 -1",
            "",
        ],
        [middle, "1 5 -1 -1 4 -1; 2 6 -1 -1 8 -1", ""],
        // Two columns of free text: no one knows which of them holds the bar.
        [
            "JobID|JobName|Comment|Submit|AllocCPUS\n1|a|x|5|4\n2|b|c|d|6|8\n",
            "1 5 -1 -1 4 -1",
            "line 3: 6 columns where the first line names 5",
        ],
    ]);
    assert!(reading(middle).workload.records().iter().map(|it| it.user).eq([1, 2]));
}

#[test]
fn a_line_break_in_a_name_is_part_of_it() {
    let two = "1 5 -1 -1 4 -1; 2 6 -1 -1 8 -1";
    assert_read(&[
        [
            "JobID|JobName|Submit|AllocCPUS\n1|a\nb|5|4\n2|c\n\nd\ne|6|8\n3|f|7|2\n4|g\n5|h|8|1\n",
            "1 5 -1 -1 4 -1; 2 6 -1 -1 8 -1; 3 7 -1 -1 2 -1; 5 8 -1 -1 1 -1",
            "line 9: 2 columns where the first line names 4",
        ],
        [
            "JobID|Submit|AllocCPUS|JobName\n1|5|4|a\nb\n2|6|8|c\n",
            two,
            "line 3: no row of the table: it counts as the rest of the last column above",
        ],
        [
            "JobID|Submit|AllocCPUS|JobName\n1|5|4|a\nb\nc\n2|6|8|d\n",
            two,
            "line 3: no row of the table: it counts as the rest of the last column above\n\
            line 4: no row of the table: it counts as the rest of the last column above",
        ],
        ["JobID,JobName,Submit,AllocCPUS\n1,\"a\nb, c\",5,4\n2,d,6,8\n", two, ""],
    ]);
}

#[test]
fn rows_that_are_cut_off_are_not_put_together() {
    assert_read(&[[
        "JobID|Submit|JobName|User\n1|100|a\n2|200|b\n3|300|c|u\n",
        "3 300 -1 -1 -1 -1",
        "line 2: 3 columns where the first line names 4\nline 3: 3 columns where the first line names 4",
    ]]);
    // A second line that begins with a number, but with no job's.
    assert_eq!(figures("JobID|JobName|Submit|AllocCPUS\n1|a\n2 b|5|4\n"), "1 5 -1 -1 4 -1");
}

#[test]
fn tables_follow_each_other_and_columns_are_found_whatever_parts_them() {
    assert_read(&[
        // Of several calls.
        [
            "JobID|Submit|AllocCPUS\n1|5|4\nJobID|Submit|AllocCPUS\n2|6|8\nJobID,AllocCPUS,Submit\n3,2,7\n",
            "1 5 -1 -1 4 -1; 2 6 -1 -1 8 -1; 3 7 -1 -1 2 -1",
            "",
        ],
        // Resources hold commas where commas part the columns.
        [
            "JobID,Submit,AllocTRES,State\n1,5,billing=4,cpu=4,mem=1G,COMPLETED\n2,6,,PENDING\n",
            "1 5 -1 -1 4 -1; 2 6 -1 -1 -1 -1",
            "",
        ],
        // A first column that numbers the rows makes no difference.
        [",JobID,Submit,AllocCPUS\n0,1,5,4.0\n1,2,6,8.0\n", "1 5 -1 -1 4 -1; 2 6 -1 -1 8 -1", ""],
        // Numbers may have units.
        [
            "JobID|Submit|AllocCPUS|ReqCPUS\n1|5|64K|9.22K\n900|6|1|16?\n3|7|4294967294|2\n",
            "1 5 -1 -1 65536 9441; 900 6 -1 -1 1 -1; 3 7 -1 -1 -1 2",
            "line 2: ReqCPUS is 9.22K, a rounded number; it counts as 9441\n\
            line 3: ReqCPUS is 16?, which Slurm writes for no number; it counts as unknown",
        ],
        // Times without seconds are told once.
        [
            "JobID|Submit|Start|End|AllocCPUS\n1|2024-03-01 00:00|2024-03-01 00:10|2024-03-01 01:10|4\n\
            2|2024-03-01 00:00|2024-03-01 00:10|2024-03-01 01:10|4\n",
            "1 0 600 3600 4 -1; 2 0 600 3600 4 -1",
            "line 2: the times have no seconds: what follows from two of them is known to the minute",
        ],
    ]);
}

#[test]
fn rows_below_columns_that_do_not_suffice_are_passed_over() {
    let text = "JobID|Submit|AllocCPUS\n1|5|4\nJobID|JobName|State\n2|6|8\nJobID|AllocCPUS|Submit\n3|2|7\n";
    assert_eq!(figures(text), "1 5 -1 -1 4 -1; 3 7 -1 -1 2 -1");
    let told = told(text);
    let (first, second) = told.split_once('\n').expect("two lines");
    assert_told(first, "line 3: these are columns of sacct without Submit…", text);
    assert_eq!(second, "line 4: below columns without Submit, when each job was submitted");
}

#[test]
fn a_table_of_steps_alone_says_so() {
    let error = read("a", b"JobID|Submit\n101.0|5\n102.0|6\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "a: no line is a job; line 2: a step, by the point in its number, and no row is that of a job"
    );
}

#[test]
fn sizes_come_from_resources_where_no_column_has_them() {
    let text = "JobID|Submit|Start|End|Elapsed|AllocTRES|ReqTRES|State\n\
        800|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|billing=64,cpu=64,gres/gpu=4,mem=250G|cpu=32|COMPLETED\n\
        801|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|billing=8,cpu=8,mem=16G,node=1|mem=16G|COMPLETED\n";
    assert_eq!(figures(text), "800 0 0 3600 64 32; 801 0 0 3600 8 -1");
    assert_eq!(reading(text).workload.header().max_processors(), Some(72));
    // The column of processors comes first where it has a value.
    let both = "JobID|Submit|AllocCPUS|AllocTRES\n1|5|3|cpu=4\n2|5||cpu=6\n";
    assert_eq!(figures(both), "1 5 -1 -1 3 -1; 2 5 -1 -1 6 -1");
}

#[test]
fn nodes_are_sizes_only_where_nothing_counts_processors() {
    for (text, jobs, is_told) in [
        ("JobID|Submit|AllocNodes|ReqNodes\n1|5|4|3\n", "1 5 -1 -1 4 3", true),
        ("JobID|Submit|AllocCPUS|ReqNodes\n1|5|64|1\n", "1 5 -1 -1 64 -1", false),
    ] {
        assert_eq!(figures(text), jobs);
        let workload = reading(text).workload;
        assert_eq!(workload.header().has_note("sizes are numbers of nodes: no column names processors"), is_told);
    }
}

/// Rows in the order in which Open XDMoD asks for them.
fn of_xdmod(qos: &str) -> String {
    format!(
        "4103947|4103947|c1|general|{qos}a1|g1|918273|u1|192837|2015-06-26T13:57:00|2015-06-26T13:57:00|2015-06-28T02:55:50|2015-07-01T02:55:50|3-00:00:00|1:0|TIMEOUT|32|256|256|3000Mc||billing=256,cpu=256,mem=3000M,node=32|3-00:00:00|n1,n[3-5]|job|a\n\
         4107166|4107166|c1|general|{qos}a2|g2|103116|u2|102216|2015-06-26T19:51:25|2015-06-26T19:51:26|2015-06-28T15:14:49|2015-07-01T13:17:53|2-22:03:04|0:0|CANCELLED by 102216|3|36|36|48000Mn||billing=36,cpu=36,mem=48000M,node=3|3-00:00:00|n1|job-b\n"
    )
}

#[test]
fn rows_without_names_of_columns_are_read_in_the_order_of_xdmod() {
    for qos in ["normal|", ""] {
        let text = of_xdmod(qos);
        let records = reading(&text).workload.records().to_vec();
        let given = testing::figures(&records, |it| [it.run_time, it.allocated_processors]);
        assert_eq!(given, "259200 256; 252184 36");
        let complaint = "line 1: no line names the columns; they count as those that Open XDMoD asks for, in its order";
        assert_eq!(told(&text), complaint);
        assert_eq!(figures(&text.replace('\n', "|\n")), figures(&text));
    }
}

#[test]
fn a_row_without_names_is_known_by_the_beginning_of_a_text_only() {
    let text = of_xdmod("normal|");
    let first = text.lines().next().expect("a row");
    for (length, is_known) in [(65_536, true), (65_537, false)] {
        let text = format!("{first}{}", "a".repeat(length - first.len()));
        assert_eq!(is_one(text.as_bytes()), is_known, "{length}");
    }
}

#[test]
fn other_rows_without_names_are_refused_with_the_command() {
    let text = "101|a|2024-03-01T00:00:00|2024-03-01T00:00:10|4|COMPLETED\n";
    let error = read("a", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error,
        "a: no line names the columns of this table; run sacct again without --noheader (-n): sacct --allusers \
         --parsable2 --format=JobID,Submit,Start,End,AllocCPUS,Timelimit,State,User"
    );
    // A line of SWF is none of these.
    assert!(read("a", b"1 0 0 10 4\n").is_ok());
}
