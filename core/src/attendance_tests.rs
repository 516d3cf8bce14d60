use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn mark(id: i64, status: AttendanceStatus, late: Option<i64>, manner: Manner) -> Mark {
    let marked_at = at("2026-11-09T17:35:00Z");
    Mark { id, subscription_id: 7, status, late, manner, marked_at, received_at: marked_at }
}

#[test]
fn a_teachers_mark_wins_over_a_scan_otherwise_the_later() {
    use AttendanceStatus::{Absent, Late, Present};
    let scan = |id| mark(id, Present, None, Manner::Scan);
    let teacher = |id, status| mark(id, status, None, Manner::Teacher);
    let paper = |id| mark(id, Late, Some(5), Manner::Paper);
    let cases: [(Vec<Mark>, Option<i64>); 5] = [
        (vec![], None),
        (vec![scan(1)], Some(1)),
        (vec![teacher(1, Absent), scan(2)], Some(1)),
        (vec![teacher(3, Present), paper(4), scan(5), teacher(2, Absent)], Some(4)),
        (vec![scan(1), teacher(2, Absent), teacher(3, Present)], Some(3)),
    ];
    for (marks, expected) in cases {
        assert_eq!(counting(&marks).map(|mark| mark.id), expected, "{marks:?}");
    }
}

#[test]
fn minutes_and_rates() {
    use AttendanceStatus::{Absent, Excused, Late, Present};
    let mut rate = Rate::default();
    assert_eq!(rate.fraction(), None);
    let marks = [(Present, None), (Late, Some(15)), (Excused, None), (Absent, None)];
    for (status, late) in marks {
        rate.add(90, Some(&mark(1, status, late, Manner::Teacher)));
    }
    rate.add(60, None);
    assert_eq!(rate, Rate { attended_minutes: 165, held_minutes: 420, sessions: 5, attended: 2 });
    assert_eq!(rate.fraction(), Some(0.392));
}

fn input(json: &str) -> MarkInput {
    serde_json::from_str(json).unwrap()
}

#[test]
fn marks_are_validated_together() {
    let good = r#"{"clientId": "0193a5f2-7c1e-7abc-8def-0123456789ab", "subscriptionId": 7, "status": "LATE",
        "minutes": 10, "reason": " Train en retard "}"#;
    let marks = parse_marks(&[input(good)]).unwrap();
    assert_eq!((marks[0].late, marks[0].manner), (Some(10), Manner::Teacher));
    assert_eq!(marks[0].reason.as_deref(), Some("Train en retard"));
    let scan = r#"{"clientId": "x", "subscriptionId": 7, "status": "HERE", "manner": "SCAN", "minutes": 0}"#;
    let problem = parse_marks(&[input(good), input(scan)]).unwrap_err();
    let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["[1].clientId", "[1].status", "[1].manner", "[1].minutes"]);
    assert_eq!(parse_marks(&vec![input(good); 201]).unwrap_err().code, Code::TooMany);
}

#[test]
fn a_mark_fits_its_session() {
    let roll = Roll { minutes: 90, has_begun: true, sheet_closed: false };
    let new = |status, late, reason: Option<&str>| NewMark {
        client_id: String::new(),
        subscription_id: 7,
        status,
        late,
        manner: Manner::Teacher,
        reason: reason.map(ToOwned::to_owned),
        marked_at: None,
    };
    use AttendanceStatus::{Absent, Late};
    assert_eq!(new(Absent, None, None).check(roll), Ok(()));
    assert_eq!(new(Late, None, None).check(roll), Err(Code::Required));
    assert_eq!(new(Late, Some(90), None).check(roll), Err(Code::TooBig));
    assert_eq!(new(Late, Some(89), None).check(roll), Ok(()));
    let before = Roll { has_begun: false, ..roll };
    assert_eq!(new(Absent, None, None).check(before), Err(Code::SessionNotBegun));
    let closed = Roll { sheet_closed: true, ..roll };
    assert_eq!(new(Absent, None, None).check(closed), Err(Code::ReasonRequired));
    assert_eq!(new(Absent, None, Some("x")).check(closed), Ok(()));
}

#[test]
fn canonical_rows_do_not_depend_on_the_order() {
    let one = mark(1, AttendanceStatus::Present, None, Manner::Scan);
    let two = Mark { subscription_id: 3, ..mark(2, AttendanceStatus::Late, Some(5), Manner::Paper) };
    let start = at("2026-11-09T17:30:00Z");
    let text = canonical(12, start, 90, &[one.clone(), two.clone()]);
    assert_eq!(
        text,
        "session 12 2026-11-09T17:30:00.000Z 90\n\
         3 LATE 5 PAPER 2026-11-09T17:35:00.000Z 2026-11-09T17:35:00.000Z\n\
         7 PRESENT - SCAN 2026-11-09T17:35:00.000Z 2026-11-09T17:35:00.000Z\n"
    );
    assert_eq!(canonical(12, start, 90, &[two, one]), text);
}

#[test]
fn a_code_lives_forty_seconds() {
    let shown = at("2026-11-09T17:30:00Z");
    let code = CheckInCode { session_id: 12, step: CheckInCode::step_at(shown), seal: "a.b".to_owned() };
    assert_eq!(CheckInCode::read(&code.to_string()), Ok(code.clone()));
    assert_eq!(CheckInCode::read(&format!("https://ecole.fr/pointage#{code}")), Ok(code.clone()));
    for (seconds, good) in [(-21, false), (-1, true), (0, true), (39, true), (40, false), (4000, false)] {
        let now = shown + Duration::seconds(seconds);
        assert_eq!(code.check_age(now).is_ok(), good, "{seconds}");
    }
    for wrong in ["", "12", "12.3", "x.3.a", "12.x.a"] {
        assert_eq!(CheckInCode::read(wrong), Err(Code::CodeUnknown), "{wrong}");
    }
    let far = CheckInCode { step: i64::MAX, ..code };
    assert_eq!(far.check_age(shown), Err(Code::CodeExpired));
}

#[test]
fn scanning_is_open_around_the_session() {
    let (start, end) = (at("2026-11-09T17:30:00Z"), at("2026-11-09T19:00:00Z"));
    assert_eq!(check_in_open(start, end, at("2026-11-09T17:14:59Z")), Err(Code::CheckInNotOpen));
    assert_eq!(check_in_open(start, end, at("2026-11-09T17:15:00Z")), Ok(()));
    assert_eq!(check_in_open(start, end, end), Ok(()));
    assert_eq!(check_in_open(start, end, at("2026-11-09T19:00:01Z")), Err(Code::CheckInOver));
}
