//! The local system of each provider, and how the paper's own keeps availability.

use yew::prelude::*;

use super::choices::{SLOTS, SlotKind};
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Number, Segmented, Select, any_one_of, choice, choices, of_setting, one_of};
use slotscope::chart::provider_name;
use slotscope::system::two_level::TwoLevel;
use slotscope::system::two_level::{Local, LocalSystem, Slots};
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct LocalSystemsProps {
    pub local: Local,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// The local systems in a word or two.
pub fn name_of_systems(local: &Local) -> &'static str {
    match local.systems.as_slice() {
        [] => LocalSystem::default().row().label,
        [system] => system.row().label,
        _ => "several systems",
    }
}

/// The local system of each provider.
#[component]
pub fn LocalSystems(props: &LocalSystemsProps) -> Html {
    let LocalSystemsProps { local, providers, edit } = props;
    let count = *providers;
    let system_at = |index: usize| {
        let named = local.systems.get(index).or(local.systems.last());
        named.copied().unwrap_or_default()
    };
    let each_its_own = local.systems.len() > 1;
    let set = edit.set_option(move |options, chosen: Option<LocalSystem>| {
        let systems = &mut options.local.systems;
        match chosen {
            Some(LocalSystem::Model) => systems.clear(),
            Some(system) => *systems = vec![system],
            None => *systems = vec![systems.first().copied().unwrap_or_default(); count.max(2)],
        }
    });
    let each = choice(None, "One for each provider", "");
    let systems = choices::<LocalSystem>().map(|it| choice(Some(it.value), it.label, it.term)).chain([each]);
    let own = (0..count).map(|index| {
        let set = edit.set_option(move |options, system: LocalSystem| {
            let systems = &mut options.local.systems;
            let last = systems.last().copied().unwrap_or_default();
            systems.resize(systems.len().max(count), last);
            systems[index] = system;
        });
        html! {
            <label key={index} class="of-provider">
                <span>{ provider_name(index) }</span>
                <Select id={format!("local-system-{index}")} terse=true
                    offer={of_setting(system_at(index), set)} />
            </label>
        }
    });
    let is_model = (0..count).any(|index| system_at(index) == LocalSystem::Model);
    let is_lsf = (0..count).any(|index| system_at(index) == LocalSystem::PlatformLsf);
    let is_sge = (0..count).any(|index| system_at(index) == LocalSystem::Sge);
    let notice = edit.drag("sge-notice", |scenario, seconds: Option<f64>| {
        if let Some(seconds) = seconds {
            TwoLevel::of_mut(&mut scenario.system).local.sge_notice = seconds as Time;
        }
    });
    html! {
        <>
            <Field of="local-system" label="Local system" term={terms::LOCAL_SYSTEM}>
                <Select id="local-system" offer={any_one_of(systems.collect(), (!each_its_own).then(|| system_at(0)), set)} />
            </Field>
            if each_its_own {
                <div class="of-providers">{ for own }</div>
            }
            if is_lsf {
                <Field label="Reservations of Platform LSF" term={terms::LSF_RESERVATIONS}>
                    <Segmented id="lsf-reservations" label="Reservations of Platform LSF"
                        offer={of_setting(local.platform_lsf_reservations, edit.set_option(|options, value| options.local.platform_lsf_reservations = value))} />
                </Field>
            }
            if is_sge {
                <Field of="sge-notice" label="SGE kills before the end" term={terms::SGE_NOTICE} class="beside">
                    <Number id="sge-notice" value={local.sge_notice as f64} max={31_536_000.0} unit="s"
                        on_change={notice} />
                </Field>
            }
            if is_model {
                <Structure local={local.clone()} edit={edit.clone()} />
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct StructureProps {
    local: Local,
    edit: Edit,
}

/// How the paper's own system binds processors and keeps slots.
#[component]
fn Structure(props: &StructureProps) -> Html {
    let StructureProps { local, edit } = props;
    let (kind, length) = match local.slots {
        Slots::Variable => (SlotKind::Variable, USUAL_LENGTH),
        Slots::Fixed(length) => (SlotKind::Fixed, length),
    };
    let set_length = edit.drag("slot-length", |scenario, length: Option<f64>| {
        if let Some(length) = length {
            TwoLevel::of_mut(&mut scenario.system).local.slots = Slots::Fixed(length as Time);
        }
    });
    let set_kind = edit.set_option(|options, kind| {
        options.local.slots = match kind {
            SlotKind::Variable => Slots::Variable,
            SlotKind::Fixed => Slots::Fixed(USUAL_LENGTH),
        };
    });
    html! {
        <div class="pair">
            <Field label="Binding" term={terms::BINDING}>
                <Segmented id="binding" label="Binding"
                    offer={of_setting(local.binding, edit.set_option(|options, value| options.local.binding = value))} />
            </Field>
            <Field label="Slots" term={terms::SLOTS}>
                <Segmented id="slots-kind" label="Slots" offer={one_of(SLOTS, Some(kind), set_kind)} />
            </Field>
            if kind == SlotKind::Fixed {
                <Field of="slot-length" label="Length of a slot" term={terms::SLOT_LENGTH}>
                    <Number id="slot-length" value={length as f64} min=1.0 max={31_536_000.0} unit="s"
                        on_change={set_length} />
                </Field>
            }
        </div>
    }
}

/// The length that fixed slots begin with, in seconds: ten minutes, as Platform LSF has it.
const USUAL_LENGTH: Time = 600;
