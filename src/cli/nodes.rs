//! `slotscope nodes`.

use std::path::PathBuf;

use super::input::Place;
use super::output::{self, write};
use super::{Failure, after_help, input, print, tell};
use crate::workload::node_table::{NodesRead, read_nodes};

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a scenario whose system is this cluster: its nodes, equal ones together. Standard error names the values \
     that are guessed or not read, and the nodes that are out of service. docs/formats.md describes the files.\n\n\
     Example: scontrol show nodes --oneliner | slotscope nodes -"
))]
pub struct Arguments {
    /// The nodes: the output of `scontrol show nodes` (--oneliner or not, or --json) or of `sinfo --json`, a slurm.conf,
    /// a list of nodes in JSON, or the node list (CSV) of an Alibaba GPU trace; also packed; `-` reads standard input
    file: Place,
    /// Write the scenario here instead of printing it; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints the nodes of a file as a scenario.
pub fn nodes(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.file;
    let out = arguments.out.as_deref();
    let outputs: Vec<_> = out.map(|it| ("--out".to_owned(), it)).into_iter().collect();
    output::check(&[("the file of nodes", path)], &outputs)?;
    let read = read_nodes(&input::bytes(path)?).map_err(|error| Failure::at(input::name(path), error))?;
    tell_remarks(input::name(path), &read);
    let text = scenario(&read).map_err(|error| Failure::at("nodes", error))?;
    match out {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

/// A scenario with these nodes, a line for each kind.
fn scenario(read: &NodesRead) -> serde_json::Result<String> {
    let kinds = read.kinds.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n      ");
    Ok(format!(
        "{{\n  \"system\": {{\n    \"cluster\": {{\n      \"nodes\": [\n      {kinds}\n      ]\n    }}\n  }}\n}}\n"
    ))
}

fn tell_remarks(name: &str, read: &NodesRead) {
    for remark in &read.remarks {
        tell(match remark.line {
            Some(_) => format!("{name}, {remark}"),
            None => format!("{name}: {remark}"),
        });
    }
    if !read.out_of_service.is_empty() {
        let nodes = &read.out_of_service;
        tell(format!("{name}: out of service, but kept: {nodes}"));
    }
    let nodes = input::counted(read.count() as usize, "node", "nodes");
    let kinds = input::counted(read.kinds.len(), "kind", "kinds");
    tell(format!("{name}, {}: {nodes} of {kinds}", read.source));
}
