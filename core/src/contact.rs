//! Messages of the contact form. Sending them is in the server.

use crate::calendar::{parse_date, parse_time};
use crate::code::Code;
use crate::email::Email;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

/// Maximum lengths of a name, of a subject and of a message, in characters.
pub const MAX_NAME: usize = 200;
pub const MAX_SUBJECT: usize = 200;
pub const MAX_MESSAGE: usize = 5000;

/// The subject that the site's own form sends with a request for a call; any other subject was typed.
pub const MEETING_SUBJECT: &str = "Rendez-vous de 15 minutes";

/// A message as sent by the form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ContactInput {
    pub name: Option<String>,
    pub email: Option<String>,
    pub message: Option<String>,
    /// What it is about: `Rendez-vous de 15 minutes`.
    pub subject: Option<String>,
    /// The teacher it is for, when the visitor came from a course.
    pub to: Option<String>,
    /// Requested day of a call: `yyyy-mm-dd`, not before today.
    pub wished_date: Option<String>,
    /// Requested time: `hh:mm`, in Paris.
    pub wished_time: Option<String>,
    /// Whether the privacy box is ticked; forms that check it themselves leave it out.
    pub consent: Option<bool>,
}

/// A validated message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub name: String,
    pub email: Email,
    pub message: String,
    pub subject: Option<String>,
    pub to: Option<String>,
    /// The requested time of a call, in Paris.
    pub wished_date: Option<NaiveDate>,
    pub wished_time: Option<NaiveTime>,
}

/// The staff's reply to a message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReplyInput {
    /// 1 to 5000 characters.
    pub text: Option<String>,
}

impl ReplyInput {
    /// The text of a reply.
    ///
    /// # Errors
    /// Faults under `text`.
    pub fn parse(&self) -> Result<String, Problem> {
        let mut fields = Fields::default();
        let text =
            fields.require("text", self.text.as_deref().map(|text| text::required_lines(text, MAX_MESSAGE)));
        text.ok_or_else(|| fields.into_problem())
    }
}

impl ContactInput {
    /// Validates the message, reporting all faults.
    ///
    /// # Errors
    /// Faults under `name`, `email`, `message`, `subject`, `to`, `wishedDate`, `wishedTime` and `consent`.
    pub fn parse(&self, today: NaiveDate) -> Result<Contact, Problem> {
        let mut fields = Fields::default();
        let name =
            fields.require("name", self.name.as_deref().map(|name| text::required_line(name, MAX_NAME)));
        let email = fields.require("email", self.email.as_deref().map(Email::parse));
        let message = fields
            .require("message", self.message.as_deref().map(|text| text::required_lines(text, MAX_MESSAGE)));
        let subject = optional_line(&mut fields, "subject", self.subject.as_deref(), MAX_SUBJECT);
        let to = optional_line(&mut fields, "to", self.to.as_deref(), MAX_NAME);
        let wished_date = optional(self.wished_date.as_deref(), |day| {
            parse_date(day)
                .and_then(|day| if day < today { Err(Code::StartDatePast.into()) } else { Ok(day) })
        });
        let wished_date = fields.check("wishedDate", wished_date).flatten();
        let wished_time =
            fields.check("wishedTime", optional(self.wished_time.as_deref(), parse_time)).flatten();
        if self.consent == Some(false) {
            fields.refuse("consent", Code::ConsentRequired);
        }
        let (true, Some(name), Some(email), Some(message)) = (fields.is_empty(), name, email, message) else {
            return Err(fields.into_problem());
        };
        Ok(Contact { name, email, message, subject, to, wished_date, wished_time })
    }
}

/// The parsed text; none when it is empty.
fn optional<T>(text: Option<&str>, parse: impl FnOnce(&str) -> Result<T, Fault>) -> Result<Option<T>, Fault> {
    text.filter(|text| !text.trim().is_empty()).map(parse).transpose()
}

/// One line; none when it is empty. Adds a fault to `fields`.
fn optional_line(fields: &mut Fields, name: &str, line: Option<&str>, max: usize) -> Option<String> {
    fields.check(name, text::line(line.unwrap_or_default(), max)).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn input() -> ContactInput {
        ContactInput {
            name: Some("Zoé".into()),
            email: Some("zoe@example.fr".into()),
            message: Some("Bonjour,\nà bientôt.".into()),
            subject: Some("Rendez-vous".into()),
            to: Some(" ".into()),
            wished_date: Some("2026-11-21".into()),
            wished_time: Some("09:30".into()),
            consent: Some(true),
        }
    }

    #[test]
    fn a_message_keeps_its_lines() {
        let contact = input().parse(today()).unwrap();
        assert_eq!((contact.message.as_str(), contact.to), ("Bonjour,\nà bientôt.", None));
    }

    #[test]
    fn a_call_is_wished_for_today_or_later() {
        let contact = input().parse(today()).unwrap();
        assert_eq!((contact.wished_date, contact.wished_time), (Some(today()), parse_time("09:30").ok()));
        let without = ContactInput { wished_date: Some(" ".into()), wished_time: None, ..input() };
        assert_eq!(without.parse(today()).unwrap().wished_date, None);
        for (day, code) in [("2026-11-20", Code::StartDatePast), ("demain", Code::InvalidDate)] {
            let problem =
                ContactInput { wished_date: Some(day.into()), ..input() }.parse(today()).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.code), ("wishedDate", code));
        }
        let late = ContactInput { wished_time: Some("25:00".into()), ..input() };
        assert_eq!(late.parse(today()).unwrap_err().fields[0].name, "wishedTime");
    }

    #[test]
    fn without_consent_nothing_is_sent() {
        let problem = ContactInput { consent: Some(false), ..input() }.parse(today()).unwrap_err();
        assert_eq!(problem.message, "Veuillez accepter la politique de confidentialité.");
    }

    #[test]
    fn an_answer_says_something() {
        let reply = |text: &str| ReplyInput { text: Some(text.into()) }.parse();
        assert_eq!(reply("Bonjour,\r\noui.").unwrap(), "Bonjour,\noui.");
        for (text, code) in [(" \n", Code::Required), (&*"x".repeat(MAX_MESSAGE + 1), Code::TooLong)] {
            let problem = reply(text).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.code), ("text", code));
        }
        assert_eq!(ReplyInput::default().parse().unwrap_err().fields[0].name, "text");
    }

    #[test]
    fn every_fault_is_named() {
        let problem = ContactInput::default().parse(today()).unwrap_err();
        assert_eq!(problem.fields.len(), 3);
        for headers in [
            ContactInput { name: Some("a\nBcc: b@c.d".into()), ..input() },
            ContactInput { subject: Some("a\r\nBcc: b@c.d".into()), ..input() },
            ContactInput { to: Some("a\nb".into()), ..input() },
        ] {
            assert_eq!(headers.parse(today()).unwrap_err().code, Code::ControlCharacter);
        }
    }
}
