//! A run at a moment, as the Slots view shows it.

use super::Ahead;
use super::query::Query;
use slotscope::availability::Window;
use slotscope::chart::slots::{Answer, SlotView};
use slotscope::experiment::Run;
use slotscope::experiment::decisions;
use slotscope::page::state::Finished;
use slotscope::system::moment::{Promise, promises_to, slots};
use slotscope::system::two_level::{Asked, AskedProvider, Given, TwoLevel, to_be_watched};
use slotscope::workload::Time;

/// The promises of every provider at a moment.
pub struct Moment {
    pub now: Time,
    /// In platform order.
    pub providers: Vec<Provider>,
    /// The providers as a reservation that is submitted then would find them; `None` if there is no query.
    pub asked: Option<Asked>,
    /// Whether the promises of the queues are still missing.
    pub lacks_promises: bool,
}

/// The rest follows from these.
impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        let all = |it: &Self| (it.now, it.lacks_promises);
        all(self) == all(other) && self.providers == other.providers
    }
}

/// The answers to a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The offer of each provider, in platform order; none of those that are not asked.
    pub offers: Vec<Offered>,
    /// The providers that the grid scheduler takes: several if it draws among them.
    pub taken: Vec<usize>,
}

/// The offer of a provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered {
    pub given: Option<Given>,
    /// Every window of starts in time.
    pub windows: Vec<Window>,
}

/// The promises of one provider, and the slots that they leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    pub processors: u32,
    /// From the moment on.
    view: SlotView,
}

impl Moment {
    /// A run after everything that happens at time `now`, if these jobs are all that hold processors
    /// or have booked some then.
    pub fn of(finished: &Finished, now: Time, jobs: impl Iterator<Item = u32> + Clone) -> Self {
        let run = &finished.run;
        let provider = |(index, &processors): (usize, &u32)| {
            let promises = promises_to(run, index, now, jobs.clone());
            Provider::of(run, now, processors, &promises)
        };
        Self {
            now,
            providers: run.platform.iter().enumerate().map(provider).collect(),
            asked: None,
            lacks_promises: false,
        }
    }

    /// A run as a reservation finds it that is submitted at time `now`; with how all stood before, once
    /// that has been told.
    pub fn asked(finished: &Finished, now: Time, before: Option<&decisions::Moment>) -> Self {
        let run = &finished.run;
        let settings = TwoLevel::of(&finished.experiment.scenario.system);
        let settings = settings.cloned().unwrap_or_default();
        let asked = Asked::of(&settings, run, now, before);
        let providers = asked.providers.iter();
        let provider = |it: &AskedProvider| Provider::of(run, now, it.processors, &it.promises);
        Self {
            now,
            providers: providers.map(provider).collect(),
            asked: Some(asked),
            lacks_promises: before.is_none() && to_be_watched(&settings, run, now).is_some(),
        }
    }

    /// How many processors a query asks for.
    pub fn size_of(&self, query: &Query) -> u32 {
        let sizes = self.providers.iter().map(|it| it.processors);
        let usual = (sizes.max().unwrap_or(1) / 4).max(1);
        query.processors.unwrap_or(usual)
    }

    /// The answers to a query; none while the state is still missing.
    pub fn answers(&self, query: &Query) -> Answers {
        let request = query.request(self.now, self.size_of(query));
        let Some(asked) = self.asked.as_ref().filter(|_| !self.lacks_promises) else {
            return Answers { offers: vec![Offered::default(); self.providers.len()], taken: Vec::new() };
        };
        let offer = |index: usize| {
            if query.provider.is_none_or(|wanted| wanted == index) {
                Offered { given: asked.given(index, &request), windows: asked.windows(index, &request) }
            } else {
                Offered::default()
            }
        };
        let offers: Vec<Offered> = (0..self.providers.len()).map(offer).collect();
        let given: Vec<Given> = offers.iter().filter_map(|it| it.given).collect();
        let taken = asked.may_take(&given);
        Answers { taken: taken.into_iter().map(|place| given[place].provider).collect(), offers }
    }

    /// The window of time that the pictures show: from the moment itself, since promises that
    /// are over are not known any more, to the end of every answer.
    pub fn window<'a>(&self, ahead: Ahead, answers: impl Iterator<Item = &'a Given>) -> (Time, Time) {
        let last = self
            .providers
            .iter()
            .flat_map(|provider| &provider.view.commitments)
            .map(|it| it.end)
            .max()
            .unwrap_or(self.now);
        let answered = answers.map(|it| it.start).max().unwrap_or(self.now);
        let end = match ahead {
            Ahead::Hours(hours) => self.now.saturating_add(hours * 3_600),
            Ahead::All => last,
        };
        let length = end.max(answered).saturating_sub(self.now).max(3_600);
        (self.now, self.now.saturating_add(length + length / 12))
    }

    /// The picture of a provider, with its answer to a query.
    pub fn picture(&self, index: usize, window: (Time, Time), query: &Query, answer: &Offered) -> SlotView {
        SlotView {
            answer: answer.given.map(|given| Answer {
                start: given.start,
                end: given.start.saturating_add(query.length),
                processors: self.size_of(query).into(),
            }),
            starts: answer.windows.iter().map(|it| (it.first_start, it.last_start)).collect(),
            window,
            ..self.providers[index].view.clone()
        }
    }

    /// All slots and promises of a provider from the moment on.
    pub fn whole(&self, index: usize) -> &SlotView {
        &self.providers[index].view
    }
}

impl Provider {
    fn of(run: &Run, now: Time, processors: u32, promises: &[Promise]) -> Self {
        let carts = slots(processors, promises);
        Self { processors, view: SlotView::of(run, processors, promises, &carts, (now, Time::MAX)) }
    }
}
