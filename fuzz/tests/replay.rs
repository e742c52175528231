//! Every target from its corpus: the inputs as they are, then changed by draws from a seed.
//!
//! Without guidance, which would take a compilation of its own; `cargo xtask fuzz` has it. The seed is
//! `SLOTSCOPE_SEED_OF_RUN`, which `cargo xtask test` takes from the commit and prints. Ignored by themselves, since that task runs
//! them as a step of their own; with `SLOTSCOPE_THOROUGH` ten times as many are tried.

use std::collections::BTreeSet;
use std::io::Write;

use slotscope_fuzz::mutate::Mutator;
use slotscope_fuzz::{TARGETS, Target, Watch, corpus};

/// An input that panics goes into a file, which is named.
struct Noted<'a>(&'a Target, &'a [u8]);

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let path = std::env::temp_dir().join(format!("slotscope-fuzz-{}", self.0.name));
            let _ = std::fs::write(&path, self.1);
            let _ = writeln!(std::io::stderr(), "the input is in {}", path.display());
        }
    }
}

fn try_input(target: &Target, input: &[u8], watch: &mut Watch) {
    let _noted = Noted(target, input);
    target.take(input, watch);
}

#[track_caller]
fn replay(name: &str) {
    let target = Target::named(name).expect("a target");
    let inputs = corpus::of(name).expect("a corpus");
    let mut watch = Watch::default();
    for input in &inputs {
        try_input(target, input, &mut watch);
    }
    let named = |name: &str| std::env::var(name).ok();
    let seed = named("SLOTSCOPE_SEED_OF_RUN").and_then(|it| it.parse().ok());
    let mut mutator = Mutator::new(seed.unwrap_or(1));
    let blind = target.blind * if named("SLOTSCOPE_THOROUGH").is_some() { 10 } else { 1 };
    for _ in 0..blind {
        let input = mutator.changed(&inputs, target.longest);
        try_input(target, &input, &mut watch);
    }
    assert_eq!(watch.tally.inputs, inputs.len() as u64 + blind);
    println!("{name}\n{}", watch.tally.told());
}

macro_rules! replays {
    ($($name:ident,)+) => {
        $(
            #[test]
            #[ignore = "a step of its own: cargo xtask test"]
            fn $name() {
                replay(stringify!($name));
            }
        )+

        /// Every target has a corpus and is replayed above.
        #[test]
        fn every_target_is_here() {
            let here = [$(stringify!($name)),+];
            let targets: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
            assert_eq!(here[..], targets);
            let folders = std::fs::read_dir(corpus::folder()).expect("the corpora");
            let folders: BTreeSet<String> = folders
                .map(|it| it.expect("a folder").file_name().into_string().expect("UTF-8"))
                .collect();
            assert_eq!(folders, targets.iter().map(|&it| it.to_owned()).collect());
        }
    };
}

replays! {
    swf,
    gwf,
    sacct,
    slurm_json,
    schedulers,
    batsim_workload,
    batsim_jobs,
    table,
    gzip,
    packed,
    parquet,
    requests_csv,
    nodes,
    workflow_json,
    wfcommons,
    dax,
    pegasus,
    dot,
    task_csv,
    task_xml,
    formula,
    scenario,
    link,
    project,
    lesson,
    curves,
    plan,
    outcome,
    columns,
    schedule,
}
