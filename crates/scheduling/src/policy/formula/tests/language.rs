//! Values of formulas, worked out by hand.

use super::super::parser::{MAX_BYTES, MAX_NESTING, MAX_PARTS, MAX_STACK};
use super::super::{Formula, NameVariable, Names, Quantity, Variable};
use super::helpers::Job;

#[track_caller]
fn holds(cases: &str) {
    let job = Job::default();
    for case in cases.lines() {
        let (text, expected) = case.trim().split_once(" => ").expect(case);
        let (value, expected): (f64, f64) = (job.value(text), expected.parse().expect(case));
        let is_same = value.to_bits() == expected.to_bits();
        assert!(is_same, "{text} is {value}, not {expected}");
    }
}

#[test]
fn operators_have_the_precedence_of_mathematics() {
    holds(
        "1 + 2 * 3 => 7
        (1 + 2) * 3 => 9
        10 - 4 - 3 => 3
        16 / 4 / 2 => 2
        2 - 8 / 4 * 3 + 1 => -3
        -2^2 => -4
        (-2)^2 => 4
        2^-1 => 0.5
        2^-2^2 => 0.0625
        2^3^2 => 512
        (2^3)^2 => 64
        --2 => 2
        2 - -3 => 5
        2 * -3 => -6
        -size / 4 => -5
        -3^3 => -27
        4^0.5 => 2",
    );
}

#[test]
fn conditions_are_1_and_0() {
    holds(
        "1 < 2 => 1
        2 < 2 => 0
        2 <= 2 => 1
        3 > 2 => 1
        2 >= 3 => 0
        2 == 2.0 => 1
        2 != 2 => 0
        1 + 1 == 2 => 1
        1 < 2 and 2 < 1 => 0
        1 < 2 or 2 < 1 => 1
        not 1 < 2 => 0
        not not 5 => 1
        not 0 and 0 => 0
        not (0 and 0) => 1
        1 or 0 and 0 => 1
        (1 or 0) and 0 => 0
        3 and -2 => 1
        (size > 10) * 100 => 100
        if(size > 10, wait, limit) => 600
        if(size > 20, wait, limit) => 300
        if(0/0, 1, 2) => 1
        0/0 == 0/0 => 0
        0/0 != 0/0 => 1",
    );
}

#[test]
fn functions_have_their_values() {
    holds(
        "min(3, 1, 2) => 1
        max(3, 1, 2) => 3
        max(1, min(5, 9), 2) + 1 => 6
        min(1, 0/0, 2) => NaN
        max(0/0, 1) => NaN
        min(0, -0) => 0
        abs(-3.5) => 3.5
        floor(-1.5) => -2
        sqrt(2) => 1.4142135623730951
        exp(0) => 1
        ln(1) => 0
        log2(8) => 3
        log10(1000) => 3
        log10(0) => -inf
        sqrt(-1) => NaN
        1/0 => inf
        -1/0 => -inf
        0/0 => NaN
        -(0/0) => NaN",
    );
    holds(&format!("exp(1) => {}", libm::exp(1.0)));
}

/// By the fractions of another program (Python). Each has another last bit if two roundings make it.
#[test]
fn a_cube_is_rounded_once() {
    let job = Job::default();
    for case in "(1/3) 0.03703703703703703
        (2/300) 2.9629629629629634e-07
        (11/7) 3.880466472303207
        (23/3) 450.6296296296297
        (30/7) 78.71720116618076
        (37/7) 147.67638483965013"
        .lines()
    {
        let (text, expected) = case.trim().split_once(' ').expect(case);
        let (a, cube, expected) = (job.value(text), job.value(&format!("{text}^3")), expected.parse().expect(case));
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
    holds("wait + 2 * size => 640\n work - size * limit => 0");
}

#[test]
fn names_are_compared_by_their_texts() {
    holds(
        "user == \"alice\" => 1
        user == 'alice' => 1
        'alice' != user => 0
        user == \"Alice\" => 0
        user != \"of no job\" => 1
        group == 12 => 1
        12.0 == group => 1
        group == (1.2e1) => 1
        group == \"12\" => 1
        group == \"12.0\" => 0
        group != 13 => 1
        qos == -1 => 1
        qos == \"-1\" => 1
        user == -1 => 0
        queue == partition => 1
        queue != user => 1
        (user) == (\"alice\") => 1
        2 * (user == \"alice\") + 3 * (group == 7) => 2
        if(user == \"alice\" and queue != \"long\", -1, 1) => -1",
    );
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
