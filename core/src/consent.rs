//! Consents required before a seat is held: the terms of sale, the request to start before the end of the withdrawal
//! period, and for a learner under 18 the statement that the payer is their legal representative.
//!
//! A required box that is not ticked is a fault under its field. The early start is optional: without it the lessons
//! open after the withdrawal period. It is required only where nothing of an online course would be left by then.

use crate::code::Code;
use crate::keyword::keywords;
use crate::minor::{is_minor, is_young_child};
use crate::problem::{Fault, Fields, Problem};
use crate::withdrawal::{begins_early, opens_on};
use chrono::NaiveDate;

keywords! {
    /// Kinds of consent.
    ConsentKind {
        Terms = "TERMS",
        EarlyStart = "EARLY_START",
        /// The payer is the legal representative of a learner under 18.
        Parental = "PARENTAL",
        /// The payer consents to the storage of the data of a learner under 15.
        ChildData = "CHILD_DATA",
    }
}

/// The sale for which consents are required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sale {
    /// Number of the terms in force; none while none are published.
    pub terms: Option<i64>,
    /// Requested start date: the lessons open on it, also those of a class that meets later.
    pub start_date: NaiveDate,
    /// Last day of an online course; none for a course in person, whose lessons may open at any time.
    pub ends_on: Option<NaiveDate>,
    /// Nothing is paid, so there is no right of withdrawal.
    pub free: bool,
    /// The learner's, if known.
    pub birth_date: Option<NaiveDate>,
}

/// The boxes that were ticked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Given {
    pub accept_terms: bool,
    /// Number of the terms that were displayed.
    pub terms_version: Option<i64>,
    pub request_early_start: bool,
    pub parental_consent: bool,
    pub child_data_consent: bool,
}

impl Sale {
    /// The consents requested on this day.
    pub fn needs(&self, today: NaiveDate) -> Vec<ConsentKind> {
        let needed = |kind: &ConsentKind| match kind {
            ConsentKind::Terms => self.terms.is_some(),
            ConsentKind::EarlyStart => !self.free && begins_early(today, self.start_date),
            ConsentKind::Parental => self.birth_date.is_some_and(|birth| is_minor(birth, today)),
            ConsentKind::ChildData => self.birth_date.is_some_and(|birth| is_young_child(birth, today)),
        };
        ConsentKind::ALL.iter().copied().filter(needed).collect()
    }

    /// When the lessons open without an early start; none where it is not requested.
    pub fn opens_without_early_start(&self, today: NaiveDate) -> Option<NaiveDate> {
        let asked = self.needs(today).contains(&ConsentKind::EarlyStart);
        asked.then(|| opens_on(self.start_date, Some(today), false))
    }

    /// Whether an online course would end before its lessons open without an early start, or on the same day.
    pub fn requires_early_start(&self, today: NaiveDate) -> bool {
        self.opens_without_early_start(today).zip(self.ends_on).is_some_and(|(opens, ends)| opens >= ends)
    }

