//! A number to be typed.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NumberProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// `None` shows an empty field.
    pub value: Option<f64>,
    #[prop_or(0.0)]
    pub min: f64,
    #[prop_or(9_007_199_254_740_991.0)]
    pub max: f64,
    /// Whether fractions are allowed.
    #[prop_or_default]
    pub fractions: bool,
    /// Whether the field may be empty.
    #[prop_or_default]
    pub optional: bool,
    /// The number of which it must be a multiple. If that changes, the value in the field is checked again.
    #[prop_or_default]
    pub multiple_of: Option<f64>,
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// The unit after the number.
    #[prop_or_default]
    pub unit: AttrValue,
    /// Hears every number that is allowed; `None` for an empty field.
    pub on_change: Callback<Option<f64>>,
}

/// A field for a number. An invalid value is marked and not passed on.
#[component]
pub fn Number(props: &NumberProps) -> Html {
    let typed = use_state(|| None::<String>);
    let wrong = match (typed.as_ref(), props.value) {
        (Some(text), _) => read(text, props).err(),
        (None, Some(value)) => Rules::of(props).check_multiple(value).err(),
        (None, None) => None,
    };
    let shown =
        typed.as_ref().map_or_else(|| props.value.map_or_else(String::new, |value| value.to_string()), Clone::clone);
    let on_input = {
        let (typed, props_) = (typed.clone(), Rules::of(props));
        let on_change = props.on_change.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            // A field with letters in it reports an empty value.
            let text = if input.validity_bad() { "?".to_string() } else { input.value() };
            if let Ok(value) = props_.read(&text) {
                on_change.emit(value);
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let on_blur = Callback::from(move |_: FocusEvent| typed.set(None));
    let step = if props.fractions { "any" } else { "1" };
    html! {
        <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
            <input type="number" id={&props.id} aria-label={props.label.clone()} value={shown}
                min={props.min.to_string()} max={props.max.to_string()} {step} inputmode="decimal"
                placeholder={&props.placeholder} autocomplete="off"
                aria-invalid={wrong.is_some().to_string()}
                oninput={on_input} onblur={on_blur} />
            if !props.unit.is_empty() {
                <span class="unit">{ &props.unit }</span>
            }
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </span>
    }
}

fn read(text: &str, props: &NumberProps) -> Result<Option<f64>, String> {
    Rules::of(props).read(text)
}

/// Which numbers are allowed.
#[derive(Clone, Copy)]
struct Rules {
    min: f64,
    max: f64,
    fractions: bool,
    optional: bool,
    multiple_of: Option<f64>,
}

impl Rules {
    fn of(props: &NumberProps) -> Self {
        Self {
            min: props.min,
            max: props.max,
            fractions: props.fractions,
            optional: props.optional,
            multiple_of: props.multiple_of,
        }
    }

    fn check_multiple(self, value: f64) -> Result<(), String> {
        match self.multiple_of {
            Some(of) if value <= of || value % of != 0.0 => Err(format!("a multiple of {of}, and longer")),
            _ => Ok(()),
        }
    }

    fn read(&self, text: &str) -> Result<Option<f64>, String> {
        let text = text.trim();
        if text.is_empty() {
            return if self.optional { Ok(None) } else { Err("a number is needed".to_string()) };
        }
        let value: f64 = text.parse().map_err(|_| "not a number".to_string())?;
        if !value.is_finite() || (!self.fractions && value.fract() != 0.0) {
            return Err("a whole number is needed".to_string());
        }
        self.check_multiple(value)?;
        if value < self.min {
            return Err(format!("at least {}", self.min));
        }
        if value > self.max {
            return Err(format!("at most {}", self.max));
        }
        Ok(Some(value))
    }
}

/// Whether the browser could not read the typed text as a number.
trait ValidityBad {
    fn validity_bad(&self) -> bool;
}

impl ValidityBad for HtmlInputElement {
    fn validity_bad(&self) -> bool {
        self.value().is_empty() && self.matches(":invalid").unwrap_or(false)
    }
}
