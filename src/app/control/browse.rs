//! A button that lets a file be chosen.

use web_sys::{File, HtmlElement, HtmlInputElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct BrowseProps {
    /// The id of the file input; the button's is `id-browse`.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// Whether several can be chosen at once.
    #[prop_or_default]
    pub multiple: bool,
    pub on_file: Callback<File>,
}

/// A button that lets a file be chosen, or several.
#[component]
pub fn Browse(props: &BrowseProps) -> Html {
    html! { <OpenFile id={props.id} label={props.label} multiple={props.multiple} on_file={&props.on_file}>{ "Browse…" }</OpenFile> }
}

#[derive(Properties, PartialEq)]
pub struct OpenFileProps {
    /// The id of the file input.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// Whether several can be chosen at once.
    #[prop_or_default]
    pub multiple: bool,
    pub on_file: Callback<File>,
    /// The content of the button.
    pub children: Html,
}

/// A button of any content that lets a file be chosen.
#[component]
pub fn OpenFile(props: &OpenFileProps) -> Html {
    let input = use_node_ref();
    let browse = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlElement>() {
                input.click();
            }
        })
    };
    let on_file = props.on_file.clone();
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let files = input.files();
        let files = files
            .iter()
            .flat_map(|files| (0..files.length()).map(|at| files.get(at)));
        files.flatten().for_each(|file| on_file.emit(file));
        // So that the same file can be chosen again after it has been mended.
        input.set_value("");
    });
    html! {
        <>
            <button type="button" onclick={browse}>{ props.children.clone() }</button>
            <input type="file" id={props.id} ref={input} {onchange} multiple={props.multiple} class="out-of-sight" tabindex="-1"
                aria-label={props.label} />
        </>
    }
}
