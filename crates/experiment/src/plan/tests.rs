//! A plan is its sweep, however it is cut, and no byte of a result changes unseen.

use proptest::prelude::*;

use super::*;
use crate::sweep::{Figures, Table};
use workload::testing::{assert_told, changed, rows};

fn plan(varied: &[&str], seeds: u32, runs_per_task: u32) -> Plan {
    Plan {
        scenario: Scenario::default(),
        varied: varied.iter().map(|it| it.parse().unwrap()).collect(),
        seeds,
        replicate: None,
        criteria: Vec::new(),
        log: File::of("a.swf", b"1 0 5 60 4"),
        kind: Default::default(),
        columns: None,
        runs_per_task,
    }
}

/// Without columns a plan is written as it always was.
#[test]
fn a_plan_keeps_what_the_columns_of_its_log_are() {
    let plain = plan(&[QUEUES], 1, 1);
    assert!(!plain.to_json().contains("columns"));
    let columns = Mapping::parse("submit=a,run_time=b:min").ok();
    let with_columns = Plan { columns, ..plain };
    let json = with_columns.to_json();
    assert!(json.contains("\"columns\": \"submit=a,run_time=b:min\""), "{json}");
    assert_eq!(Plan::from_json(json.as_bytes()), Ok(with_columns));
}

/// The replicates of a plan are the seeds of its combinations, and pairs with those of the first.
#[test]
fn a_plan_of_replicates_has_one_for_each_seed_and_gathers_their_differences() {
    let plan = Plan { replicate: Some("users=3".parse().unwrap()), ..plan(&[QUEUES], 3, 2) };
    assert_eq!(Plan::from_json(plan.to_json().as_bytes()), Ok(plan.clone()));
    let places: Vec<_> = (0..4).map(|run| plan.replicate_of(run).unwrap().1).collect();
    assert_eq!(places, [0, 1, 2, 0]);
    assert_refused(
        &plan,
        "\"seeds\": 3 | \"seeds\": 4 | …replicate…
        \"count\": 3 | \"count\": 1 | …replicate…",
    );
    let made = |task: Task| {
        let figures = |run| Figures { criteria: [run as f64, (run / 3) as f64, 0.0], ..Figures::default() };
        let runs = task.runs.clone().map(figures).collect();
        (task, Found::Whole(Outcome(runs)))
    };
    let table = Gathered::of(&plan, (1..=plan.tasks()).filter_map(|it| plan.task(it)).map(made)).table();
    let names = "replicate,mean_utilization_difference,mean_flow_time_difference,\
        mean_flow_time_difference_half_width";
    let head: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let places: Vec<_> = names.split(',').map(|name| head.iter().position(|it| *it == name).expect(name)).collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        places.iter().map(|&at| cells[at]).collect::<Vec<_>>().join(",")
    };
    let found: Vec<String> = table.lines().skip(1).map(row).collect();
    assert_eq!(found, ["users=3,,,", "users=3,3,1,0", "users=3,6,2,0"]);
}

/// Asserts the error of a plan with a piece of its JSON replaced. A row: the piece, its replacement, the error.
#[track_caller]
fn assert_refused(plan: &Plan, table: &str) {
    for [piece, other, told] in rows(table) {
        let json = changed(&plan.to_json(), &piece, &other);
        assert_told(Plan::from_json(json.as_bytes()).unwrap_err(), &told, &other);
    }
}

const QUEUES: &str = "system.two_level.local.queue=easy,fcfs,lsf";
const SHARES: &str = "workload.reservations.percent=0,12.5,..,50";
const PROVIDERS: &str = "platform.providers=1,3";

/// Figures that differ from run to run, some of them hard to write.
fn made_up(run: u64) -> Figures {
    let at = run as f64;
    let mut figures = Figures { criteria: [1.0 / (at + 3.0), at * 1e17, -0.0], ..Figures::default() };
    // Not every run has the same figures, as where systems are varied.
    if run % 3 != 1 {
        figures.measures.insert("temporal_penalty".into(), at / 7.0);
    }
    figures.measures.insert("b".into(), f64::MIN_POSITIVE / 3.0);
    figures
}

/// The figures of a task.
fn outcome(task: &Task) -> Outcome {
    Outcome(task.runs.clone().map(made_up).collect())
}

fn digest(plan: &Plan) -> Digest {
    Digest::of(plan.to_json().as_bytes())
}

