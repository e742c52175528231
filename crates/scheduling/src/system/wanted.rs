//! The reservations that a workflow wants, however it was planned.

/// A reservation that a workflow wants. Times are seconds, from the workflow's start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// How many of the workflow's machines, all at once.
    pub machines: u32,
    /// When it is to begin.
    pub start: f64,
    /// How long it is.
    pub length: f64,
    /// The estimated run time of the task in it.
    pub run_time: f64,
    /// The reservations, by their places, that end before it begins, and how long their data take then.
    pub waits_for: Vec<(usize, f64)>,
}

impl Wanted {
    /// The reservation with every time multiplied by `factor`.
    pub fn stretched(mut self, factor: f64) -> Self {
        for time in [&mut self.start, &mut self.length, &mut self.run_time] {
            *time *= factor;
        }
        for (_, seconds) in &mut self.waits_for {
            *seconds *= factor;
        }
        self
    }
}
