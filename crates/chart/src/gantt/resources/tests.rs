//! The rows of GPUs and memory against a table of the amounts that each job holds at each time.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::gantt::index::GanttIndex;
use crate::{Captions, Frame, Origin, Theme, numbers};
use scheduling::engine::holds::NodeSize;
use scheduling::engine::testing::bar_run;
use scheduling::engine::{Of, OfLog};
use workload::resources::NodeKind;

/// A job: the time from its start to its end, its node, its GPUs with their thousandths, and its MiB.
#[derive(Clone, Debug)]
struct Wish {
    times: (Time, Time),
    node: u32,
    gpus: Vec<(u16, u16)>,
    memory: u64,
}

/// A run on nodes, given by their number, GPUs and MiB. Jobs are in order of start.
fn run(nodes: &[(u32, u32, u64)], jobs: &[Wish]) -> Run {
    let kind =
        |&(count, gpus, memory): &(u32, u32, u64)| NodeKind { count, cores: 1, gpus, memory, ..NodeKind::default() };
    let kinds: Vec<NodeKind> = nodes.iter().map(kind).collect();
    let mut holds = Holds::default();
    for &(count, gpus, memory) in nodes {
        holds.push_nodes(NodeSize { count, gpus, memory });
    }
    let mut bars = Vec::new();
    for (job, it) in (0..).zip(jobs) {
        holds.push_gpus(job, it.node, &it.gpus);
        holds.push_memory(job, it.node, it.memory);
        bars.push((job + 1, 0, 0, 0, it.times.0, it.times.1));
    }
    let nodes = Nodes::of_kinds(&kinds).unwrap();
    let mut run = bar_run(&[nodes.processors()], &bars);
    for (outcome, it) in run.schedule.outcomes.iter_mut().zip(jobs) {
        (outcome.held_from, outcome.released) = it.times;
    }
    assert!(holds.are_sound(jobs.len(), nodes.count()));
    run.of = Of::Log(OfLog { nodes, holds, ..OfLog::default() });
    run
}

fn wish(times: (Time, Time), node: u32, gpus: &[(u16, u16)], memory: u64) -> Wish {
    Wish { times, node, gpus: gpus.to_vec(), memory }
}

/// Three nodes, two of them with GPUs.
fn small() -> Run {
    let nodes = [(1, 2, 4_096), (1, 0, 2_048), (1, 4, 4_096)];
    let jobs = [
        wish((0, 100), 0, &[(0, 1_000), (1, 1_000)], 1_024),
        wish((0, 50), 2, &[(2, 250)], 2_048),
        wish((10, 90), 2, &[(2, 500), (0, 1_000)], 1_024),
        wish((20, 60), 1, &[], 2_048),
        wish((60, 80), 2, &[(2, 250)], 512),
    ];
    run(&nodes, &jobs)
}

/// The head of a run's rows, and the job and the rows of each piece.
fn drawn(run: &Run, resource: Resource) -> String {
    let rows = ResourceRows::of(run, resource).unwrap();
    let pieces = rows.pieces.iter().map(|it| format!("; {}: {}–{}", it.job, it.first, it.last));
    super::super::labels::of_resource(&rows) + &pieces.collect::<String>()
}

#[test]
fn a_gpu_has_rows_for_its_shares() {
    let run = small();
    assert_eq!(offered(&run), Resource::ALL);
    // Four rows for each GPU; the node without one has none.
    let expected = "6 GPUs of 2 nodes · rows of 1/4 GPU; 0: 0–7; 1: 16–16; 2: 8–11; 2: 17–18; 4: 16–16";
    assert_eq!(drawn(&run, Resource::Gpus), expected);
    let rows = ResourceRows::of(&run, Resource::Gpus).unwrap();
    assert_eq!((rows.rows(), rows.nodes.count()), (24, 2));
}

#[test]
fn memory_has_rows_of_a_gibibyte_or_less() {
    let expected = "10 GiB of 3 nodes · rows of 512 MiB; 0: 0–1; 1: 12–15; 2: 16–17; 3: 8–11; 4: 12–12";
    assert_eq!(drawn(&small(), Resource::Memory), expected);
}

#[test]
fn runs_whose_nodes_have_none_offer_no_rows_of_it() {
    assert_eq!(offered(&bar_run(&[4], &[])), [Resource::Cores]);
    let whole = wish((0, 9), 0, &[(0, 1_000)], 0);
    let gpus = run(&[(1, 1, 0)], &[whole]);
    assert_eq!(offered(&gpus), [Resource::Cores, Resource::Gpus]);
    assert_eq!(drawn(&gpus, Resource::Gpus), "1 GPU of 1 node; 0: 0–0");
    for resource in [Resource::Memory, Resource::Cores] {
        assert_eq!(ResourceRows::of(&gpus, resource), None);
    }
}

