//! The parts of an edited course: its lists are saved with it; its price and version are updated when a single part is
//! edited.

use preau_core::course_form::{self, total};
use preau_core::course_part::{InCourse, Part};
use preau_core::editing::New;

use crate::editing::{self, Versioned as _};
use crate::error::{Error, Result};
use crate::execute;
use crate::write::Tx;

use super::super::course::{EditableCourse, Module};
use super::super::points::{ListItem, Objectives, Prerequisites};
use super::super::store::modules;

/// Replaces the modules, objectives and prerequisites of the course by these.
pub(super) async fn save(tx: &mut Tx, id: i64, course: &course_form::Course) -> Result<()> {
    editing::replace::<Module>(tx, &id, "modules", with_positions(id, &course.modules)).await?;
    editing::replace::<ListItem<Objectives>>(tx, &id, "objectives", with_positions(id, &course.objectives))
        .await?;
    editing::replace::<ListItem<Prerequisites>>(
        tx,
        &id,
        "prerequisites",
        with_positions(id, &course.prerequisites),
    )
    .await
}

/// The parts with their positions, from 1.
fn with_positions<T: Clone>(course_id: i64, parts: &[Part<T>]) -> Vec<(Option<i64>, New<InCourse<T>>)> {
    let with_positions = |(place, part): (i64, &Part<T>)| {
        let content = InCourse { course_id, order_index: Some(place), contents: part.contents.clone() };
        (part.id, New { content, client_id: part.client_id.clone() })
    };
    (1..).zip(parts).map(with_positions).collect()
}

const RAISE: &str = "UPDATE courses SET version = version + 1, updated_at = $2 WHERE id = $1";

/// Bumps the version of a course of which a part was edited.
pub(in crate::catalogue) async fn raise_version(tx: &mut Tx, course_id: i64) -> Result<()> {
    execute!(tx, RAISE, course_id, tx.now)?;
    Ok(())
}

const PRICE: &str =
    "UPDATE courses SET price_cents = $2, version = version + 1, updated_at = $3 WHERE id = $1";

/// Sets the price of a course to the sum of its modules after an edit of one. A published course must still meet the
/// conditions of publication.
pub(in crate::catalogue) async fn update_price(tx: &mut Tx, course_id: i64) -> Result<()> {
    let prices = modules(tx, course_id).await?.into_iter().map(|module| module.price);
    let price = total(prices).map_err(|fault| Error::field("price", fault))?;
    execute!(tx, PRICE, course_id, price.0, tx.now)?;
    EditableCourse::find(tx, &course_id).await?.check_published()
}
