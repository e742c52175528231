//! The parts of the tables of allocations.

use super::MctTies;

/// The inputs from which allocations are made.
pub struct Inputs<'a> {
    /// Every draw comes from it.
    pub seed: u64,
    /// Which provider MCT chooses among those that offer the same completion time.
    pub mct_ties: MctTies,
    /// Providers by decreasing priority; those that are missing follow in the order of the platform.
    pub resource_order: &'a [u32],
}

/// A table of allocations: each row is a value of the setting, with its policy.
macro_rules! allocations {
    (
        $(#[$of_enum:meta])*
        pub enum $Allocation:ident makes $Made:ident {
            $(
                $(#[$of_value:meta])*
                $Value:ident {
                    key: $key:literal,
                    name: $name:literal,
                    label: $label:literal,
                    about: $about:literal,
                    tried: $tried:literal,
                    draws: $draws:expr,
                    made: $made:expr,
                }
            )+
        }
    ) => {
        base::setting::setting! {
            $(#[$of_enum])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
            pub enum $Allocation {
                $(
                    $(#[$of_value])*
                    $Value {
                        key: $key,
                        name: $name,
                        label: $label,
                        about: $about,
                        tried: $tried,
                    }
                )+
            }
        }

        impl $Allocation {
            /// Whether it draws from the seed, with such ties of MCT.
            pub fn draws(self, mct_ties: MctTies) -> bool {
                let draws: fn(MctTies) -> bool = match self {
                    $(Self::$Value => $draws,)+
                };
                draws(mct_ties)
            }

            /// A fresh policy, with an empty memory.
            pub fn made(self, of: &Inputs) -> Box<dyn $Made + Send> {
                let made: fn(&Inputs) -> Box<dyn $Made + Send> = match self {
                    $(Self::$Value => $made,)+
                };
                made(of)
            }
        }
    };
}
