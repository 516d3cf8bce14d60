//! Renders mails: texts in four languages in one layout, as HTML and as plain text.
//!
//! Every text is a strict template: a missing fact is an error, never a gap. Facts are escaped in HTML and
//! never trusted. When a mail is sent is decided elsewhere.

use std::collections::BTreeMap;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use preau_core::calendar::paris_day;
use preau_core::language::UiLanguage;
use preau_core::price::Scope;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::{Error, Result};

use super::facts::{
    ClassMessageFacts, ContactFacts, CourseChange, ReservationFacts, TeacherMessageFacts, WaitlistFacts,
    WithdrawalFacts,
};
use super::{Kind, decisions, sessions};
use crate::format::{clock, date, moment, money};

/// A rendered mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: String,
    pub html: String,
    pub text: String,
}

/// What a mail needs in addition to its facts.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The school's name.
    pub school: &'a str,
    /// Its name and postal address, for the footer.
    pub imprint: Option<&'a str>,
    /// The address for messages to the school.
    pub contact: &'a str,
    /// The name in the greeting; mails to the school have none.
    pub recipient: &'a str,
    /// The link of the button.
    pub link: &'a str,
    /// Whether the button leads to choosing a first password.
    pub sets_password: bool,
    /// The school's own logo, for the header; without one its name is displayed.
    pub logo: Option<&'a Logo>,
}

/// A picture in a mail.
#[derive(Clone, Debug, Serialize)]
pub struct Logo {
    /// An absolute URL: mails are read elsewhere.
    pub address: String,
    /// Displayed width in pixels.
    pub width: u32,
    pub height: u32,
}

/// The texts of every language.
#[derive(Debug)]
pub struct Wording {
    environment: Environment<'static>,
    editions: Vec<(UiLanguage, LanguageTexts)>,
}

/// The texts of one language.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LanguageTexts {
    pub(super) colon: String,
    greeting: String,
    signature: String,
    fallback: String,
    footer: String,
    labels: BTreeMap<String, String>,
    formats: BTreeMap<String, String>,
    whole_course: String,
    before: String,
    now: String,
    pub(super) nothing: String,
    /// Instead of what a new session was before.
    pub(super) session_added: String,
    pub(super) session_deleted: String,
    pub(super) session_cancelled: String,
    /// Of sessions that a mail does not list.
    more_sessions: String,
    reasons: BTreeMap<String, String>,
    letters: BTreeMap<String, Text>,
}

/// The texts of one kind of mail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    subject: String,
    title: String,
    lines: Vec<String>,
    button: String,
    notes: Vec<String>,
}

/// A labelled fact.
#[derive(Debug, Serialize)]
struct Row<'a> {
    label: &'a str,
    value: String,
}

/// An old and a new value, side by side.
#[derive(Debug, Serialize)]
struct Comparison<'a> {
    label: &'a str,
    before: String,
    now: String,
}

const TEXTS: &[(UiLanguage, &str)] = &[
    (UiLanguage::Fr, include_str!("texts/fr.json")),
    (UiLanguage::En, include_str!("texts/en.json")),
    (UiLanguage::It, include_str!("texts/it.json")),
    (UiLanguage::Zh, include_str!("texts/zh.json")),
];

impl Wording {
    /// Loads the texts.
    pub fn load() -> Result<Self> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| match name {
            "letter.html" => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        environment.add_template("letter.html", include_str!("letter.html")).map_err(damaged)?;
        environment.add_template("letter.txt", include_str!("letter.txt")).map_err(damaged)?;
        let editions = TEXTS
            .iter()
            .map(|(language, text)| Ok((*language, serde_json::from_str(text).map_err(damaged)?)))
            .collect::<Result<_>>()?;
        Ok(Self { environment, editions })
    }

