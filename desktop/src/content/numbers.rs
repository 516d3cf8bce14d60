//! Numbers that were given here, in addresses and in names of forms: replaced once the school has given its own.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;

use super::view::View;
use crate::error::Result;
use crate::store::Store;

/// The same text with the school's numbers in place of those that were given here, as far as it has given any:
/// `/course/modules/-1?chapter=-2`, `lesson/new/-2`.
///
/// # Errors
/// When the database fails.
pub fn with_real_numbers(store: &Store, text: &str) -> Result<String> {
    if !text.contains("/-") && !text.contains("=-") {
        return Ok(text.to_owned());
    }
    let view = View::new(store)?;
    let pieces = text.split_inclusive(['/', '?', '&', '=']).map(|piece| {
        let (word, mark) = piece.split_at(piece.trim_end_matches(['/', '?', '&', '=']).len());
        let given = word.parse::<i64>().ok().filter(|number| *number < 0);
        let real = given.map(|number| real(&view, number)).transpose()?.flatten();
        Ok(real.map_or_else(|| piece.to_owned(), |real| format!("{real}{mark}")))
    });
    pieces.collect()
}

/// No two rows of whatever kind were ever given the same number here.
fn real(view: &View<'_>, given: i64) -> Result<Option<i64>> {
    for kind in Kind::ALL {
        if let Some(Target::Id(real)) = view.named(*kind, given)? {
            return Ok(Some(real));
        }
    }
    Ok(None)
}
