//! The sentence about requested times beyond every plausible length.

use super::words;
use base::text::first_of;
use workload::stats::{Implausible, LONGEST_PLAUSIBLE, TIMES_LONGEST_RUN};

/// How many there are, which, and the bound of plausible times.
pub fn told(found: &Implausible) -> String {
    const NAMED: usize = 5;
    let numbers: Vec<String> = found.first.iter().map(u64::to_string).collect();
    let numbers = numbers.iter().map(String::as_str);
    let which = first_of(numbers, found.jobs as usize, NAMED);
    let verb = if found.jobs == 1 { "requests" } else { "request" };
    let days = LONGEST_PLAUSIBLE / 86_400;
    format!(
        "{} {verb} more time than is plausible ({}: {which}), up to {}. Plausible are up to {days} days \
         or {TIMES_LONGEST_RUN} times the longest run, here {}. A reservation or promise of such a length \
         holds its processors for as long.",
        words::plural(found.jobs as usize, "job"),
        if found.jobs == 1 { "number" } else { "numbers" },
        words::duration(found.longest as f64),
        words::duration(found.beyond as f64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(first: Vec<u64>, jobs: u64) -> Implausible {
        Implausible { jobs, first, longest: 8400 * 86_400, beyond: 100 * 86_400, clip_to: 86_400 }
    }

    #[test]
    fn it_says_how_many_and_which() {
        let one = told(&found(vec![6762], 1));
        assert!(
            one.starts_with("1 job requests more time than is plausible (number: 6762), up to 8\u{202f}400\u{a0}d."),
            "{one}"
        );
        let many = told(&found((1..=20).collect(), 1234));
        assert!(
            many.contains(
                "1\u{202f}234 jobs request more time than is plausible (numbers: 1, 2, 3, 4, 5 and 1\u{202f}229 more)"
            ),
            "{many}"
        );
    }
}
