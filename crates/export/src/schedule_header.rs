//! The header of a schedule that is written as a log: the log's own, with the changes of the
//! schedule.

use experiment::Run;
use scheduling::engine::Status;
use workload::calendar::moment_words;
use workload::clock::Zone;
use workload::{Header, Time, is_note_of_size};

/// The header of a schedule: all entries of `log`, in its order, except those that the schedule makes untrue.
///
/// `Version`, `MaxJobs`, `MaxRecords`, `MaxProcs`, `MaxPartitions`, `Preemption`, `AllowOveruse` and
/// `EndTime` are those of the schedule, in the place of the log's. `EndTime` is by the log's clock, and left out
/// where the log does not say when its time 0 was. `MaxNodes` stays if the platform has as many
/// processors as the log's `MaxProcs`, and is left out otherwise: nodes are not simulated. The
/// `Partition`s are the providers. Notes at the end name the log (`name`) and the scenario (`words`, a note for
/// each line).
/// Linear in the jobs and entries.
pub(super) fn schedule_header(run: &Run, log: &Header, name: &str, words: &str) -> Header {
    let processors: u64 = run.platform.iter().map(|&it| u64::from(it)).sum();
    let is_same_machine = log.max_processors().map(u64::from) == Some(processors);
    let jobs = run.jobs.len().to_string();
    let needed = [
        ("Version", "2.2".to_owned()),
        ("MaxJobs", jobs.clone()),
        ("MaxRecords", jobs),
        ("MaxProcs", processors.to_string()),
        ("MaxPartitions", run.platform.len().to_string()),
    ];
    let [overuse, preemption] = [is_overused(run), is_preempted(run)].map(yes_or_no);
    let others = [
        ("Preemption", Some(preemption)),
        ("AllowOveruse", Some(overuse)),
        ("EndTime", end(run, log)),
        ("Partition", None),
    ];
    let mut entries = Vec::new();
    // Entries that a log must have, and this one lacks, come first.
    for (key, value) in &needed {
        if log.get(key).is_none() {
            entries.push(((*key).to_owned(), value.clone()));
        }
    }
    for (key, value) in &log.entries {
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("MaxNodes") && !is_same_machine || is_note_of_size(key, value) {
            continue;
        }
        let ours = needed.iter().find(|(name, _)| is(name)).map(|(_, value)| Some(value));
        let other = || others.iter().find(|(name, _)| is(name));
        match ours.or_else(|| other().map(|(_, value)| value.as_ref())) {
            Some(Some(value)) => entries.push((key.clone(), value.clone())),
            Some(None) => {}
            None => entries.push((key.clone(), value.clone())),
        }
    }
    let note = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut add = |key: &str, value: String| entries.push((key.to_owned(), value));
    for (provider, processors) in (1..).zip(&run.platform) {
        add("Partition", format!("{provider} provider of {processors} processors"));
    }
    add("Note", "Schedule simulated by Slotscope".to_owned());
    for text in std::iter::once(note(name)).chain(words.lines().map(note)) {
        if !text.is_empty() {
            add("Note", text);
        }
    }
    Header { entries }
}

fn yes_or_no(is: bool) -> String {
    if is { "Yes" } else { "No" }.to_owned()
}

/// Whether any job ran for longer than it asked for.
fn is_overused(run: &Run) -> bool {
    let mut outcomes = run.jobs.iter().zip(&run.schedule.outcomes);
    outcomes.any(|(job, outcome)| outcome.ran > job.requested_time)
}

/// Whether any job was interrupted.
fn is_preempted(run: &Run) -> bool {
    run.schedule.outcomes.iter().any(|it| it.interruptions > 0)
}

