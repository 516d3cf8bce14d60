//! Creates the first administrator from the command line; all other accounts are created through the API.

use preau_core::account::Profile;
use preau_core::email::Email;
use preau_core::language::UiLanguage;
use preau_core::password::Password;
use preau_core::problem::Fields;
use preau_core::role::Role;

use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::people::accounts::store::{self, NewAccount, NewPassword};
use crate::people::passwords::HashQueue;

/// Creates a verified ADMIN account and returns its id. The name can be changed once signed in.
///
/// # Errors
/// What is wrong with `email` or `password`; `email_taken`.
pub async fn create_admin(app: &AppContext, email: &str, password: &str) -> Result<i64> {
    let mut fields = Fields::default();
    let email = fields.check("email", Email::parse(email));
    let password = fields.check("password", Password::parse(password));
    let (Some(email), Some(password)) = (email, password) else { return Err(fields.into_problem().into()) };
    let hash = app.passwords().hash(password.as_str(), HashQueue::Account).await?;
    let new = NewAccount {
        email: Some(email),
        guardian_id: None,
        profile: Profile::named("Administration", "de l’école"),
        role: Role::Admin,
        password: NewPassword::Chosen(hash),
        google_sub: None,
        verified: true,
        language: UiLanguage::Fr,
    };
    change!(app, None, |tx| store::create(tx, &new).await)
}
