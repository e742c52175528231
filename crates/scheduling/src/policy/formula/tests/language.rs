//! Values of formulas, worked out by hand.

use super::helpers::Job;
use crate::policy::formula::parser::{MAX_BYTES, MAX_NESTING, MAX_PARTS, MAX_STACK};
use crate::policy::formula::{Formula, NameVariable, Names, PRESETS, Preset, Quantity, Variable};

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

#[test]
fn an_error_tells_the_place_the_mistake_and_what_to_do() {
    for case in CASES.replace("ALL", ALL).lines() {
        let [text, marked, message] = case.split(" | ").collect::<Vec<_>>()[..] else { panic!("{case}") };
        let error = Formula::read(text).unwrap_err();
        assert_eq!((&text[error.at.clone()], error.message().as_str()), (marked, message), "{text}");
    }
    for blank in ["", "  "] {
        let error = Formula::read(blank).unwrap_err();
        assert_eq!(&blank[error.at.clone()], blank);
        assert_eq!(error.message(), "the formula is empty: write a variable such as submit");
    }
}

const ALL: &str = "submit, wait, size, limit, estimate, work, user_usage, group_usage, priority, now, waiting, free, \
    processors, gpus, memory, nodes, dominant_share, queue, user, group, partition, qos";

/// A text, the part of it that is wrong, and the message; `ALL` stands for all variables.
const CASES: &str = "\
1 + |  | a value is missing at the end: write a variable, a number or a function
* 2 | * | a value is missing before *: write a variable, a number or a function
1 + * 2 | * | a value is missing before *: write a variable, a number or a function
size size | size | an operator is missing before size: write +, -, *, /, a comparison, and, or
size 2 | 2 | an operator is missing before 2: write +, -, *, /, a comparison, and, or
2 (3) | ( | an operator is missing before (: write +, -, *, /, a comparison, and, or
(1 | ( | this bracket is not closed: add a )
((1 + 2) | ( | this bracket is not closed: add a )
1) | ) | this bracket closes nothing: take it out
min(1 | ( | this bracket is not closed: add a )
min(1, 2 | ( | this bracket is not closed: add a )
(1, 2) | , | a comma stands between the arguments of a function: take it out; 1000 has no comma, and 0.5 has a point
1,000 | , | a comma stands between the arguments of a function: take it out; 1000 has no comma, and 0.5 has a point
min(1,) | ) | a value is missing before ): write a variable, a number or a function
min(,1) | , | a value is missing before ,: write a variable, a number or a function
sise | sise | unknown variable \"sise\": did you mean size?
SIZE | SIZE | unknown variable \"SIZE\": did you mean size?
Wait > 3 | Wait | unknown variable \"Wait\": did you mean wait?
walltime | walltime | unknown variable \"walltime\": did you mean limit?
log(2) | log | unknown function \"log\": did you mean ln, log2 or log10?
pow(2, 3) | pow | unknown function \"pow\": did you mean ^?
zebra | zebra | unknown variable \"zebra\": there are ALL
foo(1) | foo | unknown function \"foo\": there are if, min, max, abs, floor, sqrt, exp, ln, log2, log10
sqrt size | sqrt | sqrt needs brackets: write sqrt(a)
sqrt | sqrt | sqrt needs brackets: write sqrt(a)
if wait > 3 | if | if needs brackets: write if(condition, a, b)
if(1, 2) | if(1, 2) | if takes 3 arguments, not 2: write if(condition, a, b)
if(1, 2, 3, 4) | if(1, 2, 3, 4) | if takes 3 arguments, not 4: write if(condition, a, b)
min(1) | min(1) | min takes 2 or more arguments, not 1: write min(a, b, …)
max() | max() | max takes 2 or more arguments, not 0: write max(a, b, …)
sqrt() | sqrt() | sqrt takes 1 argument, not 0: write sqrt(a)
sqrt(1, 2) | sqrt(1, 2) | sqrt takes 1 argument, not 2: write sqrt(a)
size(3) | ( | size is a variable and takes no arguments: put an operator before the bracket
submit (1) | ( | submit is a variable and takes no arguments: put an operator before the bracket
user | user | user is a name and has no value as a number: compare it, as in user == \"…\"
user + 1 | user | user is a name and has no value as a number: compare it, as in user == \"…\"
-user | user | user is a name and has no value as a number: compare it, as in user == \"…\"
user < \"b\" | < | names have no order, and < asks for one: compare names by == or !=
user >= queue | >= | names have no order, and >= asks for one: compare names by == or !=
3 < user | < | names have no order, and < asks for one: compare names by == or !=
\"a\" | \"a\" | a quoted name has no value as a number: compare it, as in user == \"…\"
1 + \"a\" | \"a\" | a quoted name has no value as a number: compare it, as in user == \"…\"
size == \"4\" | \"4\" | a number is compared with the name \"4\": write a number without quotes, \
    or compare a name such as user
\"4\" == size | \"4\" | a number is compared with the name \"4\": write a number without quotes, \
    or compare a name such as user
\"a\" == \"b\" | \"a\" == \"b\" | two quoted names are compared: one of them should be a variable such as user
user == size | size | user is a name, and size is not: compare it with a quoted name, as in user == \"…\"
user == 1.5 | 1.5 | user is a name, and 1.5 is not: compare it with a quoted name, as in user == \"…\"
user == 1 + 1 | 1 + 1 | user is a name, and 1 + 1 is not: compare it with a quoted name, as in user == \"…\"
user == \"alice | \"alice | this quote does not end: add \" behind the name
'a\" | 'a\" | this quote does not end: add ' behind the name
1 < 2 < 3 | < | a comparison has two sides: join two comparisons by and, or put brackets around one
user == \"a\" == 1 | == | a comparison has two sides: join two comparisons by and, or put brackets around one
1 + not 2 | not | not binds less than the operator before it: put brackets around not and its condition
a and b | a | unknown variable \"a\": there are ALL
and 1 | and | a value is missing before and: write a variable, a number or a function
1 and |  | a value is missing at the end: write a variable, a number or a function
not |  | a value is missing at the end: write a variable, a number or a function
size = 3 | = | unknown sign =: write == for equal
size !3 | ! | unknown sign !: write not, or != for unequal
1 && 2 | && | unknown sign &&: write and
2 ** 3 | ** | unknown sign **: write ^ for a power
7 % 2 | % | unknown sign %: a - b * floor(a / b) is the remainder
2 × 3 | × | unknown sign ×: write *
−1 | − | unknown sign −: write -
1e999 | 1e999 | this number is too large: numbers end near 1.8e308
12ab | 12ab | 12ab is no number: put an operator between, as in 12 * ab
3size | 3size | 3size is no number: put an operator between, as in 3 * size
1.2.3 | 1.2.3 | 1.2.3 is no number: a number has one decimal point
1e | 1e | 1e is no number: put an operator between, as in 1 * e
..5 | . | unknown sign .: take it out
. | . | unknown sign .: take it out
# | # | unknown sign #: take it out
size > 3 ? 1 : 2 | ? | unknown sign ?: write if(condition, a, b)
[1] | [ | unknown sign [: use round brackets
größe | größe | unknown variable \"größe\": there are ALL
min(1 2) | 2 | an operator is missing before 2: write +, -, *, /, a comparison, and, or
x == \"a\" < 2 | x | unknown variable \"x\": there are ALL
size is 3 | is | an operator is missing before is: write +, -, *, /, a comparison, and, or
then | then | unknown variable \"then\": did you mean if?
sqrt(user) | user | user is a name and has no value as a number: compare it, as in user == \"…\"
if(user, 1, 2) | user | user is a name and has no value as a number: compare it, as in user == \"…\"
user == (\"a\" | ( | this bracket is not closed: add a )
1 or or 2 | or | a value is missing before or: write a variable, a number or a function";

#[test]
fn an_error_in_words_has_the_letter() {
    let error = Formula::read("1 + sise").unwrap_err();
    let told = "unknown variable \"sise\" at letter 5: did you mean size?";
    assert_eq!(error.to_string(), told);
    let error = Formula::read("(user == \"ä\") + sise").unwrap_err();
    assert_eq!((error.letter, error.at), (17, 17..21));
    let error = Formula::read("1 +").unwrap_err();
    assert_eq!((error.letter, error.at), (4, 3..3));
}

#[test]
fn formulas_that_are_too_large_are_refused() {
    let deep = |count: usize| "(".repeat(count) + "1" + &")".repeat(count);
    let waiting = |count: usize| "1-(".repeat(count) + "1" + &")".repeat(count);
    for (text, what) in [
        (" ".repeat(MAX_BYTES) + "1", "a formula has at most 1000 bytes"),
        ("ä".repeat(MAX_BYTES), "a formula has at most 1000 bytes"),
        (vec!["1"; MAX_PARTS / 2 + 1].join("+"), "a formula has at most 200 operators and operands"),
        (deep(MAX_NESTING + 1), "the formula is nested too deeply here"),
        ("-".repeat(MAX_NESTING + 1) + "1", "the formula is nested too deeply here"),
        (waiting(MAX_STACK), "the formula is nested too deeply here"),
    ] {
        assert_eq!(Formula::read(&text).unwrap_err().what, what, "{text}");
    }
}

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
