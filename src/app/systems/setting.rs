//! The control of a setting, made from its row.

use std::cell::RefCell;

use serde_json::{Value, json};

use super::presets::Presets;
use crate::app::context::prelude::*;
use crate::app::context::state::Edit;
use crate::app::control::{
    Field, FormulaField, Number, Segmented, Select, Slider, Switch, Text, any_one_of, choice, put_back,
};
use slotscope::chart::provider_name;
use slotscope::experiment::Scenario;
use slotscope::experiment::knobs::{get, number, reads};
use slotscope::page::history::Experiment;
use slotscope::page::settings::{Setting, refusal, text_of, value_of};
use slotscope::policy::formula::Formula;
use slotscope::system::{Choices, Items, Knob, Numbers, Slide, Unit, Values};

/// Makes the controls of a scenario's settings.
#[derive(Clone, PartialEq)]
pub struct Controls {
    /// The experiment with the scenario.
    pub experiment: Rc<Experiment>,
    /// The present experiment, by which typed values are checked: its changes alone draw no control again.
    pub present: Rc<RefCell<Rc<Experiment>>>,
    /// Changes it.
    pub edit: Edit,
}

#[derive(Properties)]
struct RowProps {
    setting: Setting,
    controls: Controls,
    is_explained: bool,
}

impl PartialEq for RowProps {
    fn eq(&self, other: &Self) -> bool {
        let shows_others = match &self.setting.row.values {
            Values::Choices(choices) => !choices.each.is_empty(),
            Values::Items(_) => true,
            _ => false,
        };
        (self.is_explained, &self.setting, &self.controls.edit)
            == (other.is_explained, &other.setting, &other.controls.edit)
            && (!shows_others || self.controls.experiment == other.controls.experiment)
    }
}

/// A setting under its label, with a button that puts it back where it is another one. It is drawn again when its value
/// changes, and with any other value only where its control shows that too.
#[component(SettingRow)]
fn setting_row(props: &RowProps) -> Html {
    let RowProps { setting, controls, is_explained } = props;
    let Setting { row, value, usual } = setting;
    let id = row.control();
    let back = setting.is_changed().then(|| {
        let usual = usual.clone();
        controls.edit.set(row.path, false).reform(move |_: MouseEvent| usual.clone())
    });
    let control = controls.control(row, row.path, &id, value);
    match row.values {
        Values::Switch => html! {
            <div class="field switched">
                { control }
                { for back.map(|onclick| put_back(row.title, onclick)) }
            </div>
        },
        _ => html! {
            <Field of={names_itself(row).then(|| AttrValue::from(id.clone()))} label={row.title} term={row.about} {back} class={classes!(beside(row))}>
                { control }
                if *is_explained {
                    <p class="hint">{ row.about }</p>
                }
            </Field>
        },
    }
}

impl Controls {
    /// A setting with its control; its explanation is a tip, or stands below it.
    pub fn setting(&self, setting: &Setting, is_explained: bool) -> Html {
        html! { <SettingRow key={setting.row.control()} setting={setting.clone()} controls={self.clone()} {is_explained} /> }
    }

    fn scenario(&self) -> &Scenario {
        &self.experiment.scenario
    }

    fn control(&self, row: &'static Knob, path: &str, id: &str, value: &Value) -> Html {
        match &row.values {
            Values::Numbers(numbers) => self.number(row, numbers, path, id, value),
            Values::Choices(choices) if choices.is_formula => self.formula(row, path, id, value, (false, true)),
            Values::Choices(choices) => self.choice(row, choices, path, id, value),
            Values::Switch => {
                let on = value.as_bool().unwrap_or_default();
                let on_change = self.edit.set(path, false).reform(Value::Bool);
                html! { <Switch id={id.to_owned()} label={row.title} term={row.about} {on} {on_change} /> }
            }
            Values::Typed(empty) => self.typed(row, path, id, (value, empty)),
            Values::Formula { optional, nodes } => self.formula(row, path, id, value, (*optional, *nodes)),
            Values::Items(items) => self.items(items, path, id, value),
            Values::Form => nothing(),
        }
    }

