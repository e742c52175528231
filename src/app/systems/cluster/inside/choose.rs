//! A field for the name of a node.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Text};

const NODE: Term =
    "The node whose card is shown: by its name, by a click on its cell, or by the arrow keys in the picture.";

/// This many names are offered while one is typed.
const OFFERED: usize = 400;

#[derive(Properties, PartialEq)]
pub struct ChooseNodeProps {
    pub seen: Rc<Seen>,
    /// The place of the chosen node.
    pub chosen: Option<usize>,
    pub on_choose: Callback<String>,
}

/// The field.
#[component]
pub fn ChooseNode(props: &ChooseNodeProps) -> Html {
    let nodes = &props.seen.at.nodes;
    let name = props.chosen.map(|at| nodes[at].name.clone());
    let mistake = {
        let seen = props.seen.clone();
        Callback::from(move |name: String| {
            let is_one = seen.place_of(&name).is_some();
            (!is_one).then(|| unknown(&seen))
        })
    };
    html! {
        <Field of="node" label="Node" term={NODE}>
            <Text id="node" list="node-names" value={name.unwrap_or_default()} placeholder="click a cell, or type a name" {mistake}
                on_change={&props.on_choose} />
            <datalist id="node-names">
                { for nodes.iter().take(OFFERED).map(|it| html! { <option value={it.name.clone()} /> }) }
            </datalist>
        </Field>
    }
}

fn unknown(seen: &Seen) -> String {
    match seen.at.nodes.as_slice() {
        [] => "there are no nodes".to_owned(),
        [only] => format!("there is only {}", only.name),
        [first, .., last] => format!("a node from {} to {}", first.name, last.name),
    }
}
