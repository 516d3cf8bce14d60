//! Rows that belong to an account: where the permission table says `own`, they are loaded and checked here, by their owner's
//! account. Whoever may not see a row gets `not_found`, as if it did not exist.

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;

/// A row that belongs to an account.
pub(crate) trait Owned: Sized {
    /// Whether the caller may read and change any row of this kind.
    fn is_open_to(caller: SignedIn) -> bool {
        caller.is_admin()
    }

    /// The row; `not_found` if there is none.
    async fn get(conn: &mut Conn, id: i64) -> Result<Self>;

    /// Whether it belongs to this account.
    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool>;
}

/// The row, if it belongs to the caller or all rows are open to them.
///
/// # Errors
/// `not_found`.
pub(crate) async fn owned<T: Owned>(conn: &mut Conn, caller: SignedIn, id: i64) -> Result<T> {
    let row = T::get(conn, id).await?;
    if T::is_open_to(caller) || row.belongs_to(conn, caller.id).await? {
        Ok(row)
    } else {
        Err(Error::not_found())
    }
}