/// Every combination of the values of several fields, each with each of `seeds` seeds; the first field turns slowest.
fn product(scenario: &Scenario, varied: &[Vary], seeds: u32) -> Vec<(Vec<Value>, Vec<Scenario>)> {
    let Some((first, rest)) = varied.split_first() else {
        let seeded = (0..u64::from(seeds)).map(|offset| Scenario { seed: scenario.seed + offset, ..scenario.clone() });
        return vec![(Vec::new(), seeded.collect())];
    };
    let mut all = Vec::new();
    for value in &first.values {
        for (mut values, scenarios) in product(&first.set(scenario, value).unwrap(), rest, seeds) {
            values.insert(0, value.clone());
            all.push((values, scenarios));
        }
    }
    all
}

/// The table that the sweep itself prints.
fn whole_table(plan: &Plan) -> String {
    let all = product(&plan.scenario, &plan.varied, plan.seeds);
    let runs: Vec<Figures> = (0..plan.runs()).map(made_up).collect();
    let table = Table::of(&plan.scenario, &plan.varied, &plan.criteria).with_those_of(&runs);
    let seeds = runs.chunks(plan.seeds as usize);
    let row = |(at, ((values, _), runs)): (usize, (&(Vec<Value>, _), _))| {
        table.row(values, (runs, None), || plan.is_drawn(at as u64))
    };
    table.head() + &all.iter().zip(seeds).enumerate().map(row).collect::<String>()
}

#[test]
fn runs_are_those_of_the_sweep_in_its_order() {
    let plan = plan(&[SHARES, QUEUES, PROVIDERS], 3, 4);
    let all = product(&plan.scenario, &plan.varied, plan.seeds);
    let expected: Vec<&Scenario> = all.iter().flat_map(|(_, scenarios)| scenarios).collect();
    assert_eq!((plan.points(), plan.runs(), plan.tasks()), (30, 90, 23));
    for (run, expected) in expected.into_iter().enumerate() {
        assert_eq!(plan.scenario(run as u64).as_ref(), Ok(expected), "{run}");
    }
    for (point, (values, _)) in all.iter().enumerate() {
        assert_eq!(&plan.values(point as u64), values);
    }
    assert_eq!(plan.check_values(), Ok(()));
}

#[test]
fn the_table_of_tasks_names_seed_and_values() {
    let plan = plan(&["platform.0=8,16", "system.two_level.local.queue=easy,fcfs"], 3, 2);
    let expected = "task,first_run,last_run,seed,platform.0,system.two_level.local.queue\n\
        1,1,2,1,8,easy\n2,3,4,3,8,easy\n3,5,6,2,8,fcfs\n\
        4,7,8,1,16,easy\n5,9,10,3,16,easy\n6,11,12,2,16,fcfs\n";
    assert_eq!(plan.table_of_tasks(), expected);
}

#[test]
fn a_plan_is_read_as_it_was_written() {
    let plan = plan(&[SHARES, QUEUES, "x=true,null,-1.5"], 7, 5);
    assert_eq!(Plan::from_json(plan.to_json().as_bytes()), Ok(plan.clone()));
    assert_refused(
        &plan,
        "\"tasks\": 63 | \"tasks\": 64 | …make the plan again…
        \"seeds\": 7 | \"seeds\": 0 | …there are no runs…
        \"seeds\": 7 | \"seeds\": 4000000000 | …vary fewer values…
        \"program\": \" | \"program\": \"9. | …use one version…
        \"seeds\" | \"seed\" | …`seed`…
        \"sha256\": \" | \"sha256\": \"g | …64 hexadecimal…",
    );
}

#[test]
fn values_that_cannot_be_run_are_told_before_anything_is() {
    for [vary, told] in rows(
        "no.field=1 | …\"no\"…
        system.two_level.local.queue=easy,eazy | …eazy…
        platform.0=8,0 | …platform[0]…",
    ) {
        assert_told(plan(&[SHARES, &vary], 1, 1).check_values().unwrap_err(), &told, &vary);
    }
}

