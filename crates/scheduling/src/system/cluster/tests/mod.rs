//! The system against schedules drawn by hand, and a second simulator.
