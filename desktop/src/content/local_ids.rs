//! Replaces local ids in addresses and in names of forms by the school's.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;

use super::view::View;
use crate::error::Result;
use crate::store::Store;

/// The text with the school's ids in place of local ones, where it has assigned them:
/// `/course/modules/-1?chapter=-2`, `lesson/new/-2`.
pub fn with_school_ids(store: &Store, text: &str) -> Result<String> {
    if !text.contains("/-") && !text.contains("=-") {
        return Ok(text.to_owned());
    }
    let view = View::new(store)?;
    let pieces = text.split_inclusive(['/', '?', '&', '=']).map(|piece| {
        let (word, mark) = piece.split_at(piece.trim_end_matches(['/', '?', '&', '=']).len());
        let local_id = word.parse::<i64>().ok().filter(|number| *number < 0);
        let school_id = local_id.map(|number| school_id(&view, number)).transpose()?.flatten();
        Ok(school_id.map_or_else(|| piece.to_owned(), |school_id| format!("{school_id}{mark}")))
    });
    pieces.collect()
}

/// A local id is unique over all kinds of rows.
fn school_id(view: &View<'_>, local_id: i64) -> Result<Option<i64>> {
    for kind in Kind::ALL {
        if let Some(Target::Id(school_id)) = view.target_of(*kind, local_id)? {
            return Ok(Some(school_id));
        }
    }
    Ok(None)
}
