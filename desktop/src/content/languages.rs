//! Finds languages by the words for them, and updates references when a language's code changes.

use std::collections::BTreeMap;

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue::Queue;
use preau_core::language::SchoolLanguage;
use preau_core::text::fold;
use serde_json::{Value, json};

use super::view::{View, ViewRow};

/// The fields of a language that a word is compared with.
pub(super) const WORDS: &[&str] = &["code", "slug", "name", "nameEn", "nameIt", "nameZh"];

/// The code of a language by a word for it, when it is one of the school's own; else the word.
pub(super) fn language_code(word: &str) -> String {
    SchoolLanguage::recognise(word).map_or_else(|| word.to_owned(), |known| known.code().to_owned())
}

/// The row that a word refers to: by its id, or by one of these fields regardless of case and accents.
pub(super) fn find_by_word<'r>(rows: &'r [ViewRow], wanted: &str, fields: &[&str]) -> Option<&'r ViewRow> {
    let known =
        SchoolLanguage::recognise(wanted).filter(|_| fields.contains(&"code")).map(SchoolLanguage::code);
    let folded = fold(wanted);
    rows.iter().find(|item| {
        let text = |name: &&str| item.row.get(*name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let is_id = matches!(item.target, Target::Id(id) if id.to_string() == folded);
        is_id
            || known.is_some_and(|code| text(&"code") == code)
            || fields.iter().any(|name| fold(&text(name)) == folded)
    })
}

/// New language codes of pending operations, by the current code.
pub(super) fn renamed_codes(queue: &Queue) -> BTreeMap<String, String> {
    let changes =
        queue.operations().iter().filter(|o| o.kind == Kind::Language && o.action == Action::Update);
    let codes = changes.filter_map(|operation| {
        let before = operation.base.get("code")?.as_str()?;
        let after = operation.payload.get("code")?.as_str()?.trim().to_lowercase();
        (before != after).then(|| (before.to_owned(), after))
    });
    codes.collect()
}

/// Replaces the changed language codes in teachers and questions.
pub(super) fn apply_renames(view: &View<'_>, kind: Kind, mut row: Value) -> Value {
    if view.renamed.is_empty() {
        return row;
    }
    let after = |code: &Value| code.as_str().and_then(|code| view.renamed.get(code)).map(|code| json!(code));
    let named: Vec<&mut Value> = match kind {
        Kind::TestQuestion => row.get_mut("language").into_iter().collect(),
        Kind::Teacher => {
            row.get_mut("languagesTaught").and_then(Value::as_array_mut).into_iter().flatten().collect()
        }
        _ => Vec::new(),
    };
    for code in named {
        if let Some(after) = after(code) {
            *code = after;
        }
    }
    row
}
