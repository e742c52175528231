//! Brokers and agents: decentralized advance reservation (Moise, Moise, Pop and Cristea, HiPerGRID 2008).
//!
//! Every task has an interval in which it must run and a load. Agents keep the dynamic tables of their own nodes. A
//! broker sends a batch of tasks to all agents; each tries to place all of it on a copy of its tables and makes
//! offers for the tasks that it could place; the broker takes, task by task, the offer that loads its node least;
//! only confirmed offers are reserved. Tasks without an offer make the next batch.
//!
//! The paper's links and agents never fail. Here messages take their time and are lost, agents and brokers go down, and
//! several brokers want the same nodes ([`simulation`](self) has the rules): offers are held for a lease, a
//! decision is repeated until its receipt comes, and an agent answers each decision once and for all.

mod agent;
mod central;
mod coordinator;
mod decisions;
mod knobs;
mod mail;
mod measures;
mod model;
mod nodes;
mod request;
mod run;
mod settings;
mod simulation;
#[cfg(test)]
mod tests;
mod told;

pub use crate::policy::broker::TieRule;

pub use settings::{Access, Agents, Broker, BrokerOutage, Cluster, LinkOf, Outage, Placement};
