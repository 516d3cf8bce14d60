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

fn sample() -> Summary {
    Summary {
        number: "ATT-2026-7K3M9QXZ".to_owned(),
        school_name: "École du Préau".to_owned(),
        learner_name: "Zoé Nguyễn".to_owned(),
        course_name: "Italien A2".to_owned(),
        language: "it".to_owned(),
        level: "A2".to_owned(),
        hours: None,
        attended_minutes: None,
        held_minutes: None,
        starts_on: day("2026-01-05"),
        ends_on: day("2026-03-29"),
        issued_on: day("2026-03-30"),
    }
}

#[test]
fn what_was_signed_as_something_else_is_no_certificate() {
    for (version, payload) in ["PREAU1", "PREAU2"]
        .iter()
        .flat_map(|version| ["W10", "e30", "WzFd", "AAAA", "A"].map(|payload| (version, payload)))
    {
        let code = SignedCode::new(format!("{version}.k.{payload}"), [7; 64]);
        let read = SignedCode::read(&code.to_string()).unwrap();
        assert_eq!(read.summary().unwrap_err().code, Code::CertificateUnreadable, "{version} {payload}");
    }
    // Each format is invalid under the other's prefix.
    let with_hours = Summary { hours: Some(24), ..sample() }.to_sign("k").unwrap();
    let without = sample().to_sign("k").unwrap();
    assert!(with_hours.starts_with("PREAU1.k.") && without.starts_with("PREAU2.k."));
    for (signed, from, to) in [(with_hours, "PREAU1", "PREAU2"), (without, "PREAU2", "PREAU1")] {
        let code = SignedCode::new(signed.replace(from, to), [7; 64]);
        assert_eq!(code.summary().unwrap_err().code, Code::CertificateUnreadable, "{to}");
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
        all_opened: true,
        open_sheets: 0,
        attendance: Rate::default(),
    }
}

#[test]
fn a_certificate_is_earned_by_opening_every_lesson_from_the_first_day_on() {
    let online = followed(CourseType::Online);
    let code = |result: Result<Basis, Fault>| result.map_err(|fault| fault.code);
    let (eve, first, after) = (day("2026-03-08"), day("2026-03-09"), day("2026-06-30"));
    let completed_at = Some(Utc.with_ymd_and_hms(2026, 3, 5, 9, 0, 0).unwrap());
    for today in [eve, first, after] {
        assert_eq!(code(online.earned(today)), Err(Code::CertificateNotDue));
        let ended = Followed { active: false, ..online };
        assert_eq!(code(ended.earned(today)), Err(Code::CertificateWithdrawn));
        let marked = Followed { completed_at, all_opened: false, ..online };
        assert_eq!(code(marked.earned(today)), Err(Code::CertificateNotDue));
    }
    for active in [true, false] {
        let completed = Followed { active, completed_at, ..online };
        assert_eq!(code(completed.earned(eve)), Err(Code::CertificateNotDue));
        assert_eq!(code(completed.earned(first)), Ok(Basis::Completion));
        assert_eq!(code(completed.earned(after)), Ok(Basis::Completion));
    }
    // Viewing the lessons does not prove attendance.
    let in_person = Followed { completed_at, ..followed(CourseType::InPerson) };
    for today in [eve, first, after] {
        assert_eq!(code(in_person.earned(today)), Err(Code::CertificateNoSheets));
    }
    let attendance = Rate { attended_minutes: 80, held_minutes: 90, sessions: 1, attended: 1 };
    let marked = Followed { attendance, ..followed(CourseType::InPerson) };
    assert_eq!(code(marked.earned(day("2026-05-29"))), Err(Code::CertificateNotOver));
    assert_eq!(code(marked.earned(day("2026-05-30"))), Ok(Basis::Attendance));
    let open = Followed { open_sheets: 1, ..marked };
    assert_eq!(code(open.earned(after)), Err(Code::CertificateSheetsOpen));
    let withdrawn = Followed { active: false, ..marked };
    assert_eq!(code(withdrawn.earned(after)), Err(Code::CertificateWithdrawn));
}

#[test]
fn minutes_of_attendance_are_signed_and_read() {
    let attended = Summary { attended_minutes: Some(2430), held_minutes: Some(2700), ..sample() };
    let signed = attended.to_sign("k").unwrap();
    assert!(signed.starts_with("PREAU2.k."));
    let code = SignedCode::new(signed.clone(), [7; 64]);
    assert_eq!(code.summary().unwrap(), attended);
    let older = SignedCode::new(signed.replace("PREAU2", "PREAU1"), [7; 64]);
    assert_eq!(older.summary().unwrap_err().code, Code::CertificateUnreadable);
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
        course_name in any::<String>(), language in "[a-z]{2}", level in any::<String>(),
        hours in proptest::option::of(1_i64..10_000),
        starts_on in any_day(), ends_on in any_day(), issued_on in any_day(),
    ) -> Summary {
        let (attended_minutes, held_minutes) = (None, None);
        Summary { number, school_name, learner_name, course_name, language, level, hours, attended_minutes, held_minutes,
            starts_on, ends_on, issued_on }
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
        // Its lessons were viewed and have since been deleted.
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
    fn any_text_is_read_or_refused(text in any::<String>(), code in "PREAU[12][.A-Za-z0-9_-]{0,200}") {
        for text in [text.clone(), code.clone(), format!("{text}{code}")] {
            if let Ok(read) = SignedCode::read(&text) {
                let _ = read.summary();
                prop_assert_eq!(SignedCode::read(&read.to_string()).unwrap(), read);
            }
        }
    }

    #[test]
    fn a_period_never_ends_before_it_begins(
        starts in any_day(), ends in any_day(), subscribed in any_day(), completed in proptest::option::of(any_day()),
    ) {
        let completed_at = completed.map(crate::calendar::start_of_paris_day);
        let followed = Followed { open_sheets: 0, course_type: CourseType::InPerson, course_starts_on: starts, course_ends_on: ends,
            subscribed_on: subscribed, active: true, completed_at, all_opened: true, attendance: Rate::default() };
        let (first, last) = followed.period();
        prop_assert!(first <= last);
    }

    #[test]
    fn numbers_differ_with_random_bytes(one in any::<[u8; 5]>(), other in any::<[u8; 5]>()) {
        let at = Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap();
        prop_assert_eq!(number(at, one) == number(at, other), one == other);
    }
}
