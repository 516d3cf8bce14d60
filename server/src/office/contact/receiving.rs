//! Receives messages: stored, and mailed to the school, to the teacher they are for, or to both.

use preau_core::contact::Contact;
use preau_core::language::UiLanguage;

use super::store;
use crate::context::AppContext;
use crate::error::Result;
use crate::mail::facts::{ContactFacts, TeacherMessageFacts};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::write::Tx;

/// A teacher, and the account that they read messages with.
#[derive(Clone, Copy, Debug)]
pub(in crate::office) struct Teacher {
    pub(in crate::office) id: i64,
    pub(in crate::office) user_id: Option<i64>,
}

/// The message to a class that is answered.
#[derive(Clone, Debug)]
pub(in crate::office) struct Answered {
    pub(in crate::office) id: i64,
    pub(in crate::office) course_name: String,
}

/// Whom a message is for, besides the school.
#[derive(Clone, Debug, Default)]
pub(in crate::office) struct Addressee {
    pub(in crate::office) teacher: Option<Teacher>,
    pub(in crate::office) class_message: Option<Answered>,
}

impl Addressee {
    /// The teacher that a visitor names.
    pub(super) async fn named(tx: &mut Tx, name: Option<&str>) -> Result<Self> {
        let teacher = match name {
            Some(name) => store::teacher_named(tx, name).await?,
            None => None,
        };
        Ok(Self { teacher, class_message: None })
    }
}

/// Stores a message and queues its mails: an answer to a class goes to the teacher who wrote, everything else to the school,
/// and to the teacher it names too.
pub(in crate::office) async fn receive(
    app: &AppContext,
    tx: &mut Tx,
    contact: &Contact,
    language: UiLanguage,
    addressee: &Addressee,
) -> Result<i64> {
    let id = store::insert(tx, contact, language, addressee).await?;
    let mut mails = Vec::from_iter(to_teacher(app, tx, id, contact, addressee).await?);
    if mails.is_empty() || addressee.class_message.is_none() {
        mails.push(to_school(app, id, contact)?);
    }
    mail::queue_all(tx, &mails).await?;
    tx.audit("contact.received", "contact", id, None, None).await?;
    Ok(id)
}

fn to_school(app: &AppContext, id: i64, contact: &Contact) -> Result<NewMail> {
    let facts = ContactFacts {
        contact_id: id,
        name: contact.name.clone(),
        email: contact.email.to_string(),
        subject: contact.subject.clone(),
        to: contact.to.clone(),
        wished_date: contact.wished_date,
        wished_time: contact.wished_time.map(store::time_text),
        message: contact.message.clone(),
    };
    let mail = NewMail::to_school(&app.config, Kind::Contact(facts), fact(id))?;
    Ok(NewMail { reply_to: Some(contact.email.to_string()), ..mail })
}

/// The mail to the teacher, when they have an account. It shows no address, and replies to it go to the school.
async fn to_teacher(
    app: &AppContext,
    tx: &mut Tx,
    id: i64,
    contact: &Contact,
    addressee: &Addressee,
) -> Result<Option<NewMail>> {
    let Some(user_id) = addressee.teacher.and_then(|teacher| teacher.user_id) else { return Ok(None) };
    let Some(account) = accounts::store::find(tx, user_id).await? else { return Ok(None) };
    let facts = TeacherMessageFacts {
        contact_id: id,
        name: contact.name.clone(),
        email: contact.email.to_string(),
        subject: contact.subject.clone(),
        class_of: addressee.class_message.as_ref().map(|message| message.course_name.clone()),
        message: contact.message.clone(),
    };
    let reply_to = Some(mail::school(&app.config)?.email.to_string());
    Ok(Some(NewMail { reply_to, ..account.mail(Kind::TeacherMessage(facts), fact(id)) }))
}

fn fact(id: i64) -> String {
    format!("contact message {id}")
}
