//! Delay and loss of messages. Times are thousandths of a second.

use super::Broker;
use workload::Time;
use workload::draw::{Draw, Stream};

/// Thousandths in a second.
pub(super) const SECOND: Time = 1_000;

/// Seconds in thousandths, to the nearest.
pub(super) fn thousandths(seconds: f64) -> Time {
    (seconds * SECOND as f64).round() as Time
}

/// The links between brokers and one agent.
#[derive(Clone, Copy, Debug)]
struct Link {
    latency: Time,
    jitter: Time,
    /// From 0 to 1.
    loss: f64,
}

impl Broker {
    /// Whether a draw is made for messages on any link.
    pub(super) fn draws_on_links(&self) -> bool {
        let draws = |jitter: f64, loss: f64| thousandths(jitter) > 0 || loss > 0.0;
        draws(self.jitter, self.loss_percent)
            || self.links.iter().any(|it| draws(it.jitter.unwrap_or_default(), it.loss_percent.unwrap_or_default()))
    }
}

/// All links, and the random draws for them.
#[derive(Clone, Debug)]
pub(super) struct Links {
    of_agents: Vec<Link>,
    jitter: Draw,
    loss: Draw,
}

impl Links {
    /// The links of `agents` agents.
    pub fn new(settings: &Broker, agents: usize, seed: u64) -> Self {
        let usual = Link {
            latency: thousandths(settings.latency),
            jitter: thousandths(settings.jitter),
            loss: settings.loss_percent / 100.0,
        };
        let mut of_agents = vec![usual; agents];
        for it in &settings.links {
            let Some(link) = of_agents.get_mut(it.agent as usize) else {
                continue;
            };
            link.latency = it.latency.map_or(link.latency, thousandths);
            link.jitter = it.jitter.map_or(link.jitter, thousandths);
            link.loss = it.loss_percent.map_or(link.loss, |it| it / 100.0);
        }
        Self { of_agents, jitter: Draw::new(seed, Stream::JITTER), loss: Draw::new(seed, Stream::LOSS) }
    }

    /// The delay of a message to or from an agent, and whether it is lost. A number is drawn only where the
    /// outcome is uncertain.
    pub fn send(&mut self, agent: u32) -> (Time, bool) {
        let link = self.of_agents[agent as usize];
        let beyond = match link.jitter {
            0 => 0,
            most => (self.jitter.unit() * (most + 1) as f64) as Time,
        };
        let lost = link.loss > 0.0 && self.loss.unit() < link.loss;
        (link.latency + beyond, lost)
    }

    /// The time that an agent takes to connect to a broker.
    pub fn connecting(&self, agent: u32) -> Time {
        self.of_agents[agent as usize].latency
    }

    /// The longest way there and back.
    pub fn longest_round_trip(&self) -> Time {
        let longest = self.of_agents.iter().map(|it| it.latency + it.jitter).max();
        2 * longest.unwrap_or(0)
    }
}
