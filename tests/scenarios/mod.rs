//! Scenarios with known results: links of earlier versions, explanations by hand, formats, and each figure of a report.

#[path = "../common/cases.rs"]
mod cases;
mod clocks;
mod earlier;
mod explain;
mod formats;
mod guesses;
mod logs_of_today;
mod quantities;
mod small_inputs;
mod verdicts;
mod what_ran;
