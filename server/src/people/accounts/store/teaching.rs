//! The link between a teacher and their account, and the role that follows from it.

use preau_core::role::Role;
use serde_json::json;

use super::{Account, get, revoke_calendars};
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

// Copies of the content are told, because staff sees the account.
const LINK: &str = "UPDATE teachers SET user_id = $2, version = version + 1, updated_at = $3 WHERE id = $1";
const SET_ROLE: &str = "UPDATE users SET role = $2, version = version + 1, updated_at = $3 WHERE id = $1";

/// Makes it the account of this teacher. A student becomes a TEACHER; editors and administrators keep their role. The
/// caller has checked that neither has another link.
pub async fn link_teacher(tx: &mut Tx, account: &Account, teacher_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, LINK, teacher_id, account.id, tx.now)?;
    tx.audit("teacher.account-linked", "teacher", teacher_id, None, Some(json!({ "userId": account.id })))
        .await?;
    if account.role() == Role::Student { set_role(tx, account, Role::Teacher).await } else { Ok(()) }
}

/// Ends the link of this account, if it has one; a TEACHER becomes a student.
pub async fn unlink_teacher(tx: &mut Tx, account: &Account) -> Result<()> {
    let Some(teacher_id) = account.teacher_id else { return Ok(()) };
    tx.public_content_changed();
    execute!(tx, LINK, teacher_id, None::<i64>, tx.now)?;
    tx.audit("teacher.account-unlinked", "teacher", teacher_id, Some(json!({ "userId": account.id })), None)
        .await?;
    let role = get(tx, account.id).await?.role();
    if role == Role::Teacher { set_role(tx, account, Role::Student).await } else { Ok(()) }
}

/// The addresses of calendars end with the role under which they were made.
async fn set_role(tx: &mut Tx, account: &Account, role: Role) -> Result<()> {
    revoke_calendars(tx, account.id).await?;
    execute!(tx, SET_ROLE, account.id, role.as_str(), tx.now)?;
    let (before, after) = (json!({ "role": account.role() }), json!({ "role": role }));
    tx.audit("user.updated", "user", account.id, Some(before), Some(after)).await
}