    fn number(&self, row: &'static Knob, numbers: &Numbers, path: &str, id: &str, value: &Value) -> Html {
        let Numbers { per, whole, least, most, .. } = *numbers;
        let first = f64::from(u8::from(row.from_one));
        let set = self.edit.set(path, true);
        let of_shown = move |shown: f64| {
            let value = (shown - first) * per;
            number(if whole { value.round() } else { value })
        };
        let now = value.as_f64().map(|it| it / per + first);
        let check = {
            let (present, path) = (self.present.clone(), path.to_owned());
            Callback::from(move |typed: Option<f64>| {
                refusal(&present.borrow().scenario, &path, &typed.map_or(Value::Null, of_shown))
            })
        };
        let on_change = set.reform(move |typed: Option<f64>| typed.map_or(Value::Null, of_shown));
        let unit = if per == 1.0 { numbers.unit.symbol() } else { "" };
        let has_slider = numbers.slide != Slide::No;
        let (number_id, label) = if has_slider {
            (format!("{id}-number"), Some(AttrValue::from(format!("{}, as a number", row.title))))
        } else {
            (id.to_owned(), None)
        };
        let field = html! {
            <Number id={number_id} {label} value={now} optional={!numbers.empty.is_empty()} placeholder={numbers.empty}
                min={least / per + first} max={most / per + first} fractions={!whole || per != 1.0} {unit} {check} {on_change} />
        };
        if !has_slider {
            return field;
        }
        let now = now.unwrap_or_default();
        let told = |value: f64| match numbers.unit {
            Unit::Seconds => words::duration(value),
            _ if unit.is_empty() => value.to_string(),
            _ => format!("{value} {unit}"),
        };
        let text = if now == 0.0 && !numbers.zero.is_empty() { numbers.zero.to_owned() } else { told(now) };
        let slider = match numbers.slide {
            Slide::Stops(stops) => {
                let last = stops.len() - 1;
                let nearest = stops.partition_point(|&stop| stop < now).min(last);
                let on_move = set.reform(move |at: f64| of_shown(stops[(at.max(0.0) as usize).min(last)]));
                let marks = vec!["0".into(), told(stops[last / 2]).into(), told(stops[last]).into()];
                html! { <Slider id={id.to_owned()} value={nearest as f64} max={last as f64} {text} label={row.title} {on_move} {marks} /> }
            }
            Slide::To(most, step) => {
                // The slider's steps are not exact in binary.
                let on_move = set.reform(move |value: f64| of_shown((value * 100.0).round() / 100.0));
                let marks = [least, ((least + most) / 2.0).floor(), most].map(|it| it.to_string().into()).to_vec();
                html! { <Slider id={id.to_owned()} value={now.min(most)} min={least} max={most} {step} {text} label={row.title} {on_move} {marks} /> }
            }
            Slide::No => nothing(),
        };
        html! { <div class="slider-and-number">{ slider }{ field }</div> }
    }

