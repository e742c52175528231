//! What brokers and agents told each other, and the names of a batch, as columns.

use super::buffer::{Reader, WireError, Writer};
use super::{read_name, write_name};
use crate::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use crate::engine::{BatchNames, Messages};

/// Stands for "none" in the columns of bookings.
const NONE: u32 = u32::MAX;

/// The same of a lease, which is longer than nothing.
const NO_LEASE: i64 = -1;

pub(super) fn write(out: &mut Writer, batch: &BatchNames, messages: &Messages) {
    for names in [&batch.tasks, &batch.nodes, &batch.clusters, &batch.farms] {
        out.u32(names.len() as u32);
        names.iter().for_each(|it| write_name(out, it));
    }
    out.u32(messages.brokers);
    out.i64(messages.left_out as i64);
    out.i64(messages.lease.unwrap_or(NO_LEASE));
    for numbers in [&messages.agents, &messages.most_load] {
        out.u32(numbers.len() as u32);
        out.column(numbers, |out, &it| out.u32(it));
    }
    out.u32(messages.list.len() as u32);
    out.column(&messages.list, write_message);
    out.u32(messages.offers.len() as u32);
    out.column(&messages.offers, |out, it| {
        [it.message, it.job, it.provider, it.load]
            .into_iter()
            .for_each(|number| out.u32(number));
        out.bytes(&[it.verdict as u8]);
    });
    out.u32(messages.bookings.len() as u32);
    out.column(&messages.bookings, |out, it| {
        let numbers = [
            it.broker,
            it.agent.unwrap_or(NONE),
            it.round,
            it.offers,
            it.decision.unwrap_or(NONE),
            it.in_doubt.into(),
        ];
        numbers.into_iter().for_each(|number| out.u32(number));
    });
}

fn write_message(out: &mut Writer, it: &Message) {
    out.bytes(&[it.kind as u8, it.fate as u8]);
    for number in [it.broker, it.agent, it.round, it.tasks, it.refused] {
        out.u32(number);
    }
    out.i64(it.sent);
    out.i64(it.arrives);
}

pub(super) fn read(from: &mut Reader) -> Result<(BatchNames, Messages), WireError> {
    let names = |from: &mut Reader| {
        let count = from.u32()? as usize;
        from.column(count, read_name)
    };
    let numbers = |from: &mut Reader| {
        let count = from.u32()? as usize;
        from.column(count, Reader::u32)
    };
    let batch = BatchNames {
        tasks: names(from)?,
        nodes: names(from)?,
        clusters: names(from)?,
        farms: names(from)?,
    };
    let (brokers, left_out) = (from.u32()?, from.i64()? as u64);
    let lease = Some(from.i64()?).filter(|&it| it != NO_LEASE);
    let (agents, most_load) = (numbers(from)?, numbers(from)?);
    let list = from.u32()? as usize;
    let list = from.column(list, read_message)?;
    let offers = from.u32()? as usize;
    let offers = from.column(offers, read_offer)?;
    let bookings = from.u32()? as usize;
    let bookings = from.column(bookings, read_booking)?;
    let messages = Messages {
        brokers,
        agents,
        most_load,
        lease,
        list,
        left_out,
        offers,
        bookings,
    };
    Ok((batch, messages))
}

fn read_message(from: &mut Reader) -> Result<Message, WireError> {
    let kinds = [
        MessageKind::Batch,
        MessageKind::Offers,
        MessageKind::Decision,
        MessageKind::Receipt,
    ];
    let fates = [
        Fate::Sent,
        Fate::Read,
        Fate::Lost,
        Fate::Unheard,
        Fate::TooLate,
    ];
    Ok(Message {
        kind: one_of(from, &kinds, |it| it as u8)?,
        fate: one_of(from, &fates, |it| it as u8)?,
        broker: from.u32()?,
        agent: from.u32()?,
        round: from.u32()?,
        tasks: from.u32()?,
        refused: from.u32()?,
        sent: from.i64()?,
        arrives: from.i64()?,
    })
}

fn read_offer(from: &mut Reader) -> Result<Offer, WireError> {
    let verdicts = [
        Verdict::Unseen,
        Verdict::First,
        Verdict::LowerLoad,
        Verdict::FewerReservations,
        Verdict::HigherLoad,
        Verdict::MoreReservations,
    ];
    Ok(Offer {
        message: from.u32()?,
        job: from.u32()?,
        provider: from.u32()?,
        load: from.u32()?,
        verdict: one_of(from, &verdicts, |it| it as u8)?,
    })
}

fn read_booking(from: &mut Reader) -> Result<Booking, WireError> {
    let some = |number: u32| (number != NONE).then_some(number);
    Ok(Booking {
        broker: from.u32()?,
        agent: some(from.u32()?),
        round: from.u32()?,
        offers: from.u32()?,
        decision: some(from.u32()?),
        in_doubt: from.u32()? != 0,
    })
}

fn one_of<T: Copy>(from: &mut Reader, all: &[T], code: fn(T) -> u8) -> Result<T, WireError> {
    let read = from.bytes(1)?[0];
    all.iter()
        .copied()
        .find(|&it| code(it) == read)
        .ok_or(WireError)
}

/// Whether every index is within its bounds.
pub(super) fn points_somewhere(
    batch: &BatchNames,
    messages: &Messages,
    (jobs, providers): (usize, usize),
) -> bool {
    let all_or_none = |count: usize, all: usize| count == 0 || count == all;
    let held: u64 = messages.agents.iter().map(|&it| u64::from(it)).sum();
    let (agents, list) = (messages.agents.len(), messages.list.len());
    let message_holds = |it: &Message| it.broker < messages.brokers && (it.agent as usize) < agents;
    let offer_holds = |it: &Offer| {
        (it.message as usize) < list
            && (it.job as usize) < jobs
            && (it.provider as usize) < providers
    };
    let booking_holds = |it: &Booking| {
        it.agent.is_none_or(|agent| (agent as usize) < agents)
            && it
                .decision
                .is_none_or(|decision| (decision as usize) < list)
    };
    all_or_none(batch.tasks.len(), jobs)
        && all_or_none(batch.nodes.len(), providers)
        && all_or_none(batch.clusters.len(), providers)
        && all_or_none(batch.farms.len(), providers)
        && all_or_none(messages.bookings.len(), jobs)
        && all_or_none(messages.most_load.len(), providers)
        && (messages.agents.is_empty() || held == providers as u64)
        && messages.list.iter().all(message_holds)
        && messages.offers.iter().all(offer_holds)
        && messages.bookings.iter().all(booking_holds)
}
