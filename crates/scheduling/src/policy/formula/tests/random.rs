//! Random formulas and jobs, evaluated twice.

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::super::{Formula, NameVariable, Quantity, Range, Ranges, completions, turn};
use super::helpers::Job;
use super::naive;

/// Draws formulas and jobs.
struct Draws(ChaCha8Rng);

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
const ONE: [&str; 7] = ["abs", "floor", "sqrt", "exp", "ln", "log2", "log10"];
const NUMBERS: [&str; 12] = ["0", "1", "2", "3", "0.5", ".25", "7.", "1e3", "2.5E-3", "12", "1e300", "604800"];
const NAMES: [&str; 5] = ["alice", "12", "-1", "a b", "0"];
const VALUES: [f64; 12] = [-1.0, 0.0, -0.0, 1.0, 2.0, 0.1, 300.0, 86_400.0, 1e-300, 1e200, f64::INFINITY, f64::NAN];

impl Draws {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u32() as usize) % count
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn job(&mut self) -> Job {
        let number = |draws: &mut Self| match draws.below(3) {
            0 => draws.of(&VALUES),
            1 => draws.below(100_000) as f64,
            _ => f64::from(draws.0.next_u32()) / 4_099.0 - 1_000.0,
        };
        let numbers = Quantity::ALL.iter().map(|_| number(self)).collect();
        let names = NameVariable::ALL.iter().map(|_| self.of(&NAMES)).collect();
        Job::new(numbers, names)
    }

    /// A formula whose parts go `depth` levels down, with blanks and brackets where they change nothing or much.
    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(2) {
                0 => self.of(&NUMBERS).to_owned(),
                _ => self.of(Quantity::ALL).name().to_owned(),
            };
        }
        let down = depth - 1;
        match self.below(10) {
            0..=3 => {
                let sign = self.of(&["+", "-", "*", "/", "^", "+", "-", "*"]);
                self.two(sign, down)
            }
            4 => {
                let sign = self.of(&COMPARISONS);
                // Two in a row are an error.
                format!("({} {sign} {})", self.bracketed(down), self.bracketed(down))
            }
            5 => {
                let word = self.of(&[" and ", " or "]);
                format!("({})", self.two(word, down))
            }
            6 => format!("{}{})", self.of(&["(not ", "-(", "(-", "("]), self.formula(down)),
            7 => self.names(),
            8 => format!("{}( {})", self.of(&ONE), self.formula(down)),
            _ => self.many(down),
        }
    }

    fn two(&mut self, sign: &str, depth: usize) -> String {
        let right = match self.below(4) {
            0 if sign == "^" => self.of(&["2", "3", "(3)", "-2", "2.0"]).to_owned(),
            0 if !sign.contains(' ') => format!("-{}", self.formula(depth)),
            _ => self.formula(depth),
        };
        format!("{}{sign} {right}", self.formula(depth))
    }

    fn bracketed(&mut self, depth: usize) -> String {
        format!("({})", self.formula(depth))
    }

    fn names(&mut self) -> String {
        let variable = self.of(NameVariable::ALL).name();
        let sign = self.of(&["==", "!="]);
        let other = match self.below(4) {
            0 => self.of(NameVariable::ALL).name().to_owned(),
            1 => format!("'{}'", self.of(&NAMES)),
            2 => self.of(&["12", "-1", "0", "-0", "(1.2e1)", "-(1)"]).to_owned(),
            _ => "\"of no job\"".to_owned(),
        };
        match self.below(2) {
            0 => format!("({variable} {sign} {other})"),
            _ => format!("({other}{sign}({variable}))"),
        }
    }

    fn many(&mut self, depth: usize) -> String {
        let (name, count) = match self.below(3) {
            0 => ("if", 3),
            1 => ("min", 2 + self.below(3)),
            _ => ("max", 2 + self.below(3)),
        };
        let arguments: Vec<String> = (0..count).map(|_| self.formula(depth)).collect();
        format!("{name}({})", arguments.join(" , "))
    }
}

#[test]
fn random_formulas_have_the_values_of_the_rule() {
    let mut draws = Draws(ChaCha8Rng::seed_from_u64(35));
    let (mut taken, mut ordered) = (0, 0);
    let mut last = 0.0;
    for round in 0..6_000 {
        let text = draws.formula(round % 6);
        let formula = match Formula::read(&text) {
            Ok(formula) => formula,
            Err(error) => {
                let is_size = error.advice.contains("shorten") || error.advice.contains("fewer");
                assert!(is_size, "{text}: {error}");
                continue;
            }
        };
        taken += 1;
        let job = draws.job();
        let bound = job.bound(&formula);
        let (value, expected) = (bound.value(&job), naive::value(&text, &job));
        let is_same = value.to_bits() == expected.to_bits();
        assert!(is_same, "{text} is {value}, not {expected}\n{job:?}");
        assert_eq!(turn(last).cmp(&turn(value)), naive::ordered(last, value));
        ordered += usize::from(turn(last) != turn(value));
        last = value;
        parts_agree(&formula, &job, value);
    }
    assert!(taken > 5_000 && ordered > 2_000, "{taken} {ordered}");
}

/// The ranges of the numbers of some jobs.
struct RangesOf<'a>(&'a [Job]);

