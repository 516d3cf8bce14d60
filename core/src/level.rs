//! A level as staff writes it: a name, its rank, and what one can do at it.

use crate::code::Code;
use crate::editing::{Form, double_option};
use crate::problem::{Fault, Fields};
use crate::text;
use serde::Deserialize;

/// Maximum lengths of a name and of a description, in characters.
pub const MAX_NAME: usize = 50;
pub const MAX_DESCRIPTION: usize = 1000;
/// Highest rank.
const MAX_RANK: i64 = 1000;

/// A level as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LevelInput {
    /// At most 50 characters; unique.
    pub name: Option<String>,
    /// Plain text, at most 1000 characters.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub description: Option<Option<String>>,
    /// From 1, the easiest; default 1 for a new level.
    pub rank: Option<i64>,
    /// The client's own id of a new level (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated level. The server checks that its name is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    pub name: String,
    pub description: Option<String>,
    pub rank: i64,
}

impl Form for LevelInput {
    type Content = Level;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Level>, fields: &mut Fields) -> Option<Level> {
        let name = self.name.as_ref().or(before.map(|old| &old.name));
        let name = fields.require("name", name.map(|name| text::required_line(name, MAX_NAME)));
        let description = match &self.description {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|old| old.description.as_deref()),
        };
        let description = description.map(|text| text::lines(text, MAX_DESCRIPTION)).transpose();
        let description = fields.check("description", description);
        let given = self.rank.or(before.map(|old| old.rank)).unwrap_or(1);
        let rank = fields.check("rank", rank(given));
        let description = description?.filter(|text| !text.is_empty());
        Some(Level { name: name?, description, rank: rank? })
    }
}

fn rank(rank: i64) -> Result<i64, Fault> {
    match rank {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        1..=MAX_RANK => Ok(rank),
        _ => Err(Fault::new(Code::TooBig).with("max", MAX_RANK)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> LevelInput {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_level_has_a_name_and_a_rank_of_at_least_one() {
        let made = input(r#"{"name": " A1 ", "description": "Saluer."}"#).create().unwrap().content;
        assert_eq!((made.name.as_str(), made.description.as_deref(), made.rank), ("A1", Some("Saluer."), 1));
        assert_eq!(input("{}").change(&made).unwrap(), made);
        let changed = input(r#"{"description": null, "rank": 3}"#).change(&made).unwrap();
        assert_eq!((changed.description, changed.rank), (None, 3));
        let cases = [
            ("{}", "name", Code::Required),
            (r#"{"name": "A1", "rank": 0}"#, "rank", Code::TooSmall),
            (r#"{"name": "A1", "rank": 1001}"#, "rank", Code::TooBig),
        ];
        for (json, name, code) in cases {
            let problem = input(json).create().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
    }
}
