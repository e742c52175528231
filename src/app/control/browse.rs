//! A button that lets a file be chosen.

use web_sys::{File, HtmlElement, HtmlInputElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct BrowseProps {
    /// The id of the file input; the button's is `id-browse`.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    pub on_files: Callback<Vec<File>>,
}

/// A button that lets files be chosen.
#[component]
pub fn Browse(props: &BrowseProps) -> Html {
    let on_files = &props.on_files;
    html! { <OpenFiles id={props.id} label={props.label} multiple=true {on_files}>{ "Browse…" }</OpenFiles> }
}

/// Takes the file that is chosen.
pub fn one(on_file: &Callback<File>) -> Callback<Vec<File>> {
    let on_file = on_file.clone();
    Callback::from(move |files: Vec<File>| files.into_iter().for_each(|file| on_file.emit(file)))
}

#[derive(Properties, PartialEq)]
pub struct OpenFilesProps {
    /// The id of the file input.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// Whether several can be chosen at once.
    #[prop_or_default]
    pub multiple: bool,
    /// Called with the files that are chosen, all at once.
    pub on_files: Callback<Vec<File>>,
    /// The content of the button.
    pub children: Html,
}

/// A button of any content that lets files be chosen.
#[component]
pub fn OpenFiles(props: &OpenFilesProps) -> Html {
    let input = use_node_ref();
    let browse = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlElement>() {
                input.click();
            }
        })
    };
    let on_files = props.on_files.clone();
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let files = input.files();
        let files = files.iter().flat_map(|files| (0..files.length()).map(|at| files.get(at)));
        on_files.emit(files.flatten().collect());
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
