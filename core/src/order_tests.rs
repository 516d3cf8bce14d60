use super::*;

fn today() -> NaiveDate {
    parse_date("2026-11-21").unwrap()
}

fn person(email: &str, password: Option<&str>) -> PersonInput {
    PersonInput {
        first_name: Some("Zoé".into()),
        last_name: Some("Martin".into()),
        email: Some(email.into()),
        phone_number: Some("0612345678".into()),
        dial_code: Some("+33".into()),
        country: Some("France".into()),
        birth_date: Some("1990-02-28".into()),
        address: None,
        password: password.map(Into::into),
        password_confirmation: password.map(Into::into),
    }
}

fn zoe() -> Profile {
    Profile::named("Zoé", "Martin")
}

fn draft() -> OrderInput {
    OrderInput {
        course_id: Some(7),
        reserved_module_ids: Some(vec![]),
        requested_start_date: Some("2026-11-21".into()),
        reservation_target: Some("self".into()),
        booker_data: Some(person("zoe@example.fr", Some("zebre-7"))),
        beneficiary_data: None,
        beneficiary_id: None,
        update_profile: None,
    }
}

#[test]
fn a_visitor_books_for_themselves() {
    let order = draft().parse(None, today()).unwrap();
    assert_eq!(order.learner(), &order.booker);
    assert!(order.password.is_some() && order.modules.is_empty());
}

#[test]
fn a_signed_in_booker_needs_no_password() {
    let signed_in = OrderInput { booker_data: Some(person("zoe@example.fr", None)), ..draft() };
    assert_eq!(signed_in.parse(Some(&zoe()), today()).unwrap().password, None);
    assert!(signed_in.parse(None, today()).is_err());
}

#[test]
fn a_beneficiary_learns_and_is_someone_else() {
    let other = |email| OrderInput {
        reservation_target: Some("other".into()),
        beneficiary_data: Some(person(email, None)),
        ..draft()
    };
    let order = other("lea@example.fr").parse(None, today()).unwrap();
    assert_eq!(order.learner().address(), "lea@example.fr");
    let problem = other("ZOE@example.fr").parse(None, today()).unwrap_err();
    assert_eq!((problem.code, problem.fields[0].name.as_str()), (Code::SameEmail, "beneficiaryData.email"));
}

fn born(birth_date: &str, email: &str) -> PersonInput {
    PersonInput { birth_date: Some(birth_date.into()), ..person(email, None) }
}

#[test]
fn a_learner_without_an_e_mail_is_under_eighteen() {
    let other = |learner| OrderInput {
        reservation_target: Some("other".into()),
        beneficiary_data: Some(learner),
        ..draft()
    };
    let child = other(born("2008-11-22", "")).parse(None, today()).unwrap();
    assert_eq!((child.learner().email.as_ref(), child.learner().address()), (None, ""));
    let grown = other(born("2008-11-21", "")).parse(None, today()).unwrap_err();
    assert_eq!((grown.fields[0].name.as_str(), grown.fields.len()), ("beneficiaryData.email", 1));
    let wrong = other(born("2012-01-01", "lea@")).parse(None, today()).unwrap_err();
    assert_eq!(wrong.code, Code::InvalidEmail);
}

#[test]
fn nobody_under_eighteen_books() {
    for (birth, code) in [("2008-11-22", Some(Code::GuardianRequired)), ("2008-11-21", None)] {
        let booker = PersonInput { birth_date: Some(birth.into()), ..person("zoe@example.fr", None) };
        let input = OrderInput { booker_data: Some(booker), ..draft() };
        let problem = input.parse(Some(&zoe()), today()).err();
        assert_eq!(problem.as_ref().map(|problem| problem.code), code, "{birth}");
        if let Some(problem) = problem {
            assert_eq!(problem.fields[0].name, "bookerData.birthDate");
        }
    }
}

