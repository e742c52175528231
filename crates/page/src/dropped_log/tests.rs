use std::sync::LazyLock;

use super::*;
use experiment::{run, validate};
use export::snapshot::FileMark;
use scheduling::system::two_level::{ReservationAllocation, TwoLevel};
use workload::{KnownBy, Workload, traces};

/// What a log holds whose five jobs ran, but for one.
fn intake(waits: bool) -> &'static Intake {
    static INTAKES: [LazyLock<Intake>; 2] = [LazyLock::new(|| read("-1")), LazyLock::new(|| read("3"))];
    fn read(wait: &str) -> Intake {
        let line = |id: u32| {
            let (run_time, allocated) = if id == 5 { (0, 4) } else { (60, -1) };
            format!("{id} {id} {wait} {run_time} {allocated} -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n")
        };
        let text: String = (1..=5).map(line).collect();
        let reading = workload::read("a.swf", text.as_bytes());
        Intake::of(&reading.unwrap())
    }
    &INTAKES[usize::from(waits)]
}

fn log(processors: u32) -> DroppedLog<'static> {
    DroppedLog {
        name: "a.swf",
        intake: intake(true),
        machine: Machine { processors, known: KnownBy::MaxProcs },
        former_start: IntervalStart::LoggedWait,
    }
}

/// A scenario whose reservations are listed.
const LISTED: &str =
    "{'workload': {'reservations': {'request': 'listed', 'listed': [{'job': 3, 'ready': 1, 'deadline': 9}]}}}";

/// Reads a scenario that is written with single quotes.
fn scenario(json: &str) -> Scenario {
    let scenario = Scenario::from_json(json.replace('\'', "\"").as_bytes()).unwrap();
    assert_eq!(validate(&scenario), Ok(()));
    scenario
}

#[test]
fn a_log_gets_its_own_machine_whatever_was_there() {
    for platform in ["[64, 64]", "[9216]", "[8]", "[100]", "[1, 2, 3]"] {
        let before = scenario(&format!("{{'platform': {platform}}}"));
        for processors in [1, 64, 100, 9216] {
            let after = log(processors).scenario(false, &before);
            assert_eq!(after.platform, [processors]);
            assert_eq!(after.workload.first_job, None);
            assert_eq!(after.workload.last_job, None);
            assert_eq!(after.workload.reservations.percent, 0.0);
        }
    }
    let after = log(9_000_000).scenario(false, &Scenario::default());
    assert_eq!(validate(&after), Ok(()));
    assert_eq!(after.platform, [MOST_PROCESSORS]);
}

#[test]
fn policies_and_periods_stay() {
    let before = scenario(
        "{'workload': {'skip_never_ran': false, 'size_from': 'allocated'}, 'seed': 7,
            'system': {'two_level': {'grid': {'period': 600, 'reservation_queue': 'fcfs'},
              'local': {'queue': 'easy', 'over_limit': 'ignore'}, 'completion': 'job'}}}",
    );
    let mut expected = before.clone();
    expected.platform = vec![100];
    expected.workload.first_job = None;
    expected.workload.last_job = None;
    expected.workload.reservations.percent = 0.0;
    assert_eq!(log(100).scenario(false, &before), expected);
}

#[test]
fn what_was_set_for_the_log_before_goes() {
    let before = scenario("{'workload': {'count': 5, 'clip_size_to': 3, 'clip_limit_to': 60, 'load_factor': 2.0}}");
    let after = log(8).scenario(false, &before).workload;
    let mut expected = Selection { first_job: None, last_job: None, ..Selection::default() };
    expected.reservations.percent = 0.0;
    assert_eq!(after, expected);
    let told = log(8).told(&before, &log(8).scenario(false, &before), 1);
    assert!(told.ends_with(" Load factor, thinning and clipping are reset."), "{told}");
}

