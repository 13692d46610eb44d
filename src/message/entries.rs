//! The codes of a catalogue, and the parameters that their sentences use.

use crate::{Code, Language, Message};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Message as FluentMessage, Pattern, PatternElement};
use std::sync::LazyLock;

/// The entries of a catalogue, each with the parameters that its sentence uses. Entries that only other sentences refer to are no codes.
pub type Entries = BTreeMap<String, BTreeSet<String>>;

pub fn read(text: &str) -> Entries {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("the catalogue does not read: {errors:?}"));
    let mut patterns = BTreeMap::new();
    for entry in &resource.body {
        if let Entry::Message(message) = entry {
            let family = message.id.name.to_string();
            let attributes = message.attributes.iter().map(|attribute| (family.clone() + "." + attribute.id.name, &attribute.value));
            for (code, pattern) in attributes.chain(message.value.as_ref().map(|value| (family.clone(), value))) {
                assert!(patterns.insert(code.clone(), pattern).is_none(), "the catalogue has {code} twice");
            }
        }
    }
    patterns.iter().map(|(code, pattern)| (code.clone(), used(pattern, &patterns))).collect()
}

type Patterns<'p> = BTreeMap<String, &'p Pattern<&'p str>>;

/// The parameters that a pattern uses, and those of the messages that it refers to.
fn used(pattern: &Pattern<&str>, all: &Patterns) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => names.extend(used_inline(inline, all)),
                Expression::Select { selector, variants } => {
                    names.extend(used_inline(selector, all));
                    names.extend(variants.iter().flat_map(|variant| used(&variant.value, all)));
                }
            }
        }
    }
    names
}

fn used_inline(inline: &InlineExpression<&str>, all: &Patterns) -> BTreeSet<String> {
    match inline {
        InlineExpression::VariableReference { id } => BTreeSet::from([id.name.to_string()]),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().flat_map(|argument| used_inline(argument, all)).collect()
        }
        InlineExpression::MessageReference { id, attribute } => {
            let name = attribute.as_ref().map_or(id.name.into(), |attribute| alloc::format!("{}.{}", id.name, attribute.name));
            all.get(&name).map(|pattern| used(pattern, all)).unwrap_or_default()
        }
        InlineExpression::Placeable { expression } => match &**expression {
            Expression::Inline(inner) => used_inline(inner, all),
            Expression::Select { .. } => BTreeSet::new(),
        },
        _ => BTreeSet::new(),
    }
}

/// What the comments of a catalogue say about codes, in lines such as `# word: text`.
fn comments(text: &str) -> BTreeMap<String, String> {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(resource, _)| resource);
    let mut about = BTreeMap::new();
    for entry in &resource.body {
        if let Entry::Message(FluentMessage { id, comment: Some(comment), .. }) = entry {
            let line =
                |line: &&str| Some(line.split_once(": ")?).map(|(word, text)| (alloc::format!("{}.{word}", id.name), text.to_string()));
            about.extend(comment.content.iter().filter_map(line));
        }
    }
    about
}

impl Code {
    /// What the code is about, if its sentence has no word besides its parameters: from a comment of the English catalogue.
    pub fn about(&self) -> Option<&'static str> {
        static COMMENTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| comments(Language::English.catalogue()));
        let word = if self.name.contains('.') { self.name.to_string() } else { alloc::format!("{0}.{0}", self.name) };
        COMMENTS.get(&word).map(String::as_str)
    }

    /// Whether the sentence has no word besides its parameters.
    fn is_bare(&self) -> bool {
        let sentence = Message::new(self.name, []).sentence(Language::English);
        // A parameter that is missing is its name in braces.
        !sentence.split('{').any(|part| part.rsplit('}').next().is_some_and(|text| text.contains(char::is_alphabetic)))
    }
}

/// Differences between a family of codes and the catalogues: a code without a sentence or a word about it, an unknown parameter, a
/// sentence without a code. A test that `#[derive(Coded)]` adds checks that there are none.
#[doc(hidden)]
pub fn flaws(family: &str, codes: &[Code]) -> Vec<String> {
    let unexplained = codes.iter().filter(|code| code.is_bare() && code.about().is_none());
    let mut flaws: Vec<String> =
        unexplained.map(|code| alloc::format!("`{}` needs a comment in en.ftl: its sentence has no word", code.name)).collect();
    for language in Language::ALL {
        let (file, entries) = (language.code(), language.entries());
        for code in codes {
            match entries.get(code.name) {
                None => flaws.push(alloc::format!("{file}.ftl has no `{}`", code.name)),
                Some(used) => {
                    let unknown = used.iter().filter(|name| !code.params.iter().any(|(known, _)| known == *name));
                    flaws.extend(unknown.map(|name| alloc::format!("{file}.ftl: `{}` has no parameter ${name}", code.name)));
                }
            }
        }
        let of_it = entries.keys().filter(|code| code.split_once('.').is_some_and(|(of, _)| of == family));
        let unused = of_it.filter(|code| !codes.iter().any(|known| known.name == **code));
        flaws.extend(unused.map(|code| alloc::format!("{file}.ftl: nothing says `{code}`")));
    }
    flaws
}
