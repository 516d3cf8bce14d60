//! Certificates of completion: when one is earned, its contents, its number, and the code that proves it genuine.
//!
//! The server provides keys, randomness and layout.

use crate::attendance::Rate;
use crate::calendar::paris_day;
use crate::code::Code;
use crate::course::CourseType;
use crate::keyword::keywords;
use crate::problem::Fault;
use crate::progress::ModuleLessons;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

keywords! {
    /// Basis of a certificate.
    Basis {
        /// Everything granted was viewed.
        Completion = "COMPLETION",
        /// The course took place in person and is over.
        Attendance = "ATTENDANCE",
    }
}

impl Basis {
    /// Whether a granted module counts as followed: a completion does not cover a module without lessons.
    pub fn covers(self, module: &ModuleLessons) -> bool {
        match self {
            Self::Completion => module.completed_before || !module.lessons().is_empty(),
            Self::Attendance => true,
        }
    }
}

/// What a certificate depends on in a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    pub course_type: CourseType,
    pub course_starts_on: NaiveDate,
    pub course_ends_on: NaiveDate,
    /// First day of the subscription.
    pub subscribed_on: NaiveDate,
    /// Neither withdrawn from nor ended by the school.
    pub active: bool,
    pub completed_at: Option<DateTime<Utc>>,
    /// Every lesson that counts as viewed was opened; none was only marked with its chapter.
    pub all_opened: bool,
    /// Of the sessions with a closed sheet.
    pub attendance: Rate,
    /// Sessions that were held, and whose sheet is not closed.
    pub open_sheets: i64,
}

impl Followed {
    /// The basis of a certificate issued on this day. Online, a completion counts from the course's first day on, even
    /// after the access has ended; in person attendance counts, from the course's last day on, once the sheets of all
    /// sessions held are closed.
    ///
    /// # Errors
    /// `certificate_withdrawn`, `certificate_not_due`, `certificate_not_over`, `certificate_no_sheets`,
    /// `certificate_sheets_open`.
    pub fn earned(&self, today: NaiveDate) -> Result<Basis, Fault> {
        let completed = self.completed_at.is_some() && self.all_opened;
        match self.course_type {
            CourseType::InPerson if self.attendance.sessions == 0 => Err(Code::CertificateNoSheets.into()),
            CourseType::InPerson if !self.active => Err(Code::CertificateWithdrawn.into()),
            CourseType::InPerson if today < self.course_ends_on => Err(Code::CertificateNotOver.into()),
            CourseType::InPerson if self.open_sheets > 0 => {
                Err(Fault::new(Code::CertificateSheetsOpen).with("count", self.open_sheets))
            }
            CourseType::InPerson => Ok(Basis::Attendance),
            CourseType::Online if completed && self.course_starts_on <= today => Ok(Basis::Completion),
            CourseType::Online if self.active || completed => Err(Code::CertificateNotDue.into()),
            CourseType::Online => Err(Code::CertificateWithdrawn.into()),
        }
    }

    /// First and last day stated on the certificate: up to the day of completion in Paris, or the course's last day;
    /// from the subscription's first day, or the course's if that is later and not after the end.
    pub fn period(&self) -> (NaiveDate, NaiveDate) {
        let last = match self.course_type {
            CourseType::Online => self.completed_at.map_or(self.course_ends_on, paris_day),
            CourseType::InPerson => self.course_ends_on,
        };
        let begun = self.subscribed_on.max(self.course_starts_on);
        let first = if begun <= last { begun } else { self.subscribed_on };
        (first.min(last), last)
    }
}

/// Maximum length of the modules' titles on a certificate, in characters.
const MAX_TITLES: usize = 120;

/// The course's name on a certificate: with the followed modules when they are not all of it, or with their number
/// where the titles are too long together.
pub fn course_name(course: &str, followed: &[&str], modules: usize) -> String {
    if followed.len() >= modules {
        return course.to_owned();
    }
    let titles = followed.join(", ");
    if titles.chars().count() <= MAX_TITLES {
        format!("{course} ({titles})")
    } else {
        format!("{course} ({}/{modules})", followed.len())
    }
}

/// Number of a certificate, `ATT-2026-7K3M9QXZ`: the year of issue in Paris and 40 random bits in Crockford's base 32,
/// whose letters are not confused with one another. `random`: random bytes.
pub fn number(issued: DateTime<Utc>, random: [u8; 5]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let bits = random.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let letters = (0..8).rev().map(|place| char::from(LETTERS[(bits >> (5 * place) & 31) as usize]));
    format!("ATT-{}-{}", paris_day(issued).year(), letters.collect::<String>())
}

/// The contents of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CertificateSummary))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// `ATT-2026-7K3M9QXZ`
    pub number: String,
    pub school_name: String,
    pub learner_name: String,
    pub course_name: String,
    /// ISO 639-1.
    pub language: String,
    /// `A2`
    pub level: String,
    /// Hours of the course, on older certificates only.
    pub hours: Option<i64>,
    /// Minutes attended and minutes held since the learner's entry, on certificates of attendance.
    #[serde(default)]
    pub attended_minutes: Option<i64>,
    #[serde(default)]
    pub held_minutes: Option<i64>,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    pub issued_on: NaiveDate,
}

/// Payload of `PREAU1`, with hours: an array without field names, to keep the code short.
type RowWithHours = (String, String, String, String, String, String, i64, NaiveDate, NaiveDate, NaiveDate);
/// Payload of `PREAU2`.
type Row = (String, String, String, String, String, String, NaiveDate, NaiveDate, NaiveDate);
/// The same with the minutes attended and held.
type RowWithMinutes =
    (String, String, String, String, String, String, NaiveDate, NaiveDate, NaiveDate, i64, i64);

