//! Whole numbers to be typed, with commas between them.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NumberListProps {
    pub id: AttrValue,
    pub value: Vec<i64>,
    pub min: i64,
    pub max: i64,
    /// The meaning of an empty list.
    pub placeholder: &'static str,
    /// Hears every list that is allowed.
    pub on_change: Callback<Vec<i64>>,
}

/// A field for whole numbers, none twice. An invalid list is marked and not passed on.
#[component]
pub fn NumberList(props: &NumberListProps) -> Html {
    let typed = use_state(|| None::<String>);
    let range = (props.min, props.max);
    let wrong = typed.as_ref().and_then(|text| read(text, range).err());
    let shown = typed.as_ref().map_or_else(
        || {
            let numbers: Vec<String> = props.value.iter().map(i64::to_string).collect();
            numbers.join(", ")
        },
        Clone::clone,
    );
    let oninput = {
        let (typed, on_change) = (typed.clone(), props.on_change.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(numbers) = read(&text, range) {
                on_change.emit(numbers);
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let onblur = Callback::from(move |_: FocusEvent| typed.set(None));
    html! {
        <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
            <input type="text" id={props.id.clone()} inputmode="numeric" value={shown} autocomplete="off"
                placeholder={props.placeholder} aria-invalid={wrong.is_some().to_string()} {oninput} {onblur} />
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </span>
    }
}

fn read(text: &str, (min, max): (i64, i64)) -> Result<Vec<i64>, String> {
    let mut numbers = Vec::new();
    for word in text.split(|c: char| c == ',' || c.is_whitespace()) {
        if word.is_empty() {
            continue;
        }
        let number = word.parse().ok().filter(|it| (min..=max).contains(it));
        let number = number.ok_or_else(|| format!("whole numbers from {min} to {max}"))?;
        if numbers.contains(&number) {
            return Err(format!("{number} is there twice"));
        }
        numbers.push(number);
    }
    Ok(numbers)
}
