use super::{batch, refusal, tasks};
use crate::task_batch::FileKind;
use crate::testing::{listed, rows};

#[test]
fn a_table_is_read() {
    let (found, told) = batch("task,start,end,load\n1,0,60,20\nb,10,11,100\n");
    assert_eq!((&*tasks(&found), &*told), ("1 0 0 60 20; b 0 10 11 100", ""));
    assert!(found.nodes.is_empty() && found.clusters.is_empty() && found.users.is_empty());
}

#[test]
fn columns_stand_in_any_order() {
    let text = "\u{feff}Load, user ,END,start,more,cluster,task,submit\r\n\
             20%,anna,60,30,x,blue,\"a, \"\"b\"\"\",5\r\n\r\n\
             1,,9,8,,,c,\r\n\
             2,bert,9,8,,red,d,8\n\
             3,anna,9,8,,blue,e\n";
    let (found, told) = batch(text);
    let expected = "a, \"b\" 5 30 60 20; c 0 8 9 1; d 8 8 9 2; e 0 8 9 3";
    assert_eq!((&*tasks(&found), &*told), (expected, ""));
    assert_eq!(found.clusters, ["blue", "red"]);
    assert_eq!(found.users, ["anna", "bert"]);
    let places = listed(found.tasks.iter().map(|it| format!("{:?} {:?}", it.cluster, it.user)), "; ");
    assert_eq!(places, "Some(0) Some(0); None None; Some(1) Some(1); Some(0) Some(0)");
}

#[test]
fn the_papers_names_of_columns_do_too() {
    let (found, _) = batch("taskId,startTime,endTime,load,clusterName\n7,0,60,20,c");
    assert_eq!(tasks(&found), "7 0 0 60 20");
    assert_eq!(found.clusters, ["c"]);
}

#[test]
fn what_is_wrong_with_a_line_is_said_and_the_rest_goes_on() {
    let lines: Vec<[String; 2]> = rows(
        "a,0,10,5 |
        b,10,10,5 | task b: end 10 is not after start 10
        c,10,9,5 | task c: end 9 is not after start 10
        d,-1,9,5 | task d: start is -1: times begin at 0
        e,0,9,0 | task e: load is 0: it is 1 to 100 percent of a node
        f,0,9,-5 | task f: load is -5: it is 1 to 100 percent of a node
        g,0,9,101 | task g: load is 101, more than 100
        h,0,9,20.5 | task h: load should be a whole number of percent but is \"20.5\"
        i,soon,9,5 | task i: start should be a whole number of seconds but is \"soon\"
        j,0,1e3,5 | task j: end should be a whole number of seconds but is \"1e3\"
        k,0,100000000001,5 | task k: end is 100000000001, more than 100000000000
        l,0,99999999999999999999,5 | task l: end is 99999999999999999999, more than 100000000000
        ,0,9,5 | task is missing
        m,,9,5 | task m: start is missing
        n,0,,5 | task n: end is missing
        o,0,9, | task o: load is missing
        p,0 | task p: end is missing
        q,0,9,5,x,1 | 6 columns where the first line names 5
        a,0,9,5 | task a is there a second time; the first one counts
        r,5,9,5,6 | task r: submit 6 is after start 5
        s,5,9,5,-6 | task s: submit is -6: times begin at 0
        t,0,100000000000,100 |",
    );
    let (found, told) = batch(&format!("task,start,end,load,submit\n{}", listed(lines.iter().map(|it| &it[0]), "\n")));
    assert_eq!(listed(found.tasks.iter().map(|it| &it.name), " "), "a t");
    let of_lines = (2..).zip(lines).filter(|(_, it)| !it[1].is_empty());
    assert_eq!(told, listed(of_lines.map(|(line, it)| format!("line {line}: {}", it[1])), "\n"));
}

#[test]
fn a_table_without_tasks_says_why() {
    for [text, why] in rows(
        "task,start,end,load\\n | the file names no task
        task,start,load\\n1,2,3 | a table of tasks has the columns task,start,end,load, and here end is missing
        task,start,end,load\\n1,2,2,3\\n1,2,0,3 | \
        no task can be read; line 2: task 1: end 2 is not after start 2",
    ) {
        assert_eq!(refusal(&text), format!("file: {why}"));
    }
}

#[test]
fn the_first_line_tells_it_from_other_tables() {
    for (text, is_batch) in [
        ("task,start,end,load\n", true),
        ("\u{feff}\"load\",\"end\",\"start\",\"task\"", true),
        ("task,load", true),
        ("job,ready,deadline\n1,2,3", false),
        ("job_id,submission_time,task", false),
        ("JobID|Submit|Start", false),
        ("JobID|task|Start", false),
        ("1,0,60,20", false),
        ("task start end load", false),
        ("task", false),
        ("; task,start,end,load", false),
    ] {
        let kind = is_batch.then_some(FileKind::Csv);
        assert_eq!(FileKind::of(text.as_bytes()), kind, "{text}");
    }
}
