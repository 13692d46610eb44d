//! A `serde` deserializer whose errors have types: serde_json's have sentences.

use super::UnreadableJson;
use super::expected::{JsonType, json};
use message::Coded;
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// A value of JSON, or a text that may stand for a number or a boolean.
#[derive(Clone, Copy)]
pub enum JsonNode<'v> {
    Json(&'v Value),
    Text(&'v str),
}

impl IntoDeserializer<'_, UnreadableJson> for JsonNode<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
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
                JsonNode::Json(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for JsonNode<'_> {
    type Error = UnreadableJson;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Text(text) => visitor.visit_str(text),
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
                    let mut list = SeqDeserializer::new(list.iter().map(JsonNode::Json));
                    let read = visitor.visit_seq(&mut list)?;
                    list.end().map(|()| read)
                }
                Value::Object(fields) => {
                    visitor.visit_map(MapDeserializer::new(fields.iter().map(|(name, value)| (name.as_str(), JsonNode::Json(value)))))
                }
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
            JsonNode::Json(Value::Object(fields)) => {
                let fields = fields.iter().map(|(name, value)| (name.as_str(), JsonNode::Json(value)));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields)))
            }
            JsonNode::Json(value) => Err(UnreadableJson::WrongValue { expected: JsonType::Word { known }.message(), found: json(value) }),
        }
    }

    /// The name of a field or of a variant: a text, whereas `serde` also takes its number.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, UnreadableJson> {
        match self {
            JsonNode::Json(value) if !value.is_string() => {
                Err(UnreadableJson::WrongValue { expected: JsonType::Text.message(), found: json(value) })
            }
            _ => self.deserialize_any(visitor),
        }
    }

    texts! {
        deserialize_bool visit_bool, deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_f32 visit_f32, deserialize_f64 visit_f64
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}
