use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn codes(check: impl FnOnce(&mut Fields)) -> Vec<(String, Code)> {
    let mut fields = Fields::default();
    check(&mut fields);
    let faults = fields.into_problem().fields.into_iter();
    faults.map(|fault| (fault.name, fault.code)).collect()
}

#[test]
fn a_course_below_its_minimum_is_decided_from_its_decision_day_on() {
    let minimum = Minimum { learners: 4, decision_day: day("2026-11-02") };
    assert_eq!(minimum.missing(1), 3);
    assert_eq!(minimum.missing(6), 0);
    assert!(!minimum.needs_decision(3, false, day("2026-11-01")));
    assert!(minimum.needs_decision(3, false, day("2026-11-02")));
    assert!(!minimum.needs_decision(3, true, day("2026-11-09")), "the start was confirmed");
    assert!(!minimum.needs_decision(4, false, day("2026-11-09")), "enough enrolled");
}

#[test]
fn the_minimum_and_its_day_come_together_and_fit_the_course() {
    let start = Some(day("2026-11-09"));
    let of = |learners, decided: Option<&str>, kind, capacity| {
        codes(|fields| {
            check(learners, decided.map(day), (Some(kind), capacity, start), fields);
        })
    };
    let in_person = CourseType::InPerson;
    assert_eq!(of(None, None, CourseType::Online, None), []);
    assert_eq!(of(Some(4), Some("2026-11-09"), in_person, Some(4)), []);
    let refused = |field: &str, code| vec![(field.to_owned(), code)];
    assert_eq!(of(Some(4), None, in_person, None), refused("decisionDay", Code::DecisionDayRequired));
    assert_eq!(
        of(None, Some("2026-11-02"), in_person, None),
        refused("minimumLearners", Code::MinimumRequired)
    );
    let with = |learners, kind, capacity| of(Some(learners), Some("2026-11-02"), kind, capacity);
    assert_eq!(with(0, in_person, None), refused("minimumLearners", Code::MinimumOutOfRange));
    assert_eq!(with(1001, in_person, None), refused("minimumLearners", Code::MinimumOutOfRange));
    assert_eq!(with(5, in_person, Some(4)), refused("minimumLearners", Code::MinimumAboveCapacity));
    assert_eq!(with(4, CourseType::Online, None), refused("minimumLearners", Code::MinimumInPerson));
    assert_eq!(
        of(Some(4), Some("2026-11-10"), in_person, None),
        refused("decisionDay", Code::DecisionDayAfterStart)
    );
}

#[test]
fn new_dates_leave_time_to_answer() {
    let today = day("2026-11-02");
    let of = |start: &str, end: &str, decided: Option<&str>, answer_by: &str| {
        let dates = NewDates {
            start: day(start),
            end: day(end),
            decision_day: decided.map(day),
            answer_by: day(answer_by),
        };
        codes(|fields| dates.check(today, fields))
    };
    assert_eq!(of("2026-12-07", "2027-02-01", None, "2026-11-10"), []);
    assert_eq!(of("2026-12-07", "2027-02-01", Some("2026-12-01"), "2026-11-10"), []);
    let refused = |field: &str, code| vec![(field.to_owned(), code)];
    assert_eq!(of("2026-12-07", "2026-12-07", None, "2026-11-10"), refused("endDate", Code::EndBeforeStart));
    assert_eq!(
        of("2026-12-07", "2027-02-01", Some("2026-11-10"), "2026-11-10"),
        refused("decisionDay", Code::DecisionDayBeforeAnswers)
    );
    assert_eq!(
        of("2026-12-07", "2027-02-01", Some("2026-12-08"), "2026-11-10"),
        refused("decisionDay", Code::DecisionDayAfterStart)
    );
    for answer_by in ["2026-11-02", "2026-12-07"] {
        assert_eq!(
            of("2026-12-07", "2027-02-01", None, answer_by),
            refused("answerBy", Code::AnswerByOutOfRange)
        );
    }
    let past = of("2026-11-02", "2027-02-01", None, "2026-11-03");
    assert!(past.contains(&("startDate".to_owned(), Code::StartInPast)), "{past:?}");
}

#[test]
fn sessions_move_by_whole_weeks() {
    let weeks = |from: &str, to: &str| weeks_between(day(from), day(to)).num_weeks();
    assert_eq!(weeks("2026-11-09", "2026-11-09"), 0);
    assert_eq!(weeks("2026-11-09", "2026-11-12"), 0);
    assert_eq!(weeks("2026-11-09", "2026-11-13"), 1);
    assert_eq!(weeks("2026-11-09", "2026-11-30"), 3);
    assert_eq!(weeks("2026-11-30", "2026-11-09"), -3);
    assert_eq!(weeks("2026-11-12", "2026-11-09"), 0);
}

#[test]
fn an_answer_is_given_once_and_until_the_last_day() {
    use ProposalStatus::{Accepted, Closed, Lapsed, Open, Refused};
    let (last, late) = (day("2026-11-10"), day("2026-11-11"));
    assert_eq!(Open.answered(Accepted, last, last), Ok(Some(Accepted)));
    assert_eq!(Open.answered(Refused, last, last), Ok(Some(Refused)));
    assert_eq!(Accepted.answered(Accepted, last, late), Ok(None), "a repeat");
    let over = Err(Problem::from(Code::ProposalOver));
    assert_eq!(Open.answered(Accepted, last, late), over);
    for (status, answer) in [(Accepted, Refused), (Refused, Accepted), (Lapsed, Accepted), (Closed, Refused)]
    {
        assert_eq!(status.answered(answer, last, last), over);
    }
}

#[test]
fn another_course_never_costs_more_than_was_paid() {
    assert_eq!(moved_price(Cents(30_000), Cents(24_000)), Cents(24_000));
    assert_eq!(moved_price(Cents(30_000), Cents(40_000)), Cents(30_000));
}
