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

/// A scenario from its JSON file.
pub fn scenario(path: &str) -> Result<Scenario, Failure> {
    serde_json::from_slice(&bytes(path)?).map_err(|error| Failure::at(path, error))
}

/// A log; what could not be read of it is told on standard error.
pub fn log(path: &str) -> Result<Workload, Failure> {
    let name = if path == "-" { "standard input" } else { path };
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let reading =
        workload::read(file_name, &bytes(path)?).map_err(|error| Failure::at(name, error))?;
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
