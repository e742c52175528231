//! A component has a node of its own in the document at all times. Yew 0.23 finds the place of a sibling that comes before a
//! component by the component's first node; an empty one gives the node behind it, which may go in the same render.

/// The parts of markup outside all braces: what stands whatever the values are.
fn outside_braces(markup: &str) -> String {
    let mut depth = 0_u32;
    let outside = markup.chars().filter(|it| match it {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    outside.collect()
}

/// Whether markup has an element, a component or an empty text in any case.
fn stands(markup: &str) -> bool {
    let outside = outside_braces(markup);
    let begins = |it: &str| it.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    outside.split('<').skip(1).any(begins)
        || outside.contains(" else ") && !outside.contains(" else if ")
        || markup.contains("{ nothing() }")
}

/// What is wrong with the components of a file.
fn complaints(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for empty in ["Html::default()", "html! {}", "html!()", "VNode::default()"] {
        if text.contains(empty) {
            found.push(format!("{empty}: write nothing()"));
        }
    }
    for rest in text.split("#[component]\n").skip(1) {
        let (Some((head, rest)), Some(end)) = (rest.split_once(" {\n"), rest.find("\n}\n")) else {
            panic!("a component that does not end: {rest:.80}");
        };
        let body = &rest[..end - head.len() - 3];
        // Markup in the middle of a function is a piece of what it ends with.
        let last = body.rsplit_once("\n    html! {").map(|it| it.1);
        let only = || body.strip_prefix("    html! {");
        if last.or_else(only).is_some_and(|it| !stands(it)) {
            found.push(format!("{head}: may be empty"));
        }
    }
    found
}

#[test]
fn no_component_may_be_empty() {
    let (mut components, mut found) = (0, Vec::new());
    for (path, text) in super::all_sources() {
        if path.starts_with("src/app/") {
            components += text.matches("#[component]\n").count();
            let wrong = complaints(&text).into_iter();
            found.extend(wrong.map(|it| format!("{path}: {it}")));
        }
    }
    assert!(components > 150, "{components} components");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_may_be_empty_is_told_from_what_stands() {
    let all = [
        ("<p>{ it }</p>", true),
        ("<>{ it }<List /></>", true),
        ("<>{ nothing() }{ for all }</>", true),
        ("if it { <p /> } else { <b /> }", true),
        ("if it { <p /> }", false),
        ("if it { <p /> } else if other { <b /> }", false),
        ("<>{ it }{ for all }</>", false),
        ("{ for all.iter().map(|it| html! { <p>{ it }</p> }) }", false),
        ("", false),
    ];
    for (markup, expected) in all {
        assert_eq!(stands(markup), expected, "{markup}");
    }
}
