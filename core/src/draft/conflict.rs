//! What both sides wrote in one place, and what is chosen there.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where two changes meet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    /// A field `title`, one of a row `modules/12/title`, a row `modules/12`, a part of a text `content~0`; empty: the
    /// whole form.
    pub path: String,
    pub kind: ConflictKind,
    /// What stood before both; null: nothing.
    pub base: Value,
    /// Null: nothing any more.
    pub mine: Value,
    /// Null: nothing any more.
    pub theirs: Value,
}

/// What meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// Two values of a field.
    Value,
    /// Two wordings of some blocks of a rich text; the values are HTML.
    Text,
    /// Two wordings of some lines; the values are lists.
    Lines,
    /// One removed what the other changed.
    Removed,
}

impl ConflictKind {
    /// Whether both may stay, one behind the other.
    pub const fn may_keep_both(self) -> bool {
        matches!(self, Self::Text | Self::Lines)
    }
}

/// What stands where two changes meet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Mine,
    Theirs,
    /// Theirs and then mine, where that is possible.
    Both,
    /// Something new, in the form of the conflict's values; null removes.
    Written(Value),
}

/// A choice for each path.
pub type Choices = BTreeMap<String, Choice>;

/// Whose a text was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Mine,
    Theirs,
}

/// What lost against a choice; it goes into the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lost {
    pub path: String,
    pub side: Side,
    pub value: Value,
}

impl Conflict {
    /// What stands there after a choice, and what lost. Where both cannot stay, what is left of one side does.
    pub(super) fn settle(&self, choice: &Choice) -> (Value, Vec<Lost>) {
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
                lost.push(Lost { path: self.path.clone(), side, value: value.clone() });
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
