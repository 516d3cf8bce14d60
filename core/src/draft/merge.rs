//! Three-way merge of two changes of the same form, field by field; rows are matched by id, rich text by blocks. Only
//! fields that both sides changed differently are conflicts.
//!
//! The site's forms do the same with their values (`web-shared/src/merge.ts`, without blocks of rich text);
//! `core/cases/merge.json` is tested against both.

use super::blocks;
use super::order::merge_orders;
use super::sequence::{Stretch, stretches};
use super::shape::{Fields, Shape, rows, same, same_words, words};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;

pub use super::conflict::{Choice, Choices, Conflict, ConflictKind, Discarded, Side};

/// Result of a merge.
#[derive(Debug, Clone)]
pub struct Merged {
    /// The merged value; in a conflict it contains mine.
    pub value: Value,
    /// The conflicts, in the order of the form.
    pub conflicts: Vec<Conflict>,
    fields: Fields,
    sides: [Value; 3],
}

/// Result of resolving the conflicts.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// Null: the row is to be deleted.
    pub value: Value,
    /// The discarded values.
    pub lost: Vec<Discarded>,
}

/// Paths of conflicts without a choice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not chosen yet: {}", .0.join(", "))]
pub struct Undecided(pub Vec<String>);

/// Merges my change and theirs. Null is a deleted row. Fields that mine does not name are unchanged.
#[must_use]
pub fn merge(fields: Fields, base: &Value, mine: &Value, theirs: &Value) -> Merged {
    let mut walk = Walk::default();
    let value = walk.merge_row("", fields, base, mine, theirs);
    Merged { value, conflicts: walk.conflicts, fields, sides: [base.clone(), mine.clone(), theirs.clone()] }
}

impl Merged {
    /// The form with the chosen values.
    ///
    /// # Errors
    /// The paths without a choice.
    pub fn resolve(&self, choices: &Choices) -> Result<Resolved, Undecided> {
        let open = self.conflicts.iter().map(|conflict| &conflict.path);
        let open: Vec<String> = open.filter(|path| !choices.contains_key(*path)).cloned().collect();
        if !open.is_empty() {
            return Err(Undecided(open));
        }
        let mut walk = Walk { choices: choices.clone(), ..Walk::default() };
        let [base, mine, theirs] = &self.sides;
        let value = walk.merge_row("", self.fields, base, mine, theirs);
        Ok(Resolved { value, lost: walk.lost })
    }
}

/// State of the traversal of a form.
#[derive(Default)]
struct Walk {
    choices: Choices,
    conflicts: Vec<Conflict>,
    lost: Vec<Discarded>,
}

impl Walk {
    /// A form or a row; null on a side that does not have it.
    fn merge_row(&mut self, path: &str, fields: Fields, base: &Value, mine: &Value, theirs: &Value) -> Value {
        match (base.is_null(), mine.is_null(), theirs.is_null()) {
            (_, true, true) => Value::Null,
            (true, true, false) => theirs.clone(),
            (true, false, true) => mine.clone(),
            (false, true, false) if same_words(fields, base, theirs) => Value::Null,
            (false, false, true) if same_words(fields, base, mine) => Value::Null,
            (false, true, false) | (false, false, true) => {
                self.conflict(path, ConflictKind::Removed, base, mine, theirs)
            }
            (_, false, false) => self.fields(path, fields, base, mine, theirs),
        }
    }

    fn fields(&mut self, path: &str, fields: Fields, base: &Value, mine: &Value, theirs: &Value) -> Value {
        let mut whole = mine.as_object().cloned().unwrap_or_default();
        whole.extend(theirs.as_object().cloned().unwrap_or_default());
        let inside = if path.is_empty() { String::new() } else { format!("{path}/") };
        for (name, shape) in fields {
            let [was, own, other] = [base, mine, theirs].map(|side| side.get(name));
            if own.or(other).is_none() {
                continue;
            }
            // A sum is computed from its rows.
            let sum = matches!(shape, Shape::SumOf(list) if has_rows(&whole, list));
            if sum {
                whole.remove(*name);
                continue;
            }
            let was = was.unwrap_or(&Value::Null);
            let (own, other) = (own.unwrap_or(was), other.unwrap_or(&Value::Null));
            let value = self.field(&format!("{inside}{name}"), *shape, was, own, other);
            whole.insert((*name).to_owned(), value);
        }
        Value::Object(whole)
    }

    fn field(&mut self, path: &str, shape: Shape, base: &Value, mine: &Value, theirs: &Value) -> Value {
        if let Shape::Rows(fields) = shape
            && let (Some(own), Some(other)) = (rows(mine), rows(theirs))
        {
            return self.rows(path, fields, &rows(base).unwrap_or_default(), &own, &other);
        }
        if same(shape, mine, theirs) || same(shape, base, mine) {
            return theirs.clone();
        }
        if same(shape, base, theirs) {
            return mine.clone();
        }
        match shape {
            Shape::Place => mine.clone(),
            Shape::Rich => self.text(path, base, mine, theirs),
            Shape::Lines => self.lines(path, base, mine, theirs),
            Shape::Set => set(base, mine, theirs).unwrap_or_else(|| mine.clone()),
            Shape::Whole | Shape::SumOf(_) | Shape::Rows(_) => {
                self.conflict(path, ConflictKind::Value, base, mine, theirs)
            }
        }
    }

