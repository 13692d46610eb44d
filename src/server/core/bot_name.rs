//! The name of a bot.

use super::Error;
use std::fmt;
use std::str::FromStr;

/// The name of a bot: 1 to 40 letters, digits, spaces or any of `_ - . '`, with a letter or a digit at both ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotName(String);

impl FromStr for BotName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = |c: char| c.is_alphanumeric() || " _-.'".contains(c);
        if edge(name.chars().next()) && edge(name.chars().last()) && name.chars().all(inside) && name.chars().count() <= 40 {
            Ok(BotName(name.into()))
        } else {
            Err(Error::BadName { name: name.chars().take(60).collect() })
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::ops::Deref for BotName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}