    /// The consents given, if all required ones are.
    ///
    /// # Errors
    /// Under `requestEarlyStart`: `early_start_required`. Under `acceptTerms`: `terms_required`, or `terms_changed`
    /// with the current `version`. Under their fields: `parental_consent_required`; `child_data_consent_required`.
    pub fn check(&self, given: &Given, today: NaiveDate) -> Result<Vec<ConsentKind>, Problem> {
        let needed = self.needs(today);
        let mut fields = Fields::default();
        for kind in &needed {
            match kind {
                ConsentKind::Terms if !given.accept_terms => {
                    fields.refuse("acceptTerms", Code::TermsRequired);
                }
                ConsentKind::Terms if given.terms_version != self.terms => {
                    fields.refuse("acceptTerms", Fault::new(Code::TermsChanged).with("version", self.terms));
                }
                ConsentKind::EarlyStart if !given.request_early_start && self.requires_early_start(today) => {
                    fields.refuse("requestEarlyStart", Code::EarlyStartRequired);
                }
                ConsentKind::Parental if !given.parental_consent => {
                    fields.refuse("parentalConsent", Code::ParentalConsentRequired);
                }
                ConsentKind::ChildData if !given.child_data_consent => {
                    fields.refuse("childDataConsent", Code::ChildDataConsentRequired);
                }
                ConsentKind::Terms
                | ConsentKind::EarlyStart
                | ConsentKind::Parental
                | ConsentKind::ChildData => {}
            }
        }
        fields.finish()?;
        let agreed = |kind: &ConsentKind| *kind != ConsentKind::EarlyStart || given.request_early_start;
        Ok(needed.into_iter().filter(agreed).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    fn today() -> NaiveDate {
        day("2026-11-02")
    }

    /// For a learner who starts after the withdrawal period.
    fn sale() -> Sale {
        Sale {
            terms: Some(2),
            start_date: day("2026-11-17"),
            ends_on: None,
            free: false,
            birth_date: Some(day("1990-05-17")),
        }
    }

    const ALL: Given = Given {
        accept_terms: true,
        terms_version: Some(2),
        request_early_start: true,
        parental_consent: true,
        child_data_consent: true,
    };

    #[test]
    fn what_is_needed_follows_from_the_sale() {
        use ConsentKind::{ChildData, EarlyStart, Parental, Terms};
        let cases: [(Sale, &[ConsentKind]); 7] = [
            (sale(), &[Terms]),
            (Sale { terms: None, ..sale() }, &[]),
            (Sale { terms: None, start_date: today(), ..sale() }, &[EarlyStart]),
            (Sale { start_date: day("2026-11-16"), ..sale() }, &[Terms, EarlyStart]),
            (Sale { start_date: today(), free: true, ..sale() }, &[Terms]),
            (Sale { terms: None, birth_date: Some(day("2012-01-01")), ..sale() }, &[Parental, ChildData]),
            (Sale { terms: None, birth_date: Some(day("2010-01-01")), ..sale() }, &[Parental]),
        ];
        for (sale, needed) in cases {
            assert_eq!(sale.needs(today()), needed, "{sale:?}");
        }
    }

    #[test]
    fn parents_consent_until_the_eighteenth_and_for_data_until_the_fifteenth_birthday() {
        for (birth, parental, data) in [
            ("2011-11-02", true, false),
            ("2011-11-03", true, true),
            ("2011-12-01", true, true),
            ("2008-11-03", true, false),
            ("2008-11-02", false, false),
            ("2008-01-31", false, false),
        ] {
            let needs = Sale { birth_date: Some(day(birth)), ..sale() }.needs(today());
            assert_eq!(needs.contains(&ConsentKind::Parental), parental, "{birth}");
            assert_eq!(needs.contains(&ConsentKind::ChildData), data, "{birth}");
        }
        let unknown = Sale { birth_date: None, ..sale() };
        assert!(!unknown.needs(today()).contains(&ConsentKind::Parental));
    }

    #[test]
    fn every_box_that_must_be_ticked_is_named() {
        let child = Sale { start_date: today(), birth_date: Some(day("2015-01-01")), ..sale() };
        assert_eq!(child.check(&ALL, today()).unwrap(), ConsentKind::ALL);
        let problem = child.check(&Given::default(), today()).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
        let expected = [
            ("acceptTerms", Code::TermsRequired),
            ("parentalConsent", Code::ParentalConsentRequired),
            ("childDataConsent", Code::ChildDataConsentRequired),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn an_early_start_is_asked_for_as_the_payer_likes() {
        use ConsentKind::{EarlyStart, Terms};
        let sale = Sale { start_date: today(), ..sale() };
        let not_asked = Given { request_early_start: false, ..ALL };
        assert_eq!(sale.check(&not_asked, today()).unwrap(), [Terms]);
        assert_eq!(sale.check(&ALL, today()).unwrap(), [Terms, EarlyStart]);
    }

    #[test]
    fn an_early_start_must_be_asked_for_where_nothing_of_an_online_course_would_be_left() {
        let not_asked = Given { request_early_start: false, ..ALL };
        // The period ends on the 16th.
        for (ends_on, required) in [
            (None, false),
            (Some("2026-11-16"), true),
            (Some("2026-11-17"), true),
            (Some("2026-11-18"), false),
        ] {
            let sale = Sale { start_date: today(), ends_on: ends_on.map(day), ..sale() };
            assert_eq!(sale.opens_without_early_start(today()), Some(day("2026-11-17")));
            assert_eq!(sale.requires_early_start(today()), required, "{ends_on:?}");
            let faults =
                sale.check(&not_asked, today()).err().map_or_else(Vec::new, |problem| problem.fields);
            let faults: Vec<_> = faults.iter().map(|fault| (fault.name.as_str(), fault.code)).collect();
            let refused = [("requestEarlyStart", Code::EarlyStartRequired)];
            assert_eq!(faults, &refused[..usize::from(required)]);
            assert!(sale.check(&ALL, today()).is_ok());
            let free = Sale { free: true, ..sale };
            assert_eq!(
                (free.opens_without_early_start(today()), free.requires_early_start(today())),
                (None, false)
            );
        }
    }

    #[test]
    fn other_terms_than_those_in_force_are_not_accepted() {
        for shown in [None, Some(1), Some(3)] {
            let problem = sale().check(&Given { terms_version: shown, ..ALL }, today()).unwrap_err();
            assert_eq!((problem.code, &problem.params["version"]), (Code::TermsChanged, &2.into()));
            assert_eq!(problem.fields[0].name, "acceptTerms");
        }
    }
}