    fn rows(
        &mut self,
        path: &str,
        fields: Fields,
        base: &[(String, &Value)],
        mine: &[(String, &Value)],
        theirs: &[(String, &Value)],
    ) -> Value {
        let keys = |rows: &[(String, &Value)]| rows.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        let [was, own, other] =
            [base, mine, theirs].map(|rows| rows.iter().cloned().collect::<BTreeMap<_, _>>());
        let order = merge_orders(&keys(base), &keys(mine), &keys(theirs));
        let rows = order.iter().map(|key| {
            let [was, own, other] =
                [&was, &own, &other].map(|rows| rows.get(key).copied().unwrap_or(&Value::Null));
            self.merge_row(&format!("{path}/{key}"), fields, was, own, other)
        });
        rows.filter(|row| !row.is_null()).collect()
    }

    /// Rich text, by blocks.
    fn text(&mut self, path: &str, base: &Value, mine: &Value, theirs: &Value) -> Value {
        let (Some(own), Some(other)) = (mine.as_str(), theirs.as_str()) else {
            return self.conflict(path, ConflictKind::Value, base, mine, theirs);
        };
        let sides = [base.as_str().unwrap_or_default(), own, other].map(blocks::split);
        let contents =
            sides.each_ref().map(|blocks| blocks.iter().map(|b| b.contents.clone()).collect::<Vec<_>>());
        let html = |side: usize, range: Range<usize>| {
            Value::from(sides[side][range].iter().map(|block| block.html.as_str()).collect::<String>())
        };
        let parts = self.parts(path, ConflictKind::Text, &contents, html);
        parts.iter().filter_map(Value::as_str).collect::<String>().into()
    }

    fn lines(&mut self, path: &str, base: &Value, mine: &Value, theirs: &Value) -> Value {
        let (Some(own), Some(other)) = (words(mine), words(theirs)) else {
            return self.conflict(path, ConflictKind::Value, base, mine, theirs);
        };
        let sides = [words(base).unwrap_or_default(), own, other];
        let list = |side: usize, range: Range<usize>| Value::from(sides[side][range].to_vec());
        let parts = self.parts(path, ConflictKind::Lines, &sides, list);
        parts.into_iter().flat_map(|part| part.as_array().cloned().unwrap_or_default()).collect()
    }

    /// A sequence by parts; `cut` returns a range of one side.
    fn parts(
        &mut self,
        path: &str,
        kind: ConflictKind,
        sides: &[Vec<String>; 3],
        cut: impl Fn(usize, Range<usize>) -> Value,
    ) -> Vec<Value> {
        let [base, mine, theirs] = sides;
        let mut count = 0;
        let part = |stretch| match stretch {
            Stretch::Base(range) => cut(0, range),
            Stretch::Mine(range) => cut(1, range),
            Stretch::Theirs(range) => cut(2, range),
            Stretch::Disputed { base, mine, theirs } => {
                let path = format!("{path}~{count}");
                count += 1;
                self.conflict(&path, kind, &cut(0, base), &cut(1, mine), &cut(2, theirs))
            }
        };
        stretches(base, mine, theirs).into_iter().map(part).collect()
    }

    /// Adds a conflict; returns the chosen value, or mine until there is a choice.
    fn conflict(
        &mut self,
        path: &str,
        kind: ConflictKind,
        base: &Value,
        mine: &Value,
        theirs: &Value,
    ) -> Value {
        let [base, mine, theirs] = [base, mine, theirs].map(Clone::clone);
        let conflict = Conflict { path: path.to_owned(), kind, base, mine, theirs };
        let (value, lost) = conflict.settle(self.choices.get(path).unwrap_or(&Choice::Mine));
        self.lost.extend(lost);
        self.conflicts.push(conflict);
        value
    }
}

/// Whether the list, which precedes its sum, has rows.
fn has_rows(whole: &Map<String, Value>, list: &str) -> bool {
    whole.get(list).and_then(Value::as_array).is_some_and(|rows| !rows.is_empty())
}

/// The words that both have or one added, without those that one removed; none when a side is not a list of words.
fn set(base: &Value, mine: &Value, theirs: &Value) -> Option<Value> {
    let (base, mine, theirs) = (words(base).unwrap_or_default(), words(mine)?, words(theirs)?);
    let stays = |word: &String| !base.contains(word) || mine.contains(word) && theirs.contains(word);
    let added = mine.iter().filter(|word| !theirs.contains(word));
    Some(theirs.iter().chain(added).filter(|word| stays(word)).cloned().collect())
}
