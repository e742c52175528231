//! A list to choose from, closed until it is opened.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ListProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub tip: Option<AttrValue>,
    /// The texts, from top to bottom.
    pub options: Vec<AttrValue>,
    /// The heading of each text, one for neighbours of the same; none for an empty one, and for all if there are none.
    #[prop_or_default]
    pub headings: Vec<&'static str>,
    /// Which of them is shown, counted from 0; `None` shows an empty list.
    pub chosen: Option<usize>,
    /// Hears which text a person has chosen.
    pub on_choose: Callback<usize>,
}

/// A list that always shows `chosen`.
///
/// A browser ignores the `selected` attribute of an option once the user has chosen from the list. So the
/// list's own choice is set at every render, and reset at every change: afterwards it shows the accepted
/// choice.
#[component]
pub fn List(props: &ListProps) -> Html {
    let node = use_node_ref();
    {
        let (node, shown) = (node.clone(), index_of(props.chosen));
        use_effect(move || {
            if let Some(list) = node.cast::<HtmlSelectElement>() {
                list.set_selected_index(shown);
            }
        });
    }
    let onchange = {
        let shown = index_of(props.chosen);
        let on_choose = props.on_choose.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            let chosen = usize::try_from(list.selected_index());
            list.set_selected_index(shown);
            if let Ok(chosen) = chosen {
                on_choose.emit(chosen);
            }
        })
    };
    let option = |text: &AttrValue| html! { <option>{ text }</option> };
    let mut rest = props.options.iter();
    let groups = props.headings.chunk_by(|a, b| a == b).map(|headings| {
        let options: Html = rest.by_ref().take(headings.len()).map(option).collect();
        match headings[0] {
            "" => options,
            label => html! { <optgroup {label}>{ options }</optgroup> },
        }
    });
    let groups: Html = groups.collect();
    html! {
        <span class="select">
            <select ref={node} id={&props.id} aria-label={props.label.clone()} data-tip={props.tip.clone()} {onchange}>
                { groups }
                { for rest.map(option) }
            </select>
        </span>
    }
}

/// As the browser counts: -1 of none.
fn index_of(chosen: Option<usize>) -> i32 {
    chosen.map_or(-1, |at| at as i32)
}
