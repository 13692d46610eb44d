//! Bot names: validation, normalisation, and confusable names (UTS 39).

use crate::Error;
use message::is_hidden;
use runtime::clipped;
use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The longest name, in characters.
const MOST: usize = 40;

/// The name of a bot: 1 to 40 letters, digits, spaces or any of `_ - . '`, with a letter or a digit at both ends. It is normalised (Unicode
/// NFC, single spaces).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotName(String);

impl FromStr for BotName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let characters = name.nfc().count();
        let mut composed = String::new();
        for c in name.nfc().take(MOST + 1) {
            if c != ' ' || !composed.ends_with(' ') {
                composed.push(c);
            }
        }
        let name = &*composed;
        let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = |c: char| c.is_alphanumeric() && !is_hidden(c) || " _-.'".contains(c);
        if edge(name.chars().next()) && edge(name.chars().last()) && name.chars().all(inside) && characters <= MOST {
            Ok(BotName(composed))
        } else {
            Err(Error::BadName { name: clipped(name, MOST), characters })
        }
    }
}

impl BotName {
    /// The valid name nearest to free text; none without a letter or digit. Invalid characters become spaces, and the text is cut to 40 characters.
    pub fn nearest(text: &str) -> Option<BotName> {
        let allowed: String =
            text.nfc().map(|c| if c.is_alphanumeric() && !is_hidden(c) || "_-.'".contains(c) { c } else { ' ' }).collect();
        let words: Vec<&str> = allowed.split(' ').filter(|word| !word.is_empty()).collect();
        let outside = |c: char| !c.is_alphanumeric();
        let cut: String = words.join(" ").trim_start_matches(outside).chars().take(MOST).collect();
        cut.trim_end_matches(outside).parse().ok()
    }

    /// The skeleton of the name, without case and separators: confusable names have the same.
    pub fn skeleton(&self) -> ConfusableSkeleton {
        let skeleton_of = |text: &str| skeleton(text).collect::<String>();
        let words = self.0.replace(['_', '-', '.', '\''], " ");
        ConfusableSkeleton(skeleton_of(&skeleton_of(&words).to_lowercase()))
    }

    pub fn numbered(&self, number: u32) -> BotName {
        let number = format!(" {number}");
        let cut: String = self.0.chars().take(MOST - number.len()).collect();
        BotName(cut.trim_end_matches(|c: char| !c.is_alphanumeric()).to_string() + &number)
    }
}

/// The skeleton of a name (UTS 39).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfusableSkeleton(String);

message::display_as_param!(BotName);

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
    fn confusable_names_look_the_same() {
        let name = |text: &str| text.parse::<BotName>().expect("a name");
        for (one, other) in [
            ("greedy", "Greedy"),
            ("greedy", "gr\u{435}\u{435}dy"),
            ("greedy", "GR\u{415}\u{415}DY"),
            ("bot 1", "bot l"),
            ("B0B", "bob"),
            ("ann", "\u{ff41}nn"),
            ("my_first-bot", "My first bot"),
        ] {
            assert_ne!(name(one), name(other), "{one}");
            assert_eq!(name(one).skeleton(), name(other).skeleton(), "{one}, {other}");
        }
        assert_eq!(name("\u{e9}l\u{e8}ve"), name("e\u{301}le\u{300}ve"), "composed and decomposed");
        for (one, other) in [("ann", "anna"), ("bot 1", "bot 2"), ("greedy", "greedy 2"), ("\u{e9}l\u{e8}ve", "eleve")] {
            assert_ne!(name(one).skeleton(), name(other).skeleton(), "{one}, {other}");
        }
        assert!("\u{3164}".parse::<BotName>().is_err() && "a\u{115f}b".parse::<BotName>().is_err());
        assert_eq!(name("my  first   bot"), name("my first bot"));
        assert!("e\u{301}".repeat(40).parse::<BotName>().is_ok() && "e".repeat(41).parse::<BotName>().is_err());
        assert!("\u{301}".repeat(100_000).parse::<BotName>().is_err());
    }

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
