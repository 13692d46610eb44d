//! A module with all that it imports as one module, so that a browser loads a view by one request. Each module becomes a function whose exports are
//! cached under its name for the whole page: it runs once, from the first bundle that has it. The files are formatted, so that each import and export
//! begins a line and ends with a semicolon.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The module of the frame. Every other bundle omits what this one has.
const FRAME: &str = "main.js";

/// Reads a module of the site.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The bundle of the modules `names`, which `+` separates, to be served at `FOLDER/VERSION/NAMES` below the root of the site. It exports what the last
/// one does. `None` if there is no such module.
pub fn bundle(names: &str, read: Read) -> Option<String> {
    let mut known = BTreeSet::new();
    let mut modules = Vec::new();
    let (_, last) = names.rsplit_once('+').unwrap_or(("", names));
    // An embedded board has no frame.
    if ![FRAME, "embed.js"].contains(&last) {
        collect(FRAME, read, &mut known, &mut Vec::new())?;
        known.remove(last);
    }
    for name in names.split('+') {
        collect(name, read, &mut known, &mut modules)?;
    }
    let up = "../".repeat(names.matches('/').count());
    let mut text = format!(
        "const $bundles = new URL('{up}./', import.meta.url).href, $root = new URL('{up}../../', import.meta.url).href;\n\
         const $modules = globalThis.$modules ??= {{}}, $import = (name) => $modules[name] ?? import($bundles + name);\n"
    );
    // Writing to a string does not fail.
    for Module { name, body, exports, waits } in &modules {
        let (wait, function) = if *waits { ("await ", "async () =>") } else { ("", "() =>") };
        let _ = writeln!(text, "$modules['{name}'] ??= {wait}({function} {{\n{body}return {{ {} }};\n}})();", exports.join(", "));
    }
    let exports = &modules.last()?.exports;
    let named: Vec<&str> = exports.iter().filter_map(|export| export.split(':').next().filter(|name| *name != "default")).collect();
    let _ = writeln!(text, "export default $modules['{last}'].default;\nexport const {{ {} }} = $modules['{last}'];", named.join(", "));
    Some(text)
}

/// A module as the body of a function.
struct Module {
    name: String,
    body: String,
    /// Each as `name` or `name: expression`.
    exports: Vec<String>,
    /// Whether it awaits something before its exports exist.
    waits: bool,
}

/// Appends the module and what it imports, what is imported first, apart from those that are `known`.
fn collect(name: &str, read: Read, known: &mut BTreeSet<String>, modules: &mut Vec<Module>) -> Option<()> {
    if !known.insert(name.into()) {
        return Some(());
    }
    let (module, imports) = parsed(name, &read(name)?);
    for import in &imports {
        collect(import, read, known, modules)?;
    }
    modules.push(module);
    Some(())
}

/// The module of this name, and the names of those that it imports.
fn parsed(name: &str, text: &str) -> (Module, Vec<String>) {
    let mut module = Module { name: name.into(), body: String::new(), exports: Vec::new(), waits: false };
    let mut imports = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        if start.starts_with("/**") && !start.contains("*/") {
            let _ = lines.find(|line| line.contains("*/"));
        } else if line.starts_with("import ") || line.starts_with("export {") {
            let mut statement = line.to_string();
            while !statement.ends_with(';')
                && let Some(line) = lines.next()
            {
                statement += line;
            }
            imports.extend(linked(&statement, &mut module));
        } else if !start.starts_with("//") {
            let line = declared(line, &mut module.exports);
            module.waits |= !line.starts_with([' ', '}']) && line.contains("await ") && !line.contains("async");
            module.body += &addressed(&line, name);
            module.body.push('\n');
        }
    }
    (module, imports)
}

/// Inlines `import … from '…';` or `export { … };`. Returns the name of the imported module, if there is one.
fn linked(statement: &str, module: &mut Module) -> Option<String> {
    let (names, from) = match statement.trim_end_matches(';').rsplit_once(" from ") {
        Some((names, from)) => (names, Some(resolved(&module.name, from.trim_matches('\'')))),
        None => (statement.trim_end_matches(';'), None),
    };
    let (keyword, names) = names.split_once(' ')?;
    let each = names.trim_matches(['{', '}', ' ']).split(',').map(str::trim).filter(|name| !name.is_empty());
    let each = each.map(|name| name.split_once(" as ").unwrap_or((name, name)));
    let pair = |(outer, inner): (&str, &str)| if outer == inner { outer.to_string() } else { format!("{outer}: {inner}") };
    let of = from.as_ref().map(|from| format!("$modules['{from}']"));
    if keyword == "export" {
        let of = of.map_or(String::new(), |of| of + ".");
        module.exports.extend(each.map(|(inner, outer)| format!("{outer}: {of}{inner}")));
    } else if let Some(of) = of {
        let pattern = match (names.strip_prefix("* as "), names.starts_with('{')) {
            (Some(all), _) => all.into(),
            (_, true) => format!("{{ {} }}", each.map(pair).collect::<Vec<_>>().join(", ")),
            _ => format!("{{ default: {names} }}"),
        };
        module.body += &format!("const {pattern} = {of};\n");
    }
    from
}

