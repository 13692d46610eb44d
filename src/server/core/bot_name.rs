//! The name of a bot.

use super::{Error, clipped};
use std::fmt;
use std::str::FromStr;

/// A name has at most so many characters.
const MOST: usize = 40;

/// The name of a bot: 1 to 40 letters, digits, spaces or any of `_ - . '`, with a letter or a digit at both ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotName(String);

impl FromStr for BotName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = |c: char| c.is_alphanumeric() || " _-.'".contains(c);
        let characters = name.chars().count();
        if edge(name.chars().next()) && edge(name.chars().last()) && name.chars().all(inside) && characters <= MOST {
            Ok(BotName(name.into()))
        } else {
            Err(Error::BadName { name: clipped(name, 60), characters })
        }
    }
}

impl BotName {
    /// The name that comes nearest to free text; none if it has no letter and no digit. What no name has becomes a space, spaces that
    /// follow each other become one, and no more than 40 characters are kept.
    pub fn nearest(text: &str) -> Option<BotName> {
        let allowed: String = text.chars().map(|c| if c.is_alphanumeric() || "_-.'".contains(c) { c } else { ' ' }).collect();
        let words: Vec<&str> = allowed.split(' ').filter(|word| !word.is_empty()).collect();
        let outside = |c: char| !c.is_alphanumeric();
        let kept: String = words.join(" ").trim_start_matches(outside).chars().take(MOST).collect();
        kept.trim_end_matches(outside).parse().ok()
    }

    /// The same name with a number after it, for another who came under it.
    pub fn numbered(&self, number: u32) -> BotName {
        let number = format!(" {number}");
        let kept: String = self.0.chars().take(MOST - number.len()).collect();
        BotName(kept.trim_end_matches(|c: char| !c.is_alphanumeric()).to_string() + &number)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_has_a_nearest_name() {
        for (text, name) in [
            ("BUTET LEGUET", Some("BUTET LEGUET")),
            ("  Équipe n°3 (Zoé & Max)  ", Some("Équipe n 3 Zoé Max")),
            ("<b>ann</b>", Some("b ann b")),
            ("_ann_", Some("ann")),
            ("\u{1}\u{2}", None),
            ("", None),
            ("-.'", None),
        ] {
            assert_eq!(BotName::nearest(text).as_deref(), name, "{text}");
        }
        let long = BotName::nearest(&"ab ".repeat(40)).expect("a name");
        assert_eq!(long.chars().count(), 40, "{long}");
        assert_eq!(&*BotName::nearest("ann").expect("a name").numbered(2), "ann 2");
        assert_eq!(long.numbered(10).parse::<BotName>().expect("a name").chars().count(), 40);
        assert_eq!(BotName::nearest(&"x".repeat(99)).expect("a name").numbered(2).len(), 40);
    }
}
