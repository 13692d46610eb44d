//! The page knows the referee's refusals by their sentences, to say them in other languages: each must still be written as the page knows it.

use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// A sentence for each kind of refusal that the page knows; `src/page/tests/words.test.mjs` holds the page's patterns to the same file.
const REFUSALS: &str = include_str!("../../src/page/tests/refusals.txt");

/// The rooms that write them.
const ROOMS: [&str; 9] =
    ["src/referee", "src/rules", "src/runtime", "src/storage", "src/cluster", "src/contest", "src/solving", "src/web", "src/protocol"];

/// What is written between the values of a sentence.
struct Template(Vec<String>);

impl Template {
    fn read(text: &str) -> Template {
        let mut fixed = vec![String::new()];
        let mut letters = text.replace("{{", "\u{1}").replace("}}", "\u{2}").into_bytes().into_iter();
        let mut part = Vec::new();
        while let Some(letter) = letters.next() {
            if letter == b'{' {
                letters.by_ref().find(|&letter| letter == b'}');
                *fixed.last_mut().expect("one at least") = plain(std::mem::take(&mut part));
                fixed.push(String::new());
            } else {
                part.push(letter);
            }
        }
        *fixed.last_mut().expect("one at least") = plain(part);
        Template(fixed)
    }

    /// Whether a sentence is this with values; what is mostly values could be anything.
    fn makes(&self, sentence: &str) -> bool {
        let (Some((first, rest)), length) = (self.0.split_first(), self.0.iter().map(String::len).sum::<usize>()) else { return false };
        let Some((last, between)) = rest.split_last() else { return first == sentence };
        let Some(sentence_after) = sentence.strip_prefix(first.as_str()).filter(|_| 2 * length >= sentence.len()) else { return false };
        let Some(mut middle) = sentence_after.strip_suffix(last.as_str()) else { return false };
        between.iter().all(|part| match middle.split_once(part.as_str()) {
            Some((_, after)) => {
                middle = after;
                true
            }
            None => false,
        })
    }
}

fn plain(part: Vec<u8>) -> String {
    String::from_utf8(part).expect("cut at braces").replace('\u{1}', "{").replace('\u{2}', "}")
}

/// The texts in the source of a folder, tests left out.
fn templates(folder: &Path, found: &mut Vec<Template>) {
    for entry in fs::read_dir(folder).expect("a folder of the source").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if entry.is_dir() && name != "tests" && name != "benches" {
            templates(&entry, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = fs::read_to_string(&entry).expect("a file of the source");
            texts(text.parse().unwrap_or_else(|error| panic!("{}: {error}", entry.display())), found);
        }
    }
}

fn texts(tokens: TokenStream, found: &mut Vec<Template>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => texts(group.stream(), found),
            TokenTree::Literal(literal) => {
                found.extend(syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| Template::read(&text.value())));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// A sentence without what is put around many: the field or the line of a list that it is about, and what was found there.
fn innermost(sentence: &str) -> &str {
    let field = sentence.strip_prefix('`').and_then(|rest| rest.split_once("`: ")).filter(|(field, _)| !field.contains([' ', '`']));
    let line = || sentence.strip_prefix("line ").and_then(|rest| rest.split_once(" of the class list: "));
    let inner = field.or_else(line).map_or(sentence, |(_, inner)| inner);
    inner.rsplit_once("; this is `").map_or(inner, |(inner, _)| inner)
}

#[test]
fn the_page_knows_every_refusal_as_it_is_written() {
    let mut found = Vec::new();
    ROOMS.iter().for_each(|room| templates(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut found));
    let is_written = |sentence: &str| found.iter().any(|template| template.makes(innermost(sentence)));
    let lost: Vec<&str> = REFUSALS.lines().filter(|sentence| !is_written(sentence)).collect();
    assert!(lost.is_empty(), "no room writes these any more; write them anew here and in words/refusals.js:\n{}", lost.join("\n"));
    assert!(REFUSALS.lines().count() > 60 && !is_written("ann takes no part already"));
}
