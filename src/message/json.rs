//! Sentences beside the codes of a JSON text. They are added to the text, not by serde, because answers are written on many threads, and logs as they
//! are stored; of a text in pieces, only a piece and a message that it cuts are in memory.

use crate::{Language, Message};

/// How a [`Message`] begins in JSON that this program writes.
const BEGINNING: &[u8] = b"{\"code\":\"";
/// Most bytes of a message that are held back until it is whole.
const LONGEST: usize = 256 << 10;

/// Adds to each message of a JSON text, which may come in pieces, its `sentence` in a language; not to the messages in its parameters.
///
/// ```
/// use message::{Language, Sentences};
///
/// let json = br#"{"legal":false,"why":{"code":"connect_four_move.full","params":{"column":3}}}"#;
/// let said = Sentences::of(Language::French, json);
/// assert!(said.ends_with(br#""params":{"column":3},"sentence":"la colonne 3 est pleine"}}"#));
/// ```
#[derive(Debug)]
pub struct Sentences {
    language: Language,
    /// The beginning of a message whose rest has not come.
    held: Vec<u8>,
}

impl Sentences {
    pub fn new(language: Language) -> Sentences {
        Sentences { language, held: Vec::new() }
    }

    /// The whole text with its sentences.
    pub fn of(language: Language, json: &[u8]) -> Vec<u8> {
        let mut sentences = Sentences::new(language);
        let mut said = sentences.add(json);
        said.append(&mut sentences.held);
        said
    }

    /// What can be sent when this piece has come.
    pub fn add(&mut self, piece: &[u8]) -> Vec<u8> {
        self.held.extend_from_slice(piece);
        let text = std::mem::take(&mut self.held);
        let (mut said, mut rest) = (Vec::with_capacity(text.len()), &text[..]);
        while let Some(place) = place(rest) {
            said.extend_from_slice(&rest[..place]);
            rest = &rest[place..];
            let mut messages = serde_json::Deserializer::from_slice(rest).into_iter::<Message>();
            match messages.next() {
                Some(Ok(message)) => {
                    let end = messages.byte_offset();
                    said.extend_from_slice(&rest[..end - 1]);
                    said.extend_from_slice(b",\"sentence\":");
                    serde_json::to_writer(&mut said, &message.sentence(self.language)).expect("a text is writable as JSON");
                    said.push(b'}');
                    rest = &rest[end..];
                }
                Some(Err(error)) if error.is_eof() && rest.len() <= LONGEST => {
                    self.held = rest.to_vec();
                    return said;
                }
                // An object that is not a message.
                _ => {
                    said.push(rest[0]);
                    rest = &rest[1..];
                }
            }
        }
        said.extend_from_slice(rest);
        said
    }

    /// What was held back, at the end of the text.
    pub fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }
}

/// Where the first message begins, or may begin at the end of the text.
fn place(text: &[u8]) -> Option<usize> {
    let begins = |place: &usize| BEGINNING.starts_with(&text[*place..]) || text[*place..].starts_with(BEGINNING);
    (0..text.len()).filter(|&place| text[place] == b'{').find(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coded, WrongField};

    #[test]
    fn the_sentences_do_not_depend_on_the_pieces() {
        let why = WrongField::new("rows[2]", &std::io::Error::from_raw_os_error(2)).message();
        let why = serde_json::to_string(&why).expect("writable");
        let json = format!(
            r#"[{{"code":"no message","params":[1]}},{{"code":7}},{{"why":{why},"text":"{{\"code\":\"x\"","list":[{why},{why}]}},{{"co":1}},{{"#
        );
        let whole = Sentences::of(Language::French, json.as_bytes());
        let shown = String::from_utf8(whole.clone()).expect("text");
        assert_eq!(shown.matches(r#","sentence":"«"#).count(), 3, "{shown}");
        assert_eq!(shown.matches("sentence").count(), 3, "the message inside has none: {shown}");
        for most in 1..80 {
            let mut sentences = Sentences::new(Language::French);
            let mut said: Vec<u8> = json.as_bytes().chunks(most).flat_map(|piece| sentences.add(piece)).collect();
            said.extend(sentences.end());
            assert_eq!(String::from_utf8_lossy(&said), shown, "{most}");
        }
    }
}
