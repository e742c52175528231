//! Which providers certain jobs may go to.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Number, NumberList, Select, of_setting};
use slotscope::system::two_level::{Route, RouteBy, TwoLevel};
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct RoutesProps {
    pub routes: Vec<Route>,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// The routes, in the order in which they are asked, folded away.
#[component]
pub fn Routes(props: &RoutesProps) -> Html {
    let RoutesProps { routes, providers, edit } = props;
    let note = match routes.len() {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    let add = edit.set(|scenario, _: MouseEvent| {
        TwoLevel::of_mut(&mut scenario.system).grid.routes.push(Route {
            most: Some(USUAL_MOST),
            providers: vec![0],
            ..Route::default()
        });
    });
    let rows = routes.iter().enumerate().map(|(index, route)| {
        html! {
            <Row key={index} {index} route={route.clone()} providers={*providers} edit={edit.clone()} />
        }
    });
    html! {
        <Fold id="routes" title="Routes" {note}>
            <p class="hint">{ terms::ROUTES }</p>
            { for rows }
            <button type="button" id="add-route" onclick={add}>{ "Add a route" }</button>
        </Fold>
    }
}

/// A new route is for jobs of up to an hour.
const USUAL_MOST: Time = 3_600;

#[derive(Properties, PartialEq)]
struct RowProps {
    index: usize,
    route: Route,
    providers: usize,
    edit: Edit,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let RowProps { index, route, providers, edit } = props;
    let index = *index;
    let by = edit.set(move |scenario, by: RouteBy| {
        change(TwoLevel::of_mut(&mut scenario.system), index, |route| {
            *route = Route {
                by,
                values: match by {
                    RouteBy::Limit => Vec::new(),
                    RouteBy::Queue | RouteBy::User => vec![0],
                },
                most: (by == RouteBy::Limit).then_some(USUAL_MOST),
                providers: std::mem::take(&mut route.providers),
                ..Route::default()
            };
        });
    });
    let values = edit.drag("route-values", move |scenario, values: Vec<i64>| {
        change(TwoLevel::of_mut(&mut scenario.system), index, |route| {
            route.values = values;
        });
    });
    let least = edit.drag("route-least", move |scenario, least: Option<f64>| {
        change(TwoLevel::of_mut(&mut scenario.system), index, |route| {
            route.least = least.unwrap_or_default() as Time;
        });
    });
    let most = edit.drag("route-most", move |scenario, most: Option<f64>| {
        change(TwoLevel::of_mut(&mut scenario.system), index, |route| {
            route.most = most.map(|it| it as Time);
        });
    });
    let to = edit.drag("route-providers", move |scenario, places: Vec<i64>| {
        change(TwoLevel::of_mut(&mut scenario.system), index, |route| {
            route.providers = places.into_iter().map(|it| it as u32 - 1).collect();
        });
    });
    let remove = edit.set(move |scenario, _: MouseEvent| {
        let routes = &mut TwoLevel::of_mut(&mut scenario.system).grid.routes;
        if index < routes.len() {
            routes.remove(index);
        }
    });
    let places: Vec<i64> = route.providers.iter().map(|&it| i64::from(it) + 1).collect();
    let id = |part: &str| AttrValue::from(format!("route-{index}-{part}"));
    html! {
        <div class="pair">
            <Field of={id("by")} label="Jobs by" term={terms::ROUTES}>
                <Select id={id("by")} terse=true offer={of_setting(route.by, by)} />
            </Field>
            if route.by == RouteBy::Limit {
                <Field of={id("least")} label="From" term={terms::ROUTE_LIMITS}>
                    <Number id={id("least")} value={route.least as f64} unit="s" on_change={least} />
                </Field>
                <Field of={id("most")} label="To" term={terms::ROUTE_LIMITS}>
                    <Number id={id("most")} value={route.most.map(|it| it as f64)} optional=true
                        placeholder="no limit" unit="s" on_change={most} />
                </Field>
            } else {
                <Field of={id("values")} label="Numbers" term={terms::ROUTE_VALUES}>
                    <NumberList id={id("values")} value={route.values.clone()} min={-1}
                        max={9_007_199_254_740_991} placeholder="none" on_change={values} />
                </Field>
            }
            <Field of={id("providers")} label="May go to" term={terms::ROUTE_PROVIDERS}>
                <NumberList id={id("providers")} value={places} min={1} max={*providers as i64}
                    placeholder="none" on_change={to} />
            </Field>
            <button type="button" id={id("remove")} onclick={remove}>{ "Remove" }</button>
        </div>
    }
}

/// Changes the route at this place, if it is still there.
fn change(options: &mut TwoLevel, index: usize, set: impl FnOnce(&mut Route)) {
    if let Some(route) = options.grid.routes.get_mut(index) {
        set(route);
    }
}
