//! SQL of invitations of teachers.

use chrono::{DateTime, Duration, Utc};

use crate::clock::sha256_hex;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_optional, fetch_scalar};

/// Validity of an invitation.
const LIFE: Duration = Duration::days(7);

/// An invitation that can be accepted.
#[derive(Clone, preau_derive::FromRow)]
pub(super) struct Invitation {
    pub teacher_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

const FIND: &str = "
    SELECT i.teacher_id, t.first_name, t.last_name, i.email
    FROM teacher_invitations i JOIN teachers t ON t.id = i.teacher_id
    WHERE i.token_hash = $1 AND i.expires_at > $2 AND t.user_id IS NULL";

/// The invitation with this token.
pub(super) async fn find(conn: &mut Conn, token: &str, now: DateTime<Utc>) -> Result<Option<Invitation>> {
    fetch_optional!(conn, Invitation, FIND, sha256_hex(token), now)
}

const INSERT: &str = "
    INSERT INTO teacher_invitations (teacher_id, email, created_at, expires_at) VALUES ($1, $2, $3, $4)
    RETURNING id";

/// Invites this teacher; an earlier invitation stops working. Returns its id.
pub(super) async fn insert(tx: &mut Tx, teacher_id: i64, email: &str) -> Result<i64> {
    delete(tx, teacher_id).await?;
    let id = fetch_scalar!(tx, i64, INSERT, teacher_id, email, tx.now, tx.now + LIFE)?;
    touch(tx, teacher_id).await?;
    Ok(id)
}

const UNSENT: &str = "
    DELETE FROM mails WHERE kind = 'teacher-invitation' AND status = 'QUEUED'
        AND fact IN (SELECT 'teacher invitation ' || id FROM teacher_invitations WHERE teacher_id = $1)";
const DELETE: &str = "DELETE FROM teacher_invitations WHERE teacher_id = $1";

/// Takes back the invitation of this teacher, if there is one; its mail is not sent any more.
pub(super) async fn delete(tx: &mut Tx, teacher_id: i64) -> Result<()> {
    execute!(tx, UNSENT, teacher_id)?;
    execute!(tx, DELETE, teacher_id)?;
    Ok(())
}

const TOUCH: &str = "UPDATE teachers SET version = version + 1, updated_at = $2 WHERE id = $1";

/// Staff sees whether a teacher is invited, and so do copies of the content.
pub(super) async fn touch(tx: &mut Tx, teacher_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, TOUCH, teacher_id, tx.now)?;
    Ok(())
}

const ACCOUNT: &str = "SELECT user_id FROM teachers WHERE id = $1";

/// The account of this teacher: none, if there is no such teacher; inside, if they have no account.
pub(super) async fn account_of(conn: &mut Conn, teacher_id: i64) -> Result<Option<Option<i64>>> {
    Ok(fetch_optional!(conn, (Option<i64>,), ACCOUNT, teacher_id)?.map(|(id,)| id))
}