#[test]
fn a_result_is_a_short_text() {
    let plan = plan(&["platform.0=8,16"], 2, 2);
    let task = plan.task(2).unwrap();
    let mut figures = Figures { criteria: [0.5, 1e21, f64::NAN], ..Figures::default() };
    figures.measures.insert("penalty".into(), 1.25);
    let outcome = Outcome(vec![figures, Figures::default()]);
    let text = outcome.write(digest(&plan), &task);
    let (before, end) = text.split_once("end ").unwrap();
    let expected = format!(
        "slotscope sweep result 1\nplan {}\ntask 2\nrun 3\npopulation 0\nmean_utilization 0.5\n\
         mean_flow_time 1000000000000000000000\nmean_tardiness NaN\npenalty 1.25\n\
         run 4\npopulation 0\nmean_utilization 0\nmean_flow_time 0\nmean_tardiness 0\n",
        digest(&plan)
    );
    assert_eq!(before, expected);
    assert_eq!(end, format!("{}\n", Digest::of(before.as_bytes())));
}

#[test]
fn a_digest_is_that_of_fips_180() {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(Digest::of(b"abc").to_string(), expected);
    assert_eq!(Digest::read(expected), Some(Digest::of(b"abc")));
    for wrong in ["", &expected[1..], &format!("{expected}0"), &expected.to_uppercase()] {
        assert_eq!(Digest::read(wrong), None, "{wrong}");
    }
}

#[test]
fn a_result_of_elsewhere_is_told_apart() {
    let one = plan(&[SHARES], 2, 1);
    let other = plan(&[SHARES], 3, 1);
    let (first, second) = (one.task(1).unwrap(), one.task(2).unwrap());
    let text = outcome(&first).write(digest(&one), &first);
    let read = |plan, task| Outcome::read(text.as_bytes(), digest(plan), task);
    assert_eq!(read(&one, &first), Ok(outcome(&first)));
    assert_eq!(read(&one, &second), Err(Damage::OtherTask));
    assert_eq!(read(&other, &first), Err(Damage::OtherPlan));
    // Complete by its digest, but not a result of a task.
    for strange in ["", "slotscope sweep result 2\n", "slotscope sweep result 1\nplan x\n"] {
        let text = format!("{strange}end {}\n", Digest::of(strange.as_bytes()));
        let read = Outcome::read(text.as_bytes(), digest(&one), &first);
        assert_eq!(read, Err(Damage::Strange), "{strange}");
    }
    let lacking = Outcome(Vec::new()).write(digest(&one), &first);
    let read = Outcome::read(lacking.as_bytes(), digest(&one), &first);
    assert_eq!(read, Err(Damage::Strange));
}

