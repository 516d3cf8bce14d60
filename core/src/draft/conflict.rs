//! Conflicts between both sides' changes, and their resolution.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A conflict between two changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    /// A field `title`, a field of a row `modules/12/title`, a row `modules/12`, a part of a text `content~0`; empty:
    /// the whole form.
    pub path: String,
    pub kind: ConflictKind,
    /// The value before both changes; null: none.
    pub base: Value,
    /// Null: removed.
    pub mine: Value,
    /// Null: removed.
    pub theirs: Value,
}

/// Kind of conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// Two values of a field.
    Value,
    /// Two versions of some blocks of a rich text; the values are HTML.
    Text,
    /// Two versions of some lines; the values are lists.
    Lines,
    /// One side removed what the other changed.
    Removed,
}

impl ConflictKind {
    /// Whether both versions can be kept, one after the other.
    pub const fn may_keep_both(self) -> bool {
        matches!(self, Self::Text | Self::Lines)
    }
}

/// Resolution of a conflict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Mine,
    Theirs,
    /// Theirs followed by mine, where that is possible.
    Both,
    /// A new value in the format of the conflict's values; null removes.
    Written(Value),
}

/// A choice per path.
pub type Choices = BTreeMap<String, Choice>;

/// The side a text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Mine,
    Theirs,
}

/// A discarded value, for the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Discarded {
    pub path: String,
    pub side: Side,
    pub value: Value,
}

impl Conflict {
    /// The value after a choice, and the discarded ones. Where both cannot be kept, the side that still has a value is.
    pub(super) fn settle(&self, choice: &Choice) -> (Value, Vec<Discarded>) {
        let chosen = match choice {
            Choice::Mine => self.mine.clone(),
            Choice::Theirs => self.theirs.clone(),
            Choice::Written(value) => value.clone(),
            Choice::Both => self.both(),
        };
        let mut lost = Vec::new();
        let keeps_both = *choice == Choice::Both && self.kind.may_keep_both();
        for (side, value) in [(Side::Mine, &self.mine), (Side::Theirs, &self.theirs)] {
            if !keeps_both && *value != chosen && !value.is_null() {
                lost.push(Discarded { path: self.path.clone(), side, value: value.clone() });
            }
        }
        (chosen, lost)
    }

    fn both(&self) -> Value {
        match (&self.theirs, &self.mine) {
            (Value::String(theirs), Value::String(mine)) if self.kind == ConflictKind::Text => {
                format!("{theirs}{mine}").into()
            }
            (Value::Array(theirs), Value::Array(mine)) if self.kind == ConflictKind::Lines => {
                theirs.iter().chain(mine).cloned().collect()
            }
            (theirs, Value::Null) => theirs.clone(),
            (_, mine) => mine.clone(),
        }
    }
}
