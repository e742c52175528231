//! Why a job waited, why processors are idle: when it is asked, and the card that tells the answer.

mod asking;
mod card;
mod decisions;
mod waited;

pub use asking::use_asking;
pub use card::Card;