    /// Renders a mail in a language.
    pub fn render(&self, kind: &Kind, language: UiLanguage, frame: Frame<'_>) -> Result<RenderedMail> {
        let missing = || Error::internal(format!("no text for {} in {language}", kind.name()));
        let (_, edition) = self.editions.iter().find(|(one, _)| *one == language).ok_or_else(missing)?;
        let text = edition.letters.get(kind.name()).ok_or_else(missing)?;
        let facts = minijinja::Value::from(Serde(edition.facts(kind, language, frame)?));
        let say = |source: &str| self.environment.render_str(source, facts.clone()).map_err(damaged);
        let say_all = |sources: &[String]| -> Result<Vec<String>> {
            let lines = sources.iter().map(|source| say(source)).collect::<Result<Vec<_>>>()?;
            Ok(lines.into_iter().filter(|line| !line.is_empty()).collect())
        };
        let subject = say(&text.subject)?.replace(['\r', '\n'], " ");
        let greeting = if kind.is_for_school() || kind.is_whole_letter() {
            String::new()
        } else {
            say(&edition.greeting)?
        };
        let letter = context! {
            language => language.as_str(),
            school => frame.school,
            imprint => frame.imprint,
            contact => frame.contact,
            logo => Serde(frame.logo),
            link => frame.link,
            subject => &subject,
            title => say(&text.title)?,
            greeting => greeting,
            lines => say_all(&text.lines)?,
            rows => Serde(edition.rows(kind, language)?),
            changes => Serde(edition.changes(kind, language)?),
            before => &edition.before,
            now => &edition.now,
            quote => quote(kind),
            button => say(&text.button)?,
            notes => say_all(&text.notes)?,
            signature => say(&edition.signature)?,
            fallback => &edition.fallback,
            footer => say(&edition.footer)?,
            colon => &edition.colon,
        };
        let render = |name: &str| {
            self.environment.get_template(name).and_then(|template| template.render(&letter)).map_err(damaged)
        };
        Ok(RenderedMail { subject, html: render("letter.html")?, text: render("letter.txt")? })
    }
}

impl LanguageTexts {
    /// Everything that a text may refer to: the formatted facts of the mail, and its frame.
    fn facts(&self, kind: &Kind, language: UiLanguage, frame: Frame<'_>) -> Result<Value> {
        let mut facts = kind.params()?;
        if facts.is_null() {
            facts = json!({});
        }
        facts["recipient"] = frame.recipient.into();
        facts["school"] = frame.school.into();
        facts["setsPassword"] = frame.sets_password.into();
        match kind {
            Kind::ReservationConfirmed(reservation)
            | Kind::BeneficiaryConfirmed(reservation)
            | Kind::AccountExisted(reservation)
            | Kind::AdminBooking(reservation) => {
                facts["forAnother"] = reservation.for_another().into();
                decisions::add_threshold(&mut facts, reservation, language);
            }
            Kind::Refund(refund) => {
                facts["amount"] = money(language, refund.amount).into();
                facts["reason"] = find(&self.reasons, refund.reason.as_str())?.into();
            }
            Kind::CreditNote(credit) => facts["amount"] = money(language, credit.amount).into(),
            Kind::WithdrawalReceived(withdrawal) | Kind::AdminWithdrawal(withdrawal) => {
                facts["declared"] = moment(language, withdrawal.declared_at).into();
                facts["back"] = withdrawal.back.map(|back| money(language, back)).into();
            }
            Kind::WithdrawalDecided(decision) => {
                facts["back"] = money(language, decision.back).into();
                facts["nothing"] = decision.back.is_zero().into();
            }
            Kind::CourseCancelled(cancelled) => {
                facts["back"] = cancelled.back.map(|back| money(language, back)).into();
            }
            Kind::CourseProposal(proposal) => decisions::add_proposal(&mut facts, proposal, language),
            Kind::ProposalAccepted(accepted) => decisions::add_accepted(&mut facts, accepted, language),
            Kind::ProposalEnded(ended) => decisions::add_ended(&mut facts, ended, language),
            Kind::DecisionDue(due) => facts["decisionDay"] = date(language, due.decision_day).into(),
            Kind::CourseConfirmed(confirmed) => {
                facts["startDate"] = date(language, confirmed.start_date).into();
            }
            Kind::CourseCompleted(_)
            | Kind::CourseChanged(_)
            | Kind::TeachingChanged(_)
            | Kind::SessionReminder(_)
            | Kind::WaitlistConfirm(_)
            | Kind::WaitlistOffer(_)
            | Kind::WaitlistLapsed(_)
            | Kind::WaitlistEnded(_)
            | Kind::ClassMessage(_)
            | Kind::TeacherMessage(_)
            | Kind::CertificateIssued(_)
            | Kind::Contact(_)
            | Kind::ContactReply(_)
            | Kind::ChangeEmail(_)
            | Kind::EmailChangeNotice(_)
            | Kind::VerifyEmail
            | Kind::ResetPassword
            | Kind::SetPassword
            | Kind::TeacherInvitation(_)
            | Kind::PasswordChanged
            | Kind::GoogleLinked
            | Kind::GoogleUnlinked
            | Kind::SecondFactorOn
            | Kind::SecondFactorOff
            | Kind::SecondFactorReset
            | Kind::RecoveryCodeUsed(_)
            | Kind::DeleteAccount
            | Kind::Test => {}
        }
        Ok(facts)
    }

