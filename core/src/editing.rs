//! Common rules of all edited content: forms that create or change a row, the client's id of a new row, and orders.

use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;

/// Highest position in a list.
const LAST_PLACE: i64 = 1_000_000;

/// A form with which staff creates or changes a row. In a change, absent fields stay, and null clears optional ones.
pub trait Form {
    /// The validated row. The server checks that references exist.
    type Content;

    /// The client's id of a new row, as sent.
    fn client_id(&self) -> Option<&str>;

    /// The values sent, merged over the current ones; faults are added to `fields`.
    fn over(&self, before: Option<&Self::Content>, fields: &mut Fields) -> Option<Self::Content>;

    /// Validates a new row.
    ///
    /// # Errors
    /// One fault per field.
    fn create(&self) -> Result<New<Self::Content>, Problem> {
        let mut fields = Fields::default();
        let id = fields.check("clientId", self.client_id().map(client_id).transpose());
        let content = self.over(None, &mut fields);
        match content.zip(id) {
            Some((content, client_id)) if fields.is_empty() => Ok(New { content, client_id }),
            Some(_) | None => Err(fields.into_problem()),
        }
    }

    /// The row after a change.
    ///
    /// # Errors
    /// One fault per field.
    fn change(&self, before: &Self::Content) -> Result<Self::Content, Problem> {
        let mut fields = Fields::default();
        match self.over(Some(before), &mut fields) {
            Some(content) if fields.is_empty() => Ok(content),
            Some(_) | None => Err(fields.into_problem()),
        }
    }
}

/// A row to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct New<T> {
    pub content: T,
    /// The client's id of the row, by which a repeated request is recognised.
    pub client_id: Option<String>,
}

/// Maximum number of rows created by one request.
pub const MAX_BATCH: usize = 200;

/// Validates many new rows: all or none.
///
/// # Errors
/// `too_many`; each row's faults under `[n]`, `invalid_value` for a duplicate client's id.
pub fn create_all<F: Form>(forms: &[F]) -> Result<Vec<New<F::Content>>, Problem> {
    if forms.len() > MAX_BATCH {
        return Err(Fault::new(Code::TooMany).with("max", MAX_BATCH).into());
    }
    let mut fields = Fields::default();
    let mut ids = BTreeSet::new();
    let mut all = Vec::new();
    for (n, form) in forms.iter().enumerate() {
        let Some(new) = fields.nest(&format!("[{n}]"), form.create()) else { continue };
        if new.client_id.as_ref().is_some_and(|id| !ids.insert(id.clone())) {
            fields.refuse(format!("[{n}].clientId"), Code::InvalidValue);
        }
        all.push(new);
    }
    fields.finish()?;
    Ok(all)
}

/// A client's id of a new row, a UUID of version 7 in lower case, by which a repeated request is recognised.
///
/// # Errors
/// `invalid_value`.
pub fn client_id(text: &str) -> Result<String, Fault> {
    let text = text.trim().to_ascii_lowercase();
    let groups: Vec<&str> = text.split('-').collect();
    let hexadecimal = groups.iter().all(|group| group.chars().all(|c| c.is_ascii_hexdigit()));
    let sizes: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let sound = hexadecimal
        && sizes == [8, 4, 4, 4, 12]
        && groups[2].starts_with('7')
        && groups[3].starts_with(['8', '9', 'a', 'b']);
    if sound { Ok(text) } else { Err(Code::InvalidValue.into()) }
}

/// The rows of a list in their new order: the named ones first, then the others in their current order.
///
/// # Errors
/// Under `[n]`: `unknown_reference` for a row not in the list, `invalid_value` for a duplicate.
pub fn arrange(present: &[i64], wanted: &[i64]) -> Result<Vec<i64>, Problem> {
    let known: BTreeSet<i64> = present.iter().copied().collect();
    let mut named = BTreeSet::new();
    let mut fields = Fields::default();
    for (place, id) in wanted.iter().enumerate() {
        if !known.contains(id) {
            fields.refuse(format!("[{place}]"), Code::UnknownReference);
        } else if !named.insert(*id) {
            fields.refuse(format!("[{place}]"), Code::InvalidValue);
        }
    }
    fields.finish()?;
    let others = present.iter().filter(|id| !named.contains(id));
    Ok(wanted.iter().chain(others).copied().collect())
}