#[test]
fn very_much_memory_has_larger_rows_and_no_two_jobs_on_one() {
    let most = 1 << 40;
    let jobs = [wish((0, 9), 0, &[], 1), wish((0, 9), 0, &[], most - 1), wish((5, 9), 1, &[], most)];
    let run = run(&[(2, 0, most)], &jobs);
    let rows = ResourceRows::of(&run, Resource::Memory).unwrap();
    // Rounding up, the first node needs a row more, and gets it.
    let of_each = (1 << 29) + 1;
    assert_eq!(rows.rows(), 2 * of_each);
    let pieces: Vec<_> = rows.pieces.iter().map(|it| (it.first, it.last)).collect();
    let expected = [(0, 0), (1, 1 << 29), (of_each, 2 * of_each - 2)];
    assert_eq!(pieces, expected);
    assert_eq!(rows.scale.of_a_row().unwrap(), "rows of 2 GiB, rounded up");
}

#[test]
fn the_chart_says_what_its_rows_are() {
    let run = small();
    let cores = GanttIndex::new(&run);
    let svg = |index: &GanttIndex| {
        let frame = Frame::new(900, 400);
        let captions = Captions { title: "A run".to_owned(), ..Captions::default() };
        crate::gantt::gantt_svg(frame, &Theme::light(), index, &index.whole(), &captions)
    };
    assert!(svg(&cores).contains("3 nodes · 3 cores"));
    let drawn = svg(&cores);
    assert!(drawn.contains("5 jobs on 3 nodes · 3 cores"), "{drawn}");
    let gpus = cores.with_rows_of(&run, Resource::Gpus).unwrap();
    let drawn = svg(&gpus);
    assert!(drawn.contains("4 jobs on 6 GPUs of 2 nodes"), "{drawn}");
    assert!(drawn.contains("node1") && drawn.contains("node3"));
    assert!(!drawn.contains("node2"));
    // Its times are those of the run.
    let times = |index: &GanttIndex| (index.whole().start, index.whole().end);
    assert_eq!((times(&gpus), gpus.whole().rows()), (times(&cores), 24.0));
    assert_eq!(cores.with_rows_of(&run, Resource::Cores), None);

    let table = |index: &GanttIndex| {
        let table = numbers::bars(index, &index.whole(), Origin::LogStart, 9, |it| u64::from(it) + 1).table;
        let cells = table.rows.iter().map(|it| format!("; {} {} {}", it[0], it[2], it[3]));
        table.head[2..4].join(" ") + &cells.collect::<String>()
    };
    assert_eq!(
        table(&gpus),
        "Nodes GPUs; 1 node1 0–1; 2 node3 2 (25 %); 3 node3 0; 3 node3 2 (50 %); 5 node3 2 (25 %)"
    );
    let of_memory = table(&cores.with_rows_of(&run, Resource::Memory).unwrap());
    assert!(of_memory.starts_with("Nodes Memory; 1 node1 1 GiB; "), "{of_memory}");
    assert_eq!(of_memory.split("; ").nth(5), Some("5 node3 512 MiB"));
    assert!(table(&cores).starts_with("Nodes Processors; "));
}

#[test]
fn amounts_of_memory_are_told_in_gibibytes() {
    let words = [0, 512, 1_024, 1_536, 5_242_880, 1_500].map(memory_in_words);
    assert_eq!(words.join(", "), "0 MiB, 512 MiB, 1 GiB, 1.5 GiB, 5\u{202f}120 GiB, 1.5 GiB");
}

/// Jobs in order of start that have room where they are, whatever is wished for.
fn fitting(nodes: &[(u32, u32, u64)], mut wishes: Vec<Wish>) -> Vec<Wish> {
    let of_node = |node: u32| {
        let mut all = nodes.iter().flat_map(|it| (0..it.0).map(move |_| (it.1, it.2)));
        all.nth(node as usize)
    };
    let mut jobs: Vec<Wish> = Vec::new();
    wishes.sort_by_key(|it| it.times.0);
    for mut it in wishes {
        let Some((gpus, memory)) = of_node(it.node) else {
            continue;
        };
        it.gpus.retain(|&(gpu, _)| u32::from(gpu) < gpus);
        let at_start = |other: &&Wish| other.node == it.node && other.times.1 > it.times.0;
        let shares = jobs.iter().filter(at_start).chain([&it]).flat_map(|it| &it.gpus);
        let mut held: BTreeMap<u16, u32> = BTreeMap::new();
        shares.for_each(|&(gpu, share)| *held.entry(gpu).or_default() += u32::from(share));
        let all: u64 = jobs.iter().filter(at_start).map(|it| it.memory).sum();
        if held.values().all(|&it| it <= 1_000) && all + it.memory <= memory {
            jobs.push(it);
        }
    }
    jobs
}

