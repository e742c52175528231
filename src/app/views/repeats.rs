//! The runs that are averaged in the forms of Curves and Trade-off: on the log itself, or on replicates of it.

use yew::prelude::*;

use crate::app::control::{Field, Number, Select, any_one_of, choices};
use slotscope::page::replicates::{Amount, ReplicateKind, about};
use slotscope::workload::replicate::Replication;

/// The label of the number of runs: of seeds, or of replicates.
pub fn label(replicate: Option<&Replication>) -> &'static str {
    match replicate {
        None => "Seeds",
        Some(_) => "Replicates",
    }
}

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
