//! What a search in courses looks through is made of names that are written elsewhere; it follows them.

use super::course::search_text;
use super::store::{CourseFilter, courses};
use crate::error::Result;
use crate::execute;
use crate::http::paging::Window;
use crate::write::Tx;

const UPDATE: &str = "UPDATE courses SET search_text = $2 WHERE id = $1 AND search_text <> $2";

/// Makes the search text of these courses anew.
pub(super) async fn refresh(tx: &mut Tx, filter: &CourseFilter) -> Result<()> {
    for course in courses(tx, filter, Window::ALL).await? {
        let teacher = course.teacher_name.as_deref();
        let text = search_text(&course.name, &course.language, &course.level, teacher, &course.description);
        execute!(tx, UPDATE, course.id, text)?;
    }
    Ok(())
}
