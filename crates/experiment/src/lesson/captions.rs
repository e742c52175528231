//! Names of the pictures of a chart.

use super::format::Show;
use scheduling::criteria::Criterion;
use scheduling::engine::Nouns;

impl Show {
    /// A name for each picture of this chart, in order, as its caption and for screen
    /// readers. `step` is the title of the step that it belongs to.
    pub fn captions(&self, step: &str) -> Vec<String> {
        match self {
            Self::Schedule(it) if it.plans.is_empty() => vec![step.to_owned()],
            Self::Schedule(it) => it.plans.iter().map(|plan| plan.name.clone()).collect(),
            Self::Slots(it) => {
                let (provider, at) = (it.provider + 1, it.at);
                vec![format!("Slots of provider {provider} from {at} s on: {step}")]
            }
            Self::Curve(it) => {
                let name = |criterion: &Criterion| {
                    let name = criterion.label_in(<&Nouns>::default());
                    format!("{name} over {}", it.vary.label)
                };
                it.criteria.iter().map(name).collect()
            }
            Self::Generate(_) => vec!["The slots that Algorithm 1 has made so far".to_owned()],
            Self::Search(_) => vec!["The slots that Algorithm 2 searches".to_owned()],
            Self::RangeSearch(_) => vec!["The idle periods of the slot".to_owned(), "The trees of the slot".to_owned()],
            Self::Planning(it) => vec![match it.deadline {
                None => "The tasks that are placed so far".to_owned(),
                Some(_) => "The reservations of the tasks".to_owned(),
            }],
            Self::Messages(_) => {
                vec!["The messages so far".to_owned(), "Tasks by agent".to_owned(), "The load of the nodes".to_owned()]
            }
            Self::Binding(_) => vec!["Static binding".to_owned(), "Dynamic binding".to_owned()],
        }
    }
}