impl Summary {
    /// The text to sign: `PREAU2.<key>.<payload>`, or `PREAU1` with hours.
    pub fn to_sign(&self, key: &str) -> Result<String, Fault> {
        let of = self;
        let (number, school, learner) = (&of.number, &of.school_name, &of.learner_name);
        let (course, language, level) = (&of.course_name, &of.language, &of.level);
        let (first, last, issued) = (of.starts_on, of.ends_on, of.issued_on);
        let (prefix, json) = if let Some(hours) = of.hours {
            let row = (number, school, learner, course, language, level, hours, first, last, issued);
            (WITH_HOURS, serde_json::to_vec(&row))
        } else if let Some((attended, held)) = of.attended_minutes.zip(of.held_minutes) {
            let row = (number, school, learner, course, language, level, first, last, issued, attended, held);
            (WITHOUT_HOURS, serde_json::to_vec(&row))
        } else {
            let row = (number, school, learner, course, language, level, first, last, issued);
            (WITHOUT_HOURS, serde_json::to_vec(&row))
        };
        let json = json.map_err(|_| Fault::new(Code::Internal))?;
        Ok(format!("{prefix}{key}.{}", URL_SAFE_NO_PAD.encode(json)))
    }

    fn read(signed: &str) -> Option<Self> {
        let json = URL_SAFE_NO_PAD.decode(signed.rsplit('.').next()?).ok()?;
        if signed.starts_with(WITH_HOURS) {
            let (number, school, learner, course, language, level, hours, first, last, issued): RowWithHours =
                serde_json::from_slice(&json).ok()?;
            let row = (number, school, learner, course, language, level, first, last, issued);
            return Some(Self { hours: Some(hours), ..Self::of(row) });
        }
        if let Ok(row) = serde_json::from_slice::<RowWithMinutes>(&json) {
            let (number, school, learner, course, language, level, first, last, issued, attended, held) = row;
            let row = (number, school, learner, course, language, level, first, last, issued);
            return Some(Self {
                attended_minutes: Some(attended),
                held_minutes: Some(held),
                ..Self::of(row)
            });
        }
        serde_json::from_slice(&json).ok().map(Self::of)
    }

    fn of(row: Row) -> Self {
        let (number, school_name, learner_name, course_name, language, level, starts_on, ends_on, issued_on) =
            row;
        Self {
            number,
            school_name,
            learner_name,
            course_name,
            language,
            level,
            hours: None,
            attended_minutes: None,
            held_minutes: None,
            starts_on,
            ends_on,
            issued_on,
        }
    }
}

/// Prefix of the older codes, which contain hours of the course; `PREAU2` contains minutes of attendance, if any.
const WITH_HOURS: &str = "PREAU1.";
const WITHOUT_HOURS: &str = "PREAU2.";
/// Length of an Ed25519 signature, in bytes.
const SIGNATURE: usize = 64;

/// Id of a public key: the first eight bytes of its SHA-256.
pub fn key_id(sha256: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(sha256.get(..8).unwrap_or(sha256))
}

/// A well-formed code: `PREAU2.<key>.<payload>.<signature>`, or the older `PREAU1`. Its contents are untrusted until
/// the signature is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedCode {
    signed: String,
    signature: [u8; SIGNATURE],
}

impl SignedCode {
    /// A signed text with its signature.
    pub const fn new(signed: String, signature: [u8; SIGNATURE]) -> Self {
        Self { signed, signature }
    }

    /// Finds the code in pasted text: alone or in the address that contains it, with or without line breaks.
    ///
    /// # Errors
    /// `certificate_unreadable`.
    pub fn read(text: &str) -> Result<Self, Fault> {
        Self::find(text).ok_or_else(|| Code::CertificateUnreadable.into())
    }

    fn find(text: &str) -> Option<Self> {
        let invisible = ['\u{200b}', '\u{feff}', '\u{ad}'];
        let text: String =
            text.chars().filter(|letter| !letter.is_whitespace() && !invisible.contains(letter)).collect();
        let start = [WITH_HOURS, WITHOUT_HOURS].iter().filter_map(|prefix| text.find(prefix)).min()?;
        let text = &text[start..];
        let of_code = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        let end = text.find(|letter| !of_code(letter)).unwrap_or(text.len());
        let (signed, signature) = text[..end].trim_end_matches('.').rsplit_once('.')?;
        let (_, named) = signed.split_once('.')?;
        let (key, payload) = named.split_once('.')?;
        if key.is_empty() || payload.is_empty() || payload.contains('.') {
            return None;
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?.try_into().ok()?;
        Some(Self { signed: signed.to_owned(), signature })
    }

    /// Id of the key it claims to be signed with.
    pub fn key(&self) -> &str {
        self.signed.split('.').nth(1).unwrap_or_default()
    }

    /// The bytes that the signature covers.
    pub fn signed(&self) -> &[u8] {
        self.signed.as_bytes()
    }

    pub const fn signature(&self) -> &[u8; SIGNATURE] {
        &self.signature
    }

    /// Its contents; verify the signature first.
    ///
    /// # Errors
    /// `certificate_unreadable`: the signed text is not a certificate.
    pub fn summary(&self) -> Result<Summary, Fault> {
        Summary::read(&self.signed).ok_or_else(|| Code::CertificateUnreadable.into())
    }
}

impl std::fmt::Display for SignedCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.signed, URL_SAFE_NO_PAD.encode(self.signature))
    }
}

#[cfg(test)]
#[path = "certificate_tests.rs"]
mod tests;