    /// The table of facts of a mail.
    fn rows(&self, kind: &Kind, language: UiLanguage) -> Result<Vec<Row<'_>>> {
        let rows = match kind {
            Kind::ReservationConfirmed(facts) | Kind::AccountExisted(facts) => {
                let learner = facts.for_another().then(|| facts.learner_name.clone());
                let mut rows = self.course_rows(facts, language)?;
                // The address of the class is for the learner only.
                rows.push(("link", facts.meeting_url.clone().filter(|_| facts.is_read_by_payer())));
                rows.push(("learner", learner));
                rows.extend(money_rows(facts, language));
                rows
            }
            Kind::BeneficiaryConfirmed(facts) => {
                let mut rows = self.course_rows(facts, language)?;
                // The mail goes to the guardian of a child without an e-mail address.
                rows.push(("learner", facts.learner_email.is_empty().then(|| facts.learner_name.clone())));
                rows.push(("link", facts.meeting_url.clone()));
                rows
            }
            Kind::AdminBooking(facts) => {
                let learner = person(&facts.learner_name, &facts.learner_email);
                let mut rows = self.course_rows(facts, language)?;
                rows.push(("payer", Some(person(&facts.payer_name, &facts.payer_email))));
                rows.push(("learner", facts.for_another().then_some(learner)));
                rows.extend(money_rows(facts, language));
                rows
            }
            Kind::Contact(facts) => contact_rows(facts, language),
            Kind::ContactReply(facts) => vec![
                ("writtenOn", Some(date(language, paris_day(facts.written_at)))),
                ("subject", facts.subject.clone()),
            ],
            Kind::TeacherMessage(facts) => teacher_message_rows(facts),
            Kind::ClassMessage(facts) => class_message_rows(facts),
            Kind::CourseCompleted(facts) => vec![
                ("course", Some(facts.course_name.clone())),
                ("learner", Some(person(&facts.learner_name, &facts.learner_email))),
                ("completedOn", Some(date(language, facts.completed_on))),
            ],
            Kind::CertificateIssued(facts) => {
                vec![
                    ("learner", facts.ward_name.clone()),
                    ("course", Some(facts.course_name.clone())),
                    ("certificate", Some(facts.number.clone())),
                ]
            }
            Kind::Refund(facts) => vec![
                ("course", facts.course_name.clone()),
                ("amount", Some(money(language, facts.amount))),
                ("reservation", facts.reservation_id.map(|id| id.to_string())),
            ],
            Kind::CreditNote(facts) => vec![
                ("creditNote", Some(facts.number.clone())),
                ("invoice", Some(facts.credited_number.clone())),
                ("course", Some(facts.course_name.clone())),
                ("amount", Some(money(language, facts.amount))),
            ],
            Kind::WithdrawalReceived(facts) | Kind::AdminWithdrawal(facts) => {
                self.withdrawal_rows(facts, language)
            }
            Kind::WithdrawalDecided(facts) => vec![
                ("course", Some(facts.course_name.clone())),
                ("paid", Some(money(language, facts.paid))),
                ("back", Some(money(language, facts.back))),
                ("reservation", facts.reservation_id.map(|id| id.to_string())),
            ],
            Kind::CourseCancelled(facts) => vec![
                ("course", Some(facts.course_name.clone())),
                ("start", Some(date(language, facts.start_date))),
                ("back", facts.back.map(|back| money(language, back))),
            ],
            Kind::SessionReminder(facts) => sessions::reminder_rows(facts, language),
            Kind::WaitlistConfirm(facts)
            | Kind::WaitlistOffer(facts)
            | Kind::WaitlistLapsed(facts)
            | Kind::WaitlistEnded(facts) => self.waitlist_rows(facts, language),
            Kind::DecisionDue(facts) => decisions::due_rows(facts, language),
            Kind::CourseConfirmed(facts) => decisions::confirmed_rows(facts, language),
            Kind::CourseProposal(facts) => decisions::proposal_rows(facts, language),
            Kind::ProposalAccepted(facts) => decisions::accepted_rows(facts, language),
            Kind::ProposalEnded(facts) => decisions::ended_rows(facts, language),
            Kind::CourseChanged(_)
            | Kind::TeachingChanged(_)
            | Kind::VerifyEmail
            | Kind::ResetPassword
            | Kind::SetPassword
            | Kind::TeacherInvitation(_)
            | Kind::PasswordChanged
            | Kind::GoogleLinked
            | Kind::GoogleUnlinked
            | Kind::SecondFactorOn
            | Kind::SecondFactorOff
            | Kind::SecondFactorReset
            | Kind::RecoveryCodeUsed(_)
            | Kind::ChangeEmail(_)
            | Kind::EmailChangeNotice(_)
            | Kind::DeleteAccount
            | Kind::Test => Vec::new(),
        };
        rows.into_iter()
            .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
            .map(|(name, value)| Ok(Row { label: find(&self.labels, name)?, value }))
            .collect()
    }

    /// The changes of a course and of its sessions, or the proposed ones, with old and new values.
    fn changes(&self, kind: &Kind, language: UiLanguage) -> Result<Vec<Comparison<'_>>> {
        if let Kind::CourseProposal(facts) = kind {
            return decisions::proposal_changes(facts, language)
                .into_iter()
                .map(|(name, before, now)| Ok(Comparison { label: find(&self.labels, name)?, before, now }))
                .collect();
        }
        let (Kind::CourseChanged(facts) | Kind::TeachingChanged(facts)) = kind else { return Ok(Vec::new()) };
        let rendered = |value: Option<&str>| match value {
            None => self.nothing.clone(),
            Some(text) => text.parse().map_or_else(|_| text.to_owned(), |day| date(language, day)),
        };
        let compared = |change: &CourseChange| {
            let label = find(&self.labels, change.part.label())?;
            let (before, now) = (rendered(change.before.as_deref()), rendered(change.now.as_deref()));
            Ok(Comparison { label, before, now })
        };
        let mut changes = facts.changes.iter().map(compared).collect::<Result<Vec<_>>>()?;
        let label = find(&self.labels, "session")?;
        for change in facts.sessions.iter().take(sessions::LISTED) {
            let (before, now) = self.compared(change, language);
            changes.push(Comparison { label, before, now });
        }
        if facts.sessions.len() > sessions::LISTED {
            let label = self.more_sessions.as_str();
            let more = (facts.sessions.len() - sessions::LISTED).to_string();
            changes.push(Comparison { label, before: String::new(), now: more });
        }
        Ok(changes)
    }

    /// The declaration: who withdraws from what, and when it was made.
    fn withdrawal_rows(
        &self,
        facts: &WithdrawalFacts,
        language: UiLanguage,
    ) -> Vec<(&'static str, Option<String>)> {
        let WithdrawalFacts { reservation, confirmed_at, declared_at, back } = facts;
        let programme = match reservation.scope {
            Scope::Course => self.whole_course.clone(),
            Scope::Modules => reservation.modules.join("\n"),
        };
        let mut rows = vec![
            ("payer", Some(person(&reservation.payer_name, &reservation.payer_email))),
            ("course", Some(reservation.course_name.clone())),
            ("programme", Some(programme)),
            ("learner", reservation.for_another().then(|| reservation.learner_name.clone())),
            ("contractOn", Some(date(language, paris_day(*confirmed_at)))),
            ("declaredAt", Some(moment(language, *declared_at))),
        ];
        rows.extend(money_rows(reservation, language));
        rows.push(("back", back.map(|back| money(language, back))));
        rows
    }

    fn waitlist_rows(
        &self,
        facts: &WaitlistFacts,
        language: UiLanguage,
    ) -> Vec<(&'static str, Option<String>)> {
        let programme =
            if facts.modules.is_empty() { self.whole_course.clone() } else { facts.modules.join("\n") };
        vec![
            ("course", Some(facts.course_name.clone())),
            ("programme", Some(programme)),
            ("learner", facts.learner_name.clone()),
            ("start", facts.start_date.map(|day| date(language, day))),
            ("price", facts.amount.map(|amount| money(language, amount))),
            ("answerUntil", facts.until.map(|until| moment(language, until))),
        ]
    }

    fn course_rows(
        &self,
        facts: &ReservationFacts,
        language: UiLanguage,
    ) -> Result<Vec<(&'static str, Option<String>)>> {
        let programme = match facts.scope {
            Scope::Course => self.whole_course.clone(),
            Scope::Modules => facts.modules.join("\n"),
        };
        Ok(vec![
            ("course", Some(facts.course_name.clone())),
            ("format", Some(find(&self.formats, facts.course_type.as_str())?.to_owned())),
            ("programme", Some(programme)),
            ("start", Some(date(language, facts.start_date))),
            ("location", facts.location.clone()),
            ("schedule", facts.schedule.clone()),
        ])
    }
}

