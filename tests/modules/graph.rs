//! Who needs whom among the modules of a crate: an arrow from each module to the file where what it uses is defined.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Module, Names};

/// The arrows of a crate: each module, and those it needs.
pub type Graph = BTreeMap<Names, BTreeSet<Names>>;

/// Draws the arrows. A name that a module only hands on (`pub use child::Name`) leads to where it comes from: who uses it needs that module,
/// and the one that hands it on needs neither.
pub fn graph(modules: &BTreeMap<Names, Module>) -> Graph {
    let arrows = |(name, module): (&Names, &Module)| {
        let mut needed: BTreeSet<Names> = module.used.iter().filter_map(|place| home(modules, place, 0)).collect();
        needed.extend(module.mentioned.iter().filter_map(|path| mentioned(modules, name, module, path)));
        needed.remove(name);
        (name.clone(), needed)
    };
    modules.iter().map(arrows).collect()
}

/// The module that a path in the code leads to.
fn mentioned(modules: &BTreeMap<Names, Module>, name: &Names, module: &Module, path: &Names) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    if first == "crate" {
        return home(modules, rest, 0);
    }
    let child = [name.as_slice(), std::slice::from_ref(first)].concat();
    let place = match module.imports.get(first) {
        Some(place) => [place.as_slice(), rest].concat(),
        None if modules.contains_key(&child) && !rest.is_empty() => [child.as_slice(), rest].concat(),
        None => return None,
    };
    // A lone name that is a module's is a variable that is called like it.
    (!rest.is_empty() || !modules.contains_key(&place)).then(|| home(modules, &place, 0)).flatten()
}

/// The module in which what the path names is defined: none for what is of another crate.
fn home(modules: &BTreeMap<Names, Module>, place: &[String], handed_on: usize) -> Option<Names> {
    let deepest = (0..=place.len()).rev().find(|length| modules.contains_key(&place[..*length]))?;
    let (found, rest) = place.split_at(deepest);
    let Some((name, below)) = rest.split_first() else { return Some(found.to_vec()) };
    let module = &modules[found];
    if !below.is_empty() && module.functions.contains(name) {
        return None;
    }
    if module.defined.contains(name) || handed_on > 8 {
        return Some(found.to_vec());
    }
    let imported = module.imports.get(name).filter(|target| target.as_slice() != place);
    if let Some(target) = imported {
        return home(modules, &[target.as_slice(), below].concat(), handed_on + 1);
    }
    module.globs.iter().find(|glob| modules.get(*glob).is_some_and(|module| module.defined.contains(name))).cloned()
}

/// The arrows between what is directly in the module `parent`, each with all that is below it. What `parent`'s own file needs, and who
/// needs that, is left out here: it counts in the graph of files.
pub fn siblings(graph: &Graph, parent: &[String]) -> Graph {
    let child = |name: &Names| (name.len() > parent.len() && name.starts_with(parent)).then(|| name[..=parent.len()].to_vec());
    let mut siblings = Graph::new();
    for (name, needed) in graph {
        let Some(from) = child(name) else { continue };
        let arrows = siblings.entry(from.clone()).or_default();
        arrows.extend(needed.iter().filter_map(child).filter(|to| *to != from));
    }
    siblings
}

/// The modules that need each other, directly or by way of others: one group for each knot.
pub fn circles(graph: &Graph) -> Vec<Vec<Names>> {
    let reached: BTreeMap<&Names, BTreeSet<&Names>> = graph.keys().map(|from| (from, reach(graph, from))).collect();
    let mut groups: Vec<Vec<Names>> = Vec::new();
    for name in graph.keys().filter(|name| reached[name].contains(name)) {
        match groups.iter_mut().find(|group| reached[&group[0]].contains(name) && reached[name].contains(&group[0])) {
            Some(group) => group.push(name.clone()),
            None => groups.push(vec![name.clone()]),
        }
    }
    groups
}

fn reach<'a>(graph: &'a Graph, from: &Names) -> BTreeSet<&'a Names> {
    let mut seen = BTreeSet::new();
    let mut left: Vec<&Names> = graph[from].iter().collect();
    while let Some(next) = left.pop() {
        if seen.insert(next) {
            left.extend(graph.get(next).into_iter().flatten());
        }
    }
    seen
}

/// A module's name as it is written in Rust.
pub fn written(name: &Names) -> String {
    if name.is_empty() { "(root)".to_owned() } else { name.join("::") }
}

/// One line for each module that needs another.
pub fn printed(graph: &Graph) -> String {
    let line = |(name, needed): (&Names, &BTreeSet<Names>)| {
        format!("  {:<28} → {}\n", written(name), needed.iter().map(written).collect::<Vec<_>>().join(", "))
    };
    graph.iter().filter(|(_, needed)| !needed.is_empty()).map(line).collect()
}
