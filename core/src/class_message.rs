//! What a teacher or staff writes to all learners of a course. Sending it is in the server.

use serde::Deserialize;

use crate::code::Code;
use crate::contact::MAX_MESSAGE;
use crate::file::{self, FileKind};
use crate::problem::{Fault, Fields, Problem};
use crate::text;

/// The kinds of files that go with a message; teachers upload no others.
pub const KINDS: [FileKind; 3] = [FileKind::Pdf, FileKind::Image, FileKind::Audio];

/// A message as it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClassMessageInput {
    /// 1 to 5000 characters.
    pub text: Option<String>,
    /// The address of an uploaded file: a PDF, a picture or a recording.
    pub file_url: Option<String>,
}

/// A validated message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassMessage {
    pub text: String,
    pub file_url: Option<String>,
}

impl ClassMessageInput {
    /// Validates the message, reporting all faults.
    ///
    /// # Errors
    /// Faults under `text` and `fileUrl`.
    pub fn parse(&self) -> Result<ClassMessage, Problem> {
        let mut fields = Fields::default();
        let text =
            fields.require("text", self.text.as_deref().map(|text| text::required_lines(text, MAX_MESSAGE)));
        let file_url = self.file_url.as_deref().filter(|address| !address.is_empty());
        let file_url = fields.check("fileUrl", file_url.map(uploaded).transpose());
        match (text, file_url) {
            (Some(text), Some(file_url)) if fields.is_empty() => Ok(ClassMessage { text, file_url }),
            _ => Err(fields.into_problem()),
        }
    }
}

/// The address, when it is one of an uploaded file of such a kind.
fn uploaded(address: &str) -> Result<String, Fault> {
    let kind = file::at(address).ok_or(Code::InvalidValue)?.kind;
    if KINDS.contains(&kind) { Ok(address.to_owned()) } else { Err(Code::FileTypeRefused.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str, file: Option<&str>) -> ClassMessageInput {
        ClassMessageInput { text: Some(text.into()), file_url: file.map(Into::into) }
    }

    #[test]
    fn a_message_has_a_text_and_perhaps_a_file() {
        let file = format!("/api/files/{}.pdf", "ab".repeat(32));
        let sent = input("Bonjour,\r\nà lundi.", Some(&file)).parse().unwrap();
        assert_eq!((sent.text.as_str(), sent.file_url), ("Bonjour,\nà lundi.", Some(file)));
        assert_eq!(input("Bonjour", Some("")).parse().unwrap().file_url, None);
    }

    #[test]
    fn what_is_no_uploaded_file_is_refused() {
        let video = format!("/api/files/{}.mp4", "ab".repeat(32));
        for (file, code) in [
            ("https://ailleurs.example/x.pdf", Code::InvalidValue),
            ("/api/files/../x.pdf", Code::InvalidValue),
            (video.as_str(), Code::FileTypeRefused),
        ] {
            let problem = input("Bonjour", Some(file)).parse().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.code), ("fileUrl", code), "{file}");
        }
    }

    #[test]
    fn every_fault_is_named() {
        let problem = input(&"x".repeat(MAX_MESSAGE + 1), Some("x")).parse().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["text", "fileUrl"]);
        assert_eq!(ClassMessageInput::default().parse().unwrap_err().code, Code::Required);
    }
}