#[test]
fn only_a_share_that_was_set_by_hand_stays() {
    let before = scenario("{'workload': {'reservations': {'percent': 12.5}}}");
    let share = |by_hand| log(8).scenario(by_hand, &before).workload.reservations.percent;
    assert_eq!((share(true), share(false)), (12.5, 0.0));
    let listed = scenario(LISTED);
    let after = log(8).scenario(false, &listed);
    assert!(after.workload.reservations.any());
    assert_eq!(share_to_offer(&listed, &after), None);
}

#[test]
fn what_was_drawn_goes_with_its_jobs() {
    let before = scenario(LISTED);
    let listed = before.workload.reservations.listed.clone();
    assert_eq!(without_drawn(&before, &listed), Scenario::default());
    assert_eq!(without_drawn(&before, &[]), before);
}

#[test]
fn the_share_that_was_taken_off_is_offered() {
    for (json, by_hand, expected) in [
        ("{}", false, Some(30.0)),
        ("{}", true, None),
        ("{'workload': {'reservations': {'percent': 45}}}", false, Some(45.0)),
        ("{'workload': {'reservations': {'percent': 0}}}", false, Some(30.0)),
    ] {
        let before = scenario(json);
        let offered = share_to_offer(&before, &log(8).scenario(by_hand, &before));
        assert_eq!(offered, expected, "{json} {by_hand}");
    }
}

#[test]
fn a_share_is_chosen_unless_it_is_the_samples() {
    for (share, is_sample, expected) in
        [(30.0, true, false), (30.0, false, true), (10.0, true, true), (0.0, false, false)]
    {
        assert_eq!(is_chosen(share, is_sample), expected, "{share} {is_sample}");
    }
}

#[test]
fn what_is_said_of_other_providers_goes_and_comes_back_with_them() {
    let before = scenario(
        "{'platform': [64, 32, 16], 'system': {'two_level': {
              'grid': {'resource_order': [2, 0, 1], 'reservation_allocation': 'static_partition'},
              'local': {'systems': ['model', 'sge', 'maui']}}}}",
    );
    let after = log(100).scenario(false, &before);
    assert_eq!(validate(&after), Ok(()));
    let options = TwoLevel::of(&after.system).unwrap();
    assert_eq!(options.grid.resource_order, [0]);
    assert_eq!(options.grid.reservation_allocation, ReservationAllocation::Mct);
    assert_eq!(options.local.systems.len(), 1);
    let told = log(100).told(&before, &after, 1);
    assert!(told.contains("a static partition takes two providers"), "{told}");
    assert!(told.contains("first provider's local system"), "{told}");

    let back = with_providers(&after, &before);
    assert_eq!(validate(&back), Ok(()));
    assert_eq!((&back.platform, &back.system), (&before.platform, &before.system));
    assert_eq!(back.workload, after.workload);
}

#[test]
fn the_notice_says_what_a_reader_assumed() {
    let repaired = Intake { repairs: vec!["the file b.swf was read".to_owned()], ..intake(true).clone() };
    let log = DroppedLog { intake: &repaired, ..log(1) };
    let mut before = Scenario::default();
    before.workload.flops_per_second = Some(2e9);
    let after = log.scenario(false, &before);
    assert_eq!(after.workload.flops_per_second, None);
    let told = log.told(&before, &after, 1);
    assert!(told.ends_with(" The file b.swf was read."), "{told}");
    assert_eq!(told.matches("The file b.swf was read.").count(), 1);
}

#[test]
fn the_notice_says_what_was_taken_and_why() {
    let before = Scenario::default();
    let told = |machine: Machine, by_hand, count| {
        let log = DroppedLog { machine, ..log(1) };
        log.told(&before, &log.scenario(by_hand, &before), count)
    };
    let machine = |processors, known| Machine { processors, known };
    let jobs = "a.swf: 4 of 5 jobs ran and are scheduled; 1 ran for 0 s.";
    for (machine, by_hand, count, expected) in [
        (machine(100, KnownBy::MaxProcs), false, 1, "100 processors (header). No job is a reservation."),
        (
            machine(1, KnownBy::LargestJob),
            true,
            3,
            "1 processor, a guess: the size of the largest job. The 30 % reservations that you set stay. This holds \
             for all 3 scenarios.",
        ),
    ] {
        assert_eq!(told(machine, by_hand, count), format!("{jobs} Machine: {expected}"));
    }
    let in_use = told(machine(11, KnownBy::MostInUse), false, 1);
    assert!(in_use.contains("Machine: 11 processors, a guess: the most that the log has in use at once."), "{in_use}");
}

