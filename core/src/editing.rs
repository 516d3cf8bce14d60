//! What everything that staff edits has in common: the client's own id of a new row, and orders.

use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;

/// The highest place a row may be given in its list.
const LAST_PLACE: i64 = 1_000_000;

/// A client's own id of a new row, a UUID of version 7 in lower case: by it a repeat is known.
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

/// The rows of a list in their new order: those that are named first, then the others as they stood.
///
/// # Errors
/// Under `[n]`: `unknown_reference` for what is not in the list, `invalid_value` for what is named twice.
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

/// A place in a list, from 1.
///
/// # Errors
/// `too_small`, `too_big`.
pub fn order_index(place: i64) -> Result<i64, Fault> {
    match place {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        1..=LAST_PLACE => Ok(place),
        _ => Err(Fault::new(Code::TooBig).with("max", LAST_PLACE)),
    }
}

/// A null that was said, beside nothing said at all.
#[allow(clippy::option_option, reason = "absent, null and a value are three different things")]
pub(crate) fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
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

    #[test]
    fn what_is_named_comes_first_and_the_others_follow() {
        assert_eq!(arrange(&[1, 2, 3, 4], &[3, 1]).unwrap(), [3, 1, 2, 4]);
        assert_eq!(arrange(&[1, 2], &[]).unwrap(), [1, 2]);
        let problem = arrange(&[1, 2], &[2, 9, 2]).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
        assert_eq!(names, [("[1]", Code::UnknownReference), ("[2]", Code::InvalidValue)]);
    }
}
