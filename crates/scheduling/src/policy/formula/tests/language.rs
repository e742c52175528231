//! Values of formulas, worked out by hand.

use super::super::parser::{MAX_BYTES, MAX_NESTING, MAX_PARTS, MAX_STACK};
use super::super::{Formula, NameVariable, Names, Quantity, Variable};
use super::helpers::Job;

#[track_caller]
fn holds(cases: &[(&str, f64)]) {
    let job = Job::default();
    for &(text, expected) in cases {
        let value = job.value(text);
        let is_same = value.to_bits() == expected.to_bits();
        assert!(is_same, "{text} is {value}, not {expected}");
    }
}

#[test]
fn operators_have_the_precedence_of_mathematics() {
    holds(&[
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("10 - 4 - 3", 3.0),
        ("16 / 4 / 2", 2.0),
        ("2 - 8 / 4 * 3 + 1", -3.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^-1", 0.5),
        ("2^-2^2", 0.0625),
        ("2^3^2", 512.0),
        ("(2^3)^2", 64.0),
        ("--2", 2.0),
        ("2 - -3", 5.0),
        ("2 * -3", -6.0),
        ("-size / 4", -5.0),
        ("-3^3", -27.0),
        ("4^0.5", 2.0),
    ]);
}

#[test]
fn conditions_are_1_and_0() {
    holds(&[
        ("1 < 2", 1.0),
        ("2 < 2", 0.0),
        ("2 <= 2", 1.0),
        ("3 > 2", 1.0),
        ("2 >= 3", 0.0),
        ("2 == 2.0", 1.0),
        ("2 != 2", 0.0),
        ("1 + 1 == 2", 1.0),
        ("1 < 2 and 2 < 1", 0.0),
        ("1 < 2 or 2 < 1", 1.0),
        ("not 1 < 2", 0.0),
        ("not not 5", 1.0),
        ("not 0 and 0", 0.0),
        ("not (0 and 0)", 1.0),
        ("1 or 0 and 0", 1.0),
        ("(1 or 0) and 0", 0.0),
        ("3 and -2", 1.0),
        ("(size > 10) * 100", 100.0),
        ("if(size > 10, wait, limit)", 600.0),
        ("if(size > 20, wait, limit)", 300.0),
        ("if(0/0, 1, 2)", 1.0),
        ("0/0 == 0/0", 0.0),
        ("0/0 != 0/0", 1.0),
    ]);
}

#[test]
fn functions_have_their_values() {
    holds(&[
        ("min(3, 1, 2)", 1.0),
        ("max(3, 1, 2)", 3.0),
        ("max(1, min(5, 9), 2) + 1", 6.0),
        ("min(1, 0/0, 2)", f64::NAN),
        ("max(0/0, 1)", f64::NAN),
        ("min(0, -0)", 0.0),
        ("abs(-3.5)", 3.5),
        ("floor(-1.5)", -2.0),
        ("sqrt(2)", std::f64::consts::SQRT_2),
        ("exp(1)", libm::exp(1.0)),
        ("exp(0)", 1.0),
        ("ln(1)", 0.0),
        ("log2(8)", 3.0),
        ("log10(1000)", 3.0),
        ("log10(0)", f64::NEG_INFINITY),
        ("sqrt(-1)", f64::NAN),
        ("1/0", f64::INFINITY),
        ("-1/0", f64::NEG_INFINITY),
        ("0/0", f64::NAN),
        ("-(0/0)", f64::NAN),
    ]);
}

/// By the fractions of another program (Python). Each has another last bit if two roundings make it.
#[test]
fn a_cube_is_rounded_once() {
    let job = Job::default();
    for (text, expected) in [
        ("(1/3)", 0.03703703703703703),
        ("(2/300)", 2.9629629629629634e-07),
        ("(11/7)", 3.880466472303207),
        ("(23/3)", 450.6296296296297),
        ("(30/7)", 78.71720116618076),
        ("(37/7)", 147.67638483965013),
    ] {
        let (a, cube) = (job.value(text), job.value(&format!("{text}^3")));
        assert_eq!((cube, a * a * a == cube), (expected, false), "{text}");
        assert_eq!(super::naive::cube(a), expected, "{text}");
    }
}

#[test]
fn variables_have_the_values_of_the_job() {
    let job = Job::default();
    for (variable, value) in Quantity::ALL.iter().zip(&job.numbers) {
        assert_eq!(job.value(variable.name()), *value);
    }
    holds(&[("wait + 2 * size", 640.0), ("work - size * limit", 0.0)]);
}

#[test]
fn names_are_compared_by_their_texts() {
    holds(&[
        ("user == \"alice\"", 1.0),
        ("user == 'alice'", 1.0),
        ("'alice' != user", 0.0),
        ("user == \"Alice\"", 0.0),
        ("user != \"of no job\"", 1.0),
        ("group == 12", 1.0),
        ("12.0 == group", 1.0),
        ("group == (1.2e1)", 1.0),
        ("group == \"12\"", 1.0),
        ("group == \"12.0\"", 0.0),
        ("group != 13", 1.0),
        ("qos == -1", 1.0),
        ("qos == \"-1\"", 1.0),
        ("user == -1", 0.0),
        ("queue == partition", 1.0),
        ("queue != user", 1.0),
        ("(user) == (\"alice\")", 1.0),
        ("2 * (user == \"alice\") + 3 * (group == 7)", 2.0),
        ("if(user == \"alice\" and queue != \"long\", -1, 1)", -1.0),
    ]);
}

#[test]
fn a_formula_is_constant_unless_a_variable_of_it_changes() {
    let changing = ["wait", "now", "user_usage", "group_usage", "waiting", "free"];
    for variable in Variable::all() {
        let name = variable.name();
        let text = match variable {
            Variable::Quantity(_) => format!("1 + {name}"),
            Variable::Name(_) => format!("1 + ({name} == 3)"),
        };
        let formula = Formula::read(&text).unwrap();
        assert_eq!(formula.is_constant(), !changing.contains(&name), "{text}");
        for other in Variable::all() {
            assert_eq!(formula.uses(other), other == variable, "{text}");
        }
    }
    let formula = Formula::read("submit - 2 * (qos == partition)").unwrap();
    assert!(formula.is_constant() && formula.uses(NameVariable::Partition));
}

#[test]
fn the_largest_formulas_are_taken() {
    let job = Job::default();
    let sum = vec!["1"; MAX_PARTS / 2].join("+");
    assert_eq!(job.value(&sum), 100.0);
    let deep = format!("{}1{}", "(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
    assert_eq!(job.value(&deep), 1.0);
    let waiting = MAX_STACK - 1;
    let right = format!("{}1{}", "1-(".repeat(waiting), ")".repeat(waiting));
    assert_eq!(job.value(&right), f64::from(MAX_STACK as u32 % 2));
    let long = format!("{:MAX_BYTES$}", "submit");
    assert_eq!(job.value(&long), 1000.0);
}

#[test]
fn the_default_is_what_its_text_says() {
    let formula = Formula::default();
    let read = Formula::read("submit").unwrap();
    assert_eq!(formula, read);
    assert_eq!(formula.program, read.program);
}

#[test]
fn a_bound_formula_is_taken_by_its_turn() {
    let job = Job::default();
    let turn = |text: &str| Formula::read(text).unwrap().bind(&Names::default()).turn(&job);
    assert!(turn("-wait") < turn("0") && turn("0") < turn("size") && turn("1/0") < turn("0/0"));
    assert_eq!(turn("-0"), turn("0"));
}