/// A log without waits has reservations begin at drawn times, and the next one that has waits does not.
#[test]
fn where_reservations_begin_belongs_to_the_log() {
    use IntervalStart::{LeadTime, LoggedWait};
    let without = |former_start| DroppedLog { intake: intake(false), former_start, ..log(8) };
    let with = |former_start| DroppedLog { former_start, ..log(8) };
    let begins = |log: DroppedLog, start| {
        let mut before = Scenario::default();
        before.workload.reservations.start = start;
        let after = log.scenario(true, &before);
        after.workload.reservations.start
    };
    for (log, start, expected) in [
        (without(LoggedWait), LoggedWait, LeadTime),
        (without(LeadTime), LoggedWait, LeadTime),
        (with(LeadTime), LeadTime, LoggedWait),
        (with(LoggedWait), LoggedWait, LoggedWait),
        // It was chosen where both can be had.
        (with(LoggedWait), LeadTime, LeadTime),
    ] {
        assert_eq!(begins(log, start), expected);
    }
    let before = Scenario::default();
    let (log, after) = (without(LoggedWait), without(LoggedWait).scenario(false, &before));
    let told = log.told(&before, &after, 1);
    assert!(
        told.contains(
            "The log has no waits: reservations ask to start 0 to 24\u{a0}h after submission, drawn at random."
        ),
        "{told}"
    );
}

#[test]
fn providers_are_named_by_their_sizes() {
    assert_eq!(providers(&[64]), "64 processors");
    assert_eq!(providers(&[64, 1000]), "64 + 1\u{202f}000 processors");
    assert_eq!(providers(&[8; 5]), "5 providers");
}

/// The real logs one after another, in every order: each shows what it shows when it comes first.
#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn results_do_not_depend_on_the_log_before() {
    let mut logs: Vec<(Workload, u32)> = Vec::new();
    for (name, processors) in
        [("KTH-SP2-1996-2.swf.gz", 100), ("NASA-iPSC-1993-3.1-cln.swf.gz", 128), ("SDSC-SP2-1998-first-4961.swf", 128)]
    {
        logs.push((traces::trace(name).workload, processors));
    }
    let intakes: Vec<Intake> = logs.iter().map(|(log, _)| Intake::of(&log.clone().into())).collect();
    // The log of that place, and the place of the one before it, if there is one.
    let dropped = |place: usize, former: Option<usize>, before: &Scenario| {
        let (log, _) = &logs[place];
        let dropped = DroppedLog {
            name: "",
            intake: &intakes[place],
            machine: Machine::of(log.header(), log.records()),
            former_start: former.map_or_else(IntervalStart::default, |it| intakes[it].usual_start()),
        };
        dropped.scenario(false, before)
    };
    for (place, log) in logs.iter().enumerate() {
        let first = dropped(place, None, &Scenario::default());
        assert_eq!(first.platform, [log.1]);
        let lacks_waits = intakes[place].lacks_waits();
        let start = first.workload.reservations.start;
        assert_eq!(start == IntervalStart::LeadTime, lacks_waits);
        for other in 0..logs.len() {
            let before = dropped(other, None, &Scenario::default());
            let after = dropped(place, Some(other), &before);
            assert_eq!(after, first);
        }
        // The load that statistics tell is that of the platform.
        let statistics = workload::stats::Statistics::of(&log.0);
        assert_eq!(statistics.processors, Some(log.1));
        let mut few = first.clone();
        few.workload.count = Some(50);
        assert!(run(&few, &log.0).unwrap().jobs.iter().all(|job| !job.is_reservation()));
    }
}

