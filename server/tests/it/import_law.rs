//! The law of imports: a module of the server uses those in the layers below its own, and of its own layer those that do
//! not use it in turn. ARCHITECTURE.md draws the layers. In the desktop app no modules use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up. A module may use its own layer as long as no circle comes of it.
const LAYERS: &[&[&str]] = &[
    &["background", "clock", "config", "crash", "disk", "error", "format", "translations"],
    &["db"],
    &["context"],
    &["html", "ics", "logging", "metrics"],
    &["http", "write"],
    &["editing", "one_time_tokens"],
    &["changes", "documents", "files", "mail", "restore_mode", "school"],
    &["calendar", "catalogue", "people"],
    &["learning", "office", "sales"],
    &["demo", "operations", "site"],
    &["app", "cli", "router"],
];

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("{module} has no layer: give it one in LAYERS and in ARCHITECTURE.md"))
}

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

/// The first names behind every `crate::` of a text, those of a group too; comments say nothing.
fn used(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(name(rest));
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (place, letter) in group.char_indices() {
            if begins && letter.is_alphabetic() {
                names.insert(name(&group[place..]));
                begins = false;
            }
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                _ => {}
            }
        }
    }
    names
}

fn name(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Which modules a module uses, and in which file first.
type Uses = BTreeMap<(String, String), PathBuf>;

/// Uses between the modules of the package in this folder beside the server's.
fn uses(package: &str) -> Uses {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    all.sort();
    let module_of = |file: &Path| {
        let first = file.strip_prefix(&root).unwrap().iter().next().unwrap().to_string_lossy().into_owned();
        first.trim_end_matches(".rs").to_owned()
    };
    let modules: BTreeSet<String> = all.iter().map(|file| module_of(file)).collect();
    let mut uses = Uses::new();
    for file in &all {
        let module = module_of(file);
        // These declare the modules, or only start the program.
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        for used in used(&fs::read_to_string(file).unwrap()) {
            if used != module && modules.contains(&used) {
                uses.entry((module.clone(), used)).or_insert_with(|| file.clone());
            }
        }
    }
    uses
}

#[test]
fn no_module_uses_one_of_a_layer_above() {
    for ((from, to), file) in uses("server") {
        assert!(layer(&to) <= layer(&from), "{from} is below {to} and may not use it: {}", file.display());
    }
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    for package in ["server", "desktop"] {
        assert_eq!(circles(package), BTreeSet::new(), "{package}");
    }
}

/// The uses that are part of a circle, or lead to one.
fn circles(package: &str) -> BTreeSet<(String, String)> {
    let mut left: BTreeSet<(String, String)> = uses(package).into_keys().collect();
    assert!(!left.is_empty(), "{package} has modules that use others");
    // A module that uses nothing that is left is in no circle.
    loop {
        let using: BTreeSet<String> = left.iter().map(|(from, _)| from.clone()).collect();
        let before = left.len();
        left.retain(|(_, to)| using.contains(to));
        if left.len() == before {
            return left;
        }
    }
}

#[test]
fn names_are_read_from_paths_groups_and_not_from_comments() {
    let text = "use crate::mail::{self, crate_like};\nuse crate::{execute, files::{self, Store}, site};\n\
        // crate::sales\nlet a = crate::http::caller::is();";
    assert_eq!(Vec::from_iter(used(text)), ["execute", "files", "http", "mail", "site"]);
}
