//! The providers: how many, and their processors.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::control::{Fold, Number, OneProvider};
use slotscope::page::state::EditAction;
use slotscope::page::words;

/// Platforms to choose at once.
const PRESETS: [&[u32]; 4] = [&[128], &[64, 64], &[64; 4], &[64; 8]];

/// More processors than this are not drawn sensibly, nor needed by any log of the archive.
const MOST_PROCESSORS: f64 = 1_000_000.0;

/// The page offers this many providers.
const MOST_PROVIDERS: usize = 32;

#[derive(Properties, PartialEq)]
pub struct PlatformProps {
    pub platform: Vec<u32>,
    /// The name of all providers together, if the system pools them.
    pub pool: Option<&'static str>,
    /// The system's own noun for a provider, where it has one.
    pub own_noun: Option<&'static str>,
    /// That some jobs are larger than every provider.
    pub warning: Option<String>,
    /// The processors of the one provider that takes them.
    pub one: Option<u32>,
    pub edit: Edit,
}

/// The providers: how many, and their processors; folded away.
#[component]
pub fn Platform(props: &PlatformProps) -> Html {
    let PlatformProps { platform, pool, own_noun, warning, one, edit } = props;
    let presets = PRESETS.iter().map(|&preset| {
        let set = edit.set("platform", false).reform(move |_: MouseEvent| preset.to_vec().into());
        let name = format!("{} × {}", preset.len(), preset[0]);
        let chosen = preset == platform.as_slice();
        html! {
            <button type="button" class="preset" aria-pressed={chosen.to_string()} onclick={set}
                data-testid={format!("preset-{}x{}", preset.len(), preset[0])}>{ name }</button>
        }
    });
    let providers = platform.iter().enumerate().map(|(index, &processors)| {
        let set = edit
            .set(&format!("platform.{index}"), true)
            .reform(|value: Option<f64>| (value.unwrap_or(1.0) as u32).into());
        let remove = edit.act(move |_: MouseEvent| EditAction::RemoveProvider(index));
        let number = index + 1;
        html! {
            <li key={index}>
                <span class="provider-index">{ index + 1 }</span>
                <Number id={format!("provider-{index}")} label={format!("Processors of provider {number}")}
                    value={f64::from(processors)} min=1.0 max={MOST_PROCESSORS} on_change={set} />
                <button type="button" class="icon" onclick={remove} disabled={platform.len() == 1}
                    aria-label={format!("Remove Provider {number}")}>{ "×" }</button>
            </li>
        }
    });
    let add = {
        let more = [&platform[..], &[platform.last().copied().unwrap_or(64)]].concat();
        edit.set("platform", false).reform(move |_: MouseEvent| more.clone().into())
    };
    let total: u64 = platform.iter().map(|&processors| u64::from(processors)).sum();
    html! {
        <>
        <Fold id="platform" title="Platform" note={words::platform(platform)}>
            <div class="presets" role="group" aria-label="Presets">{ for presets }</div>
            <ul class="providers">
                { for providers }
                <li class="add">
                    <button type="button" id="add-provider" onclick={add} disabled={platform.len() >= MOST_PROVIDERS}>
                        { "+ Provider" }
                    </button>
                </li>
            </ul>
            <p class="hint">{ total_words(total, *pool, *own_noun) }</p>
        </Fold>
        if let Some(warning) = warning {
            <p class="hint" id="too-large">{ warning }</p>
            if let Some(processors) = *one {
                <OneProvider {processors} edit={edit.clone()} />
            }
        }
        </>
    }
}

/// How many processors there are, whether the system pools them, and its own noun for a provider.
fn total_words(total: u64, pool: Option<&str>, own_noun: Option<&str>) -> String {
    let total = words::count(total as i64);
    match (pool, own_noun) {
        (Some(pool), _) => format!("{total} processors in all: {pool}"),
        (None, Some(noun)) => format!("{total} processors in all; each provider is a {noun}"),
        (None, None) => format!("{total} processors in all"),
    }
}