impl Ranges for RangesOf<'_> {
    fn range(&self, quantity: Quantity) -> Option<Range> {
        let numbers = || self.0.iter().map(|job| job.numbers[quantity as usize]);
        Some(Range { low: numbers().fold(f64::INFINITY, f64::min), high: numbers().fold(f64::NEG_INFINITY, f64::max) })
    }
}

#[test]
fn no_job_goes_before_the_bound_of_several() {
    let mut draws = Draws(ChaCha8Rng::seed_from_u64(36));
    let (mut bounded, mut exact) = (0, 0);
    for round in 0..20_000 {
        let text = draws.formula(round % 5);
        let Ok(formula) = Formula::read(&text) else {
            continue;
        };
        let near = draws.job();
        let count = 1 + draws.below(4);
        let jobs: Vec<Job> = (0..count)
            .map(|_| {
                let other = draws.job();
                // Half of the numbers are the same for all.
                let numbers = near.numbers.iter().zip(&other.numbers);
                let numbers = numbers.map(|(&a, &b)| match (draws.below(2), b.is_finite()) {
                    (1, true) => b,
                    _ if a.is_finite() => a,
                    _ => 1.0,
                });
                Job::new(numbers.collect(), other.names.clone())
            })
            .collect();
        let first = jobs.iter().map(|job| job.bound(&formula).turn(job)).min().expect("a job");
        let bound = jobs[0].bound(&formula).least_turn(&RangesOf(&jobs));
        assert!(bound <= first, "{text}: {bound} > {first} of {jobs:?}");
        bounded += usize::from(bound > i64::MIN);
        exact += usize::from(bound == first);
    }
    assert!(bounded > 10_000 && exact > 5_000, "{bounded} {exact}");
}

/// Terms and numbers are parts of the text that mean what they say.
#[track_caller]
fn parts_agree(formula: &Formula, job: &Job, value: f64) {
    let text = formula.text();
    let bound = job.bound(formula);
    let (mut sum, mut size) = (0.0, 0.0);
    let terms = formula.terms();
    for term in &terms {
        let part = naive::value(&text[term.at.clone()], job);
        let signed = if term.is_subtracted { -part } else { part };
        let told = bound.term(term, job);
        let is_same = told.to_bits() == signed.to_bits() || told.is_nan() && signed.is_nan();
        assert!(is_same, "{text}: {term:?}");
        sum += told;
        size += told.abs();
    }
    if terms.len() == 1 {
        assert!(sum == value || sum.is_nan() && value.is_nan(), "{text}: {sum}, {value}");
    }
    if value.is_finite() && f64::is_finite(size) {
        assert!((sum - value).abs() <= size * 1e-12, "{text}: {sum}, {value}");
    }
    for number in formula.numbers() {
        assert_eq!(text[number.at.clone()].parse(), Ok(number.value), "{text}");
    }
}

/// Any text is read, and refused with a place in it.
fn any_text_is_taken(text: &str) {
    match Formula::read(text) {
        Ok(formula) => {
            assert_eq!(formula.text(), text);
            let job = Job::default();
            let value = job.bound(&formula).value(&job);
            parts_agree(&formula, &job, value);
            assert_eq!(value.to_bits(), naive::value(text, &job).to_bits(), "{text}");
        }
        Err(error) => {
            let letters = text[..error.at.start].chars().count();
            assert_eq!(error.letter, letters + 1);
            assert!(text.get(error.at.clone()).is_some(), "{text}");
            assert!(!error.what.is_empty() && !error.advice.is_empty());
        }
    }
    for caret in [0, 1, text.len() / 2, text.len()] {
        for it in completions(text, caret, true) {
            assert!(text.get(it.at).is_some(), "{text}");
        }
    }
}

proptest! {
    #[test]
    fn any_letters_are_taken(text in "\\PC{0,60}") {
        any_text_is_taken(&text);
    }

    #[test]
    fn any_parts_are_taken(parts in prop::collection::vec(prop::sample::select(vec![
        "(", ")", "(", ")", ",", "+", "-", "*", "/", "^", "<", "==", "!=", "not ", " and ", " or ",
        "if(", "min(", "sqrt(", "size", "wait", "user", "queue", "\"a\"", "12", "1e3", ".5", "ä", " ",
    ]), 0..30)) {
        any_text_is_taken(&parts.concat());
    }

    #[test]
    fn long_and_deep_texts_are_taken(
        part in prop::sample::select(vec!["(", "-", "not ", "2^", "1-(", "if(1,2,", "min(1,", "1+", "ä", "'"]),
        count in 0_usize..1_200,
        end in prop::sample::select(vec!["", "1", ")", "size)"]),
    ) {
        any_text_is_taken(&(part.repeat(count) + end));
    }

    #[test]
    fn turns_have_the_order_of_the_rule(one: f64, other: f64) {
        prop_assert_eq!(turn(one).cmp(&turn(other)), naive::ordered(one, other));
    }

    #[test]
    fn cubes_are_rounded_once(a: f64, exponent in -80_i32..80) {
        let near = (1.0 + a.abs().fract()) * 10_f64.powi(exponent);
        for a in [a, near, -near] {
            if a.is_finite() {
                let job = Job::new(vec![a; Quantity::ALL.len()], vec!["a"; 5]);
                let (cube, expected) = (job.value("size^3"), naive::cube(a));
                prop_assert_eq!(cube.to_bits(), expected.to_bits());
            }
        }
    }
}