/// Data and machines are chosen of one workflow, and not of the next workload.
#[test]
fn what_was_taken_of_a_workflow_goes_with_it() {
    let before = scenario("{'workload': {'ccr': 0.5, 'machines': 2}}");
    for kind in [WorkloadKind::Log, WorkloadKind::Workflow] {
        let after = on_system_for(kind, &before);
        assert_eq!(after.workload.of_workflows(), None);
    }
    assert_eq!(log(8).scenario(false, &before).workload.of_workflows(), None);
}

const TASKS: &str = "task,start,end,load\n1,0,3100,20\n2,30,90,45\n";
const WITH_NODES: &str = "<batch><node nodeName='a'/><node nodeName='b'/>\
    <task taskId='1' startTime='5' endTime='10' load='20'/></batch>";

fn batch(text: &str) -> Contents {
    let reading = workload::read("tasks", text.as_bytes()).unwrap();
    let mark = FileMark::of("tasks", text.as_bytes());
    Contents::of(&reading, Source::File(mark), None, 1.0)
}

#[test]
fn a_task_batch_is_known_by_its_tasks_span_and_nodes() {
    let contents = batch(TASKS);
    assert_eq!(contents.kind, WorkloadKind::TaskBatch);
    assert_eq!((contents.records, contents.machines), (2, 0));
    assert_eq!(contents.tasks(), "2 tasks, 0 to 3\u{202f}100\u{a0}s");
    let contents = batch(WITH_NODES);
    assert_eq!((contents.records, contents.machines), (1, 2));
    assert_eq!(contents.tasks(), "1 task, 5 to 10\u{a0}s");
}

/// Providers that are whole nodes stay, all others become six; the file's own nodes go before.
#[test]
fn a_task_batch_runs_on_nodes() {
    for row in "[64, 64] | none | 6 | . File lists no nodes; using the platform's 6.
[100, 100, 64] | none | 6 | . File lists no nodes; using the platform's 6.
[100, 100, 100] | none | 3 | . File lists no nodes; using the platform's 3.
[100] | none | 1 | . File lists no nodes; using the platform's 1.
[64, 64] | two | 2 | , on 2 nodes.
[100, 100, 100] | two | 2 | , on 2 nodes."
        .lines()
    {
        let [platform, nodes, count, told] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let contents = batch(if nodes == "two" { WITH_NODES } else { TASKS });
        let before = scenario(&format!("{{'platform': {platform}, 'seed': 7, 'workload': {{'ccr': 2}}}}"));
        let now = for_tasks(&contents, &before);
        assert_eq!(now.platform, vec![100; count.parse().expect(row)], "{row}");
        assert_eq!((now.seed, now.workload.of_workflows()), (7, None));
        let expected = format!("tasks: {}{told}", contents.tasks());
        assert_eq!(tasks_told(&contents, &now), expected);
        // Once there, it stays.
        assert_eq!(for_tasks(&contents, &now), now);
    }
}

/// On one machine the tasks of a workflow run one after the other: where its file names none it begins with several.
#[test]
fn a_workflow_without_machines_begins_with_four() {
    let contents = batch("digraph { a [cost=2] b [cost=4] a -> b }");
    for (platform, machines) in [("[64, 64]", 4), ("[128]", 4), ("[1]", 4), ("[1, 1]", 2)] {
        let before = scenario(&format!("{{'platform': {platform}}}"));
        let after = for_tasks(&contents, &before);
        assert_eq!(after.platform, vec![1; machines]);
        // Once there, it stays.
        assert_eq!(for_tasks(&contents, &after), after);
        let said = "tasks: 2 tasks. File lists no machines; using the platform's";
        assert_eq!(tasks_told(&contents, &after), format!("{said} {machines}."));
    }
}

