//! Access of a caller to a course: published courses are public, others are visible to staff, its teachers and subscribers;
//! chapter texts are for staff, its teachers and live subscriptions that cover the module.

use chrono::NaiveDate;
use preau_core::course::CourseStatus;

use super::subscribed::{self, Access};
use super::teaching;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::Caller;

/// What one caller may see of one course.
#[derive(Clone, Debug)]
pub struct CourseAccess {
    /// Staff, or a teacher of the course.
    staff: bool,
    access: Access,
}

impl CourseAccess {
    /// The caller's access to this course.
    ///
    /// # Errors
    /// `not_found` when the course is not visible to this caller.
    pub async fn of(
        conn: &mut Conn,
        caller: &Caller,
        course_id: i64,
        status: CourseStatus,
        today: NaiveDate,
    ) -> Result<Self> {
        let access = match caller.user {
            Some(user) => subscribed::readable(conn, user.id, course_id, today).await?,
            None => Access::default(),
        };
        let teacher_id = caller.user.and_then(|user| user.teacher_id);
        let staff = caller.is_staff() || teaching::teaches_course(conn, teacher_id, course_id, today).await?;
        let sight = Self { staff, access };
        if sight.staff || status == CourseStatus::Published || sight.access.subscribed() {
            Ok(sight)
        } else {
            Err(Error::not_found())
        }
    }

    /// Whether the chapter texts of this module may be read.
    #[must_use]
    pub fn opens_module(&self, module_id: i64) -> bool {
        self.staff || self.access.check(module_id).is_ok()
    }

    /// Whether the address of the online class may be shown.
    #[must_use]
    pub fn sees_class_link(&self) -> bool {
        self.staff || self.access.live().is_some()
    }
}