fn contact_rows(facts: &ContactFacts, language: UiLanguage) -> Vec<(&'static str, Option<String>)> {
    vec![
        ("sender", Some(person(&facts.name, &facts.email))),
        ("teacher", facts.to.clone()),
        ("subject", facts.subject.clone()),
        ("wishedDate", facts.wished_date.map(|day| date(language, day))),
        ("wishedTime", facts.wished_time.as_deref().map(|time| clock(language, time))),
    ]
}

fn class_message_rows(facts: &ClassMessageFacts) -> Vec<(&'static str, Option<String>)> {
    vec![
        ("learner", facts.ward_name.clone()),
        ("course", Some(facts.course_name.clone())),
        ("file", facts.file_name.clone()),
    ]
}

fn teacher_message_rows(facts: &TeacherMessageFacts) -> Vec<(&'static str, Option<String>)> {
    vec![
        ("sender", Some(facts.name.clone())),
        ("subject", facts.subject.clone().filter(|_| facts.class_of.is_none())),
        ("course", facts.class_of.clone()),
    ]
}

fn money_rows(facts: &ReservationFacts, language: UiLanguage) -> [(&'static str, Option<String>); 2] {
    [("amount", Some(money(language, facts.amount))), ("reservation", Some(facts.reservation_id.to_string()))]
}

/// A text by somebody else, displayed as a quotation.
fn quote(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Contact(facts) => Some(&facts.message),
        Kind::ContactReply(facts) => facts.message.as_deref(),
        Kind::ClassMessage(facts) => Some(&facts.text),
        Kind::TeacherMessage(facts) => Some(&facts.message),
        Kind::WithdrawalDecided(facts) => facts.note.as_deref(),
        Kind::CourseCancelled(facts) => Some(facts.reason.as_str()).filter(|reason| !reason.is_empty()),
        Kind::CourseProposal(facts) => facts.reason.as_deref(),
        _ => None,
    }
}

fn person(name: &str, email: &str) -> String {
    if email.is_empty() { name.to_owned() } else { format!("{name} ({email})") }
}

fn find<'a>(texts: &'a BTreeMap<String, String>, name: &str) -> Result<&'a str> {
    texts.get(name).map(String::as_str).ok_or_else(|| Error::internal(format!("no text for {name}")))
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("text of a mail: {error}"))
}
