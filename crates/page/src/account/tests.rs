use super::*;
use workload::select::Selection;
use workload::{Reading, read, traces};

/// A selection that is written with single quotes, of all jobs, and without reservations unless it tells their share.
fn selection(json: &str) -> Selection {
    let mut selection: Selection = serde_json::from_str(&json.replace('\'', "\"")).expect(json);
    (selection.first_job, selection.last_job) = (None, None);
    if !json.contains("percent") {
        selection.reservations.percent = 0.0;
    }
    selection
}

fn reading(text: &str) -> Reading {
    read("a.swf", text.as_bytes()).unwrap()
}

/// The account of a text, line by line.
fn told(text: &str, json: &str) -> String {
    let selection = selection(json);
    lines(&Account::of(&reading(text), (&selection, 1)), &selection, 2).join("\n")
}

/// That for a terminal, on a platform.
fn in_terminal(reading: &Reading, selection: &Selection, platform: &[u32]) -> String {
    for_terminal(&Account::of(reading, (selection, 1)), selection, platform).join("\n")
}

/// All that can be said of a log.
const STRANGE: &str = "\
1 0 -1 -1 -1 -1 -1 4 60 -1 5 1 1 -1 1 1 -1 -1
2 1 -1 0 4 -1 -1 4 60 -1 1 1 1 -1 1 2 -1 -1
3 2 -1 10 4 -1 -1 -1 60 -1 1 1 1 -1 1 1 -1 -1 n[1-4]
4 3 -1 10 3 -1 -1 2 -1 -1 1 1 1 -1 1 2 -1 -1 n5
5 4 -1 10 -1 -1 -1 -1 60 -1 1 1 1 -1 1 2 -1 -1
x 8 0 10 2 -1 -1 2 60 -1 1 1 1 -1 1 2 -1 -1
";

#[test]
fn one_place_says_all_that_becomes_of_a_log() {
    let whole_nodes =
        "1 job ran on more processors than asked for, as with whole nodes: policies give them what they asked for.
The log's 2 partitions are pooled: a job may run on any processor.
";
    let expected = "3 of 5 jobs ran and are scheduled; 1 never ran, 1 ran for 0 s.
Machine: 4 processors, a guess: the size of the largest job.
1 line could not be read and is left out.
1 job has no requested size: the allocated one is used.
1 job has no size: 1 processor is assumed.
1 job has no time limit: the run time is used.
";
    let column = "Column not used: field 19 (\"n[1-4]\").";
    assert_eq!(told(STRANGE, "{}"), format!("{expected}{whole_nodes}{column}"));
    let told = told(
        STRANGE,
        "{\"missing_limit\": 3600, \
          \"reservations\": {\"percent\": 5, \"start\": \"lead_time\", \"lead_hours_max\": 1.5}}",
    );
    let expected = expected.replace("the run time is used", "3\u{202f}600\u{a0}s is used");
    let start = "The log has no waits: reservations ask to start 0 to 1.50\u{a0}h after submission, drawn at random.\n";
    assert_eq!(told, format!("{expected}{whole_nodes}{start}{column}"));
}

#[test]
fn a_log_that_says_everything_needs_two_lines() {
    for (log, expected) in [
        (
            "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
             2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 -1 -1\n",
            "All 2 jobs ran and are scheduled.\nMachine: 8 processors (header).",
        ),
        (
            "; MaxNodes: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n",
            "Its only job ran and is scheduled.\n\
             Machine: 8 processors, the header's MaxNodes: it has no MaxProcs that can be read.",
        ),
    ] {
        assert_eq!(told(log, "{}"), expected);
    }
}

#[test]
fn what_a_selection_leaves_out_is_told_with_its_reasons_where_they_are_known() {
    let reading = reading(STRANGE);
    let some = Selection { first_job: Some(2), count: Some(1), ..selection("{}") };
    let whole = Account::of(&reading, (&some, 1));
    assert_eq!(
        taken(&whole),
        "1 of 5 jobs is scheduled; 1 is outside the range of job numbers, 1 ran for 0 s, 2 are beyond \
         the selected number or days."
    );
    let intake = || whole.intake.clone();
    let of_run = Account::from_intake(intake(), &some, Some((1, None)));
    let file = "The file has 5 jobs; 3 of them ran.";
    assert_eq!(taken(&of_run), "1 of 5 jobs is scheduled: the selection leaves out the others.");
    assert_eq!(lines(&of_run, &some, 1)[1], file);
    assert_eq!(taken(&Account::from_intake(intake(), &some, None)), file);
    let unclean = selection("{'skip_never_ran': false}");
    assert_eq!(
        taken(&Account::of(&reading, (&unclean, 1))),
        "All 5 jobs are scheduled, 2 without a run time above 0 s among them."
    );
}

