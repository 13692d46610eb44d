//! Messages as data: a code with named parameters. The sentence comes from a catalogue, one file per language.
//!
//! ```
//! use message::{Coded, Language};
//!
//! /// Why a column takes no stone.
//! #[derive(Debug, Coded)]
//! #[code("connect_four_move")]
//! enum Refusal {
//!     GameOver,
//!     Full { column: u8 },
//! }
//!
//! let message = Refusal::Full { column: 3 }.message();
//! assert_eq!(message.code(), "connect_four_move.full");
//! assert_eq!(message.sentence(Language::English), "column 3 is full");
//! assert_eq!(message.sentence(Language::French), "la colonne 3 est pleine");
//! assert_eq!(Refusal::Full { column: 3 }.to_string(), "column 3 is full");
//! ```
//!
//! `#[derive(Coded)]` makes an enum a family of codes, and an error with a `Display`: each variant is a code, each field a parameter
//! ([`ToParam`]); a field with `#[code(text)]`, or each field that `#[code("family", field)]` names, is converted by its `Display`, and a [`Param`] with `#[code(message)]` is always a message. A variant whose only field has no name has the message of that field, and
//! converts from it, unless it is a [`Message`]; but a `String` without a name is the parameter `why`. The sentences of a family are the attributes
//! of one message of `en.ftl` and `fr.ftl`, in the syntax of [Fluent](https://projectfluent.org).
#![cfg_attr(not(feature = "sentences"), no_std)]

extern crate alloc;
// The derive macro names this crate.
extern crate self as message;

mod clip;
#[cfg(feature = "sentences")]
mod entries;
#[cfg(feature = "sentences")]
mod json;
mod param;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "sentences")]
mod sentence;

pub use clip::{clipped, is_hidden, plain};
#[cfg(feature = "sentences")]
pub use entries::{Entries, flaws};
#[cfg(feature = "sentences")]
#[doc(hidden)]
pub use inventory;
#[cfg(feature = "sentences")]
pub use json::Sentences;
pub use message_derive::{Coded, omit_none};
pub use param::{Decimal, Param, ParamType, ToParam};
#[cfg(feature = "sentences")]
pub use sentence::{Language, speak, spoken};

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use core::fmt;

/// A code and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Message {
    /// A family and a word, such as `connect_four_move.full`.
    code: Cow<'static, str>,
    /// By name: each is a number, a text, a boolean, a list of such, a message, or null.
    #[cfg_attr(feature = "serde", serde(default))]
    params: BTreeMap<Cow<'static, str>, Param>,
}

impl Message {
    /// A message, of a code such as `connect_four_move.full`.
    pub fn new<const N: usize>(code: &'static str, params: [(&'static str, Param); N]) -> Message {
        let params = params.into_iter().map(|(name, param)| (name.into(), param)).collect();
        Message { code: code.into(), params }
    }

    /// The code: a family and a word, such as `connect_four_move.full`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The parameters, by name.
    pub fn params(&self) -> &BTreeMap<Cow<'static, str>, Param> {
        &self.params
    }

    /// The same message with another value of this parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, param: Param) -> Message {
        self.params.insert(name.into(), param);
        self
    }

    /// The message with each message inside it replaced by `change`; where that returns `None`, those inside of it are visited.
    #[must_use]
    pub fn changed(&self, change: &impl Fn(&Message) -> Option<Message>) -> Message {
        fn inner(param: &Param, change: &impl Fn(&Message) -> Option<Message>) -> Param {
            match param {
                Param::Message(message) => change(message).unwrap_or_else(|| message.changed(change)).into(),
                Param::List(list) => Param::List(list.iter().map(|param| inner(param, change)).collect()),
                other => other.clone(),
            }
        }
        let params = self.params.iter().map(|(name, param)| (name.clone(), inner(param, change))).collect();
        Message { code: self.code.clone(), params }
    }
}

impl Coded for Message {
    const CODES: &'static [Code] = &[];

    fn message(&self) -> Message {
        self.clone()
    }
}

/// An error of the operating system: its text, and its kind, by which the catalogue chooses a sentence; or the [`Message`] that it wraps.
#[cfg(feature = "sentences")]
impl Coded for std::io::Error {
    const CODES: &'static [Code] = &[Code { name: "system_error", params: &[("kind", ParamType::String), ("text", ParamType::String)] }];

    fn message(&self) -> Message {
        if let Some(message) = self.get_ref().and_then(|own| own.downcast_ref::<Message>()) {
            return message.clone();
        }
        // An error that is not the operating system's has its own text, but every library says in its own words that a connection was closed.
        let is_known = self.raw_os_error().is_some() || self.kind() == std::io::ErrorKind::UnexpectedEof;
        let kind = if is_known { std::format!("{:?}", self.kind()) } else { "other".into() };
        Message::new("system_error", [("kind", Param::Text(kind)), ("text", Param::displayed(self))])
    }
}

impl core::error::Error for Message {}

impl fmt::Display for Message {
    /// The sentence in English; without the catalogue, the code and its parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "sentences")]
        return f.write_str(&self.sentence(Language::English));
        #[cfg(not(feature = "sentences"))]
        self.bare(f)
    }
}

impl Message {
    fn bare(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str(&self.code)?;
        self.params.iter().try_for_each(|(name, param)| write!(f, ", {name}: {param}"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("field")]
pub struct WrongField {
    /// The name of the field, or the path to it.
    pub field: Cow<'static, str>,
    /// What is wrong with it, and what would be right.
    pub why: Message,
}

impl WrongField {
    pub fn new(field: impl Into<Cow<'static, str>>, why: &impl Coded) -> WrongField {
        WrongField { field: field.into(), why: why.message() }
    }
}

/// A code, and the names and types of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// A family and a word.
    pub name: &'static str,
    /// In the order of the fields.
    pub params: &'static [(&'static str, ParamType)],
}

/// Codes that [`register!`] collects from all crates of the program.
#[cfg(feature = "sentences")]
#[doc(hidden)]
pub struct Registered(pub &'static [Code]);

#[cfg(feature = "sentences")]
inventory::collect!(Registered);

/// Adds a list of [`Code`]s to those of [`codes`]; without the catalogue, does nothing. The derive macro calls it.
#[cfg(feature = "sentences")]
#[macro_export]
macro_rules! register {
    ($codes:expr) => {
        $crate::inventory::submit! { $crate::Registered($codes) }
    };
}

#[cfg(not(feature = "sentences"))]
#[macro_export]
macro_rules! register {
    ($codes:expr) => {};
}

register!(<std::io::Error as Coded>::CODES);

/// All codes of the crates that the program links, by name.
#[cfg(feature = "sentences")]
pub fn codes() -> BTreeMap<&'static str, &'static Code> {
    inventory::iter::<Registered>().flat_map(|registered| registered.0).map(|code| (code.name, code)).collect()
}

/// A type whose values are messages. Derived.
pub trait Coded: core::error::Error {
    const CODES: &'static [Code];

    /// Calls `each` with the codes of every family that a message of this type may have.
    fn families(each: &mut dyn FnMut(&'static [Code])) {
        each(Self::CODES);
    }

    /// The message of this value.
    fn message(&self) -> Message;
}

impl Coded for core::convert::Infallible {
    const CODES: &'static [Code] = &[];

    fn message(&self) -> Message {
        match *self {}
    }
}
