//! Parameters of messages.

use crate::{Message, clipped};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Most characters of a text that becomes a parameter.
const LONGEST: usize = 300;

/// A number with decimals, which is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decimal(pub f64);

impl Eq for Decimal {}

impl Decimal {
    pub fn rounded(number: f64, places: usize) -> Decimal {
        Decimal(format!("{number:.places$}").parse().unwrap_or(number))
    }
}

/// A value of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Param {
    /// Nothing: `null`.
    None,
    /// `true` or `false`.
    Boolean(bool),
    Number(i64),
    /// Another number.
    Decimal(Decimal),
    /// A name, a square, a word that the catalogue chooses by, or text from a client.
    Text(String),
    /// Several, in order.
    List(Vec<Param>),
    Message(Box<Message>),
}

impl Param {
    /// A value as it is displayed, shortened.
    pub fn displayed(value: &(impl fmt::Display + ?Sized)) -> Param {
        Param::Text(clipped(&value.to_string(), LONGEST))
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::None => f.write_str("none"),
            Param::Boolean(value) => write!(f, "{value}"),
            Param::Number(number) => write!(f, "{number}"),
            Param::Decimal(Decimal(number)) => write!(f, "{number}"),
            Param::Text(text) => f.write_str(text),
            Param::List(list) => list.iter().enumerate().try_for_each(|(k, param)| write!(f, "{}{param}", if k == 0 { "" } else { ", " })),
            Param::Message(message) => write!(f, "{message}"),
        }
    }
}

impl From<Message> for Param {
    fn from(message: Message) -> Param {
        Param::Message(Box::new(message))
    }
}

impl From<String> for Param {
    fn from(text: String) -> Param {
        Param::Text(text)
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Param {
        Param::Text(text.into())
    }
}

/// What values a parameter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamType {
    String,
    Integer,
    Number,
    Boolean,
    Message,
    TextOrMessage,
    /// The text of a value of this type, such as `Square`.
    Named(&'static str),
    List(&'static ParamType),
    /// Or null.
    Optional(&'static ParamType),
}

impl fmt::Display for ParamType {
    /// In the notation of TypeScript: `string`, `Square[]`, `integer | null`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamType::Named(name) => f.write_str(name),
            ParamType::List(of) => write!(f, "{of}[]"),
            ParamType::Optional(of) => write!(f, "{of} | null"),
            ParamType::TextOrMessage => f.write_str("string | message"),
            plain => f.write_str(&format!("{plain:?}").to_lowercase()),
        }
    }
}

/// A type whose values can be parameters.
pub trait ToParam {
    const TYPE: ParamType = ParamType::Message;

    /// The value as a parameter.
    fn to_param(&self) -> Param;
}

impl ToParam for Message {
    fn to_param(&self) -> Param {
        Param::from(self.clone())
    }
}

impl ToParam for Param {
    const TYPE: ParamType = ParamType::TextOrMessage;

    fn to_param(&self) -> Param {
        self.clone()
    }
}

#[cfg(feature = "sentences")]
impl ToParam for std::io::Error {
    fn to_param(&self) -> Param {
        crate::Coded::message(self).into()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl ToParam for $number {
            const TYPE: ParamType = ParamType::Integer;

            fn to_param(&self) -> Param {
                Param::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

/// Implements [`ToParam`](crate::ToParam) by `Display`.
#[macro_export]
macro_rules! display_as_param {
    ($($text:ty),*) => {
        $crate::display_as_param!($($text as $crate::ParamType::Named(stringify!($text))),*);
    };
    ($($text:ty as $kind:expr),*) => {$(
        impl $crate::ToParam for $text {
            const TYPE: $crate::ParamType = $kind;

            fn to_param(&self) -> $crate::Param {
                $crate::Param::displayed(self)
            }
        }
    )*};
}

use ParamType::String as AText;
display_as_param!(str as AText, String as AText, char as AText, alloc::borrow::Cow<'_, str> as AText);

impl ToParam for bool {
    const TYPE: ParamType = ParamType::Boolean;

    fn to_param(&self) -> Param {
        Param::Boolean(*self)
    }
}

impl ToParam for Decimal {
    const TYPE: ParamType = ParamType::Number;

    fn to_param(&self) -> Param {
        Param::Decimal(*self)
    }
}

impl<T: ToParam + ?Sized> ToParam for &T {
    const TYPE: ParamType = T::TYPE;

    fn to_param(&self) -> Param {
        (*self).to_param()
    }
}

impl<T: ToParam + ?Sized> ToParam for Box<T> {
    const TYPE: ParamType = T::TYPE;

    fn to_param(&self) -> Param {
        (**self).to_param()
    }
}

impl<T: ToParam> ToParam for [T] {
    const TYPE: ParamType = ParamType::List(&T::TYPE);

    fn to_param(&self) -> Param {
        Param::List(self.iter().map(ToParam::to_param).collect())
    }
}

impl<T: ToParam> ToParam for Vec<T> {
    const TYPE: ParamType = ParamType::List(&T::TYPE);

    fn to_param(&self) -> Param {
        self.as_slice().to_param()
    }
}

impl<T: ToParam, const N: usize> ToParam for [T; N] {
    const TYPE: ParamType = ParamType::List(&T::TYPE);

    fn to_param(&self) -> Param {
        self.as_slice().to_param()
    }
}

impl<T: ToParam> ToParam for Option<T> {
    const TYPE: ParamType = ParamType::Optional(&T::TYPE);

    fn to_param(&self) -> Param {
        self.as_ref().map_or(Param::None, ToParam::to_param)
    }
}