    /// One of several for all providers, or one for each.
    fn choice(&self, row: &'static Knob, choices: &Choices, path: &str, id: &str, value: &Value) -> Html {
        let offered = || choices.all.iter().map(|it| choice(it.key, it.label, it.about));
        let set = self.edit.set(path, false);
        if choices.each.is_empty() {
            let chosen = choices.all.iter().map(|it| it.key).find(|it| value == *it).unwrap_or_default();
            let offer = any_one_of(offered().collect(), chosen, set.reform(Value::from));
            return match choices.in_list {
                true => html! { <Select id={id.to_owned()} label={row.title} {offer} /> },
                false => html! { <Segmented id={id.to_owned()} label={row.title} {offer} /> },
            };
        }
        let is_list = choices.each == row.path;
        let count = self.scenario().platform.len();
        let each = if is_list { value.clone() } else { get(self.scenario(), choices.each) };
        let each: Vec<&str> = each.as_array().map_or(Vec::new(), |all| all.iter().filter_map(Value::as_str).collect());
        let first = each.first().copied().or(value.as_str());
        let first = first.map_or(choices.all[0].key, |it| it.split(':').next().unwrap_or(it)).to_owned();
        let has_each = each.len() > 1;
        let mut all: Vec<_> = offered().collect();
        if count > 1 || has_each {
            all.push(choice("", "One for each provider", "All providers have the same, or each has its own."));
        }
        let on_change = {
            let (each, first, usual) = (self.edit.set(choices.each, false), first.clone(), choices.all[0].key);
            Callback::from(move |key: &'static str| match key {
                "" => each.emit(vec![first.clone(); count.max(2)].into()),
                key if !is_list => set.emit(key.into()),
                key if key == usual => set.emit(json!([])),
                key => set.emit(json!([key])),
            })
        };
        let chosen =
            if has_each { "" } else { choices.all.iter().map(|it| it.key).find(|it| **it == first).unwrap_or("?") };
        let own = (0..if has_each { count } else { 0 }).map(|at| {
            let keys: Vec<String> =
                (0..count).map(|at| each.get(at).or(each.last()).map_or("", |it| it).to_owned()).collect();
            let chosen = choices.all.iter().map(|it| it.key).find(|it| *it == keys[at]).unwrap_or_default();
            let set = self.edit.set(choices.each, false).reform(move |key: &'static str| {
                let mut keys = keys.clone();
                key.clone_into(&mut keys[at]);
                keys.into()
            });
            html! {
                <label key={at} class="of-provider">
                    <span>{ provider_name(at) }</span>
                    <Select id={format!("{id}-{at}")} terse=true offer={any_one_of(offered().collect(), chosen, set)} />
                </label>
            }
        });
        html! {
            <>
                <Select id={id.to_owned()} offer={any_one_of(all, chosen, on_change)} />
                if has_each {
                    <div class="of-providers">{ for own }</div>
                }
            </>
        }
    }

    fn typed(&self, row: &'static Knob, path: &str, id: &str, (value, empty): (&Value, &'static str)) -> Html {
        let from_one = row.from_one;
        let taken = {
            let (present, path) = (self.present.clone(), path.to_owned());
            move |text: &str| value_of(&present.borrow().scenario, &path, text, from_one)
        };
        let mistake = {
            let taken = taken.clone();
            Callback::from(move |text: String| taken(&text).err())
        };
        let set = self.edit.set(path, true);
        let on_change = Callback::from(move |text: String| {
            if let Ok(value) = taken(&text) {
                set.emit(value);
            }
        });
        html! { <Text id={id.to_owned()} value={text_of(value, from_one)} placeholder={empty} {mistake} {on_change} /> }
    }

    /// A formula; one that may be left to another setting has a switch above it.
    fn formula(
        &self,
        row: &'static Knob,
        path: &str,
        id: &str,
        value: &Value,
        (optional, has_nodes): (bool, bool),
    ) -> Html {
        let formula = value.as_str().and_then(|it| Formula::read(it).ok());
        let on_change = self.edit.set(path, true).reform(|formula: Formula| formula.text().into());
        let own = self
            .edit
            .set(path, false)
            .reform(|on: bool| if on { Formula::default().text().into() } else { Value::Null });
        html! {
            <>
                if optional {
                    <Switch id={format!("{id}-own")} label="A formula of its own" on={formula.is_some()} on_change={own} />
                } else {
                    <Presets formula={formula.clone().unwrap_or_default()} on_choose={on_change.clone()} />
                }
                if let Some(formula) = formula {
                    <FormulaField id={id.to_owned()} label={row.title} {formula} {has_nodes} {on_change} />
                }
            </>
        }
    }

    /// The items of a list, a group of fields for each, and a button that adds one.
    fn items(&self, items: &Items, path: &str, id: &str, value: &Value) -> Html {
        let all = value.as_array().cloned().unwrap_or_default();
        let set = self.edit.set(path, false);
        let groups = all.iter().enumerate().take(MOST_ITEMS).map(|(at, item)| {
            let fields = items.of.iter().filter_map(|row| {
                let path = format!("{path}.{at}.{}", row.path);
                reads(self.scenario(), &path).ok()?;
                let id = format!("{id}-{at}-{}", row.path);
                let value = item.get(row.path).cloned().unwrap_or_else(|| row.absent());
                let of = names_itself(row).then(|| AttrValue::from(id.clone()));
                Some(html! {
                    <Field key={id.clone()} {of} label={row.title} term={row.about} class={classes!(beside(row))}>{ self.control(row, &path, &id, &value) }</Field>
                })
            });
            let remove = {
                let mut rest = all.clone();
                rest.remove(at);
                set.reform(move |_: MouseEvent| rest.clone().into())
            };
            html! {
                <div class="list-item" key={at} role="group" aria-label={format!("{} {}", row_name(items), at + 1)}>
                    { for fields }
                    <button type="button" class="icon" id={format!("{id}-{at}-remove")} onclick={remove}
                        aria-label={format!("Remove {} {}", row_name(items), at + 1)}>{ "×" }</button>
                </div>
            }
        });
        let add = {
            let mut more = all.clone();
            more.push(serde_json::from_str(items.new).ok().or(all.last().cloned()).unwrap_or_default());
            set.reform(move |_: MouseEvent| more.clone().into())
        };
        html! {
            <>
                { for groups }
                if all.len() > MOST_ITEMS {
                    <p class="hint">{ format!("And {} more.", all.len() - MOST_ITEMS) }</p>
                }
                <button type="button" id={format!("add-{id}")} onclick={add}>{ format!("Add {}", items.noun) }</button>
            </>
        }
    }
}

/// This many items have fields; the others come from a file, and are counted.
const MOST_ITEMS: usize = 60;

/// The noun without its article.
fn row_name(items: &Items) -> &'static str {
    items.noun.split_once(' ').map_or(items.noun, |it| it.1)
}

/// Short controls stand beside their labels.
fn beside(row: &Knob) -> Option<&'static str> {
    let slides = row.numbers().is_some_and(|it| it.slide != Slide::No);
    (names_itself(row) && !slides).then_some("beside")
}

/// Whether the label may name the control by its id: groups of buttons and of fields name themselves.
fn names_itself(row: &Knob) -> bool {
    match &row.values {
        Values::Choices(choices) => choices.in_list || !choices.each.is_empty(),
        Values::Numbers(_) | Values::Typed(_) => true,
        _ => false,
    }
}
