use super::*;
use crate::{Coded, ToParam};
use proptest::prelude::*;

#[derive(Debug, Coded)]
#[code("connect_four_move", unsaid)]
enum Refusal {
    Full { column: u8 },
}

#[derive(Debug, Coded)]
#[code("nowhere", unsaid)]
enum Outer {
    Inner(Refusal),
    Named { why: Refusal, bots: Vec<String>, limit: Option<u32> },
}

#[test]
fn a_variant_may_let_its_field_speak() {
    let error = Outer::from(Refusal::Full { column: 3 });
    assert_eq!(error.message().code(), "connect_four_move.full");
    let types = Outer::CODES[0].params.iter().map(|(name, kind)| format!("{name}: {kind}"));
    assert_eq!(types.collect::<Vec<_>>(), ["why: message", "bots: string[]", "limit: integer | null"]);
}

#[test]
fn a_code_that_the_catalogue_lacks_is_shown_with_its_parameters() {
    let error = Outer::Named { why: Refusal::Full { column: 3 }, bots: vec!["ann".into(), "bob".into()], limit: None };
    assert_eq!(error.to_string(), "nowhere.named, bots: ann, bob, limit: none, why: column 3 is full");
}

#[test]
fn a_code_from_elsewhere_brings_no_marks_and_no_end() {
    let text = format!(r#"{{"code":"odd\u202e\n","params":{{"a":"\u001b[2J{}"}}}}"#, "x".repeat(10_000));
    let said = serde_json::from_str::<Message>(&text).expect("a message").sentence(Language::English);
    assert!(said.chars().count() <= LONGEST + 1 && !said.contains(['\u{202e}', '\n', '\u{1b}']), "{said}");
}

#[test]
fn a_parameter_has_the_type_of_json() {
    let params = [
        ("why", None::<&str>.to_param()),
        ("yes", true.to_param()),
        ("half", Decimal(0.5).to_param()),
        ("names", ["a", "b"].to_param()),
        ("whole", Decimal::rounded(2.04, 1).to_param()),
    ];
    let message = Message::new("ending.resigned", params);
    let text = serde_json::to_string(&message.params()).expect("texts and numbers");
    assert_eq!(text, r#"{"half":0.5,"names":["a","b"],"whole":2.0,"why":null,"yes":true}"#);
    let read = serde_json::from_str::<std::collections::BTreeMap<Cow<'static, str>, Param>>(&text).expect("as written");
    assert_eq!(read, *message.params());
}

#[test]
fn the_text_none_is_not_nothing() {
    let resigned = |why: Option<&str>| {
        Message::new("ending.resigned", [("side", "white".to_param()), ("why", why.to_param())]).sentence(Language::English)
    };
    assert_eq!(resigned(None), "White resigned");
    assert_eq!(resigned(Some("none")), "White resigned: none");
}

#[test]
fn a_text_is_shortened() {
    let Param::Text(text) = "x".repeat(10_000).to_param() else { panic!("a text") };
    assert_eq!(text.chars().count(), 301);
}

#[test]
fn a_message_is_read_back_from_json() {
    let message = Outer::Named { why: Refusal::Full { column: 3 }, bots: vec!["ann".into()], limit: Some(7) }.message();
    let text = serde_json::to_string(&message).expect("texts and numbers");
    let why = r#"{"code":"connect_four_move.full","params":{"column":3}}"#;
    assert_eq!(text, format!(r#"{{"code":"nowhere.named","params":{{"bots":["ann"],"limit":7,"why":{why}}}}}"#));
    assert_eq!(serde_json::from_str::<Message>(&text).expect("as written"), message);
}

#[test]
fn every_language_has_the_words_of_the_page() {
    let words = |language: Language| -> Entries {
        language
            .entries()
            .iter()
            .filter(|(name, _)| name.starts_with("page"))
            .map(|(name, params)| (name.clone(), params.clone()))
            .collect()
    };
    let english = words(Language::English);
    for &language in Language::ALL {
        assert!(english.len() > 1_000 && !language.name().is_empty(), "{language:?}");
        let own = words(language);
        let differs = |name: &&String| english.get(*name) != own.get(*name);
        let different: Vec<_> = english.keys().chain(own.keys()).filter(differs).collect();
        assert!(different.is_empty(), "{}.ftl lacks these words, or they have other parameters: {different:#?}", language.code());
    }
}

#[test]
fn lists_are_read_aloud() {
    let list = |names: &[&str]| Param::List(names.iter().map(|name| Param::Text((*name).into())).collect());
    for (names, english, french) in
        [(&["a"][..], "a", "a"), (&["a", "b"], "a and b", "a et b"), (&["a", "b", "c"], "a, b and c", "a, b et c")]
    {
        assert_eq!(Language::English.text(&list(names)), english);
        assert_eq!(Language::French.text(&list(names)), french);
    }
}

#[test]
fn a_language_is_chosen_by_quality() {
    for (header, language) in [
        ("", Language::English),
        ("fr", Language::French),
        ("fr-CH, en;q=0.9", Language::French),
        ("de, en;q=0.3, fr;q=0.8", Language::French),
        ("es, *;q=0.1", Language::English),
        ("es", Language::English),
        ("fr;q=0, en;q=0", Language::English),
        ("en;q=0", Language::French),
        ("en;q=0, *;q=0.5", Language::French),
        ("es | en;q=0.5 | fr;q=0.8", Language::French),
    ] {
        assert_eq!(Language::accepted(header.split(" | ")), language, "{header}");
    }
    assert_eq!(Language::of("fr_FR.UTF-8"), Some(Language::French));
    for (tag, language) in [("fr-FR", Some(Language::French)), ("fr_CA", Some(Language::French)), ("C.UTF-8", None), ("", None)] {
        assert_eq!(Language::of(tag), language, "{tag}");
    }
}

proptest! {
    #[test]
    fn foreign_text_neither_reverses_nor_breaks_the_line(text in "\\PC{0,20}[\u{202e}\u{2066}\n\r\t\u{1b}]{0,4}.{0,2000}") {
        let shown = readable(&text);
        prop_assert!(shown.chars().count() <= LONGEST + 1);
        let turns_or_breaks = shown.chars().any(|c| c.is_control() || "\u{202e}\u{2066}".contains(c));
        prop_assert!(!turns_or_breaks);
    }
}
