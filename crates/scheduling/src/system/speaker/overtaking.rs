//! The jobs that a start overtakes, in words.

use super::say_precedence;
use super::{NO_TIME, Sentence, Speaker};
use crate::engine::decisions::{Overtaken, Overtaking, Room};
use workload::Time;

/// The most overtaken jobs that are named; the others are counted.
const NAMED: usize = 4;

impl Speaker<'_> {
    /// Appends to the words that a job starts: until when, the jobs that it overtakes, and why it
    /// may.
    pub(super) fn say_started(&self, to: &mut Sentence, until: Time, overtaking: Option<&Overtaking>) {
        let room = overtaking.and_then(|it| it.room);
        // For a job that ends before a promise, the end is given there.
        let ends_before = |it| matches!(it, Room::EndsBefore { promised, .. } if promised < Time::MAX);
        if !room.is_some_and(ends_before) {
            to.say(format!(", {}", self.until_at_most(until)));
        }
        let Some(overtaking) = overtaking else {
            return;
        };
        to.say(": ");
        if let Some(room) = room {
            to.say("overtakes ");
            say_overtaken(to, &overtaking.passed);
            to.say("; ");
            self.say_room(to, room);
        }
        if !overtaking.later.is_empty() {
            to.say(if room.is_some() { "; " } else { "" });
            to.say("goes before ");
            say_overtaken(to, &overtaking.later);
            to.say(", whose turn comes later");
            if let Some(precedence) = &overtaking.precedence {
                to.say(": ");
                say_precedence(to, precedence);
                to.say(" of ").number(precedence.behind.job);
            }
        }
    }

    fn say_room(&self, to: &mut Sentence, room: Room) {
        match room {
            Room::Beside { needs, free } => {
                to.say(format!("fits in the free processors: needs {needs}, {free} free"));
            }
            Room::EndsBefore { job, promised: Time::MAX, .. } => {
                to.name(job).say(format!(" is {NO_TIME}"));
            }
            Room::EndsBefore { job, promised, ends } => {
                to.say(format!("ends by {}, before ", self.at(ends)));
                to.name(job);
                to.say(format!("'s promise at {}", self.at(promised)));
            }
            Room::BesidePromise { job, promised, needs, spare } => {
                to.say("beside ").name(job);
                to.say(format!("'s promise: needs {needs}, {spare} spare from {} on", self.at(promised)));
            }
            Room::BesideOnNodes { job, promised } => {
                to.say("beside ").name(job);
                let promised = self.at(promised);
                to.say(format!("'s promise at {promised}, on nodes with room for both"));
            }
            Room::OnNodes => {
                to.say("nodes have room for it now");
            }
            Room::Preempting => {
                to.say("running jobs are preempted for it");
            }
            Room::Overrun => {
                to.say("a job that runs on past its limit holds the promised processors");
            }
        }
    }
}

/// `3`, `3 and 5`, `3, 5 and 8`, `3, 5, 8, 9 and 2 more`.
fn say_overtaken(to: &mut Sentence, overtaken: &Overtaken) {
    let named = &overtaken.listed[..overtaken.listed.len().min(NAMED)];
    let more = overtaken.listed.len() - named.len() + overtaken.others as usize;
    for (place, &job) in named.iter().enumerate() {
        to.say(match place {
            0 => "",
            _ if place + 1 == named.len() && more == 0 => " and ",
            _ => ", ",
        });
        to.number(job);
    }
    if more > 0 {
        to.say(format!(" and {more} more"));
    }
}