/// The line without `export`, whose names are added to `exports`.
fn declared(line: &str, exports: &mut Vec<String>) -> String {
    let Some(declaration) = line.strip_prefix("export ") else { return line.into() };
    let name_of = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().unwrap_or_default().to_string();
    let named = |text: &str| {
        let text = text.strip_prefix("async ").unwrap_or(text);
        ["function ", "function* ", "class "].iter().find_map(|word| text.strip_prefix(word)).map(name_of).filter(|name| !name.is_empty())
    };
    if let Some(value) = declaration.strip_prefix("default ") {
        let Some(name) = named(value) else {
            exports.push("default: $default".into());
            return format!("const $default = {value}");
        };
        exports.push(format!("default: {name}"));
        return value.into();
    }
    if let Some(names) = declaration.strip_prefix("const {").and_then(|rest| rest.split('}').next()) {
        exports.extend(names.split(',').map(|name| name.trim().into()));
    } else {
        exports.push(named(declaration).unwrap_or_else(|| name_of(declaration.trim_start_matches("const ").trim_start_matches("let "))));
    }
    declaration.into()
}

/// The line with the addresses of its dynamic imports, which are bundles too, and of the file itself.
fn addressed(line: &str, name: &str) -> String {
    let line = line.replace("import.meta.url", &format!("`${{$root}}{name}`"));
    let Some((before, rest)) = line.split_once("import(").filter(|(_, rest)| rest.starts_with(['\'', '`'])) else { return line };
    let (path, after) = rest[1..].split_once(&rest[..1]).unwrap_or((&rest[1..], ""));
    format!("{before}$import(`{}`{}", resolved(name, path), addressed(after, name))
}

/// The name of the module to which `path` leads from the module `name`.
fn resolved(name: &str, path: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::bundle;

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let read = |name: &str| {
            let text = match name {
                "main.js" => "import { shared } from './shared.js';\nshared();\n",
                "shared.js" => "export function shared() {}\n",
                "a/view.js" => {
                    "// A view.\nimport { shared as s } from '../shared.js';\nimport * as b from './b.js';\nimport {\n  c,\n} from './b.js';\n\n\
                     /**\n * @param {import('./b.js').X} x\n */\nexport default function view(x) {\n  return import('../words/en.js');\n}\n\
                     export const late = await import(`./${s}.js`);\n"
                }
                "a/b.js" => {
                    "export { shared as d } from '../shared.js';\nexport const { c, e } = {};\nexport default { at: import.meta.url };\n"
                }
                _ => return None,
            };
            Some(text.to_string())
        };
        let text = bundle("a/view.js", &read).expect("a module");
        let expected = "const $bundles = new URL('.././', import.meta.url).href, $root = new URL('../../../', import.meta.url).href;\n\
            const $modules = globalThis.$modules ??= {}, $import = (name) => $modules[name] ?? import($bundles + name);\n\
            $modules['a/b.js'] ??= (() => {\nconst { c, e } = {};\nconst $default = { at: `${$root}a/b.js` };\n\
            return { d: $modules['shared.js'].shared, c, e, default: $default };\n})();\n\
            $modules['a/view.js'] ??= await (async () => {\nconst { shared: s } = $modules['shared.js'];\nconst b = $modules['a/b.js'];\n\
            const { c } = $modules['a/b.js'];\n\nfunction view(x) {\n  return $import(`words/en.js`);\n}\n\
            const late = await $import(`a/${s}.js`);\nreturn { default: view, late };\n})();\n\
            export default $modules['a/view.js'].default;\nexport const { late } = $modules['a/view.js'];\n";
        assert_eq!(text, expected);
        let both = bundle("a/b.js+main.js", &read).expect("modules");
        assert!(both.find("$modules['a/b.js'] ??=") < both.find("$modules['main.js'] ??="), "{both}");
        assert_eq!(bundle("none.js", &read), None);
    }
}
