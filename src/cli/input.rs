//! Reading scenarios and logs.

use std::io::Read;

use super::Failure;
use crate::experiment::Scenario;
use crate::workload::{self, Workload};

/// The bytes of a file, or of standard input where it is called `-`.
fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        return read
            .map(|_| bytes)
            .map_err(|error| Failure::at("standard input", error));
    }
    std::fs::read(path).map_err(|error| Failure::at(path, error))
}

/// What to call it in messages.
fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// A scenario and a log. Only one of them can come from standard input.
pub fn scenario_and_log(scenario: &str, trace: &str) -> Result<(Scenario, Workload), Failure> {
    if scenario == "-" && trace == "-" {
        let text = "holds the scenario or the log, not both: name a file for one of them";
        return Err(Failure::at("standard input", text));
    }
    Ok((self::scenario(scenario)?, log(trace)?))
}

/// A scenario from its JSON file.
fn scenario(path: &str) -> Result<Scenario, Failure> {
    Scenario::from_json(&bytes(path)?).map_err(|error| Failure::at(name(path), error))
}

/// A log; what could not be read of it is told on standard error.
pub fn log(path: &str) -> Result<Workload, Failure> {
    let name = name(path);
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let reading =
        workload::read(file_name, &bytes(path)?).map_err(|error| Failure::at(name, error.kind))?;
    for complaint in reading.complaints.iter().take(COMPLAINTS_SHOWN) {
        eprintln!("{name}: {complaint}");
    }
    let rest = (reading.complaint_count as usize).saturating_sub(COMPLAINTS_SHOWN);
    if rest > 0 {
        eprintln!("{name}: and {rest} more such lines");
    }
    Ok(reading.workload)
}

const COMPLAINTS_SHOWN: usize = 10;