#[test]
fn a_learner_known_before_is_named_by_id_by_who_is_signed_in() {
    let known = OrderInput {
        reservation_target: Some("other".into()),
        beneficiary_id: Some(8),
        booker_data: Some(person("zoe@example.fr", None)),
        ..draft()
    };
    let order = known.parse(Some(&zoe()), today()).unwrap();
    assert_eq!((order.beneficiary_id, order.beneficiary.as_ref()), (Some(8), None));
    let visitor = OrderInput { booker_data: draft().booker_data, ..known.clone() };
    assert_eq!(visitor.parse(None, today()).unwrap_err().code, Code::BeneficiaryIncomplete);
    let own = OrderInput { reservation_target: Some("self".into()), ..known };
    assert_eq!(own.parse(Some(&zoe()), today()).unwrap().beneficiary_id, None);
}

#[test]
fn a_beneficiary_of_one_s_own_booking_is_ignored() {
    let input = OrderInput { beneficiary_data: Some(PersonInput::default()), ..draft() };
    assert_eq!(input.parse(None, today()).unwrap().beneficiary, None);
}

#[test]
fn each_fault_stands_under_its_field() {
    let cases = [
        (OrderInput { course_id: None, ..draft() }, "courseId", Code::Required),
        (OrderInput { reserved_module_ids: None, ..draft() }, "reservedModuleIds", Code::SelectionRequired),
        (
            OrderInput { reserved_module_ids: Some(vec![1; 201]), ..draft() },
            "reservedModuleIds",
            Code::TooMany,
        ),
        (
            OrderInput { requested_start_date: None, ..draft() },
            "requestedStartDate",
            Code::SelectionOrDateRequired,
        ),
        (
            OrderInput { requested_start_date: Some("2026-11-20".into()), ..draft() },
            "requestedStartDate",
            Code::StartDatePast,
        ),
        (OrderInput { reservation_target: None, ..draft() }, "reservationTarget", Code::TargetRequired),
        (OrderInput { booker_data: None, ..draft() }, "bookerData.firstName", Code::Required),
        (
            OrderInput { reservation_target: Some("other".into()), ..draft() },
            "beneficiaryData.email",
            Code::Required,
        ),
    ];
    for (input, name, code) in cases {
        let problem = input.parse(None, today()).unwrap_err();
        assert!(
            problem.fields.iter().any(|field| field.name == name && field.code == code),
            "{name}: {problem:?}"
        );
    }
}

#[test]
fn an_empty_draft_names_everything_at_once() {
    let problem = OrderInput::default().parse(None, today()).unwrap_err();
    assert_eq!(problem.code, Code::BookerIncomplete);
    assert_eq!(problem.fields.len(), 4 + 9);
}

#[test]
fn the_course_s_end_bounds_the_start_date() {
    let order = draft().parse(None, today()).unwrap();
    assert_eq!(order.check_start_date(parse_date("2026-12-05").ok(), today()), Ok(()));
    let problem = order.check_start_date(parse_date("2026-12-04").ok(), today()).unwrap_err();
    assert_eq!(problem.code, Code::StartDateTooLate);
}

#[test]
fn letters_that_papers_lack_are_refused_by_their_fields_and_a_known_name_stays() {
    let named =
        |first: &str| PersonInput { first_name: Some(first.into()), ..person("zoe@example.fr", None) };
    let own = |first: &str| OrderInput { booker_data: Some(named(first)), ..draft() };
    let known = Profile::named("علي", "Martin");
    assert_eq!(own("علي").parse(Some(&known), today()).unwrap().booker.first_name, "علي");
    let problem = own("عمر").parse(Some(&known), today()).unwrap_err();
    let found: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
    assert_eq!(found, [("bookerData.firstName", Code::UnwritableLetter)]);
    let other = OrderInput {
        reservation_target: Some("other".into()),
        beneficiary_data: Some(PersonInput { email: Some("ali@example.fr".into()), ..named("علي") }),
        ..draft()
    };
    let problem = other.parse(None, today()).unwrap_err();
    assert_eq!(problem.fields[0].name, "beneficiaryData.firstName");
}
