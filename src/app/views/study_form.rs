//! What the forms and results of Curves and Trade-off share: the line to which a form folds, lists of numbers, orders by
//! formula, what is averaged, and how far the runs are.

use web_sys::Element;

use crate::app::context::prelude::*;
use crate::app::control::{Checks, Field, Fold, Number, Offer, Select, any_one_of, choices};
use crate::app::files::kept_formulas;
use slotscope::export::snapshot::{LONGEST_LIST, MOST_SEEDS};
use slotscope::page::formula_edit::{OfferedOrder, offered_orders};
use slotscope::page::replicates::{Amount, ReplicateKind, about};
use slotscope::page::runs::Runs;
use slotscope::system::Knob;
use slotscope::workload::replicate::Replication;

#[derive(Properties, PartialEq)]
pub struct RepeatsProps {
    /// The beginning of the ids of its controls.
    pub of: &'static str,
    pub replicate: Option<Replication>,
    /// How many replicates there are if another kind is chosen.
    pub count: u32,
    pub on_set: Callback<Option<Replication>>,
}

/// Which replicates of the log runs are made on, and what they are. Their number is in the field of the seeds.
#[component]
pub fn Repeats(props: &RepeatsProps) -> Html {
    let present = ReplicateKind::of(props.replicate.as_ref());
    let on_kind = {
        let count = props.count;
        props.on_set.reform(move |kind: ReplicateKind| kind.replication(count))
    };
    let amount = props.replicate.and_then(|it| Some((it, Amount::of(&it)?)));
    let amount = amount.map(|(replicate, amount)| {
        let on_change = {
            let on_set = props.on_set.clone();
            Callback::from(move |value: Option<f64>| {
                if let Some(value) = value {
                    on_set.emit(Some(Amount::set(replicate, value)));
                }
            })
        };
        let id = format!("{}-replicate-amount", props.of);
        html! {
            <Field of={id.clone()} label={amount.label}>
                <Number {id} value={amount.value} min={amount.least} max={amount.most} unit={amount.unit} {on_change} />
            </Field>
        }
    });
    let id = format!("{}-replicates", props.of);
    html! {
        <section class="repeats">
            <Field of={id.clone()} label="Run on" term="Replicates of a log are variants of it. Where nothing is drawn, they give intervals and paired differences, which seeds cannot.">
                <Select {id} offer={any_one_of(choices::<ReplicateKind>().collect(), present, on_kind)} terse=true />
            </Field>
            { amount }
            <p class="hint" id={format!("{}-replicates-about", props.of)}>{ about(props.replicate.as_ref()) }</p>
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct OrdersProps {
    /// The id of the part; that of its choices ends in `-choices`.
    pub id: AttrValue,
    pub knob: &'static Knob,
    /// The chosen orders, as the setting takes them.
    pub chosen: Vec<String>,
    pub on_change: Callback<Vec<String>>,
}

/// A part that folds, with a check box for each order; nothing for a setting that takes no formula.
#[component]
pub fn Orders(props: &OrdersProps) -> Html {
    let kept = use_memo((), |()| kept_formulas::all());
    let choices = props.knob.choices();
    let Some(choices) = choices.filter(|it| !it.by_formula.is_empty()) else {
        return nothing();
    };
    let offered = offered_orders(choices, &kept, &props.chosen);
    let texts = offered.iter().map(|it| (it.label.clone().into(), it.formula.clone().into()));
    let texts = texts.collect();
    let chosen = offered.iter().map(|it| it.chosen).collect();
    let on_turn = {
        let on_change = props.on_change.clone();
        Callback::from(move |(at, on): (usize, bool)| {
            let kept = offered.iter().enumerate();
            let kept = kept.filter(|(place, it)| if *place == at { on } else { it.chosen });
            on_change.emit(kept.map(|(_, it): (_, &OfferedOrder)| it.value.clone()).collect());
        })
    };
    let note = match props.chosen.len() {
        0 => String::new(),
        count => format!("{count} chosen"),
    };
    html! {
        <Fold id={props.id.clone()} title="Orders by formula" {note}>
            <Checks id={format!("{}-choices", props.id)} label="Orders by formula" offer={Offer::new(texts, chosen, on_turn)} />
        </Fold>
    }
}

#[derive(Properties, PartialEq)]
pub struct RanLineProps {
    /// Begins the ids: `curves` for `curves-ran` and `curves-change`; the fields are `curves-fields`.
    pub of: &'static str,
    /// What was run, in a line.
    pub ran: AttrValue,
    pub folded: bool,
    pub on_fold: Callback<bool>,
}

/// What was run, and the button that opens the form or folds it.
#[component]
pub fn RanLine(props: &RanLineProps) -> Html {
    let (of, folded) = (props.of, props.folded);
    let onclick = props.on_fold.reform(move |_: MouseEvent| !folded);
    html! {
        <div class="ran-line">
            <p id={format!("{of}-ran")}>{ &props.ran }</p>
            <button type="button" id={format!("{of}-change")} {onclick} aria-expanded={(!folded).to_string()}
                aria-controls={format!("{of}-fields")}>{ if folded { "Change" } else { "Hide settings" } }</button>
        </div>
    }
}

/// The element that scrolls a form and its results: when the form folds it scrolls to its top, where the line and the
/// first results are.
#[hook]
pub fn use_top_when_folded(folded: bool) -> NodeRef {
    let node = use_node_ref();
    let scrolled = node.clone();
    use_effect_with(folded, move |folded| {
        if let Some(element) = scrolled.cast::<Element>().filter(|_| *folded) {
            element.set_scroll_top(0);
        }
    });
    node
}

/// A field for a list of numbers; a wrong one is marked.
pub fn list_of_numbers(
    id: String,
    value: String,
    placeholder: Option<String>,
    wrong: Option<String>,
    on_input: Callback<InputEvent>,
) -> Html {
    html! {
        <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
            <input type="text" {id} {value} {placeholder} maxlength={LONGEST_LIST.to_string()} oninput={on_input}
                aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </span>
    }
}

/// The number of seeds or of replicates.
pub fn seeds(
    of: &str,
    term: &'static str,
    (replicate, repeats): (Option<Replication>, u32),
    on_change: Callback<Option<f64>>,
) -> Html {
    let id = format!("{of}-seeds");
    let (label, least) = match replicate {
        None => ("Seeds", 1.0),
        Some(_) => ("Replicates", 2.0),
    };
    html! {
        <Field of={id.clone()} {label} {term} class="seeds">
            <Number {id} value={f64::from(repeats)} min={least} max={f64::from(MOST_SEEDS)} {on_change} />
        </Field>
    }
}

/// How many of the runs have returned, and what follows in that line.
pub fn progress<T>(of: &str, runs: &Runs<T>, rest: String) -> Html {
    let (done, total) = (runs.done, runs.total());
    let cancelled = if runs.cancelled { ", cancelled" } else { "" };
    html! {
        <>
            <progress id={format!("{of}-progress")} max={total.to_string()} value={done.to_string()} aria-label="Runs made" />
            <span id={format!("{of}-done")} role="status" data-done={done.to_string()} data-total={total.to_string()}>
                { format!("{} of {}{cancelled}{rest}", words::count(done as i64), words::plural(total, "run")) }
            </span>
        </>
    }
}

/// How many runs failed, and why the first did.
pub fn failed<T>(runs: &Runs<T>) -> Html {
    runs.failed.as_ref().map_or_else(nothing, |(why, count)| {
        html! { <p class="refused" role="alert">{ format!("{} failed: {why}", words::plural(*count, "run")) }</p> }
    })
}
