//! Reads any JSON as a `Value`, and refuses an object that has a field twice: a `Value` keeps the last one.

use super::path;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt::{Formatter, Result as Written};

/// Notes the path of the field that is there twice, which an error of `serde_json` cannot hold.
pub struct UniqueFields<'a> {
    pub twice: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for UniqueFields<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! plain {
    ($($visit:ident $type:ty),*) => {$(
        fn $visit<E>(self, value: $type) -> Result<Value, E> {
            Ok(value.into())
        }
    )*};
}

impl<'de> Visitor<'de> for UniqueFields<'_> {
    type Value = Value;

    fn expecting(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str("JSON")
    }

    plain! { visit_bool bool, visit_u64 u64, visit_i64 i64, visit_f64 f64, visit_str &str, visit_string String }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(UniqueFields { twice: self.twice }).inspect_err(|_| {
            self.twice.iter_mut().for_each(|twice| *twice = path(&format!("[{}]", values.len()), twice));
        })? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let read = fields.next_value_seed(UniqueFields { twice: self.twice });
            let value = read.inspect_err(|_| self.twice.iter_mut().for_each(|twice| *twice = path(&name, twice)))?;
            if values.contains_key(&name) {
                let error = Error::custom(format_args!("duplicate field `{name}`"));
                *self.twice = Some(name);
                return Err(error);
            }
            values.insert(name, value);
        }
        Ok(Value::Object(values))
    }
}
