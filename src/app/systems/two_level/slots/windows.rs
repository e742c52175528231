//! Every window of starts in which the query fits at one provider.

use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::Fold;
use slotscope::availability::Window;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::workload::Time;

/// This many windows are shown at once, the others fold away.
const SHOWN: usize = 3;

#[derive(Properties, PartialEq)]
pub struct WindowsProps {
    /// The provider's place.
    pub index: usize,
    /// At least one.
    pub windows: Vec<Window>,
    pub origin: Origin,
}

/// The windows of starts, the first of them set apart.
#[component]
pub fn Windows(props: &WindowsProps) -> Html {
    let WindowsProps { index, windows, origin } = props;
    let (shown, folded) = windows.split_at(windows.len().min(SHOWN));
    let items = |windows: &[Window]| -> Html {
        let item = |window: &Window| {
            let is_first = *window == props.windows[0];
            html! {
                <li class={classes!(is_first.then_some("first"))} data-first={window.first_start.to_string()}
                    data-last={window.last_start.to_string()}>{ words_of(window, *origin) }</li>
            }
        };
        windows.iter().map(item).collect()
    };
    let more = match folded.len() {
        1 => "1 window more".to_string(),
        count => format!("{count} windows more"),
    };
    html! {
        <div class="windows" data-testid={format!("windows-{index}")}>
            <span data-tip={terms::WINDOWS}>{ "Starts that fit" }</span>
            <ol>{ items(shown) }</ol>
            if !folded.is_empty() {
                <Fold id={format!("more-windows-{index}")} title={more}><ol>{ items(folded) }</ol></Fold>
            }
        </div>
    }
}

fn words_of(window: &Window, origin: Origin) -> String {
    let Window { first_start, last_start } = *window;
    let first = time_label(first_start, origin);
    match last_start {
        Time::MAX => format!("from {first} on"),
        last if last == first_start => format!("at {first}"),
        last => format!("{first} to {}", time_label(last, origin)),
    }
}
