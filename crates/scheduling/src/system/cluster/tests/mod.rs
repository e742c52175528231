//! The system against schedules drawn by hand, and a second simulator.

mod by_hand;
mod equal;
mod naive;
mod overtaking;
mod random;
mod sound;