#[test]
fn starts_that_are_asked_for_as_logged_and_cannot_be_are_warned_about() {
    let logged = "{'reservations': {'percent': 20, 'start': 'logged_wait'}}";
    assert!(told(STRANGE, logged).lines().any(|it| it == warning()));
    let waits = "1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    assert!(!told(waits, logged).lines().any(|it| it == warning()));
}

#[test]
fn a_grid_says_how_many_sites_are_one_provider() {
    let line = |id: u32, at: &str| {
        format!(
            "{id}\t{id}\t0\t60\t1\t-1\t-1\t1\t60\t-1\t1\tu\tg\tx\tq\t-1\tO\t{at}\tUNITARY\t-1\t-1\t-1\
             \t-1\t-1\t-1\t-1\t-1\t-1\t-1\n"
        )
    };
    let told = told(&(line(1, "R1") + &line(2, "R2") + &line(3, "R2")), "{}");
    let (_, rest) = told.split_once('\n').expect("several lines");
    let expected = "Machine: 3 processors, a guess: the most that the log has in use at once.
The log's 2 sites are pooled: a job may run on any processor.";
    assert_eq!(rest, expected);
}

#[test]
fn files_without_machines_use_those_of_the_platform() {
    let dag = "digraph { a [cost=2] b [cost=4] a -> b }";
    assert_eq!(told(dag, "{}"), "All 2 tasks are taken.\nFile lists no machines; using the platform's 2.");
    let tasks = "task,start,end,load\n1,0,3100,20\n";
    assert_eq!(told(tasks, "{}"), "The task of the file is taken.\nFile lists no nodes; using the platform's 2.");
}

