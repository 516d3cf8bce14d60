//! The facts of mails within a class.

use serde::{Deserialize, Serialize};

/// A message of a teacher or of staff to a class, for one of its learners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClassMessageFacts {
    pub message_id: i64,
    /// The learner's, whose page shows the message.
    pub subscription_id: i64,
    pub course_name: String,
    pub author_name: String,
    pub text: String,
    pub file_name: Option<String>,
    /// The learner, when the mail goes to their guardian.
    pub ward_name: Option<String>,
}

/// A message to a teacher: of the contact form, or an answer to a message to a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TeacherMessageFacts {
    pub contact_id: i64,
    pub name: String,
    /// Not shown: by it the mail is found when the sender's account is deleted.
    pub email: String,
    pub subject: Option<String>,
    /// The course whose class was written to.
    pub class_of: Option<String>,
    pub message: String,
}

/// The unique key of the mail to one learner with a message to their class.
#[must_use]
pub fn class_message_fact(id: i64, user_id: i64) -> String {
    format!("class message {id} for user {user_id}")
}
