//! The modules of a crate, as its source text names them: one for each file, with what it imports, defines and mentions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quote::ToTokens;
use syn::visit::{self, Visit};

/// A path of names below the crate's root: `["matches", "task"]`. The root itself is empty.
pub type Names = Vec<String>;

/// One file.
#[derive(Default)]
pub struct Module {
    /// What its `use` lines bring in: the name here, and the whole path it stands for.
    pub imports: BTreeMap<String, Names>,
    /// The modules of which it takes everything (`use child::*`).
    pub globs: Vec<Names>,
    /// What its private `use` lines name.
    pub used: Vec<Names>,
    /// The paths in its code, as written.
    pub mentioned: BTreeSet<Names>,
    /// The names of its own items.
    pub defined: BTreeSet<String>,
    /// Those that are functions: no path leads through them, so that a crate may have the same name.
    pub functions: BTreeSet<String>,
}

/// The modules of the crate whose root file (`lib.rs` or `main.rs`) is in the folder, without those that only tests see.
pub fn modules(folder: &Path) -> BTreeMap<Names, Module> {
    let root = ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.exists()).expect("a crate has a root file");
    let mut all = BTreeMap::new();
    read(&root, folder, Vec::new(), &mut all);
    all
}

/// Reads the file of the module, and those of its children, which are in the folder.
fn read(file: &Path, folder: &Path, name: Names, all: &mut BTreeMap<Names, Module>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut reader = Reader { name: name.clone(), inside: 0, module: Module::default(), children: Vec::new() };
    reader.visit_file(&syntax);
    all.insert(name.clone(), reader.module);
    for child in reader.children {
        let (beside, below) = (folder.join(format!("{child}.rs")), folder.join(&child));
        let file = if beside.exists() { beside } else { below.join("mod.rs") };
        read(&file, &below, [name.clone(), vec![child]].concat(), all);
    }
}

struct Reader {
    name: Names,
    /// How many modules written in braces are around what is read: each takes one `super` to leave.
    inside: usize,
    module: Module,
    children: Vec<String>,
}

impl Reader {
    /// The path from the crate's root, if it is certain to be of this crate: it begins with `crate`, `self` or `super`.
    fn absolute(&self, written: &[String]) -> Option<Names> {
        let mut place: Names = self.name.clone();
        let mut inside = self.inside;
        let mut rest = written;
        match rest.first()?.as_str() {
            "crate" => (place, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    match inside {
                        0 => _ = place.pop(),
                        _ => inside -= 1,
                    }
                    rest = &rest[1..];
                }
            }
            _ => return None,
        }
        place.extend_from_slice(rest);
        Some(place)
    }

    fn take(&mut self, tree: &syn::UseTree, before: &[String], private: bool) {
        let after = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.take(&path.tree, &after(&path.ident), private),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.take(tree, before, private)),
            syn::UseTree::Name(name) if name.ident == "self" => self.import(before.last().cloned(), before.to_vec(), private),
            syn::UseTree::Name(name) => self.import(Some(name.ident.to_string()), after(&name.ident), private),
            syn::UseTree::Rename(renamed) => self.import(Some(renamed.rename.to_string()), after(&renamed.ident), private),
            syn::UseTree::Glob(_) => {
                let place = self.absolute(before).unwrap_or_else(|| [self.name.clone(), before.to_vec()].concat());
                if private {
                    self.module.used.push(place.clone());
                }
                self.module.globs.push(place);
            }
        }
    }

    fn import(&mut self, name: Option<String>, written: Names, private: bool) {
        // A path that begins with a plain name is of a child, or of another crate: who asks tries both.
        let place = self.absolute(&written).unwrap_or_else(|| [self.name.clone(), written].concat());
        if private {
            self.module.used.push(place.clone());
        }
        self.module.imports.extend(name.map(|name| (name, place)));
    }

    fn mention(&mut self, written: Names) {
        let place = self.absolute(&written).map(|place| [vec!["crate".to_owned()], place].concat());
        self.module.mentioned.insert(place.unwrap_or(written));
    }
}

/// Whether the item is there for tests alone.
fn for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test"))
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a syn::Item) {
        use syn::Item::*;
        let (name, attributes) = match item {
            Const(it) => (Some(&it.ident), &it.attrs),
            Enum(it) => (Some(&it.ident), &it.attrs),
            Fn(it) => (Some(&it.sig.ident), &it.attrs),
            Static(it) => (Some(&it.ident), &it.attrs),
            Struct(it) => (Some(&it.ident), &it.attrs),
            Trait(it) => (Some(&it.ident), &it.attrs),
            Type(it) => (Some(&it.ident), &it.attrs),
            Macro(it) => (it.ident.as_ref(), &it.attrs),
            Mod(it) => (Some(&it.ident), &it.attrs),
            Impl(it) => (None, &it.attrs),
            Use(it) => (None, &it.attrs),
            _ => return visit::visit_item(self, item),
        };
        if for_tests(attributes) {
            return;
        }
        match (item, name) {
            (Mod(it), _) if it.content.is_none() => self.children.push(it.ident.to_string()),
            (item, Some(name)) => {
                self.module.defined.insert(name.to_string());
                if let Fn(_) = item {
                    self.module.functions.insert(name.to_string());
                }
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        self.inside += 1;
        visit::visit_item_mod(self, item);
        self.inside -= 1;
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.take(&item.tree, &[], matches!(item.vis, syn::Visibility::Inherited));
    }

    /// `pub(crate)` says who may look, and needs nobody.
    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.mention(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        let text = item.tokens.to_string().replace(" :: ", "::").replace(":: ", "::").replace(" ::", "::");
        for path in text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':')) {
            let names: Names = path.split("::").filter(|name| !name.is_empty() && !name.contains(':')).map(str::to_owned).collect();
            if !names.is_empty() {
                self.mention(names);
            }
        }
        visit::visit_macro(self, item);
    }
}
