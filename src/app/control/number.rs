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
    /// Says why a number within the range is not allowed; all are without it.
    #[prop_or_else(|| Callback::from(|_| None))]
    pub check: Callback<Option<f64>, Option<String>>,
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
    let wrong = typed.as_ref().and_then(|text| Rules::of(props).read(text).err());
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

/// Which numbers are allowed.
struct Rules {
    min: f64,
    max: f64,
    fractions: bool,
    optional: bool,
    check: Callback<Option<f64>, Option<String>>,
}

impl Rules {
    fn of(props: &NumberProps) -> Self {
        Self {
            min: props.min,
            max: props.max,
            fractions: props.fractions,
            optional: props.optional,
            check: props.check.clone(),
        }
    }

    fn read(&self, text: &str) -> Result<Option<f64>, String> {
        let text = text.trim();
        if text.is_empty() {
            return if self.optional { self.checked(None) } else { Err("a number is needed".to_string()) };
        }
        let value: f64 = text.parse().map_err(|_| "not a number".to_string())?;
        if !value.is_finite() || (!self.fractions && value.fract() != 0.0) {
            return Err("a whole number is needed".to_string());
        }
        if value < self.min {
            return Err(format!("at least {}", self.min));
        }
        if value > self.max {
            return Err(format!("at most {}", self.max));
        }
        self.checked(Some(value))
    }

    fn checked(&self, value: Option<f64>) -> Result<Option<f64>, String> {
        self.check.emit(value).map_or(Ok(value), Err)
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
