use proptest::prelude::*;

use super::*;
use crate::testing::{assert_told, rows};
use crate::{MAX_TIME, Time};

fn request(job: u64, ready: Time, deadline: Time) -> ListedRequest {
    ListedRequest { job, ready, deadline, best_effort: None }
}

#[track_caller]
fn refused(text: &str) -> String {
    read_requests(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_list_is_read_with_and_without_its_header() {
    let expected = [request(3, 100, 900), request(1, 0, 0)];
    for text in [
        "job,ready,deadline\n3,100,900\n1,0,0\n",
        "3,100,900\n1,0,0",
        "\u{feff}Job, Ready, Deadline\r\n\r\n3, 100,\t900\r\n1,0,0\r\n\r\n",
        "\n  \n\"job\",\"ready\",\"deadline\"\n\"3\",\"100\",\"900\"\n 1 , 0 , 0 \n",
    ] {
        assert_eq!(read_requests(text.as_bytes()).unwrap(), expected, "{text}");
    }
}

#[test]
fn best_effort_has_columns_of_its_own() {
    let with = |job, best_effort| ListedRequest { best_effort, ..request(job, 100, 900) };
    let all = [with(1, Some(BestEffort::Processors(25))), with(2, Some(BestEffort::Time(50))), with(3, None)];
    let text = "job,ready,deadline,least_processors,least_time\n1,100,900,25,\n2,100,900,,50\n3,100,900,,\n";
    assert_eq!(write_requests(&all), text);
    assert_eq!(read_requests(text.as_bytes()).as_deref(), Ok(&all[..]));
    let short = "job,ready,deadline,least_processors\n1,100,900,25\n3,100,900,";
    assert_eq!(read_requests(short.as_bytes()).as_deref(), Ok(&[all[0], all[2]][..]));
    assert_eq!(write_requests(&all[2..]), "job,ready,deadline\n3,100,900\n");
}

/// A log that began on 2024-03-01 at midnight, one that counts from no day, and one that does not say.
#[test]
fn unix_times_count_from_the_start_of_the_log() {
    const START: i64 = 1_709_251_200;
    let on = |unix_start, (ready, deadline)| {
        let mut all = [request(1, ready, deadline)];
        count_from_start(&mut all, unix_start).map(|()| (all[0].ready, all[0].deadline))
    };
    let unix = (START + 3_600, START + 7_200);
    for (unix_start, given, expected) in [
        (Some(START), unix, (3_600, 7_200)),
        (Some(START), (START - 5, START + 5), (0, 5)),
        (Some(START), (0, START + 9), (0, 9)),
        (Some(START), (3_600, 7_200), (3_600, 7_200)),
        (Some(START), (60, START), (60, START)),
        (Some(0), unix, unix),
        (None, (3_600, 7_200), (3_600, 7_200)),
        (None, (0, START), (0, START)),
    ] {
        assert_eq!(on(unix_start, given), Ok(expected), "{unix_start:?} {given:?}");
    }
    let told = on(None, unix).unwrap_err();
    assert!(told.contains("does not say when it began"), "{told}");
    let told = on(Some(START), (START - 9, START - 5)).unwrap_err();
    assert!(told.contains("before the log begins"), "{told}");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for [text, told] in rows(
        "job,ready,deadline\\r\\n\\r\\n3,100\\r\\n | line 3: two columns; it takes job,ready,deadline, with commas, and least_processors,least_time if they are wanted
        3;100;900 | line 1: one column; it takes job,ready,deadline, with commas, and least_processors,least_time if they are wanted
        1,2,3\\n3,100,900,,, | line 2: more than five columns; it takes job,ready,deadline, with commas, and least_processors,least_time if they are wanted
        id,ready,deadline\\n1,2,3 | line 1: it names other columns; it takes job,ready,deadline, with commas, and least_processors,least_time if they are wanted
        job,kind,provider,processors_used\\n1,batch,0,5 | \
        line 1: it names other columns; it takes job,ready,deadline, with commas, and least_processors,least_time if they are wanted
        1,2,3\\njob,ready,deadline | line 2: job is \"job\": it takes a job's number in the log
        -1,2,3 | line 1: job is \"-1\": it takes a job's number in the log
        1,1.5,3 | line 1: ready is \"1.5\": it takes a whole number of seconds
        1,2, | line 1: deadline is \"\": it takes a whole number of seconds
        1,-2,3 | line 1: ready is -2: it must be from 0 to 100000000000 seconds
        1,2,3,50,50 | line 1: least_processors and least_time exclude each other
        1,2,3,half | line 1: least_processors is \"half\": it takes a whole number of percent
        1,2,3,,0 | line 1: best_effort is 0: it must be from 1 to 100 percent
        1,9,3 | line 1: ready is 9, after the deadline (3)
        7,0,1\\n8,0,1\\n7,5,6 | line 3: job 7 is listed in line 1 already
        | the list of requests names no job
        job,ready,deadline\\n | the list of requests names no job
        1,\u{1f980}\u{1f980},3 | line 1: ready is…",
    ) {
        assert_told(refused(&text), &told, &text);
    }
    assert_told(read_requests(b"1,\xff\xfe,3").unwrap_err(), "line 1: ready is…", "bytes");
}

#[test]
fn its_size_is_bounded() {
    let text = |count: usize| (0..count).map(|job| format!("{job},0,1\n")).collect::<String>();
    assert_eq!(read_requests(text(MOST_REQUESTS).as_bytes()).unwrap().len(), MOST_REQUESTS);
    assert_eq!(refused(&text(MOST_REQUESTS + 1)), "line 100001: there are more than 100000 requests");
    let blank = vec![b'\n'; MAX_LIST_BYTES + 1];
    assert_eq!(read_requests(&blank), Err(RequestsError::TooLarge));
    assert_eq!(read_requests(&blank[1..]), Err(RequestsError::Empty));
}

#[test]
fn a_list_is_told_from_logs_and_scenarios_by_what_it_holds() {
    let looks = |name, text: &str| looks_like_requests(name, text.as_bytes());
    for text in
        ["job,ready,deadline\n", "\u{feff}\r\n JOB , ready", "3,100,900\n", "\"3\",x", "job;ready;deadline", "3,"]
    {
        assert!(looks("requests", text), "{text}");
    }
    for text in [
        "",
        "\n\n",
        "; Note: 1,2 and 3\n1 0 0 60\n",
        "1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n2,3",
        "1\t0\t0\t60\n",
        "{\"platform\": [1,2]}",
        "<!doctype html>, or so",
        "made in 2011, on Monday\n1 0 0 60\n",
        "\u{89}PNG\r\n",
        ",,",
    ] {
        assert!(!looks("log.swf", text), "{text}");
    }
    assert!(looks("List.CSV", "id,start,end\n"));
    assert!(!looks("log.csv", "1 0 0 60 2 -1 -1 2 60\n"));
}

proptest! {
    #[test]
    fn what_is_written_is_read(windows in prop::collection::btree_map(
        any::<u64>(), (0..=MAX_TIME, 0..=MAX_TIME), 1..50,
    )) {
        let requests: Vec<ListedRequest> = windows
            .into_iter()
            .map(|(job, (a, b))| request(job, a.min(b), a.max(b)))
            .collect();
        let line = |it: &ListedRequest| format!("{},{},{}\n", it.job, it.ready, it.deadline);
        let text: String = requests.iter().map(line).collect();
        prop_assert!(looks_like_requests("", text.as_bytes()));
        prop_assert_eq!(read_requests(text.as_bytes()), Ok(requests));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, text in "[0-9,;\"\r\n jobready-]{0,60}") {
        for bytes in [&bytes[..], text.as_bytes()] {
            looks_like_requests("a.csv", bytes);
            if let Ok(requests) = read_requests(bytes) {
                prop_assert!(requests.iter().all(|it| it.validate().is_ok()));
            }
        }
    }
}
