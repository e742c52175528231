//! The system against schedules drawn by hand, and a second simulator.

mod by_hand;
mod naive;
mod random;
mod sound;
