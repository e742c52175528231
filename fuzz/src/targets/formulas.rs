//! Formulas for orders of waiting jobs.

use slotscope::policy::formula::{Formula, Name, NameVariable, Names, Quantity, Values, completions, turn};

use crate::Watch;

/// A job whose variables all have one value, and whose names are all unknown.
struct Job(f64);

impl Values for Job {
    fn number(&self, _: Quantity) -> f64 {
        self.0
    }

    fn name(&self, _: NameVariable) -> Name {
        Name::UNKNOWN
    }
}

/// A text as it is: one that is read is kept and has a value for every job, one that is refused has a place in it.
pub fn formula(input: &[u8], watch: &mut Watch) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    match watch.reading(input.len(), || Formula::read(text)) {
        Ok(formula) => read(&formula, text),
        Err(error) => {
            assert!(text.get(error.at.clone()).is_some(), "{error:?}");
            assert_eq!(error.letter, text[..error.at.start].chars().count() + 1, "{error}");
        }
    }
    for caret in [0, text.len() / 2, text.len()] {
        for it in watch.reading(input.len(), || completions(text, caret, true)) {
            assert!(text.get(it.at.clone()).is_some(), "{it:?}");
        }
    }
}

fn read(formula: &Formula, text: &str) {
    assert_eq!(formula.text(), text);
    let bound = formula.bind(&Names::default());
    for value in [-1.0, 0.0, 3600.0, f64::INFINITY, f64::NAN] {
        let job = Job(value);
        let value = bound.value(&job);
        assert_eq!(bound.turn(&job), turn(value));
        let terms = formula.terms();
        let sum: f64 = terms.iter().map(|it| bound.term(it, &job)).sum();
        // A sum of several is rounded in another order.
        assert!(terms.len() > 1 || turn(sum) == turn(value), "{sum} {value}");
    }
    for (place, number) in formula.numbers().iter().enumerate() {
        match formula.with_number(place, number.value) {
            Ok(same) => assert_eq!(same.numbers()[place].value, number.value),
            Err(error) => assert!(error.what.contains("at most"), "{error}"),
        }
    }
}