#[test]
fn slices_are_read_and_written() {
    let slice = |text: &str| text.parse::<Slice>();
    assert_eq!(slice("17-32"), Ok(Slice { first: 17, last: 32 }));
    assert_eq!(slice("5"), Ok(Slice { first: 5, last: 5 }));
    for wrong in ["", "-", "0-3", "3-2", "1-x", "1-2-3", "-4"] {
        assert_told(slice(wrong).unwrap_err(), "…17-32…", wrong);
    }
    let slice = slice("3-9").unwrap();
    assert_eq!((slice.of(5), slice.of(20)), (3..=5, 3..=9));
    assert!(slice.of(2).is_empty());
    assert_eq!(ranges([1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
    assert_eq!(ranges([]), "");
}

#[test]
fn arrays_have_elements_of_sensible_length() {
    assert_eq!([1, 2_000, 16_001, 1_000_000].map(usual_chunk), [16, 16, 17, 1_000]);
    let slices = ["1", "16-17", "81-100"].map(|it| it.parse().unwrap());
    assert_eq!(chunks(slices, 16), [0, 1, 5, 6]);
    assert_eq!(chunks([], 16), [0; 0]);
}

#[test]
fn what_is_missing_or_damaged_is_named_and_its_rows_are_left_out() {
    let plan = plan(&["platform.0=8,16,32"], 2, 1);
    let found = |task: Task| {
        let found = match task.number {
            3 => Found::Damaged(Damage::Cut),
            4 => Found::Missing,
            _ => Found::Whole(outcome(&task)),
        };
        (task, found)
    };
    let gathered = Gathered::of(&plan, (1..=5).filter_map(|number| plan.task(number)).map(found));
    assert_eq!(slices_text(&gathered.missing), "4,6");
    assert_eq!(gathered.damaged, [(3, Damage::Cut)]);
    assert!(!gathered.is_complete());
    // Only the first combination has both its seeds; it also has every figure that there is.
    assert!(gathered.table().lines().eq(whole_table(&plan).lines().take(2)));
}

fn plans() -> impl Strategy<Value = Plan> {
    let fields = prop::sample::subsequence(vec![SHARES, QUEUES, PROVIDERS], 0..=3);
    (fields, 1..6_u32, 1..9_u32).prop_map(|(fields, seeds, each)| plan(&fields, seeds, each))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    #[test]
    fn any_order_and_split_gathers_to_the_one_table(plan in plans(), mix in any::<u64>(), each in 1..12_u64) {
        let digest = digest(&plan);
        // Slices of `each` tasks, taken in a mixed order, some of them twice.
        let count = plan.tasks().div_ceil(each);
        let mut slices: Vec<u64> = (0..count).chain((0..count).filter(|it| mix >> (it % 64) & 1 == 1)).collect();
        slices.sort_by_key(|it| (it + 1).wrapping_mul(mix | 1));
        let mut files = std::collections::BTreeMap::new();
        for slice in slices {
            let slice = Slice { first: slice * each + 1, last: (slice + 1) * each };
            for task in slice.of(plan.tasks()).filter_map(|it| plan.task(it)) {
                let text = outcome(&task).write(digest, &task);
                let before = files.insert(task.number, text.clone());
                prop_assert!(before.is_none_or(|it| it == text));
            }
        }
        let found = files.iter().map(|(&number, text)| {
            let task = plan.task(number).unwrap();
            let read = Outcome::read(text.as_bytes(), digest, &task);
            let found = read.map_or_else(Found::Damaged, Found::Whole);
            (task, found)
        });
        let gathered = Gathered::of(&plan, found);
        prop_assert!(gathered.is_complete());
        prop_assert_eq!(gathered.table(), whole_table(&plan));
    }

    #[test]
    fn every_run_belongs_to_one_task(plan in plans()) {
        let tasks = (1..=plan.tasks()).map(|it| plan.task(it).unwrap());
        prop_assert!(tasks.flat_map(|it| it.runs).eq(0..plan.runs()));
        prop_assert_eq!(plan.task(0), None);
        prop_assert_eq!(plan.task(plan.tasks() + 1), None);
        prop_assert_eq!(plan.table_of_tasks().lines().count() as u64, plan.tasks() + 1);
    }

    #[test]
    fn every_bit_that_flips_and_every_end_that_is_cut_is_noticed(at in any::<prop::sample::Index>(), bit in 0..8_u32, each in 1..5_u32) {
        let plan = plan(&[SHARES], 3, each);
        let task = plan.task(2).unwrap();
        let text = outcome(&task).write(digest(&plan), &task).into_bytes();
        let read = |bytes: &[u8]| Outcome::read(bytes, digest(&plan), &task);
        prop_assert!(read(&text).is_ok());
        let at = at.index(text.len());
        let mut flipped = text.clone();
        flipped[at] ^= 1_u8 << bit;
        prop_assert!(read(&flipped).is_err());
        prop_assert!(read(&text[..at]).is_err());
        let doubled = [&text[..], &text[at..]].concat();
        prop_assert!(at == text.len() || read(&doubled).is_err());
    }

    #[test]
    fn figures_survive_to_the_last_bit(bits in prop::collection::vec(any::<u64>(), 4)) {
        let plan = plan(&[], 1, 1);
        let task = plan.task(1).unwrap();
        let value = |at: usize| f64::from_bits(bits[at]);
        let mut figures = Figures { criteria: [value(0), value(1), value(2)], ..Figures::default() };
        figures.measures.insert("own".into(), value(3));
        let text = Outcome(vec![figures.clone()]).write(digest(&plan), &task);
        let Outcome(read) = Outcome::read(text.as_bytes(), digest(&plan), &task).unwrap();
        let pairs = figures.criteria.into_iter().chain([value(3)]).zip(
            read[0].criteria.into_iter().chain(read[0].measures.values().copied()));
        for (written, read) in pairs {
            prop_assert!(written.to_bits() == read.to_bits() || written.is_nan() && read.is_nan());
        }
    }

    #[test]
    fn noise_is_no_result_and_no_plan(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let plan = plan(&[SHARES], 1, 1);
        prop_assert!(Outcome::read(&noise, digest(&plan), &plan.task(1).unwrap()).is_err());
        prop_assert!(Plan::from_json(&noise).is_err());
    }
}
