//! Macros for enums whose values have names.

macro_rules! named {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$of_value:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$of_value])* $value,)+ }

        impl $name {
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$value),+];

            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Implements `FromStr` for the names, with an error for other texts.
macro_rules! read_by_name {
    ($name:ident, $error:ty, $wrong:expr) => {
        impl core::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<$name, $error> {
                $name::ALL.into_iter().find(|value| value.name() == text.trim()).ok_or_else(|| $wrong(crate::quotation::clip(text)))
            }
        }
    };
}

/// A cell as a parameter: its row and column, counted from 1.
#[derive(Debug, message::Coded)]
#[code("cell")]
pub(crate) struct CellName {
    pub row: u32,
    pub column: u32,
}

pub(crate) use {named, read_by_name};