/// Position of a row: the one sent, else the current one in the same list, else none (the last).
pub(crate) fn place(sent: Option<i64>, held: Option<i64>, fields: &mut Fields) -> Option<i64> {
    match sent {
        Some(sent) => fields.check("orderIndex", order_index(sent)),
        None => held,
    }
}

/// A position in a list, from 1.
///
/// # Errors
/// `too_small`, `too_big`.
pub(crate) fn order_index(place: i64) -> Result<i64, Fault> {
    match place {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        1..=LAST_PLACE => Ok(place),
        _ => Err(Fault::new(Code::TooBig).with("max", LAST_PLACE)),
    }
}

/// Distinguishes an explicit null from an absent field.
#[allow(clippy::option_option, reason = "absent, null and a value are three different things")]
pub(crate) fn double_option<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_ids_are_uuids_of_version_7() {
        let id = "0193A5F2-7c1e-7abc-8def-0123456789ab";
        assert_eq!(client_id(id).unwrap(), id.to_ascii_lowercase());
        for wrong in [
            "",
            "0193a5f2-7c1e-4abc-8def-0123456789ab",
            "0193a5f2-7c1e-7abc-cdef-0123456789ab",
            "0193a5f27c1e7abc8def0123456789ab",
            "0193a5f2-7c1e-7abc-8def-0123456789ag",
            "0193a5f2-7c1e-7abc-8def-0123456789ab-",
        ] {
            assert!(client_id(wrong).is_err(), "{wrong}");
        }
    }

    struct Title(&'static str, Option<&'static str>);

    impl Form for Title {
        type Content = String;

        fn client_id(&self) -> Option<&str> {
            self.1
        }

        fn over(&self, before: Option<&String>, fields: &mut Fields) -> Option<String> {
            let sent = Some(self.0.to_owned()).filter(|title| !title.is_empty());
            fields.require("title", sent.or(before.cloned()).map(Ok::<_, Fault>))
        }
    }

    const ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

    #[test]
    fn a_new_row_is_whole_and_a_change_leaves_what_it_does_not_name() {
        let new = Title("a", Some(ID)).create().unwrap();
        assert_eq!(new, New { content: "a".to_owned(), client_id: Some(ID.to_owned()) });
        let names: Vec<_> =
            Title("", Some("1")).create().unwrap_err().fields.into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["clientId", "title"]);
        assert_eq!(Title("", None).change(&"before".to_owned()).unwrap(), "before");
    }

    #[test]
    fn many_rows_are_refused_together() {
        let rows = create_all(&[Title("a", Some(ID)), Title("b", None)]).unwrap();
        assert_eq!(rows.len(), 2);
        let wrong = [Title("a", Some(ID)), Title("", None), Title("b", Some(ID))];
        let problem = create_all(&wrong).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
        assert_eq!(names, [("[1].title", Code::Required), ("[2].clientId", Code::InvalidValue)]);
        let many: Vec<_> = (0..201).map(|_| Title("a", None)).collect();
        assert_eq!(create_all(&many).unwrap_err().code, Code::TooMany);
    }

    #[test]
    fn what_is_named_comes_first_and_the_others_follow() {
        assert_eq!(arrange(&[1, 2, 3, 4], &[3, 1]).unwrap(), [3, 1, 2, 4]);
        assert_eq!(arrange(&[1, 2], &[]).unwrap(), [1, 2]);
        let problem = arrange(&[1, 2], &[2, 9, 2]).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
        assert_eq!(names, [("[1]", Code::UnknownReference), ("[2]", Code::InvalidValue)]);
    }
}
