//! What a school still lacks before it opens to the public.

use crate::keyword::keywords;
use crate::page::PageKind;
use crate::school::School;
use serde::Serialize;

keywords! {
    /// A requirement for opening.
    Item {
        /// Identity: postal address, SIRET, phone and e-mail.
        Identity = "IDENTITY",
        /// Its number as a training organisation.
        TrainingNumber = "TRAINING_NUMBER",
        /// The consumer mediator.
        Mediator = "MEDIATOR",
        LegalPage = "LEGAL_PAGE",
        TermsPage = "TERMS_PAGE",
        PrivacyPage = "PRIVACY_PAGE",
        /// A teacher.
        Teacher = "TEACHER",
        /// A course, at least a draft: its title, language, level and dates.
        CourseWritten = "COURSE_WRITTEN",
        /// A course with a teacher.
        CourseTaught = "COURSE_TAUGHT",
        /// A course with a module.
        CourseModule = "COURSE_MODULE",
        /// A course with a lesson.
        CourseLesson = "COURSE_LESSON",
        /// Mails are sent.
        Mail = "MAIL",
        /// Payments are received.
        Payment = "PAYMENT",
        /// The VAT statement on its invoices.
        VatMention = "VAT_MENTION",
        /// A published course with a teacher.
        Course = "COURSE",
        /// Two administrators, so that one can restore the other's access.
        SecondAdmin = "SECOND_ADMIN",
        /// No accounts of the demo school.
        NoDemoAccounts = "NO_DEMO_ACCOUNTS",
        /// It is served under its own address, over https.
        Address = "ADDRESS",
    }
}

keywords! {
    /// Where an item is fixed.
    Place {
        Settings = "SETTINGS",
        Pages = "PAGES",
        Courses = "COURSES",
        /// Among the reference data of courses.
        Reference = "REFERENCE",
        Users = "USERS",
        /// In the server's settings, by its operator.
        Server = "SERVER",
    }
}

keywords! {
    /// The steps in which a new school fixes the items.
    Step {
        School = "SCHOOL",
        Teachers = "TEACHERS",
        Course = "COURSE",
        Mail = "MAIL",
        Payment = "PAYMENT",
        /// The last step before the public is admitted.
        Opening = "OPENING",
    }
}

/// State of the courses that are not archived, and of teachers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Teaching {
    pub teachers: i64,
    pub courses: i64,
    /// Number of those with a teacher, with a module, with a lesson; of published ones with a teacher.
    pub taught: i64,
    pub with_module: i64,
    pub with_lesson: i64,
    pub published: i64,
}

/// State of the school.
#[derive(Debug, Clone, Copy)]
pub struct Readiness<'a> {
    pub school: &'a School,
    /// The published pages.
    pub pages: &'a [PageKind],
    pub teaching: Teaching,
    pub admins: i64,
    pub demo_accounts: i64,
    pub mails_leave: bool,
    pub takes_money: bool,
    pub has_address: bool,
}

/// One line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Check {
    pub item: Item,
    pub step: Step,
    pub done: bool,
    #[serde(rename = "where")]
    pub place: Place,
}

impl Readiness<'_> {
    /// Every item, in the order in which a school fixes them.
    pub fn checklist(&self) -> Vec<Check> {
        Item::ALL
            .iter()
            .map(|item| Check { item: *item, step: item.step(), done: self.has(*item), place: item.place() })
            .collect()
    }

    fn has(&self, item: Item) -> bool {
        let school = self.school;
        match item {
            Item::Identity => {
                let said = [
                    &school.street,
                    &school.postal_code,
                    &school.city,
                    &school.siret,
                    &school.phone,
                    &school.email,
                ];
                said.into_iter().all(Option::is_some)
            }
            Item::TrainingNumber => school.training_activity_number.is_some(),
            Item::VatMention => school.vat_mention.is_some(),
            Item::Mediator => {
                school.mediator_name.is_some()
                    && (school.mediator_url.is_some() || school.mediator_address.is_some())
            }
            Item::LegalPage => self.pages.contains(&PageKind::Legal),
            Item::TermsPage => self.pages.contains(&PageKind::Terms),
            Item::PrivacyPage => self.pages.contains(&PageKind::Privacy),
            Item::Teacher => self.teaching.teachers > 0,
            Item::CourseWritten => self.teaching.courses > 0,
            Item::CourseTaught => self.teaching.taught > 0,
            Item::CourseModule => self.teaching.with_module > 0,
            Item::CourseLesson => self.teaching.with_lesson > 0,
            Item::Course => self.teaching.published > 0,
            Item::SecondAdmin => self.admins > 1,
            Item::NoDemoAccounts => self.demo_accounts == 0,
            Item::Mail => self.mails_leave,
            Item::Payment => self.takes_money,
            Item::Address => self.has_address,
        }
    }
}

