//! Terms, numbers, presets, and formulas in JSON.

use super::super::{Formula, PRESETS, Preset};
use super::helpers::Job;

#[test]
fn terms_are_the_summands() {
    for case in "submit => submit
        submit - 3 * wait => submit | - 3 * wait
        1 + 2 * (3 + 4) - -5 => 1 | 2 * (3 + 4) | - -5
        size - (wait - limit) + free => size | - wait | limit | free
        -(wait + 2 * size) => - wait | - 2 * size
        -(-(wait) - -size) => - -(wait) | -size
        -limit => -limit
        -(wait + limit) / limit => -(wait + limit) / limit
        (wait) => wait
        min(1, 2 + 3) => min(1, 2 + 3)
        1 + 2 < 3 => 1 + 2 < 3"
        .lines()
    {
        let (text, expected) = case.trim().split_once(" => ").expect(case);
        let terms = Formula::read(text).unwrap().terms();
        let told = terms.iter().map(|it| (if it.is_subtracted { "- " } else { "" }).to_owned() + &text[it.at.clone()]);
        assert_eq!(told.collect::<Vec<_>>().join(" | "), expected, "{text}");
    }
}

#[test]
fn terms_have_the_values_of_the_job() {
    let job = Job::default();
    let formula = Formula::read("submit - (3 * wait - size) + 0/0").unwrap();
    let bound = job.bound(&formula);
    let values: Vec<f64> = formula.terms().iter().map(|it| bound.term(it, &job)).collect();
    assert_eq!(values[..3], [1000.0, -1800.0, 20.0]);
    assert_eq!(values[3].to_bits(), f64::NAN.to_bits());
}

#[test]
fn numbers_can_be_replaced() {
    let formula = Formula::read("2*wait^3 - .5*(user == 12) + log2(1e3)").unwrap();
    let numbers: Vec<f64> = formula.numbers().iter().map(|it| it.value).collect();
    assert_eq!(numbers, [2.0, 3.0, 0.5, 1000.0]);
    for (place, value, expected) in [
        (0, 2.25, "2.25*wait^3 - .5*(user == 12) + log2(1e3)"),
        (0, -2.0, "(-2)*wait^3 - .5*(user == 12) + log2(1e3)"),
        (1, 0.0, "2*wait^0 - .5*(user == 12) + log2(1e3)"),
        (2, 1e-9, "2*wait^3 - 1e-9*(user == 12) + log2(1e3)"),
        (3, 1e300, "2*wait^3 - .5*(user == 12) + log2(1e300)"),
    ] {
        let changed = formula.with_number(place, value).unwrap();
        assert_eq!(changed.text(), expected);
        assert!((changed.numbers()[place].value - value.abs()).abs() == 0.0);
    }
    assert!(formula.with_number(0, f64::NAN).is_err());
    let long = Formula::read(&format!("1{}", " ".repeat(999))).unwrap();
    assert!(long.with_number(0, 12.0).is_err());
}

#[test]
fn every_preset_is_a_formula_with_a_key_of_its_own() {
    for preset in PRESETS {
        let formula = Formula::read(preset.formula).unwrap();
        assert_eq!(formula.text(), preset.formula);
        assert_eq!(Preset::named(preset.key), Some(preset));
        for text in [preset.name, preset.source, preset.about] {
            assert!(!text.is_empty());
        }
        assert!(preset.about.ends_with('.'), "{}", preset.key);
        assert!(Job::default().value(preset.formula).is_finite());
    }
    assert_eq!(Preset::named("fcfs").map(|it| it.formula), Some("submit"));
    let keys: Vec<&str> =
        PRESETS.iter().filter(|it| !Formula::read(it.formula).unwrap().is_constant()).map(|it| it.key).collect();
    assert_eq!(keys, ["expansion", "wfp3", "unicep", "slurm"]);
}

/// Worked out by another program (Python's `math`) for the job of the tests, to ten digits.
#[test]
fn presets_have_the_values_of_their_papers() {
    for row in "fcfs 1000, sjf 300, ljf -300, saf 6000, laf -6000, sqf 20, lqf -20, expansion -3, wfp3 -160,
        unicep -0.4627564263, f1 2659.5424250944, f2 77146.4101615138, f3 20586000, f4 1591341.6407865,
        slurm -9429.5793200652"
        .split(',')
    {
        let (key, expected) = row.trim().split_once(' ').expect(row);
        let expected: f64 = expected.parse().expect(row);
        let value = Job::default().value(Preset::named(key).unwrap().formula);
        let is_near = ((value - expected) / expected).abs() < 1e-9;
        assert!(is_near, "{key} is {value}, not {expected}");
    }
}

#[test]
fn a_formula_is_its_text_in_json() {
    let text = r#"" 2 * (user == 'a') ""#;
    let formula: Formula = serde_json::from_str(text).unwrap();
    assert_eq!(formula.text(), " 2 * (user == 'a') ");
    assert_eq!(serde_json::to_string(&formula).unwrap(), text);
    assert_eq!(formula.to_string().parse(), Ok(formula));
    assert_ne!(Formula::read("1").unwrap(), Formula::read("1 ").unwrap());
    let error = serde_json::from_str::<Formula>("\"1 + sise\"").unwrap_err();
    let told = "unknown variable \"sise\" at letter 5: did you mean size?";
    assert!(error.to_string().starts_with(told), "{error}");
}