/// Every kind has the first system that takes it, and keeps the one that is there if that does.
#[test]
fn a_kind_brings_its_system_along() {
    for kind in [WorkloadKind::Log, WorkloadKind::Workflow, WorkloadKind::TaskBatch] {
        let Some(taker) = System::for_kind(kind) else {
            continue;
        };
        for system in System::all() {
            let takes = system.model().takes().contains(&kind);
            let expected = if takes { system.clone() } else { taker.clone() };
            let before = Scenario { system, ..Scenario::default() };
            assert_eq!(on_system_for(kind, &before).system, expected);
        }
    }
}

/// What advance reservations cost the batch jobs of NASA's log hangs on where they begin, and, as soon as limits
/// are longer than run times, on how long they are made and held.
#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn what_reservations_cost_hangs_on_their_readings() {
    let log = traces::trace("NASA-iPSC-1993-3.1-cln.swf.gz").workload;
    let intake = Intake::of(&log.clone().into());
    let dropped = DroppedLog {
        name: "",
        intake: &intake,
        machine: Machine::of(log.header(), log.records()),
        former_start: IntervalStart::default(),
    };
    let mean_wait = |json: &str, start: Option<IntervalStart>, factor: f64| {
        let before = scenario(&format!("{{'system': {{'two_level': {{'local': {{'queue': 'easy'}}, {json}}}}}}}"));
        let mut scenario = with_share(&dropped.scenario(false, &before), 20.0);
        scenario.workload.missing_limit_factor = factor;
        if let Some(start) = start {
            scenario.workload.reservations.start = start;
        }
        let report = scheduling::criteria::report(&run(&scenario, &log).unwrap());
        report.batch.mean_waiting_time
    };
    let held = "'reservation_end': 'reservation_end'";
    let freed = "'reservation_end': 'job_end'";
    let short = "'reservation_length': 'run_time'";
    let logged = Some(IntervalStart::LoggedWait);
    for (json, start, factor, seconds) in [
        // Its waits are unknown, so that logged ones would make every reservation ready at its submission.
        (held, logged, 1.0, 3.5),
        (held, None, 1.0, 4904.1),
        // Its limits are unknown as well: without a factor all readings are one.
        (freed, None, 1.0, 4904.1),
        (held, None, 5.0, 76_599.1),
        (freed, None, 5.0, 36_309.6),
        (short, None, 5.0, 37_063.5),
    ] {
        let found = mean_wait(json, start, factor);
        assert!((found - seconds).abs() < 0.1, "{json} {factor}: {found}");
    }
}

#[test]
fn servers_chosen_for_jobs_of_another_log_are_let_go_and_that_is_said() {
    let chosen = "{'platform': [64], 'system': {'co_allocation': {'step': 600,
        'chosen_servers': [{'job': 3, 'servers': [5, 6]}]}}}";
    let before = scenario(chosen);
    let after = log(64).scenario(false, &before);
    let plain = scenario("{'platform': [64], 'system': {'co_allocation': {'step': 600}}}");
    assert_eq!(after.system, plain.system);
    let said = "The choice of servers for jobs of the previous log is discarded.";
    assert!(log(64).told(&before, &after, 1).contains(said));
    assert!(!log(64).told(&plain, &after, 1).contains(said));
}

/// The notice stays while another system is chosen, which may take the GPUs into account.
#[test]
fn the_notice_names_the_system_that_leaves_features_out() {
    let text = "JobID|Submit|Start|End|AllocCPUS|ReqTRES\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|cpu=4,gres/gpu=2\n";
    let reading = workload::read("a.txt", text.as_bytes()).unwrap();
    let intake = Intake::of(&reading);
    let log = DroppedLog { intake: &intake, ..log(4) };
    let told = |system: &str| {
        let scenario = scenario(&format!("{{'platform': [4], 'system': {system}}}"));
        log.told(&scenario, &scenario, 1)
    };
    let pool = told("{'two_level': {}}");
    assert!(pool.contains(" Not modelled by Two-level grid: GPUs (1 job)."), "{pool}");
    let cluster = told("{'cluster': {'nodes': [{'cores': 4, 'gpus': 2}]}}");
    assert!(!cluster.contains("GPUs"), "{cluster}");
}
