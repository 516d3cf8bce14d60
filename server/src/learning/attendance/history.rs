//! Roll calls of the past, for the demo school.

use preau_core::attendance::{AttendanceStatus, Manner, NewMark};

use super::{sheet, store};
use crate::catalogue::timetable;
use crate::error::Result;
use crate::write::Tx;

/// What a roll call says of a learner: with the minutes of somebody late.
pub(crate) type Told = (AttendanceStatus, Option<i64>);

/// Calls the roll of a session that is over, as it was at its end, and closes the sheet if `closes`.
pub(crate) async fn call_roll(
    tx: &mut Tx,
    session_id: i64,
    by: i64,
    closes: bool,
    told: impl Fn(i64) -> Told,
) -> Result<()> {
    let session = timetable::find_session(tx, session_id).await?;
    for member in store::class(tx, session_id).await? {
        let (status, late) = told(member.subscription_id);
        let mark = NewMark {
            client_id: format!("demo {session_id} {}", member.subscription_id),
            subscription_id: member.subscription_id,
            status,
            late,
            manner: Manner::Teacher,
            reason: None,
            marked_at: Some(session.starts_at),
        };
        store::insert(tx, session_id, by, &mark, None, (session.starts_at, session.ends_at)).await?;
    }
    if closes {
        sheet::close(tx, by, session_id, session.ends_at).await?;
    }
    Ok(())
}
