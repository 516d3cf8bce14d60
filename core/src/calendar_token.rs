//! Addresses by which calendar apps read sessions.

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::{Fields, Problem};
use serde::Deserialize;

/// How many an account may have.
pub const MOST: usize = 20;

keywords! {
    /// What a calendar app reads by an address.
    CalendarKind {
        /// The sessions of the account, as learner and as teacher, and those of its wards.
        Own = "OWN",
        /// The sessions in a room.
        Room = "ROOM",
    }
}

/// A new address as sent by a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CalendarInput {
    /// `OWN`, or for staff `ROOM`.
    pub kind: Option<String>,
    /// Of the kind `ROOM`.
    pub room_id: Option<i64>,
}

/// What an address leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarScope {
    Own,
    Room(i64),
}

impl CalendarInput {
    /// What is asked for.
    ///
    /// # Errors
    /// Faults under `kind` and `roomId`.
    pub fn parse(&self) -> Result<CalendarScope, Problem> {
        let mut fields = Fields::default();
        let kind = fields.require("kind", self.kind.as_deref().map(str::parse));
        let scope = match (kind, self.room_id) {
            (Some(CalendarKind::Own), None) => Some(CalendarScope::Own),
            (Some(CalendarKind::Room), Some(id)) => Some(CalendarScope::Room(id)),
            (Some(kind), _) => {
                let code = if kind == CalendarKind::Own { Code::InvalidValue } else { Code::Required };
                fields.refuse("roomId", code);
                None
            }
            (None, _) => None,
        };
        scope.ok_or_else(|| fields.into_problem())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_named_for_a_room_and_only_then() {
        let parse = |kind: Option<&str>, room_id| {
            let parsed = CalendarInput { kind: kind.map(str::to_owned), room_id }.parse();
            parsed.map_err(|problem| problem.fields.first().map(|field| field.name.clone()))
        };
        assert_eq!(parse(Some("OWN"), None), Ok(CalendarScope::Own));
        assert_eq!(parse(Some("ROOM"), Some(3)), Ok(CalendarScope::Room(3)));
        for (kind, room, field) in [
            (None, None, "kind"),
            (Some("own"), None, "kind"),
            (Some("ROOM"), None, "roomId"),
            (Some("OWN"), Some(3), "roomId"),
        ] {
            assert_eq!(parse(kind, room), Err(Some(field.to_owned())), "{kind:?} {room:?}");
        }
    }
}
