//! The errors of texts that are no formulas.

use super::super::Formula;
use super::super::parser::{MAX_BYTES, MAX_NESTING, MAX_PARTS, MAX_STACK};

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