impl Item {
    const fn place(self) -> Place {
        match self {
            Self::Identity | Self::TrainingNumber | Self::VatMention | Self::Mediator => Place::Settings,
            Self::LegalPage | Self::TermsPage | Self::PrivacyPage => Place::Pages,
            Self::Teacher => Place::Reference,
            Self::CourseWritten
            | Self::CourseTaught
            | Self::CourseModule
            | Self::CourseLesson
            | Self::Course => Place::Courses,
            Self::SecondAdmin | Self::NoDemoAccounts => Place::Users,
            Self::Mail | Self::Payment | Self::Address => Place::Server,
        }
    }

    const fn step(self) -> Step {
        match self {
            Self::Identity
            | Self::TrainingNumber
            | Self::Mediator
            | Self::LegalPage
            | Self::TermsPage
            | Self::PrivacyPage => Step::School,
            Self::Teacher => Step::Teachers,
            Self::CourseWritten | Self::CourseTaught | Self::CourseModule | Self::CourseLesson => {
                Step::Course
            }
            Self::Mail => Step::Mail,
            Self::Payment | Self::VatMention => Step::Payment,
            Self::Course | Self::SecondAdmin | Self::NoDemoAccounts | Self::Address => Step::Opening,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> School {
        let said = |text: &str| Some(text.to_owned());
        School {
            name: "Préau".into(),
            street: said("12, rue des Platanes"),
            postal_code: said("13100"),
            city: said("Aix-en-Provence"),
            siret: said("73282932000074"),
            training_activity_number: said("93130123413"),
            phone: said("04 65 71 00 12"),
            email: said("bonjour@preau.example"),
            vat_mention: said("TVA non applicable"),
            mediator_name: said("CM2C"),
            mediator_url: said("https://www.cm2c.net"),
            ..School::default()
        }
    }

    fn ready(school: &School) -> Readiness<'_> {
        Readiness {
            school,
            pages: PageKind::ALL,
            teaching: Teaching {
                teachers: 1,
                courses: 1,
                taught: 1,
                with_module: 1,
                with_lesson: 1,
                published: 1,
            },
            admins: 2,
            demo_accounts: 0,
            mails_leave: true,
            takes_money: true,
            has_address: true,
        }
    }

    fn missing(readiness: Readiness<'_>) -> Vec<Item> {
        readiness.checklist().into_iter().filter(|check| !check.done).map(|check| check.item).collect()
    }

    #[test]
    fn a_school_that_has_everything_lacks_nothing() {
        assert_eq!(missing(ready(&whole())), []);
        let empty = School::default();
        let nothing = Readiness {
            pages: &[],
            teaching: Teaching::default(),
            admins: 1,
            demo_accounts: 3,
            mails_leave: false,
            takes_money: false,
            has_address: false,
            ..ready(&empty)
        };
        assert_eq!(missing(nothing), Item::ALL);
    }

    #[test]
    fn each_step_has_items_and_comes_in_its_order() {
        let school = whole();
        let mut steps: Vec<Step> = ready(&school).checklist().into_iter().map(|check| check.step).collect();
        steps.dedup();
        assert_eq!(steps, Step::ALL);
    }

    #[test]
    fn each_thing_that_is_missing_is_named() {
        type Change = fn(&mut School);
        let cases: [(Change, Item); 6] = [
            (|school| school.siret = None, Item::Identity),
            (|school| school.street = None, Item::Identity),
            (|school| school.training_activity_number = None, Item::TrainingNumber),
            (|school| school.vat_mention = None, Item::VatMention),
            (|school| school.mediator_name = None, Item::Mediator),
            (|school| school.mediator_url = None, Item::Mediator),
        ];
        for (change, item) in cases {
            let mut school = whole();
            change(&mut school);
            assert_eq!(missing(ready(&school)), [item]);
        }
        let by_post =
            School { mediator_url: None, mediator_address: Some("14, rue Saint-Jean".into()), ..whole() };
        assert_eq!(missing(ready(&by_post)), []);
    }
}
