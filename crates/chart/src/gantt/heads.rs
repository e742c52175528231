//! The words above the lanes of a Gantt chart.

use super::resources::ResourceRows;
use crate::processors_in_words;
use base::text::count;
use experiment::Run;

/// The head of each provider's lane: its name and its processors, or the nodes and theirs.
pub(super) fn of_run(run: &Run) -> Vec<String> {
    let nouns = run.nouns();
    let has_processors = nouns.is_of_log() || nouns.is_of_workflow();
    let head = |(at, &processors): (usize, &u32)| match run.nodes() {
        Some(nodes) => {
            let of_nodes = match (run.holds(), processors) {
                (None, _) => processors_in_words(processors.into()),
                (Some(_), 1) => "1 core".to_owned(),
                (Some(_), cores) => format!("{} cores", count(cores.into())),
            };
            format!("{} · {of_nodes}", nodes.count_in_words())
        }
        None if has_processors => {
            let processors = processors_in_words(processors.into());
            format!("{} · {processors}", run.provider_name(at))
        }
        // A row is a hundredth of a node.
        None => format!("{} · load in %", run.provider_name(at)),
    };
    run.platform.iter().enumerate().map(head).collect()
}

/// The head of the lane of a resource: `61 GPUs of 20 nodes`, and the size of a row unless that is the usual one.
pub(super) fn of_resource(rows: &ResourceRows) -> String {
    let of_a_row = rows.scale.of_a_row();
    let of_a_row = of_a_row.map_or_else(String::new, |it| format!(" · {it}"));
    let nodes = rows.nodes.count_in_words();
    format!("{} of {nodes}{of_a_row}", rows.all)
}
