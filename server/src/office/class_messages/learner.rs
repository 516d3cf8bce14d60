//! The messages to a class, as one of its learners reads them.

use axum::extract::State;
use preau_core::subscription::can_access;

use super::ClassMessage;
use super::store::{self, Member};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::owned::{Owned, owned};
use crate::people::accounts;

impl Owned for Member {
    fn is_open_to(caller: SignedIn) -> bool {
        caller.is_staff()
    }

    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        store::member(conn, id).await
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        accounts::store::acts_for(conn, account_id, self.user_id).await
    }
}

/// The messages to the class of a subscription, the newest first, at most 200. Once it has ended: those until its last
/// day, without their files.
#[utoipa::path(get, path = "/subscriptions/{id}/messages", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<ClassMessage>)))]
pub(super) async fn subscription_messages(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Vec<ClassMessage>>> {
    let mut conn = app.db.read().await?;
    let member: Member = owned(&mut conn, caller, id).await?;
    let live = can_access(member.active, member.access_expires_at, app.clock.today());
    let rows = store::of_member(&mut conn, &member, live).await?;
    let messages = rows.into_iter().map(|mut row| {
        if !live && !caller.is_staff() {
            row.file_url = None;
        }
        let message = ClassMessage::of(&app, caller.id, row)?;
        Ok(ClassMessage { recipients: None, ..message })
    });
    messages.collect::<Result<_>>().map(Json)
}
