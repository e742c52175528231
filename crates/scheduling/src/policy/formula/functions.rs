//! The functions of a formula: a table, a row for each.

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// This number of them.
    Exactly(usize),
    TwoOrMore,
}

macro_rules! functions {
    ($($Function:ident { name: $name:literal, arguments: $arguments:expr, form: $form:literal, about: $about:literal })+) => {
        /// A function of a formula.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $(#[doc = $about] $Function,)+
        }

        impl Function {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Function),+];

            /// As a formula names it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Function => $name,)+
                }
            }

            /// How it is written, with its arguments.
            pub const fn form(self) -> &'static str {
                match self {
                    $(Self::$Function => $form,)+
                }
            }

            /// Its value, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$Function => $about,)+
                }
            }

            pub(super) const fn arguments(self) -> Arguments {
                match self {
                    $(Self::$Function => $arguments,)+
                }
            }
        }
    };
}

functions! {
    If {
        name: "if",
        arguments: Arguments::Exactly(3),
        form: "if(condition, a, b)",
        about: "a where the condition holds, otherwise b."
    }
    Min {
        name: "min",
        arguments: Arguments::TwoOrMore,
        form: "min(a, b, …)",
        about: "The smallest of two or more numbers."
    }
    Max {
        name: "max",
        arguments: Arguments::TwoOrMore,
        form: "max(a, b, …)",
        about: "The largest of two or more numbers."
    }
    Abs {
        name: "abs",
        arguments: Arguments::Exactly(1),
        form: "abs(a)",
        about: "The number without its sign."
    }
    Floor {
        name: "floor",
        arguments: Arguments::Exactly(1),
        form: "floor(a)",
        about: "The largest whole number that is not above a."
    }
    Sqrt {
        name: "sqrt",
        arguments: Arguments::Exactly(1),
        form: "sqrt(a)",
        about: "The square root."
    }
    Exp {
        name: "exp",
        arguments: Arguments::Exactly(1),
        form: "exp(a)",
        about: "e to the power a."
    }
    Ln {
        name: "ln",
        arguments: Arguments::Exactly(1),
        form: "ln(a)",
        about: "The natural logarithm."
    }
    Log2 {
        name: "log2",
        arguments: Arguments::Exactly(1),
        form: "log2(a)",
        about: "The logarithm to base 2."
    }
    Log10 {
        name: "log10",
        arguments: Arguments::Exactly(1),
        form: "log10(a)",
        about: "The logarithm to base 10."
    }
}

impl Function {
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}
