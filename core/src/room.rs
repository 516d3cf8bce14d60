//! A room in which classes meet, as staff writes it.

use crate::code::Code;
use crate::editing::{Form, double_option};
use crate::problem::{Fault, Fields};
use crate::text;
use serde::Deserialize;

/// Maximum lengths in characters.
pub const MAX_NAME: usize = 100;
const MAX_ADDRESS: usize = 300;
const MAX_NOTE: usize = 1000;
const MAX_SEATS: i64 = 10_000;

/// A room as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RoomInput {
    /// At most 100 characters; unique.
    pub name: Option<String>,
    /// Where it is, in one line; null: at the school.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub address: Option<Option<String>>,
    /// How many learners fit in; null: not known.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub seats: Option<Option<i64>>,
    /// For staff; plain text.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub note: Option<Option<String>>,
    /// The client's own id of a new room (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated room. The server checks that its name is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    pub name: String,
    pub address: Option<String>,
    pub seats: Option<i64>,
    pub note: Option<String>,
}

impl Form for RoomInput {
    type Content = Room;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Room>, fields: &mut Fields) -> Option<Room> {
        let name = self.name.as_ref().or(before.map(|old| &old.name));
        let name = fields.require("name", name.map(|name| text::required_line(name, MAX_NAME)));
        let address = match &self.address {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|old| old.address.as_deref()),
        };
        let address = fields.check("address", address.map(|text| text::line(text, MAX_ADDRESS)).transpose());
        let given = self.seats.unwrap_or_else(|| before.and_then(|old| old.seats));
        let seats = fields.check("seats", given.map(seats).transpose());
        let note = match &self.note {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|old| old.note.as_deref()),
        };
        let note = fields.check("note", note.map(|text| text::lines(text, MAX_NOTE)).transpose());
        Some(Room {
            name: name?,
            address: address?.filter(|text| !text.is_empty()),
            seats: seats?,
            note: note?.filter(|text| !text.is_empty()),
        })
    }
}

fn seats(seats: i64) -> Result<i64, Fault> {
    match seats {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        1..=MAX_SEATS => Ok(seats),
        _ => Err(Fault::new(Code::TooBig).with("max", MAX_SEATS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> RoomInput {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_room_has_a_name_and_perhaps_seats() {
        let made = input(r#"{"name": " Figuier ", "seats": 12, "note": " "}"#).create().unwrap().content;
        assert_eq!((made.name.as_str(), made.seats, made.note.as_deref()), ("Figuier", Some(12), None));
        assert_eq!(input("{}").change(&made).unwrap(), made);
        assert_eq!(input(r#"{"seats": null}"#).change(&made).unwrap().seats, None);
        for (json, name, code) in [
            ("{}", "name", Code::Required),
            (r#"{"name": "A", "seats": 0}"#, "seats", Code::TooSmall),
            (r#"{"name": "A", "seats": 10001}"#, "seats", Code::TooBig),
        ] {
            let problem = input(json).create().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
    }
}
