//! `slotscope knobs`.

use std::fmt::Write;

use serde::Serialize;

use super::{Failure, after_help, print};
use crate::experiment::{Scenario, System, knobs, schema};
use crate::system::{Knob, Values};

/// Lists the fields that can sensibly be varied: of the workload, of the platform and of a system,
/// with unit and usual values. `sweep --vary` and `trade-off --vary` take the paths.
#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints the path, label, unit, meaning and usual values of each knob; --json the same as a list of objects with \
     system, path, label, unit, values and about.\n\n\
     Example: slotscope knobs --json"
))]
pub struct Arguments {
    /// The system, by its key; all of them if none is named
    system: Option<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of a scenario
    #[arg(long)]
    schema: bool,
}

#[derive(Serialize)]
struct Listed {
    system: &'static str,
    path: &'static str,
    label: &'static str,
    unit: &'static str,
    values: Vec<String>,
    about: &'static str,
}

pub fn list(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.schema {
        return print(&format!("{:#}\n", schema::schema()));
    }
    let all = System::all();
    let systems = match &arguments.system {
        None => all,
        Some(key) => vec![System::of_key(key).ok_or_else(|| {
            let keys: Vec<&str> = all.iter().map(|it| it.model().key()).collect();
            let why = format!("no system is called \"{key}\"; there are {}", keys.join(", "));
            Failure::at("knobs", why)
        })?],
    };
    let listed: Vec<Listed> = systems.iter().flat_map(of_system).collect();
    if arguments.json {
        let json = serde_json::to_string_pretty(&listed);
        return print(&(json.map_err(|error| Failure::at("knobs", error))? + "\n"));
    }
    print(&table(&systems, &listed))
}

fn of_system(system: &System) -> Vec<Listed> {
    let key = system.model().key();
    let scenario = Scenario { system: system.clone(), ..Scenario::default() };
    let listed = |knob: &&'static Knob| Listed {
        system: key,
        path: knob.path,
        label: knob.label,
        unit: knob.numbers().map_or("", |it| it.unit.symbol()),
        values: match &knob.values {
            Values::Numbers(numbers) => numbers.usual.split(", ").map(str::to_owned).collect(),
            Values::Choices(choices) => choices.all.iter().map(|it| it.key.to_owned()).collect(),
            _ => Vec::new(),
        },
        about: knob.about,
    };
    knobs::knobs(&scenario).iter().map(listed).collect()
}

fn table(systems: &[System], listed: &[Listed]) -> String {
    let mut text = String::new();
    for system in systems {
        let model = system.model();
        let _ = writeln!(text, "{} ({})\n{}\n", model.name(), model.key(), model.card().about);
        for it in listed.iter().filter(|it| it.system == model.key()) {
            let unit = match it.unit {
                "" => String::new(),
                unit => format!(" ({unit})"),
            };
            let _ = writeln!(text, "  {}\n      {}{unit}: {}", it.path, it.label, it.about);
            let _ = writeln!(text, "      {}", it.values.join(", "));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}
