//! The settings of the panel in two levels: what the page is for, and further settings and model assumptions, folded away.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::control::{Fold, Text};
use crate::app::systems::Controls;
use slotscope::page::settings::{Setting, by_heading, is_found, note};
use slotscope::system::Place;

#[derive(Properties, PartialEq)]
pub struct FurtherProps {
    /// All settings that make a difference.
    pub settings: Rc<Vec<Setting>>,
    pub controls: Controls,
}

/// Further settings under their headings, found by a text, and the readings of a paper that leaves them open.
#[component]
pub fn Further(props: &FurtherProps) -> Html {
    let FurtherProps { settings, controls } = props;
    let sought = use_state(String::new);
    let on_change = {
        let sought = sought.setter();
        Callback::from(move |text: String| sought.set(text))
    };
    let is_sought = |it: &&Setting| is_found(it.row, &sought);
    let all = by_heading(settings);
    let groups = all.iter().filter_map(|(heading, under)| {
        let found: Vec<_> = under.iter().copied().filter(is_sought).collect();
        let id = heading.to_lowercase().replace(", ", "-").replace(' ', "-");
        (!found.is_empty()).then(|| {
            html! {
                <Fold key={*heading} {id} title={*heading} note={note(found.iter().copied())} open={!sought.is_empty()}>
                    { found.iter().map(|it| controls.setting(it, false)).collect::<Html>() }
                </Fold>
            }
        })
    });
    let groups: Vec<Html> = groups.collect();
    let assumed = settings.iter().filter(|it| it.row.place == Place::Assumption);
    html! {
        <>
            { nothing() }
            if !all.is_empty() {
                <Fold id="more-settings" title="More settings" note={note(all.iter().flat_map(|it| it.1.iter().copied()))}>
                    <Text id="find-setting" label="Find a setting" placeholder="Find a setting" value={(*sought).clone()} {on_change} />
                    if groups.is_empty() {
                        <p class="hint">{ "No setting that makes a difference now has these words." }</p>
                    }
                    { groups.into_iter().collect::<Html>() }
                </Fold>
            }
            if assumed.clone().next().is_some() {
                <Fold id="readings" title="Model assumptions" note={note(assumed.clone())}>
                    <p class="hint">{ "The source leaves these open. Each choice agrees with its text; they give different figures." }</p>
                    { assumed.map(|it| controls.setting(it, true)).collect::<Html>() }
                </Fold>
            }
        </>
    }
}
