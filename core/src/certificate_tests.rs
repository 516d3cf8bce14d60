use super::*;
use crate::progress::ChapterLessons;
use chrono::TimeZone as _;
use proptest::prelude::*;

#[derive(Deserialize)]
struct Case {
    text: String,
    code: Option<String>,
    summary: Option<Summary>,
    signed: bool,
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[test]
fn a_code_is_found_in_what_people_paste() {
    let Cases { cases } = serde_json::from_str(include_str!("../cases/certificate.json")).unwrap();
    assert!(cases.len() > 30);
    for Case { text, code, summary, signed } in cases {
        let read = SignedCode::read(&text);
        assert_eq!(read.as_ref().ok().map(ToString::to_string), code, "{text}");
        let Ok(read) = read else { continue };
        assert_eq!(read.signed().len() + 1 + 86, read.to_string().len());
        if signed {
            assert_eq!(read.summary().ok(), summary, "{text}");
            let again = summary.unwrap().to_sign(read.key()).unwrap();
            assert_eq!(again.as_bytes(), read.signed(), "{text}");
        }
    }
}

#[test]
fn what_was_signed_as_something_else_is_no_certificate() {
    for payload in ["W10", "e30", "WzFd", "AAAA", "A"] {
        let code = SignedCode::new(format!("PREAU1.k.{payload}"), [7; 64]);
        let read = SignedCode::read(&code.to_string()).unwrap();
        assert_eq!(read.summary().unwrap_err().code, Code::CertificateUnreadable, "{payload}");
    }
}

#[test]
fn a_key_is_called_by_eight_bytes() {
    assert_eq!(key_id(&[0; 32]), "AAAAAAAAAAA");
    assert_eq!(key_id(&[0xff; 32]).len(), 11);
}

#[test]
fn numbers_name_the_year_of_paris() {
    let at = |month, day, hour| Utc.with_ymd_and_hms(2026, month, day, hour, 30, 0).unwrap();
    assert_eq!(number(at(3, 2, 9), [0; 5]), "ATT-2026-00000000");
    assert_eq!(number(at(12, 31, 23), [0xff; 5]), "ATT-2027-ZZZZZZZZ");
    assert_eq!(number(at(12, 31, 22), [0, 0, 0, 0, 1]), "ATT-2026-00000001");
}

#[test]
fn modules_have_their_equal_share_of_the_hours() {
    for (of_course, granted, modules, expected) in [
        (30, 3, 3, 30),
        (30, 1, 3, 10),
        (31, 1, 2, 16),
        (10, 1, 3, 3),
        (20, 1, 3, 7),
        (1, 1, 6, 1),
        (30, 0, 0, 30),
        (30, 4, 3, 30),
        (0, 1, 1, 1),
    ] {
        assert_eq!(hours(of_course, granted, modules), expected, "{granted} of {modules} of {of_course} h");
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn followed(course_type: CourseType) -> Followed {
    Followed {
        course_type,
        course_starts_on: day("2026-03-09"),
        course_ends_on: day("2026-05-30"),
        subscribed_on: day("2026-03-02"),
        active: true,
        completed_at: None,
    }
}

#[test]
fn a_certificate_is_earned_by_completion_or_in_person_from_the_last_day_on() {
    let online = followed(CourseType::Online);
    let in_person = followed(CourseType::InPerson);
    let code = |result: Result<Basis, Fault>| result.map_err(|fault| fault.code);
    let (before, last, after) = (day("2026-05-29"), day("2026-05-30"), day("2026-06-30"));
    for today in [before, last, after] {
        assert_eq!(code(online.earned(today)), Err(Code::CertificateNotDue));
    }
    assert_eq!(code(in_person.earned(before)), Err(Code::CertificateNotDue));
    for today in [last, after] {
        assert_eq!(code(in_person.earned(today)), Ok(Basis::Attendance));
        let ended = Followed { active: false, ..in_person };
        assert_eq!(code(ended.earned(today)), Err(Code::CertificateWithdrawn));
    }
    let completed_at = Some(Utc.with_ymd_and_hms(2026, 4, 1, 9, 0, 0).unwrap());
    for active in [true, false] {
        let completed = Followed { active, completed_at, ..online };
        assert_eq!(code(completed.earned(before)), Ok(Basis::Completion));
    }
    // Whoever clicks through the lessons has not been there.
    let clicked = Followed { completed_at, ..in_person };
    assert_eq!(code(clicked.earned(before)), Err(Code::CertificateNotDue));
    assert_eq!(code(clicked.earned(last)), Ok(Basis::Attendance));
    assert_eq!(clicked.period(), in_person.period());
}

#[test]
fn a_certificate_names_the_days_between_beginning_and_end() {
    let in_person = followed(CourseType::InPerson);
    assert_eq!(in_person.period(), (day("2026-03-09"), day("2026-05-30")));
    let late = Followed { subscribed_on: day("2026-04-01"), ..in_person };
    assert_eq!(late.period(), (day("2026-04-01"), day("2026-05-30")));
    // Half past midnight in Paris.
    let completed_at = Some(Utc.with_ymd_and_hms(2026, 4, 9, 22, 30, 0).unwrap());
    let online = Followed { completed_at, ..followed(CourseType::Online) };
    assert_eq!(online.period(), (day("2026-03-09"), day("2026-04-10")));
    let early = Followed { completed_at: Some(Utc.with_ymd_and_hms(2026, 3, 5, 9, 0, 0).unwrap()), ..online };
    assert_eq!(early.period(), (day("2026-03-02"), day("2026-03-05")), "done before the course began");
}

prop_compose! {
    fn any_day()(days in -20_000_i32..60_000) -> NaiveDate {
        NaiveDate::from_num_days_from_ce_opt(730_000 + days).unwrap()
    }
}

prop_compose! {
    fn any_summary()(
        number in "ATT-[0-9]{4}-[0-9A-Z]{8}", school_name in any::<String>(), learner_name in any::<String>(),
        course_name in any::<String>(), language in "[a-z]{2}", level in any::<String>(), hours in 1_i64..10_000,
        starts_on in any_day(), ends_on in any_day(), issued_on in any_day(),
    ) -> Summary {
        Summary { number, school_name, learner_name, course_name, language, level, hours, starts_on, ends_on, issued_on }
    }
}

#[test]
fn the_course_is_named_with_the_modules_that_were_followed() {
    assert_eq!(course_name("Italien A1", &["Uno", "Due"], 2), "Italien A1");
    assert_eq!(course_name("Italien A1", &["Uno", "Due"], 3), "Italien A1 (Uno, Due)");
    let long = "Se présenter et parler de soi, de sa famille et de son métier au quotidien";
    assert_eq!(course_name("Italien A1", &[long, long], 10), "Italien A1 (2/10)");
}

#[test]
fn a_completion_covers_no_module_without_lessons() {
    let module = |chapters: &[&[i64]], completed_before| ModuleLessons {
        id: 1,
        title: "Uno".to_owned(),
        chapters: (1..)
            .zip(chapters)
            .map(|(id, lessons)| ChapterLessons { id, lessons: lessons.to_vec(), completed_before: false })
            .collect(),
        completed_before,
    };
    for (module, of_completion) in [
        (module(&[&[1]], false), true),
        (module(&[&[]], false), false),
        (module(&[], false), false),
        // Its lessons were followed, and deleted since.
        (module(&[], true), true),
    ] {
        assert_eq!(Basis::Completion.covers(&module), of_completion, "{module:?}");
        assert!(Basis::Attendance.covers(&module));
    }
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(summary in any_summary(), signature in any::<[u8; 32]>()) {
        let signature: [u8; 64] = [signature, signature].concat().try_into().unwrap();
        let code = SignedCode::new(summary.to_sign("Vkdap1RjR0w").unwrap(), signature);
        let text = code.to_string();
        prop_assert_eq!(SignedCode::read(&text).unwrap(), code.clone());
        let broken: Vec<String> = text.as_bytes().chunks(40)
            .map(|line| String::from_utf8(line.to_vec()).unwrap()).collect();
        let pasted = format!("https://ecole.example/verifier#{}\n", broken.join("\r\n  "));
        let read = SignedCode::read(&pasted).unwrap();
        prop_assert_eq!(read.key(), "Vkdap1RjR0w");
        prop_assert_eq!(read.summary().unwrap(), summary);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), code in "PREAU1[.A-Za-z0-9_-]{0,200}") {
        for text in [text.clone(), code.clone(), format!("{text}{code}")] {
            if let Ok(read) = SignedCode::read(&text) {
                let _ = read.summary();
                prop_assert_eq!(SignedCode::read(&read.to_string()).unwrap(), read);
            }
        }
    }

    #[test]
    fn hours_are_never_more_than_the_courses(of_course in 1_i64..10_000, granted in 0_usize..50, modules in 0_usize..50) {
        let hours = hours(of_course, granted, modules);
        prop_assert!((1..=of_course).contains(&hours));
    }

    #[test]
    fn a_period_never_ends_before_it_begins(
        starts in any_day(), ends in any_day(), subscribed in any_day(), completed in proptest::option::of(any_day()),
    ) {
        let completed_at = completed.map(crate::calendar::start_of_paris_day);
        let followed = Followed { course_type: CourseType::InPerson, course_starts_on: starts, course_ends_on: ends,
            subscribed_on: subscribed, active: true, completed_at };
        let (first, last) = followed.period();
        prop_assert!(first <= last);
    }

    #[test]
    fn numbers_differ_with_chance(one in any::<[u8; 5]>(), other in any::<[u8; 5]>()) {
        let at = Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap();
        prop_assert_eq!(number(at, one) == number(at, other), one == other);
    }
}
