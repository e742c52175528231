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
    match may_be_memory {
        true => format!("{message} (its memory may have been too small: take fewer jobs, and try again)"),
        false => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLACED: Failure = Failure { lost: false, given_up: false };

    #[test]
    fn messages_wait_until_the_worker_listens_and_keep_their_order() {
        let mut connection = Connection::default();
        assert_eq!(connection.post(1), Posted::Waits);
        assert_eq!(connection.post(2), Posted::Waits);
        assert_eq!(connection.listens(), [1, 2]);
        assert_eq!(connection.post(3), Posted::Now(3));
        assert_eq!(connection.listens(), Vec::<i32>::new());
    }

    #[test]
    fn a_worker_that_dies_before_it_listens_loses_nothing() {
        let mut connection = Connection::default();
        connection.post(1);
        assert_eq!(connection.fail(), REPLACED);
        connection.post(2);
        assert_eq!(connection.listens(), [1, 2]);
    }

    #[test]
    fn what_was_handed_to_a_worker_that_dies_is_lost() {
        let mut connection = Connection::default();
        connection.listens();
        assert_eq!(connection.post(1), Posted::Now(1));
        assert!(connection.fail().lost);
        // The next one has yet to listen.
        assert_eq!(connection.post(2), Posted::Waits);
        assert_eq!(connection.listens(), [2]);
    }

    #[test]
    fn a_message_that_cannot_be_sent_takes_those_with_it_that_wait() {
        let mut connection = Connection::default();
        connection.post(1);
        assert!(connection.fail_to_send().lost);
        assert_eq!(connection.listens(), Vec::<i32>::new());
    }

    #[test]
    fn four_deaths_in_a_row_are_the_end_until_somebody_tries_again() {
        let mut connection = Connection::default();
        for _ in 1..DEATHS {
            assert!(!connection.fail().given_up);
        }
        assert!(connection.fail().given_up);
        assert!(connection.is_given_up());
        assert_eq!(connection.post(1), Posted::NoWorker);
        assert!(connection.try_again());
        assert!(!connection.try_again(), "it has been started already");
        assert_eq!(connection.post(2), Posted::Waits);
        assert_eq!(connection.listens(), [2]);
        // It has as many lives as the first one.
        for _ in 1..DEATHS {
            assert!(!connection.fail().given_up);
        }
        assert!(connection.fail().given_up);
    }

    #[test]
    fn an_answer_makes_up_for_earlier_deaths() {
        let mut connection = Connection::<()>::default();
        for _ in 0..3 * DEATHS {
            connection.listens();
            connection.answered();
            assert!(!connection.fail().given_up);
        }
    }

    #[test]
    fn listening_alone_makes_up_for_nothing() {
        let mut connection = Connection::<()>::default();
        for _ in 1..DEATHS {
            connection.listens();
            assert!(!connection.fail().given_up);
        }
        connection.listens();
        assert!(connection.fail().given_up);
    }

    #[test]
    fn what_may_be_a_lack_of_memory_says_what_to_do() {
        let told = told_of_death("Uncaught RuntimeError: unreachable");
        assert!(told.starts_with("Uncaught RuntimeError: unreachable (its memory"), "{told}");
        assert!(told.contains("take fewer jobs"), "{told}");
        assert_eq!(told_of_death("shot by a test"), "shot by a test");
    }
}
