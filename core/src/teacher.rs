//! A teacher as staff writes them. Their e-mail address is not public.

use crate::code::Code;
use crate::editing::{Form, double_option};
use crate::email::Email;
use crate::file::FileKind;
use crate::problem::{Fault, Fields, Problem};
use crate::taught_language::language_code;
use crate::text;
use crate::url::address_of;
use serde::Deserialize;

/// Maximum lengths of a name and of a biography, in characters.
pub const MAX_NAME: usize = 100;
pub const MAX_BIO: usize = 2000;
/// Maximum numbers of years of experience and of languages.
const MAX_YEARS: i64 = 80;
const MAX_LANGUAGES: usize = 20;

/// A teacher as a form sends them. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TeacherInput {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    /// Years of teaching; 0 for a new teacher who does not say.
    pub experience_years: Option<i64>,
    /// Plain text, at most 2000 characters.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub bio: Option<Option<String>>,
    /// A picture: an address of the web, a path of this site or an uploaded one.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub photo_url: Option<Option<String>>,
    /// Codes of the languages they teach.
    pub languages_taught: Option<Vec<String>>,
    /// The client's own id of a new teacher (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated teacher. The server checks that the languages are taught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teacher {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub experience_years: i64,
    pub bio: Option<String>,
    pub photo_url: Option<String>,
    pub languages_taught: Vec<String>,
}

impl Form for TeacherInput {
    type Content = Teacher;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Teacher>, fields: &mut Fields) -> Option<Teacher> {
        let first = self.first_name.as_ref().or(before.map(|old| &old.first_name));
        let first_name = fields.require("firstName", first.map(|name| text::required_line(name, MAX_NAME)));
        let last = self.last_name.as_ref().or(before.map(|old| &old.last_name));
        let last_name = fields.require("lastName", last.map(|name| text::required_line(name, MAX_NAME)));
        let email = self.email.as_deref().or(before.map(|old| old.email.as_str()));
        let email = fields.require("email", email.map(Email::parse));
        let given = self.experience_years.or(before.map(|old| old.experience_years)).unwrap_or(0);
        let experience_years = fields.check("experienceYears", years(given));
        let bio = match &self.bio {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|old| old.bio.as_deref()),
        };
        let bio = fields.check("bio", bio.map(|bio| text::lines(bio, MAX_BIO)).transpose());
        let photo = match &self.photo_url {
            Some(sent) => sent.as_deref().filter(|url| !url.trim().is_empty()),
            None => before.and_then(|old| old.photo_url.as_deref()),
        };
        let photo = photo.map(|url| address_of(url, &[FileKind::Image])).transpose();
        let photo_url = fields.check("photoUrl", photo);
        let languages_taught = match (&self.languages_taught, before) {
            (Some(sent), _) => fields.nest("languagesTaught", languages(sent)),
            (None, before) => Some(before.map(|old| old.languages_taught.clone()).unwrap_or_default()),
        };
        Some(Teacher {
            first_name: first_name?,
            last_name: last_name?,
            email: email?,
            experience_years: experience_years?,
            bio: bio?.filter(|bio| !bio.is_empty()),
            photo_url: photo_url?,
            languages_taught: languages_taught?,
        })
    }
}

fn years(years: i64) -> Result<i64, Fault> {
    match years {
        ..0 => Err(Fault::new(Code::TooSmall).with("min", 0)),
        0..=MAX_YEARS => Ok(years),
        _ => Err(Fault::new(Code::TooBig).with("max", MAX_YEARS)),
    }
}

/// Codes without duplicates, in the order sent.
fn languages(sent: &[String]) -> Result<Vec<String>, Problem> {
    if sent.len() > MAX_LANGUAGES {
        return Err(Fault::new(Code::TooMany).with("max", MAX_LANGUAGES).into());
    }
    let mut fields = Fields::default();
    let mut codes: Vec<String> = Vec::new();
    for (place, code) in sent.iter().enumerate() {
        let Some(code) = fields.check(format!("[{place}]"), language_code(code)) else { continue };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    fields.finish()?;
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> TeacherInput {
        serde_json::from_str(json).unwrap()
    }

    fn whole() -> Teacher {
        let whole = r#"{"firstName": " Elena ", "lastName": "Ricci", "email": "Elena@Example.IT",
            "languagesTaught": ["IT", "fr", "it"]}"#;
        input(whole).create().unwrap().content
    }

    #[test]
    fn a_teacher_has_a_name_and_an_address() {
        let made = whole();
        assert_eq!((made.first_name.as_str(), made.email.as_str()), ("Elena", "elena@example.it"));
        assert_eq!((made.experience_years, made.bio.as_ref()), (0, None));
        assert_eq!(made.languages_taught, ["it", "fr"]);
        assert_eq!(input("{}").change(&made).unwrap(), made);
        let problem = input("{}").create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
        assert_eq!(names, ["firstName", "lastName", "email"].map(|name| (name, Code::Required)));
    }

    #[test]
    fn each_field_has_its_bounds() {
        let cases = [
            (r#"{"email": "elena"}"#, "email", Code::InvalidEmail),
            (r#"{"experienceYears": -1}"#, "experienceYears", Code::TooSmall),
            (r#"{"experienceYears": 81}"#, "experienceYears", Code::TooBig),
            (r#"{"languagesTaught": ["it", "klingon"]}"#, "languagesTaught[1]", Code::InvalidValue),
            (r#"{"lastName": " "}"#, "lastName", Code::Required),
            (r#"{"photoUrl": "javascript:x"}"#, "photoUrl", Code::InvalidValue),
        ];
        for (json, name, code) in cases {
            let problem = input(json).change(&whole()).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
        let shown = input(r#"{"photoUrl": "https://ecole.fr/elena.jpg"}"#).change(&whole()).unwrap();
        assert_eq!(input("{}").change(&shown).unwrap().photo_url, shown.photo_url);
        assert_eq!(input(r#"{"photoUrl": null}"#).change(&shown).unwrap().photo_url, None);
        let cleared = input(r#"{"bio": " ", "languagesTaught": []}"#).change(&whole()).unwrap();
        assert_eq!((cleared.bio, cleared.languages_taught.len()), (None, 0));
    }
}