#[test]
fn a_terminal_gets_two_lines_in_plain_letters() {
    let selection = selection("{}");
    let text: String = (1..=1200).map(|id| format!("{id} {id} 0 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 1 -1 -1\n")).collect();
    let jobs = reading(&text);
    let limits = "1,200 jobs have no time limit: the run time is used.";
    let machine = "Machine: 120 processors, a guess: the most that the log has in use at once.";
    assert_eq!(in_terminal(&jobs, &selection, &[120]), format!("{machine}\n{limits}"));
    // On another machine the log's does not matter.
    assert_eq!(in_terminal(&jobs, &selection, &[64, 64]), limits);
    let some = Selection { first_job: Some(1001), ..selection.clone() };
    let told = in_terminal(&jobs, &some, &[64]);
    let expected = "200 of 1,200 jobs are scheduled; 1,000 are outside the range of job numbers.";
    assert_eq!(told.lines().next(), Some(expected));
    let plain = format!("; MaxProcs: 120\n{}", text.replace("2 -1 -1 1", "2 60 -1 1"));
    assert_eq!(in_terminal(&reading(&plain), &selection, &[120]), "");
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn real_logs_are_told() {
    for (name, expected) in [
        ("SDSC-SP2-1998-first-4961.swf", "4,606 of 4,961 jobs ran and are scheduled; 355 never ran."),
        (
            "KTH-SP2-1996-2.swf.gz",
            "28,481 of 28,489 jobs ran and are scheduled; 8 ran for 0 s.\n\
             219 jobs ran on more processors than asked for, as with whole nodes: policies give them what they asked \
             for.",
        ),
        (
            "NASA-iPSC-1993-3.1-cln.swf.gz",
            "18,066 of 18,239 jobs ran and are scheduled; 173 ran for 0 s.\n\
             18,066 jobs have no requested size: the allocated one is used. 18,066 jobs have no time limit: the run \
             time is used.",
        ),
    ] {
        assert_eq!(in_terminal(&traces::trace(name), &selection("{}"), &[128]), expected, "{name}");
    }
}

#[test]
fn what_few_logs_say_and_what_is_not_modelled_is_told_with_the_jobs_that_it_concerns() {
    let log = "JobID|Submit|Eligible|Start|End|ReqCPUS|AllocCPUS|Timelimit|State|ReqTRES|AllocTRES|Licenses|Constraints\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|8|8|UNLIMITED|COMPLETED|cpu=8,mem=4G,gres/gpu=2|cpu=8,mem=4G,gres/gpu=2|ansys|\n\
        2|2024-03-01T00:00:00|2024-03-01T01:00:00|2024-03-01T01:00:00|2024-03-01T02:00:00|1|8|01:00:00|COMPLETED|cpu=1,mem=4G|cpu=8||skylake\n";
    let of_log = told(log, "{}");
    for expected in "1 job was eligible later than submitted: waits count from then.
1 job has no time limit: nothing is promised behind such a job.
1 job ran on more processors than asked for, as with whole nodes: policies give them what they asked for.
Not modelled: GPUs (1 job), memory (2 jobs), licences (1 job), node features (1 job)."
        .lines()
    {
        assert!(of_log.lines().any(|it| it == expected), "{expected}: {of_log}");
    }
    // A system with nodes decides by all of these but the licences.
    let nodes = r#"{"cluster": {"nodes": [{"cores": 8, "gpus": 4, "memory": 64}]}}"#;
    let account = Account::of(&reading(log), (&selection("{}"), 1));
    let heeded = for_system(account, &serde_json::from_str(nodes).unwrap());
    assert_eq!(not_modelled(&heeded.intake, None).as_deref(), Some("Not modelled: licences (1 job)."));
    // The second job names the first before its end, the third one that is not there, the fourth the first after its end.
    let swf = "1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
        2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 1 3\n\
        3 6 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 99 3\n\
        4 100 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 1 3\n";
    let honour = selection("{'dependencies': 'honour'}");
    let part =
        Selection { first_job: Some(2), ..selection("{'dependencies': 'honour', 'reservations': {'percent': 50}}") };
    let told = |selection: &Selection| {
        let account = Account::of(&reading(swf), (selection, 1));
        rare_facts(&account, selection).concat()
    };
    assert_eq!(
        told(&selection("{}")),
        "3 jobs name a preceding job, which is ignored: 1 of the 3 that ran started before it had ended."
    );
    let honoured = "3 jobs name a preceding job, at whose end in the run they are submitted";
    let why = "since the preceding job is not taken; in the log 1 of the 3 that ran started before it had ended.";
    assert_eq!(told(&honour), format!("{honoured}; 1 of them is submitted as logged, {why}"));
    assert_eq!(told(&part), format!("{honoured}; 3 of them are submitted as logged, {why}"));
    // On the page the intake alone is there; of a part it does not tell the number.
    let by_intake = |selection: &Selection| {
        let intake = Account::of(&reading(swf), (selection, 1)).intake;
        rare_facts(&Account::from_intake(intake, selection, None), selection).concat()
    };
    assert_eq!(by_intake(&honour), told(&honour));
    assert_eq!(
        by_intake(&part),
        format!(
            "{honoured}; if that job is not taken the logged submission holds; in the log 1 of the 3 that ran started \
             before it had ended."
        )
    );
}

#[test]
fn preceding_jobs_that_the_log_contradicts_are_told_with_the_counts() {
    let told = |named: &[i64], dependencies: &str| {
        let line =
            |(id, named): (i64, &i64)| format!("{id} {} 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 {named} 3\n", 100 * id);
        let swf: String = (1..).zip(named).map(line).collect();
        let selection = selection(&format!("{{\"dependencies\": \"{dependencies}\"}}"));
        in_terminal(&reading(&swf), &selection, &[2])
    };
    for (named, dependencies, expected) in [
        (
            &[3, 2, 1, -1, 3][..],
            "honour",
            "2 of them are submitted as logged, since the preceding job is not taken, or is the job itself or a later \
             one (2 in the log).",
        ),
        (
            &[1, 1, 1, 1],
            "ignore",
            "4 jobs name a preceding job, which is ignored: all name job 1. --set workload.dependencies=honour takes \
             them.",
        ),
    ] {
        let told = told(named, dependencies);
        assert!(told.ends_with(expected), "{told}");
    }
}

#[test]
fn how_much_stays_when_users_leave_is_told() {
    let of_users = "1 0 0 100 1 -1 -1 1 200 -1 1 1 1 1 1 1 -1 -1\n\
        2 1 0 100 2 -1 -1 2 200 -1 1 2 1 1 1 1 -1 -1\n\
        3 2 0 100 3 -1 -1 3 200 -1 1 2 1 1 1 1 -1 -1\n";
    let reading = reading(of_users);
    let thin = selection("{'thin_users': 0.1}");
    let whole = Account::of(&reading, (&thin, 1));
    let told = "1 of 3 jobs is scheduled; 2 are of users that leave. 1 of 2 users stays, with 16.7\u{a0}% of the work.";
    assert_eq!(taken(&whole), told);
    let in_run = whole.taken.map(|it| (it.jobs, it.thinned));
    let of_run = Account::from_intake(whole.intake.clone(), &thin, in_run);
    assert_eq!(taken(&of_run), told);
    let file = "The file has 3 jobs; all ran.";
    assert_eq!(lines(&of_run, &thin, 1)[1], file);
    // Which ones leave is known only after a run.
    assert_eq!(taken(&Account::from_intake(whole.intake, &thin, None)), file);
}

#[test]
fn the_load_is_told_with_what_changes_it() {
    for row in "{} -> load 70 %
{\"load_factor\": 1.5} -> load 70 % × 1.5 = 106 %
{\"thin_users\": 0.5} -> load 70 % × 0.5 ≈ 35 %
{\"load_factor\": 2, \"thin_users\": 0.5} -> load 70 % × 2 × 0.5 ≈ 70 %
{\"thin_users\": 1} -> load 70 %"
        .lines()
    {
        let (json, expected) = row.split_once(" -> ").expect(row);
        assert_eq!(load(0.704, &selection(json)), expected, "{row}");
    }
}
