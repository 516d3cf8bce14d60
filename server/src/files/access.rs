//! Who may read a file: everybody when a public page uses it, else those who may read the content that uses
//! it, or belong to the class it was sent to; and whoever has just uploaded it.

use chrono::NaiveDate;
use futures_util::future::BoxFuture;
use preau_core::role::Role;

use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::{fetch_all, fetch_optional, fetch_scalar};

/// Whether a user may read the content of a module today, or belongs to the class of the course: ids of user, course and
/// module.
pub(crate) type MayRead =
    for<'a> fn(&'a mut Conn, i64, i64, Option<i64>, NaiveDate) -> BoxFuture<'a, Result<bool>>;

/// Who may read the files of modules and classes, as decided by the catalogue.
pub(crate) struct ModuleReaders(pub(crate) MayRead);

/// The user who requests a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) id: i64,
    pub(super) is_staff: bool,
}

const ROLE: &str = "SELECT role FROM users WHERE id = $1 AND deleted_at IS NULL";

/// The user of a link, with their current role.
pub(super) async fn reader(conn: &mut Conn, id: i64) -> Result<Option<Reader>> {
    let Some((role,)) = fetch_optional!(conn, (String,), ROLE, id)? else { return Ok(None) };
    let role: Role = role.parse().map_err(|_| Error::internal("unknown role in users"))?;
    Ok(Some(Reader { id, is_staff: role.edits_content() }))
}

const USES: &str = "
    SELECT DISTINCT m.course_id, u.module_id, u.class_id FROM file_uses u LEFT JOIN modules m ON m.id = u.module_id
    WHERE u.address = $1";

// Until the upload is forgotten, after a day.
const SENT: &str = "SELECT COUNT(*) FROM uploads WHERE address = $1 AND user_id = $2";

/// How a file may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    None,
    /// By everybody.
    Public,
    /// By this reader.
    Own,
}

/// The right of this reader, or of a visitor.
pub(super) async fn right(
    app: &AppContext,
    conn: &mut Conn,
    address: &str,
    reader: Option<Reader>,
) -> Result<Right> {
    let uses = fetch_all!(conn, (Option<i64>, Option<i64>, Option<i64>), USES, address)?;
    if uses.iter().any(|(_, module, class)| module.is_none() && class.is_none()) {
        return Ok(Right::Public);
    }
    let Some(reader) = reader else { return Ok(Right::None) };
    if reader.is_staff {
        return Ok(Right::Own);
    }
    let ModuleReaders(may_read) = app.part();
    for (course, module, class) in uses {
        let Some(course) = course.or(class) else { continue };
        if may_read(conn, reader.id, course, module, app.clock.today()).await? {
            return Ok(Right::Own);
        }
    }
    let has_sent = fetch_scalar!(conn, i64, SENT, address, reader.id)? > 0;
    Ok(if has_sent { Right::Own } else { Right::None })
}
