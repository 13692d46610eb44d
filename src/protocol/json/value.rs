//! A `serde` deserializer whose errors have types: serde_json's have sentences.

use super::UnreadableJson;
use super::expected::{JsonType, described, found, json};
use message::{Coded, Message};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use std::iter::{self, Peekable};
use std::slice;

/// A value of JSON, a text that may stand for a number or a boolean, or an object of such texts.
#[derive(Clone, Copy)]
pub enum JsonNode<'v> {
    Json(&'v Value),
    Text(&'v str),
    Texts(&'v [(String, String)]),
}

impl<'v> JsonNode<'v> {
    /// What is read from it is compiled for each type that is read; this is compiled once.
    fn fields(self) -> Fields<'v> {
        let fields: Box<dyn Iterator<Item = _>> = match self {
            JsonNode::Json(Value::Object(fields)) => Box::new(fields.iter().map(|(name, value)| (name.as_str(), JsonNode::Json(value)))),
            JsonNode::Texts(fields) => Box::new(fields.iter().map(|(name, text)| (name.as_str(), JsonNode::Text(text)))),
            _ => Box::new(iter::empty()),
        };
        Fields(fields.peekable())
    }

    fn refused(self, expected: Message) -> UnreadableJson {
        let found = match self {
            JsonNode::Json(value) => json(value),
            JsonNode::Text(text) => found(Unexpected::Str(text)),
            JsonNode::Texts(_) => found(Unexpected::Map),
        };
        UnreadableJson::WrongValue { expected, found }
    }
}

/// The fields of an object. An error in one begins with its name.
struct Fields<'v>(Peekable<Box<dyn Iterator<Item = (&'v str, JsonNode<'v>)> + 'v>>);

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = UnreadableJson;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, UnreadableJson> {
        let Some((name, _)) = self.0.peek() else { return Ok(None) };
        seed.deserialize(JsonNode::Text(name)).map(Some).map_err(|why| why.within(name))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, UnreadableJson> {
        let (name, value) = self.0.next().expect("a value is asked for after its key");
        seed.deserialize(value).map_err(|why| why.within(name))
    }
}

/// The items of a list. An error in one begins with its place.
struct Items<'v> {
    rest: slice::Iter<'v, Value>,
    read: usize,
}

impl Items<'_> {
    fn end(&self) -> Result<(), UnreadableJson> {
        if self.rest.len() == 0 {
            return Ok(());
        }
        let expected = JsonType::Described { what: format!("{} elements in sequence", self.read) }.message();
        Err(UnreadableJson::WrongLength { expected, found: self.read + self.rest.len() })
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = UnreadableJson;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, UnreadableJson> {
        let Some(item) = self.rest.next() else { return Ok(None) };
        self.read += 1;
        seed.deserialize(JsonNode::Json(item)).map(Some).map_err(|why| why.within(&format!("[{}]", self.read - 1)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

macro_rules! texts {
    ($($deserialize:ident $visit:ident),*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
            match self {
                JsonNode::Text(text) => match text.parse() {
                    Ok(parsed) => visitor.$visit(parsed),
                    Err(_) => visitor.visit_str(text),
                },
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for JsonNode<'_> {
    type Error = UnreadableJson;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Text(text) => visitor.visit_str(text),
            JsonNode::Texts(_) => visitor.visit_map(self.fields()),
            JsonNode::Json(value) => match value {
                Value::Null => visitor.visit_unit(),
                Value::Bool(value) => visitor.visit_bool(*value),
                Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                    (Some(number), _) => visitor.visit_u64(number),
                    (None, Some(number)) => visitor.visit_i64(number),
                    (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
                },
                Value::String(text) => visitor.visit_str(text),
                Value::Array(list) => {
                    let mut items = Items { rest: list.iter(), read: 0 };
                    let read = visitor.visit_seq(&mut items)?;
                    items.end().map(|()| read)
                }
                Value::Object(_) => visitor.visit_map(self.fields()),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
        if matches!(self, JsonNode::Json(Value::Null)) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, UnreadableJson> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Text(word) => visitor.visit_enum(word.into_deserializer()),
            JsonNode::Json(Value::String(word)) => visitor.visit_enum(word.as_str().into_deserializer()),
            JsonNode::Json(Value::Object(_)) => visitor.visit_enum(MapAccessDeserializer::new(self.fields())),
            _ => Err(self.refused(JsonType::Word { known }.message())),
        }
    }

    /// A list is not an object, whereas `serde` takes its items for the fields in their order.
    fn deserialize_struct<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Json(Value::Object(_)) | JsonNode::Texts(_) => visitor.visit_map(self.fields()),
            _ => Err(self.refused(described(&visitor))),
        }
    }

    /// The name of a field or of a variant: a text, whereas `serde` also takes its number.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Text(text) => visitor.visit_str(text),
            JsonNode::Json(Value::String(text)) => visitor.visit_str(text),
            _ => Err(self.refused(JsonType::Text.message())),
        }
    }

    texts! {
        deserialize_bool visit_bool, deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_f32 visit_f32, deserialize_f64 visit_f64
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map ignored_any
    }
}
