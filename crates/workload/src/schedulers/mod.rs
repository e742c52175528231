//! Logs of other schedulers than Slurm, and texts of Slurm beside its accounting: a file each says what its fields mean.

pub mod condor;
pub mod flux;
pub mod grid_engine;
pub mod kubernetes;
pub mod lsf;
pub mod oar;
pub mod pbs;
pub mod scontrol;
#[cfg(test)]
mod tests;
mod values;

use super::lines::{lines, split_once};
use super::parsed::Parsed;
use super::sacct::cells::{Fields, Intake, Scheme};

/// Adds the fields of words `name=value`. A word without a name belongs to the value before it.
fn add_words<'a>(job: &mut Fields<'a>, line: &'a [u8]) {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'/' | b':');
    let is_name = |it: &[u8]| it.first().is_some_and(u8::is_ascii_alphabetic) && it.iter().all(is_of_name);
    let (mut began, mut at) = (None, 0);
    for word in line.split(u8::is_ascii_whitespace) {
        let end = at + word.len();
        at = end + 1;
        if let Some((name, value)) = split_once(word, b'=').filter(|it| is_name(it.0)) {
            began = Some(end - value.len());
            job.push(name, value);
        } else if let (Some(began), Some(last), false) = (began, job.last(), word.is_empty()) {
            *last = line[began..end].into();
        }
    }
}

/// Reads jobs that are blocks of lines, the first of which `begins` knows, as well as that of the text; `add` adds the fields of a line. O(n log n)
/// for n jobs.
///
/// # Errors
///
/// None.
fn read_blocks(
    scheme: &'static Scheme,
    text: &[u8],
    max_complaints: usize,
    begins: fn(&[u8]) -> bool,
    add: for<'a> fn(&mut Fields<'a>, &'a [u8]),
) -> Result<Parsed, String> {
    let mut intake = Intake::new(scheme, max_complaints)?;
    let (mut first, mut job) = (1, Fields::default());
    for (number, line) in (1..).zip(lines(text)) {
        if begins(line) {
            intake.add(first, &job);
            (first, job) = (number, Fields::default());
        }
        add(&mut job, line);
    }
    intake.add(first, &job);
    Ok(intake.finish())
}
