//! What the referee says, as data: a code with named parameters. The sentence comes from a catalogue, a file a language.
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
//! ([`Tell`]). `#[code(same)]` on a variant lets its only field speak, `#[code(from)]` converts that field, too, and `#[code(text)]` on a
//! field tells it as it is displayed. A field without a name is the parameter `why`. The messages of a family are the attributes of one message of `en.ftl` and `fr.ftl`, in the syntax of
//! [Fluent](https://projectfluent.org).
#![cfg_attr(not(feature = "sentences"), no_std)]

extern crate alloc;
// The derive macro names this crate.
extern crate self as message;

#[cfg(feature = "sentences")]
mod entries;
mod param;
#[cfg(feature = "sentences")]
mod sentence;

#[cfg(feature = "sentences")]
pub use entries::{Entries, flaws};
pub use message_derive::{Coded, omit_none};
pub use param::{Param, Tell};
#[cfg(feature = "sentences")]
pub use sentence::{Language, catalogue};

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use core::fmt;

/// A code and the parameters that it is told with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Message {
    /// A family and a word, such as `connect_four_move.full`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    code: Cow<'static, str>,
    /// By name: each is a number, a text, a list of such, or a message.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, Value>))]
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
}

impl Coded for Message {
    const CODES: &'static [Code] = &[];

    fn message(&self) -> Message {
        self.clone()
    }
}

/// What the operating system says: its text, and the kind of error by which the catalogue chooses other words.
#[cfg(feature = "sentences")]
impl Coded for std::io::Error {
    const CODES: &'static [Code] = &[Code { name: "system_error", params: &["kind", "text"] }];

    fn message(&self) -> Message {
        // An error that is not the system's has a text of its own.
        let kind = self.raw_os_error().map_or("other".into(), |_| std::format!("{:?}", self.kind()));
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

/// A field of a request that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("field")]
pub struct WrongField {
    /// The name of the field, or the path to it.
    pub field: Cow<'static, str>,
    /// What is wrong with it, and what would be right.
    pub why: Message,
}

impl WrongField {
    /// What is wrong with this field.
    pub fn new(field: impl Into<Cow<'static, str>>, why: &impl Coded) -> WrongField {
        WrongField { field: field.into(), why: why.message() }
    }
}

/// A code, and the names of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// A family and a word.
    pub name: &'static str,
    /// In the order of the fields.
    pub params: &'static [&'static str],
}

/// What can be told as a code with parameters. Derived.
pub trait Coded: core::error::Error {
    /// All that values of this type can say by themselves.
    const CODES: &'static [Code];

    /// What this value says.
    fn message(&self) -> Message;
}