fn any_nodes() -> impl Strategy<Value = Vec<(u32, u32, u64)>> {
    let memory = prop::sample::select(vec![0, 1_024, 3_000, 4_096, 65_536]);
    prop::collection::vec((1..4_u32, 0..4_u32, memory), 1..4)
}

fn any_wish() -> impl Strategy<Value = Wish> {
    let share = prop::sample::select(vec![1_000, 500, 250, 200, 120, 333, 1]);
    let gpus = prop::collection::vec((0..4_u16, share), 0..4);
    let memory = prop::sample::select(vec![0, 0, 1, 512, 1_024, 1_500, 3_072]);
    (0..30_i64, 0..12_i64, 0..9_u32, gpus, memory).prop_map(|(start, length, node, gpus, memory)| Wish {
        times: (start, start + length),
        node,
        gpus,
        memory,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn each_job_has_rows_for_what_it_holds_and_no_row_has_two(
        nodes in any_nodes(), wishes in prop::collection::vec(any_wish(), 0..40),
    ) {
        let jobs = fitting(&nodes, wishes);
        let run = run(&nodes, &jobs);
        for resource in [Resource::Gpus, Resource::Memory] {
            let Some(rows) = ResourceRows::of(&run, resource) else { continue };
            prop_assert!(rows.pieces.is_sorted_by_key(super::super::arranged::order));
            for time in 0..42 {
                let now: Vec<&Piece> =
                    rows.pieces.iter().filter(|it| it.start <= time && time < it.end).collect();
                let mut taken: Vec<u32> = now.iter().flat_map(|it| it.first..=it.last).collect();
                let count = taken.len();
                taken.sort_unstable();
                taken.dedup();
                prop_assert_eq!(taken.len(), count, "a row with two jobs at {}", time);
                prop_assert!(taken.last().is_none_or(|&it| it < rows.rows()));
                // By job, node and GPU how many rows.
                let mut seen: BTreeMap<(u32, String, u32), u64> = BTreeMap::new();
                for piece in now {
                    let node = rows.nodes.node_of(piece.first);
                    let top = rows.nodes.first_processor(node);
                    for row in piece.first..=piece.last {
                        prop_assert_eq!(rows.nodes.node_of(row), node);
                        let gpu = match rows.scale {
                            Scale::Gpu { rows } => (row - top) / rows,
                            _ => 0,
                        };
                        let name = rows.nodes.names(node..node + 1);
                        *seen.entry((piece.job, name, gpu)).or_default() += 1;
                    }
                }
                prop_assert_eq!(seen, held_at(&jobs, time, rows.scale));
            }
        }
    }
}

/// By job, node and GPU how many rows of this size are held at a time.
fn held_at(jobs: &[Wish], time: Time, scale: Scale) -> BTreeMap<(u32, String, u32), u64> {
    let mut held = BTreeMap::new();
    for (job, it) in (0..).zip(jobs).filter(|it| it.1.times.0 <= time && time < it.1.times.1) {
        let name = format!("node{}", it.node + 1);
        match scale {
            Scale::Gpu { rows } => {
                for &(gpu, share) in &it.gpus {
                    let own = held.entry((job, name.clone(), u32::from(gpu))).or_default();
                    *own += u64::from(share) * u64::from(rows);
                }
            }
            Scale::Memory { mebibytes, .. } if it.memory > 0 => {
                held.insert((job, name, 0), it.memory / mebibytes * 1_000);
            }
            _ => {}
        }
    }
    held.values_mut().for_each(|it| *it /= 1_000);
    held
}

#[test]
fn the_lowest_free_rows_are_taken() {
    let mut taken = Taken::default();
    let take = |taken: &mut Taken, job, rows| {
        let mut ranges = Vec::new();
        taken.take(job, rows, |first, last| ranges.push((first, last)));
        ranges
    };
    assert_eq!(take(&mut taken, 1, 3), [(0, 2)]);
    assert_eq!(take(&mut taken, 2, 2), [(3, 4)]);
    assert_eq!(take(&mut taken, 3, 1), [(5, 5)]);
    taken.give(2);
    assert_eq!(take(&mut taken, 4, 4), [(3, 4), (6, 7)]);
    taken.give(1);
    assert_eq!(take(&mut taken, 5, 1), [(0, 0)]);
    assert_eq!(take(&mut taken, 6, 0), []);
    taken.give(4);
    assert_eq!(take(&mut taken, 7, 5), [(1, 4), (6, 6)]);
}
