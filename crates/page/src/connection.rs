//! The life of a worker as the page sees it: it is started, listens, is replaced when it dies, and
//! is given up when it never gets up.

use std::mem::take;

/// After this many deaths in a row a worker is given up.
pub const DEATHS: u32 = 4;

/// The page's end of the talk with one worker; `M` is a message to it.
#[derive(Debug)]
pub struct Connection<M> {
    state: State,
    /// Messages that wait for the worker to listen.
    waiting: Vec<M>,
    /// Deaths since the last answer.
    deaths: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has been started and does not listen yet.
    Starting,
    Listening,
    /// It died too often. There is none until the user tries again.
    GivenUp,
}

/// Where a message to a worker goes.
#[derive(Debug, PartialEq, Eq)]
pub enum Posted<M> {
    /// It is to be handed to the worker now.
    Now(M),
    /// It waits for the worker to listen.
    Waits,
    /// There is no worker: send it again after [`Connection::try_again`].
    NoWorker,
}

/// The consequences of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether the messages since the last answer are lost, and the next worker has no workloads. A worker that
    /// died before it listened has lost nothing: its messages still wait.
    pub lost: bool,
    /// Whether the worker is given up; otherwise another is to be started in its place.
    pub given_up: bool,
}

impl<M> Default for Connection<M> {
    fn default() -> Self {
        Self { state: State::Starting, waiting: Vec::new(), deaths: 0 }
    }
}

impl<M> Connection<M> {
    /// A message is to be sent.
    pub fn post(&mut self, message: M) -> Posted<M> {
        match self.state {
            State::Listening => Posted::Now(message),
            State::Starting => {
                self.waiting.push(message);
                Posted::Waits
            }
            State::GivenUp => Posted::NoWorker,
        }
    }

    /// The worker listens: these messages are to be handed to it, in this order.
    pub fn listens(&mut self) -> Vec<M> {
        self.state = State::Listening;
        take(&mut self.waiting)
    }

    /// The worker has answered something.
    pub fn answered(&mut self) {
        self.deaths = 0;
    }

    /// The worker died, could not be started, or said what cannot be understood.
    pub fn fail(&mut self) -> Failure {
        let lost = self.state == State::Listening;
        self.end(lost)
    }

    /// A message could not be sent. Its sender gets no answer, so all messages since the last answer count as
    /// lost.
    pub fn fail_to_send(&mut self) -> Failure {
        self.waiting.clear();
        self.end(true)
    }

    fn end(&mut self, lost: bool) -> Failure {
        self.deaths += 1;
        let given_up = self.deaths >= DEATHS;
        self.state = if given_up {
            self.waiting.clear();
            State::GivenUp
        } else {
            State::Starting
        };
        Failure { lost, given_up }
    }

    /// Whether the worker has been given up.
    pub fn is_given_up(&self) -> bool {
        self.state == State::GivenUp
    }

    /// Somebody wants to try again: whether a worker is to be started now.
    pub fn try_again(&mut self) -> bool {
        let starts = self.is_given_up();
        if starts {
            *self = Self::default();
        }
        starts
    }
}

/// Why a worker died, of what the browser says. A program in WebAssembly that gets no more memory ends at an
/// instruction that is never reached; so does one that breaks, which is written in the console.
pub fn told_of_death(message: &str) -> String {
    let may_be_memory = ["unreachable", "memory", "allocat"].iter().any(|it| message.contains(it));
    if may_be_memory {
        format!("{message} (its memory may have been too small: take fewer jobs, and try again)")
    } else {
        message.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls of a new connection row by row, each with what it returns.
    #[track_caller]
    fn follow(rows: &str) {
        let mut connection = Connection::default();
        for row in rows.lines() {
            let (call, expected) = row.split_once(" -> ").expect(row);
            let (call, of) = call.split_once(' ').unwrap_or((call, ""));
            let failed = |it: Failure| format!("lost {}, given up {}", it.lost, it.given_up);
            let returned = match call {
                "post" => format!("{:?}", connection.post(of.parse::<i32>().expect(row))),
                "listens" => format!("{:?}", connection.listens()),
                "answered" => format!("{:?}", connection.answered()),
                "fail" => failed(connection.fail()),
                "fail-to-send" => failed(connection.fail_to_send()),
                "try-again" => connection.try_again().to_string(),
                "is-given-up" => connection.is_given_up().to_string(),
                _ => panic!("no call: {row}"),
            };
            assert_eq!(returned, expected, "{row}");
        }
    }

    /// One death less than those that are the end.
    fn deaths() -> String {
        "fail -> lost false, given up false\n".repeat(DEATHS as usize - 1)
    }

    #[test]
    fn messages_wait_until_the_worker_listens_and_keep_their_order() {
        follow("post 1 -> Waits\npost 2 -> Waits\nlistens -> [1, 2]\npost 3 -> Now(3)\nlistens -> []");
    }

    #[test]
    fn a_worker_that_dies_before_it_listens_loses_nothing() {
        follow("post 1 -> Waits\nfail -> lost false, given up false\npost 2 -> Waits\nlistens -> [1, 2]");
    }

    /// The next one has yet to listen.
    #[test]
    fn what_was_handed_to_a_worker_that_dies_is_lost() {
        follow("listens -> []\npost 1 -> Now(1)\nfail -> lost true, given up false\npost 2 -> Waits\nlistens -> [2]");
    }

    #[test]
    fn a_message_that_cannot_be_sent_takes_those_with_it_that_wait() {
        follow("post 1 -> Waits\nfail-to-send -> lost true, given up false\nlistens -> []");
    }

    /// It has been started once, and has as many lives as the first one.
    #[test]
    fn four_deaths_in_a_row_are_the_end_until_somebody_tries_again() {
        let deaths = deaths();
        let after_listening = deaths.replacen("false", "true", 1);
        follow(&format!(
            "{deaths}fail -> lost false, given up true
is-given-up -> true
post 1 -> NoWorker
try-again -> true
try-again -> false
post 2 -> Waits
listens -> [2]
{after_listening}fail -> lost false, given up true"
        ));
    }

    #[test]
    fn an_answer_makes_up_for_earlier_deaths() {
        let life = "listens -> []\nanswered -> ()\nfail -> lost true, given up false\n";
        follow(&life.repeat(3 * DEATHS as usize));
    }

    #[test]
    fn listening_alone_makes_up_for_nothing() {
        let lives = deaths().replace("fail -> lost false", "listens -> []\nfail -> lost true");
        follow(&format!("{lives}listens -> []\nfail -> lost true, given up true"));
    }

    #[test]
    fn what_may_be_a_lack_of_memory_says_what_to_do() {
        let told = told_of_death("Uncaught RuntimeError: unreachable");
        assert!(told.starts_with("Uncaught RuntimeError: unreachable (its memory"), "{told}");
        assert!(told.contains("take fewer jobs"), "{told}");
        assert_eq!(told_of_death("shot by a test"), "shot by a test");
    }
}
