//! Which agents a broker asks: "every agent that is connected, at that specific time" (Moise et al. 2008, Sect. 3.6).

use super::Protocol;
use crate::system::broker::link::SECOND;
use crate::system::broker::mail::Event;
use base::ordering::sort_by_key;
use workload::Time;

impl Protocol {
    /// Agents that are down when the first task is submitted connect when they are up.
    pub(super) fn connect_those_that_are_up(&mut self) {
        let Some((_, first)) = self.arrivals.next(&self.jobs) else {
            return;
        };
        let now = first * SECOND;
        for agent in 0..self.agents.len() as u32 {
            if self.up_at(agent, now) == Some(now) {
                continue;
            }
            for broker in 0..self.brokers.len() as u32 {
                self.brokers[broker as usize].disconnect(agent);
                self.connects_when_up(broker, agent, now);
            }
        }
    }

    /// When an agent is up, at `now` or later, as far as is decided by now; none if it never is.
    fn up_at(&self, agent: u32, now: Time) -> Option<Time> {
        let mut up = now.max(self.agents[agent as usize].down_until);
        let mut own: Vec<_> = self.settings.outages.iter().filter(|it| it.agent == agent).collect();
        sort_by_key(&mut own, |it| it.from);
        for it in own {
            if it.from * SECOND <= up {
                up = up.max(it.until.map_or(Time::MAX, |until| until * SECOND));
            }
        }
        (up < Time::MAX).then_some(up)
    }

    fn connects_when_up(&mut self, broker: u32, agent: u32, now: Time) {
        if let Some(up) = self.up_at(agent, now) {
            let connects = Event::Connects(broker, agent);
            self.events.push(up + self.links.connecting(agent), connects);
        }
    }

    /// A broker has waited for agents in vain.
    pub(super) fn disconnect_missing(&mut self, broker: u32, now: Time) {
        for agent in self.brokers[broker as usize].missing() {
            if self.brokers[broker as usize].disconnect(agent) {
                self.brokers[broker as usize].disconnections += 1;
                self.connects_when_up(broker, agent, now);
            }
        }
    }

    /// An agent connects, unless it has gone down meanwhile.
    pub(super) fn connects(&mut self, broker: u32, agent: u32, now: Time) {
        if self.up_at(agent, now) == Some(now) {
            self.brokers[broker as usize].connect(agent)
        } else {
            self.connects_when_up(broker, agent, now)
        }
    }

    /// How often a broker took an agent for dead.
    pub fn disconnections(&self) -> u64 {
        self.brokers.iter().map(|it| it.disconnections).sum()
    }
}