/// When the last job ended, in words.
fn end(run: &Run, log: &Header) -> Option<String> {
    let clock = log.clock()?;
    let end: Time = run.schedule.outcomes.iter().filter(|it| it.status != Status::Rejected).map(|it| it.end).max()?;
    let zone = match clock.zone {
        Zone::NotGiven => String::new(),
        zone => zone.words(),
    };
    clock.start.checked_add(end)?;
    Some(moment_words(clock.local(end).0, &zone).replace("  ", " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule_swf;
    use crate::swf::tests::three_jobs;
    use experiment::{Scenario, run};
    use workload::testing::{listed, reading};
    use workload::{read, traces, write_swf};

    fn in_lines(header: &Header) -> String {
        listed(header.entries.iter().map(|(key, value)| format!("{key}: {value}")), "\n")
    }

    #[test]
    fn the_log_is_still_named_and_what_changed_is_true() {
        let log = reading(
            "; a log of three\n; Version: 2\n; Computer: IBM SP2\n; Copyright: some words\n;           in two lines\n\
            ; MaxJobs: 73496\n; MaxRecords: 73496\n; Preemption: TS\n; UnixStartTime: 893466664\n; TimeZone: -28800\n\
            ; StartTime: Fri Apr 24 18:11:04 PDT 1998\n; EndTime: Sat Apr 29 21:08:32 PDT 2000\n; MaxNodes: 4\n\
            ; MaxProcs: 16\n; Partition: 1 all of it\n; Queue: 0 interactive\n; Queue: 1 express\n1 0 0 1 1\n",
        );
        let header = schedule_header(&three_jobs(), log.workload.header(), "", "");
        // It ends 130 s after time 0.
        assert_eq!(
            in_lines(&header),
            "MaxPartitions: 2\n: a log of three\nVersion: 2.2\nComputer: IBM SP2\n\
            Copyright: some words\nin two lines\nMaxJobs: 3\nMaxRecords: 3\nPreemption: No\n\
            UnixStartTime: 893466664\nTimeZone: -28800\nStartTime: Fri Apr 24 18:11:04 PDT 1998\n\
            EndTime: Fri Apr 24 17:13:14 UTC-08:00 1998\nMaxProcs: 8\nQueue: 0 interactive\nQueue: 1 express\n\
            Partition: 1 provider of 4 processors\nPartition: 2 provider of 4 processors\n\
            Note: Schedule simulated by Slotscope"
        );
    }

    /// The rest of a header without the entries that the schedule determines, in its own words.
    fn kept(text: &str) -> Vec<String> {
        const CHANGED: [&str; 5] = ["MaxJobs:", "MaxRecords:", "EndTime:", "MaxPartitions:", "Partition:"];
        let words = text
            .lines()
            .filter_map(|line| line.strip_prefix(';'))
            .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        let is_kept = |it: &String| !it.is_empty() && !CHANGED.iter().any(|key| it.starts_with(key));
        words.filter(is_kept).collect()
    }

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn real_headers_come_through_whole() {
        for (name, processors) in [
            ("SDSC-SP2-1998-first-4961.swf", 128),
            ("KTH-SP2-1996-2.swf.gz", 100),
            ("NASA-iPSC-1993-3.1-cln.swf.gz", 128),
        ] {
            let (log, text) = traces::trace_text(name);
            // A log that is read and written: every word of every comment before its jobs.
            let written = write_swf(&log);
            assert_eq!(kept(&written), kept(&text), "{name}");
            assert_eq!(read(name, written.as_bytes()).unwrap().workload, log);
            // A schedule on its own machine: the same header, with Slotscope's additions.
            let mut scenario = Scenario { platform: vec![processors], ..Scenario::default() };
            scenario.workload.first_job = None;
            scenario.workload.last_job = None;
            scenario.workload.count = Some(300);
            let schedule = schedule_swf(&run(&scenario, &log).unwrap(), log.header(), name, "words");
            let mut expected = kept(&text);
            expected.extend([
                "Note: Schedule simulated by Slotscope".into(),
                format!("Note: {name}"),
                "Note: words".into(),
            ]);
            assert_eq!(kept(&schedule), expected, "{name}");
            let back = read(name, schedule.as_bytes()).unwrap().workload;
            let back = back.header();
            assert_eq!(back.get("MaxJobs"), Some("300"));
            assert_eq!(back.unix_start_time(), log.header().unix_start_time());
            assert_eq!(back.max_processors(), Some(processors));
        }
    }
}
