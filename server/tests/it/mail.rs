//! The outbox and its worker against a real mail server: once, in words, again when it failed.

use chrono::{Duration, NaiveDate};
use preau_core::course::CourseType;
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::price::Scope;
use preau_core::refund::RefundReason;
use preau_core::role::Role;
use preau_server::config::{Config, Mail};
use preau_server::mail::facts::{
    AddressFacts, CancellationFacts, ChangedPart, ClassMessageFacts, CompletionFacts, ContactFacts,
    ContactReplyFacts, CourseChange, CourseChangeFacts, CourseConfirmedFacts, CourseProposalFacts,
    CreditNoteFacts, DecisionDueFacts, DecisionFacts, ProposalAcceptedFacts, ProposalEndedFacts,
    RecoveryFacts, RefundFacts, ReminderFacts, ReservationFacts, SessionChange, SessionFacts,
    TeacherMessageFacts, ThresholdFacts, WaitlistFacts, WithdrawalFacts,
};
use preau_server::mail::wording::{Frame, Wording};
use preau_server::mail::{self, Kind, NewMail, booking, worker};
use preau_server::one_time_tokens::{self, Purpose};
use preau_server::{change, execute};

use crate::school::School;
use crate::smtp::{Answer, Sink};

pub fn reservation_facts() -> ReservationFacts {
    ReservationFacts {
        reservation_id: 7_012,
        course_name: "Italien A1 <débutant>".to_owned(),
        course_type: CourseType::InPerson,
        start_date: NaiveDate::from_ymd_opt(2026, 4, 1).unwrap(),
        scope: Scope::Modules,
        modules: vec!["Se présenter".to_owned(), "Au café".to_owned()],
        amount: Cents(12_050),
        currency: "EUR".to_owned(),
        payer_name: "Zoé O'Neil".to_owned(),
        payer_email: "zoe@example.fr".to_owned(),
        learner_name: "王小明".to_owned(),
        learner_email: "ming@example.fr".to_owned(),
        location: Some("12 rue des Platanes".to_owned()),
        schedule: Some("Lundi 18 h\nJeudi 18 h".to_owned()),
        meeting_url: Some("https://visio.example/a".to_owned()),
        payment_ref: Some("PAY_REF_1_ab".to_owned()),
        invoice_id: Some(3),
        threshold: None,
    }
}

/// A reservation of a course that needs three more learners.
fn below_minimum() -> ReservationFacts {
    let decision_day = NaiveDate::from_ymd_opt(2027, 3, 20).unwrap();
    ReservationFacts { threshold: Some(ThresholdFacts { missing: 3, decision_day }), ..reservation_facts() }
}

fn changed(part: ChangedPart, before: Option<&str>, now: Option<&str>) -> CourseChange {
    CourseChange { part, before: before.map(str::to_owned), now: now.map(str::to_owned) }
}

fn withdrawal_facts(back: Option<Cents>) -> WithdrawalFacts {
    WithdrawalFacts {
        reservation: reservation_facts(),
        confirmed_at: "2026-03-02T09:00:00Z".parse().unwrap(),
        declared_at: "2026-03-04T10:05:00Z".parse().unwrap(),
        back,
    }
}

/// Every kind of mail, with facts that must be found in it.
fn kinds() -> Vec<(Kind, Vec<&'static str>)> {
    let answer = vec![answer_to_a_message()];
    [kinds_of_accounts(), kinds_of_sales(), kinds_of_classes(), kinds_of_decisions(), answer].concat()
}

/// What the school answers to somebody who wrote.
fn answer_to_a_message() -> (Kind, Vec<&'static str>) {
    let facts = ContactReplyFacts {
        contact_id: 3,
        text: "Oui, jeudi.\n\nÀ bientôt <b>".to_owned(),
        written_at: "2026-03-02T09:00:00Z".parse().unwrap(),
        subject: Some("Rendez-vous de 15 minutes".to_owned()),
        message: Some("Bonjour,\nest-ce possible ?".to_owned()),
    };
    let shown = [
        "Oui, jeudi.\n\nÀ bientôt <b>",
        "Rendez-vous de 15 minutes",
        "2026",
        "> Bonjour,",
        "> est-ce possible ?",
    ];
    (Kind::ContactReply(facts), shown.to_vec())
}

/// What is proposed to a payer.
fn proposals() -> Vec<(Kind, Vec<&'static str>)> {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let proposed = CourseProposalFacts {
        proposal_id: 5,
        other_course: true,
        course_name: "Chinois A2".to_owned(),
        start_date: day("2026-04-01"),
        end_date: day("2026-06-17"),
        new_course_name: "Chinois A1 <soir>".to_owned(),
        new_start_date: day("2027-04-08"),
        new_end_date: day("2028-06-24"),
        new_schedule: Some("Jeudi 18 h".to_owned()),
        new_location: Some("12 rue des Platanes".to_owned()),
        new_decision_day: Some(day("2029-03-20")),
        learner_name: Some("Rosa Diaz".to_owned()),
        reason: Some("Trop peu d'inscrits.".to_owned()),
        answer_by: day("2030-03-11"),
        paid: Cents(24_100),
        new_price: Cents(17_800),
        refund_if_accepted: Cents(6_300),
        refund_if_refused: Cents(24_100),
        by_hand: false,
        reminder: false,
    };
    let told = vec![
        "Chinois A2",
        "Chinois A1 <soir>",
        "2026",
        "2027",
        "2028",
        "2029",
        "2030",
        "Jeudi 18 h",
        "12 rue des Platanes",
        "Rosa Diaz",
        "> Trop peu d'inscrits.",
        "241",
        "178",
        "63",
    ];
    let by_hand =
        CourseProposalFacts { other_course: false, by_hand: true, reminder: true, ..proposed.clone() };
    let unpaid = CourseProposalFacts {
        learner_name: None,
        reason: None,
        new_decision_day: None,
        paid: Cents::ZERO,
        refund_if_accepted: Cents::ZERO,
        refund_if_refused: Cents::ZERO,
        ..proposed.clone()
    };
    vec![
        (Kind::CourseProposal(proposed), told),
        (Kind::CourseProposal(by_hand), vec!["Chinois A2", "2027", "2030", "241"]),
        (Kind::CourseProposal(unpaid), vec!["Chinois A1 <soir>", "2030"]),
    ]
}

/// Those about the minimum size of a course.
fn kinds_of_decisions() -> Vec<(Kind, Vec<&'static str>)> {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let due = DecisionDueFacts {
        course_id: 3,
        course_name: "Chinois A2".to_owned(),
        start_date: day("2026-04-01"),
        decision_day: day("2027-03-20"),
        enrolled: 4,
        minimum: 6,
    };
    let confirmed = CourseConfirmedFacts {
        course_id: 3,
        course_name: "Chinois A2".to_owned(),
        start_date: day("2026-04-01"),
        learners: vec!["Rosa Diaz".to_owned(), "王小明".to_owned()],
    };
    let accepted = ProposalAcceptedFacts {
        proposal_id: 5,
        other_course: true,
        course_id: 4,
        course_name: "Chinois A2".to_owned(),
        new_course_name: "Chinois A1 <soir>".to_owned(),
        new_start_date: day("2027-04-08"),
        new_end_date: day("2028-06-24"),
        new_decision_day: Some(day("2029-03-20")),
        learner_name: Some("Rosa Diaz".to_owned()),
        invoiced: true,
        refund: Cents(6_300),
        by_hand: false,
        reservation_id: 7_012,
    };
    let same_course = ProposalAcceptedFacts { other_course: false, invoiced: false, ..accepted.clone() };
    let ended = ProposalEndedFacts {
        proposal_id: 5,
        course_name: "Chinois A2".to_owned(),
        learner_name: Some("Rosa Diaz".to_owned()),
        refused: true,
        by_reader: true,
        refund: Cents(24_100),
        by_hand: true,
        reservation_id: 7_012,
    };
    let silent = ProposalEndedFacts { refused: false, by_hand: false, ..ended.clone() };
    let of_learner =
        ProposalEndedFacts { by_reader: false, learner_name: None, refund: Cents(0), ..ended.clone() };
    let moved = vec!["Chinois A2", "Chinois A1 <soir>", "2027", "2028", "2029", "Rosa Diaz", "63", "7012"];
    let lost = vec!["Chinois A2", "Rosa Diaz", "241", "7012"];
    let of_course = vec![
        (Kind::DecisionDue(due), vec!["Chinois A2", "2026", "2027", "4", "6"]),
        (Kind::CourseConfirmed(confirmed), vec!["Chinois A2", "2026", "Rosa Diaz", "王小明"]),
        (Kind::ProposalAccepted(accepted), moved),
        (Kind::ProposalAccepted(same_course), vec!["Chinois A1 <soir>", "2027", "63"]),
        (Kind::ProposalEnded(ended), lost.clone()),
        (Kind::ProposalEnded(silent), lost),
        (Kind::ProposalEnded(of_learner), vec!["Chinois A2", "7012"]),
    ];
    [of_course, proposals()].concat()
}

/// Those about the course of a learner.
fn kinds_of_classes() -> Vec<(Kind, Vec<&'static str>)> {
    let message = ClassMessageFacts {
        message_id: 4,
        subscription_id: 7012,
        course_name: "Chinois A2".to_owned(),
        author_name: "Lin Meiyun".to_owned(),
        text: "Bonjour,\nà lundi <b>".to_owned(),
        file_name: Some("dialogue.pdf".to_owned()),
        ward_name: Some("Zoé O'Neil".to_owned()),
    };
    let told = vec!["Chinois A2", "Lin Meiyun", "> Bonjour,", "> à lundi <b>", "dialogue.pdf", "Zoé O'Neil"];
    let message = (Kind::ClassMessage(message), told);
    let answer = TeacherMessageFacts {
        contact_id: 4,
        name: "Zoé O'Neil".to_owned(),
        email: "zoe@example.fr".to_owned(),
        subject: None,
        class_of: Some("Chinois A2".to_owned()),
        message: "Je viens <b>".to_owned(),
    };
    let answer = (Kind::TeacherMessage(answer), vec!["Zoé O'Neil", "Chinois A2", "> Je viens <b>"]);
    let of_teacher = CourseChangeFacts {
        course_id: 3,
        course_name: "Chinois A2".to_owned(),
        changes: Vec::new(),
        sessions: vec![SessionChange { now: None, ..moved() }],
    };
    let first = moved().now.unwrap();
    let tomorrow = ReminderFacts { course_name: "Chinois A2".to_owned(), ward_name: None, session: first };
    let waiting = WaitlistFacts {
        entry_id: 3,
        course_name: "Chinois A2".to_owned(),
        modules: vec!["Écrire".to_owned()],
        learner_name: Some("Rosa Diaz".to_owned()),
        start_date: NaiveDate::from_ymd_opt(2026, 3, 9),
        amount: Some(Cents(12_345)),
        until: "2026-03-03T19:00:00Z".parse().ok(),
    };
    let of_class = vec![
        (Kind::WaitlistConfirm(waiting.clone()), vec!["Chinois A2", "Écrire"]),
        (Kind::WaitlistOffer(waiting.clone()), vec!["Chinois A2", "Rosa Diaz", "123", "2026", "20"]),
        (Kind::WaitlistLapsed(waiting.clone()), vec!["Chinois A2", "Rosa Diaz"]),
        (Kind::WaitlistEnded(waiting), vec!["Chinois A2", "Écrire"]),
        (Kind::TeachingChanged(of_teacher), vec!["Chinois A2", "2026", "Salle Figuier"]),
        (Kind::SessionReminder(tomorrow), vec!["Chinois A2", "2026", "Salle Mistral", "Lin Meiyun"]),
    ];
    let of_course = vec![(
        Kind::CourseChanged(CourseChangeFacts {
            course_id: 3,
            course_name: "Chinois A2".to_owned(),
            changes: vec![
                changed(ChangedPart::Start, Some("2026-04-01"), Some("2027-04-08")),
                changed(ChangedPart::Link, None, Some("https://visio.example/a")),
                changed(ChangedPart::Teacher, Some("Wei Zhang"), Some("Lin Meiyun")),
            ],
            sessions: vec![moved()],
        }),
        vec![
            "Chinois A2",
            "2026",
            "2027",
            "https://visio.example/a",
            "Wei Zhang",
            "Lin Meiyun",
            "20",
            "Salle Mistral",
        ],
    )];
    [of_course, of_class, vec![message, answer]].concat()
}

/// A session that goes to another room at another time.
fn moved() -> SessionChange {
    let before = SessionFacts {
        day: "2026-03-05".parse().unwrap(),
        start_time: "18:30".to_owned(),
        minutes: 90,
        place: Some("Salle Figuier".to_owned()),
        link: None,
        teacher: Some("Lin Meiyun".to_owned()),
        module: None,
        note: None,
        cancelled: false,
        reason: None,
    };
    let now = SessionFacts {
        start_time: "20:00".to_owned(),
        place: Some("Salle Mistral".to_owned()),
        ..before.clone()
    };
    let told_at = "2026-03-02T09:00:00Z".parse().unwrap();
    SessionChange { uid: "u".to_owned(), sequence: 1, told_at, before: Some(before), now: Some(now) }
}

/// Those about who somebody is.
fn kinds_of_accounts() -> Vec<(Kind, Vec<&'static str>)> {
    let address = AddressFacts { new_email: "new@example.fr".to_owned() };
    vec![
        (Kind::VerifyEmail, vec![]),
        (Kind::ResetPassword, vec!["30"]),
        (Kind::SetPassword, vec!["7"]),
        (Kind::PasswordChanged, vec![]),
        (Kind::GoogleLinked, vec![]),
        (Kind::GoogleUnlinked, vec![]),
        (Kind::SecondFactorOn, vec![]),
        (Kind::SecondFactorOff, vec![]),
        (Kind::SecondFactorReset, vec![]),
        (Kind::RecoveryCodeUsed(RecoveryFacts { left: 9 }), vec!["9"]),
        (Kind::ChangeEmail(address.clone()), vec!["new@example.fr"]),
        (Kind::EmailChangeNotice(address), vec!["new@example.fr"]),
        (Kind::DeleteAccount, vec!["30"]),
        (Kind::Test, vec![]),
    ]
}

/// Those about what was sold, asked and learnt.
fn kinds_of_sales() -> Vec<(Kind, Vec<&'static str>)> {
    let booking = vec!["Italien A1", "Se présenter", "Au café", "12 rue des Platanes", "Jeudi 18 h"];
    let with = |more: &[&'static str]| [booking.as_slice(), more].concat();
    vec![
        (Kind::ReservationConfirmed(reservation_facts()), with(&["120", "7012", "王小明"])),
        (Kind::BeneficiaryConfirmed(reservation_facts()), with(&["Zoé O'Neil"])),
        (Kind::ReservationConfirmed(below_minimum()), with(&["2027", "3"])),
        (Kind::BeneficiaryConfirmed(below_minimum()), with(&["2027", "3"])),
        (Kind::AccountExisted(reservation_facts()), with(&["7012"])),
        (Kind::AdminBooking(reservation_facts()), with(&["zoe@example.fr", "ming@example.fr", "7012"])),
        (
            Kind::Contact(ContactFacts {
                contact_id: 3,
                name: "Zoé".to_owned(),
                email: "zoe@example.fr".to_owned(),
                subject: Some("Rendez-vous de 15 minutes".to_owned()),
                to: Some("Chiara Bellini".to_owned()),
                wished_date: NaiveDate::from_ymd_opt(2026, 4, 1),
                wished_time: Some("17:45".to_owned()),
                message: "Bonjour,\nà bientôt.".to_owned(),
            }),
            vec![
                "zoe@example.fr",
                "Rendez-vous de 15 minutes",
                "Chiara Bellini",
                "2026",
                "45",
                "Bonjour,",
                "à bientôt.",
            ],
        ),
        (
            Kind::CourseCompleted(CompletionFacts {
                subscription_id: 4,
                course_name: "Chinois A2".to_owned(),
                learner_name: "Zoé".to_owned(),
                learner_email: "zoe@example.fr".to_owned(),
                completed_on: NaiveDate::from_ymd_opt(2026, 3, 2).unwrap(),
            }),
            vec!["Chinois A2", "zoe@example.fr", "2026"],
        ),
        (
            Kind::Refund(RefundFacts {
                course_name: None,
                amount: Cents(9_990),
                currency: "EUR".to_owned(),
                reason: RefundReason::NoSeatLeft,
                reservation_id: Some(5_012),
                by_hand: true,
            }),
            vec!["99", "5012"],
        ),
        (
            Kind::CreditNote(CreditNoteFacts {
                invoice_id: 4,
                number: "A2026-00001".to_owned(),
                credited_number: "F2026-00007".to_owned(),
                course_name: "Chinois A2".to_owned(),
                amount: Cents(9_990),
                currency: "EUR".to_owned(),
            }),
            vec!["99", "A2026-00001", "F2026-00007", "Chinois A2"],
        ),
        (
            Kind::WithdrawalReceived(withdrawal_facts(Some(Cents(12_050)))),
            vec!["Italien A1", "Zoé O'Neil", "王小明", "2026", "05", "120", "7012"],
        ),
        (Kind::AdminWithdrawal(withdrawal_facts(None)), vec!["zoe@example.fr", "05", "Au café"]),
        (
            Kind::WithdrawalDecided(DecisionFacts {
                course_name: "Chinois A2".to_owned(),
                reservation_id: Some(5_012),
                paid: Cents(12_050),
                back: Cents(7_500),
                note: Some("Trois leçons sur huit.".to_owned()),
            }),
            vec!["Chinois A2", "120", "75", "Trois leçons sur huit."],
        ),
        (
            Kind::CourseCancelled(CancellationFacts {
                course_name: "Chinois A2".to_owned(),
                start_date: NaiveDate::from_ymd_opt(2026, 4, 1).unwrap(),
                reason: "La professeure est malade.".to_owned(),
                back: Some(Cents(9_990)),
                by_hand: false,
            }),
            vec!["Chinois A2", "2026", "99", "La professeure est malade."],
        ),
    ]
}

#[test]
fn every_mail_is_worded_in_every_language_with_its_facts_and_its_link() {
    let wording = Wording::load().unwrap();
    let link = "https://ecole.example/reinitialiser?id=7&token=abc";
    for language in UiLanguage::ALL {
        for (kind, facts) in kinds() {
            for sets_password in [false, true] {
                let frame = Frame {
                    school: "École <Préau>",
                    imprint: Some("École, 12, rue des <Platanes>"),
                    contact: "https://ecole.example/contacts",
                    recipient: "Zoé",
                    link,
                    sets_password,
                    logo: None,
                };
                let rendered = wording.render(&kind, *language, frame).unwrap();
                let name = format!("{} {language}", kind.name());
                assert!(!rendered.subject.is_empty() && !rendered.subject.contains('\n'), "{name}");
                assert!(rendered.text.contains(link), "{name}: {}", rendered.text);
                assert!(rendered.text.contains("12, rue des <Platanes>"), "{name}");
                assert!(rendered.html.contains("12, rue des &lt;Platanes&gt;"), "{name}");
                assert!(rendered.html.contains(&format!("<html lang=\"{language}\">")), "{name}");
                assert!(
                    !rendered.html.contains("<débutant>") && !rendered.html.contains("<Préau>"),
                    "{name}"
                );
                for fact in &facts {
                    assert!(rendered.text.contains(fact), "{name} names {fact}: {}", rendered.text);
                }
                for rest in ["{{", "{%", "undefined", "\n\n\n"] {
                    assert!(!rendered.text.contains(rest), "{name} has {rest:?}: {}", rendered.text);
                    assert!(rest == "\n\n\n" || !rendered.html.contains(rest), "{name} has {rest:?}");
                }
            }
        }
    }
}

#[test]
fn every_reason_of_a_refund_has_words() {
    let wording = Wording::load().unwrap();
    for language in UiLanguage::ALL {
        for reason in RefundReason::ALL {
            let facts = RefundFacts {
                course_name: Some("Italien".to_owned()),
                amount: Cents(100),
                currency: "EUR".to_owned(),
                reason: *reason,
                reservation_id: None,
                by_hand: false,
            };
            let frame = Frame {
                school: "École",
                imprint: None,
                contact: "c",
                recipient: "Zoé",
                link: "l",
                sets_password: false,
                logo: None,
            };
            wording.render(&Kind::Refund(facts), *language, frame).unwrap();
        }
    }
}

/// A server of the school with a mail server.
async fn with_sink(school: &School) -> (School, Sink) {
    let sink = Sink::open().await;
    let url = sink.url();
    let flags = [
        "--smtp-url",
        &url,
        "--public-url",
        "https://ecole.example/",
        "--mail-from",
        "École <ecole@ecole.example>",
    ];
    (school.twin_with(&flags).await, sink)
}

async fn queue(school: &School, kind: Kind, fact: &str, user_id: Option<i64>) {
    let letter = NewMail {
        kind,
        fact: fact.to_owned(),
        to: "zoe@example.fr".to_owned(),
        name: "Zoé, \"dite\" O'Neil".to_owned(),
        language: UiLanguage::Fr,
        user_id,
        reply_to: None,
    };
    let app = &school.app;
    change!(app, None, |tx| mail::queue(tx, &letter).await).unwrap();
}

both_engines!(a_mail_with_a_link_arrives_and_its_token_works_once, |school| {
    let (school, sink) = with_sink(&school).await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    queue(&school, Kind::ResetPassword, "user 1", Some(user)).await;
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);

    let mails = sink.arrived();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, "zoe@example.fr");
    assert_eq!(mails[0].subject(), "Choisissez un nouveau mot de passe");
    assert!(mails[0].message_id().ends_with("@ecole.example"));
    let text = mails[0].text();
    let start = format!("https://ecole.example/reinitialiser?id={user}&token=");
    let token = text.split(start.as_str()).nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    assert!(mails[0].html().contains(&token));
    let app = &school.app;
    let link =
        change!(app, None, |tx| one_time_tokens::consume(tx, Purpose::ResetPassword, &token).await).unwrap();
    assert_eq!(link.user_id, user);
    assert!(
        change!(app, None, |tx| one_time_tokens::consume(tx, Purpose::ResetPassword, &token).await).is_err()
    );
});

both_engines!(a_beneficiary_is_asked_for_a_password_only_without_one, |school| {
    let (school, sink) = with_sink(&school).await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    queue(&school, Kind::BeneficiaryConfirmed(reservation_facts()), "reservation 1", Some(user)).await;
    worker::run_due(&school.app).await.unwrap();
    school.sql("UPDATE users SET password_hash = 'x'").await;
    queue(&school, Kind::BeneficiaryConfirmed(reservation_facts()), "reservation 2", Some(user)).await;
    worker::run_due(&school.app).await.unwrap();
    let mails = sink.arrived();
    assert!(mails[0].text().contains("/reinitialiser?id="));
    assert!(mails[1].text().contains("https://ecole.example/profile/subscriptions"));
    assert!(!mails[1].text().contains("token"));
});

both_engines!(one_fact_has_one_mail_of_each_kind, |school| {
    for _ in 0..3 {
        queue(&school, Kind::AdminBooking(reservation_facts()), "reservation 12", None).await;
        queue(&school, Kind::ReservationConfirmed(reservation_facts()), "reservation 12", None).await;
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM mails").await, 2);
});

both_engines!(what_fails_for_now_is_tried_again_with_the_same_message_id, |school| {
    let (school, sink) = with_sink(&school).await;
    sink.answer(&[Answer::RefuseForNow, Answer::HangUpAfterData]);
    queue(&school, Kind::PasswordChanged, "user 1", None).await;
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0, "not before its pause is over");
    school.pass(Duration::seconds(5));
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0, "the server hung up");
    school.pass(Duration::seconds(10));
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    let mails = sink.arrived();
    assert_eq!(mails.len(), 2, "what the server took before it hung up, and the repeat");
    assert_eq!(mails[0].message_id(), mails[1].message_id());
    assert_eq!(school.count("SELECT attempts FROM mails WHERE status = 'SENT'").await, 3);
});

both_engines!(pauses_grow_to_five_minutes_and_no_further, |school| {
    let (school, sink) = with_sink(&school).await;
    sink.answer(&[Answer::WantSignIn; 12]);
    queue(&school, Kind::PasswordChanged, "user 1", None).await;
    for _ in 0..12 {
        assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);
        school.pass(Duration::minutes(5));
    }
    assert_eq!(school.count("SELECT attempts FROM mails WHERE status = 'QUEUED'").await, 12);
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
});

both_engines!(a_refusal_for_good_is_parked_until_an_admin_sends_it_again, |school| {
    let (school, sink) = with_sink(&school).await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    sink.answer(&[Answer::RefuseForGood]);
    queue(&school, Kind::VerifyEmail, "user 1", Some(user)).await;
    worker::run_due(&school.app).await.unwrap();
    school.pass(Duration::minutes(9));
    worker::run_due(&school.app).await.unwrap();
    assert!(sink.arrived().is_empty());

    let parked = admin.get("/mail?status=PARKED").await.ok();
    assert_eq!(parked["total"], 1);
    assert_eq!(parked["parkedOfBookings"], 0);
    assert!(parked["items"][0]["lastError"].as_str().unwrap().contains("nobody of that name"));
    let path = format!("/mail/{}/resend", parked["items"][0]["id"]);
    assert_eq!(admin.post(&path, serde_json::json!({})).await.status, 202);
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    assert_eq!(admin.get("/mail?status=SENT").await.ok()["items"][0]["lastError"], serde_json::Value::Null);

    // Sent once more: a new Message-ID, for mailboxes hide what they know, and a new token.
    admin.post(&path, serde_json::json!({})).await.ok();
    worker::run_due(&school.app).await.unwrap();
    let mails = sink.arrived();
    assert_eq!(mails.len(), 2);
    assert_ne!(mails[0].message_id(), mails[1].message_id());
    assert_ne!(mails[0].text(), mails[1].text());
    admin.post("/mail/999/resend", serde_json::json!({})).await.refused(404, "not_found");

    // One about money is counted on every page.
    school.sql("UPDATE mails SET status = 'PARKED', kind = 'refund'").await;
    assert_eq!(admin.get("/mail?status=SENT").await.ok()["parkedOfBookings"], 1);
});

both_engines!(two_servers_share_the_outbox_and_send_nothing_twice, |school| {
    let (one, sink) = with_sink(&school).await;
    let url = sink.url();
    let other = school.twin_with(&["--smtp-url", &url]).await;
    for number in 0..40 {
        queue(&school, Kind::PasswordChanged, &format!("user {number}"), None).await;
    }
    let (first, second) = tokio::join!(worker::run_due(&one.app), worker::run_due(&other.app));
    assert_eq!(first.unwrap() + second.unwrap(), 40);
    let mut ids: Vec<String> = sink.arrived().iter().map(crate::smtp::Arrived::message_id).collect();
    assert_eq!(ids.len(), 40);
    for id in &mut ids {
        id.truncate(id.find('@').unwrap());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 40);
});

both_engines!(what_a_killed_server_had_taken_is_sent_when_its_lease_ends, |school| {
    let (school, sink) = with_sink(&school).await;
    queue(&school, Kind::PasswordChanged, "user 1", None).await;
    let app = &school.app;
    let taken = "UPDATE mails SET leased_by = 'gone', attempts = 1, next_attempt_at = $1";
    change!(app, None, |tx| {
        let until = tx.now + Duration::minutes(2);
        execute!(tx, taken, until)
    })
    .unwrap();
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);
    school.pass(Duration::minutes(2));
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    assert_eq!(sink.arrived().len(), 1);
});

both_engines!(a_server_that_is_away_loses_nothing, |school| {
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let school = school.twin_with(&["--smtp-url", &format!("smtp://{nobody}")]).await;
    queue(&school, Kind::PasswordChanged, "user 1", None).await;
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);
    assert_eq!(
        school.count("SELECT COUNT(*) FROM mails WHERE status = 'QUEUED' AND last_error IS NOT NULL").await,
        1
    );
});

both_engines!(an_address_that_was_given_up_gets_no_key_to_the_account, |school| {
    let (school, sink) = with_sink(&school).await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    queue(&school, Kind::ResetPassword, "user 1", Some(user)).await;
    school.sql("UPDATE users SET email = 'nouvelle@example.fr'").await;
    worker::run_due(&school.app).await.unwrap();
    assert!(sink.arrived().is_empty());
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE status = 'PARKED'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM one_time_tokens").await, 0);
});

both_engines!(a_link_for_nobody_is_parked, |school| {
    let (school, sink) = with_sink(&school).await;
    queue(&school, Kind::DeleteAccount, "user 1", None).await;
    worker::run_due(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE status = 'PARKED'").await, 1);
    assert!(sink.arrived().is_empty());
});

both_engines!(without_a_mail_server_mails_are_files_and_readable_in_development, |school| {
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    queue(&school, Kind::VerifyEmail, "user 1", Some(user)).await;
    let waiting = admin.get("/mail").await.ok();
    assert!(waiting["items"][0]["text"].as_str().unwrap().contains("token=***"));
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);

    let files: Vec<_> =
        std::fs::read_dir(school.data_dir().join("mails")).unwrap().map(Result::unwrap).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].file_name().to_str().unwrap(), "20260302T090000000Z-000001-verify-email.eml");
    let sent = admin.get("/mail?page=1&size=5").await.ok();
    let text = sent["items"][0]["text"].as_str().unwrap();
    assert!(text.contains("http://localhost:8080/verifier-email?token=") && !text.contains("***"), "{text}");
    assert_eq!((sent["mailLeaves"].clone(), sent["size"].clone()), (true.into(), 5.into()));
});

both_engines!(the_real_school_masks_tokens_and_says_when_no_mail_leaves, |school| {
    let flags = ["--env", "production", "--public-url", "https://ecole.example"];
    let school = school.twin_with(&flags).await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let user = school.add_user(Role::Student, "zoe@example.fr").await;
    queue(&school, Kind::SetPassword, "user 1", Some(user)).await;
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 0);
    let outbox = admin.get("/mail").await.ok();
    assert_eq!(outbox["mailLeaves"], false);
    assert_eq!(
        (&outbox["items"][0]["status"], &outbox["items"][0]["attempts"]),
        (&"QUEUED".into(), &0.into())
    );
    assert!(!school.data_dir().join("mails").exists(), "no live link on the disk");
    assert_eq!(school.count("SELECT COUNT(*) FROM one_time_tokens").await, 0);
    let masked = format!("https://ecole.example/reinitialiser?id={user}&token=***");
    assert!(outbox["items"][0]["text"].as_str().unwrap().contains(&masked));
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE sent_link IS NOT NULL").await, 0);
});

both_engines!(another_address_of_the_school_is_not_told_again, |school| {
    let tell = async |to: &str| {
        let config = Config {
            mail: Mail { mail_admin: Some(to.to_owned()), ..school.app.config.mail.clone() },
            ..school.app.config.clone()
        };
        let app = &school.app;
        change!(app, None, |tx| booking::queue_for_school(tx, &config, reservation_facts()).await).unwrap();
    };
    tell("direction@ecole.example").await;
    tell("accueil@ecole.example").await;
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'admin-booking'").await, 1);
});

both_engines!(an_admin_is_mailed_that_mails_arrive_five_times_in_a_quarter_of_an_hour, |school| {
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    for _ in 0..5 {
        assert_eq!(admin.post("/mail/test", serde_json::json!({})).await.status, 202);
    }
    admin.post("/mail/test", serde_json::json!({})).await.refused(429, "too_many_requests");
    let mail = &admin.get("/mail").await.ok()["items"][0];
    assert_eq!((&mail["kind"], &mail["recipient"]), (&"test".into(), &"admin@example.fr".into()));
    school
        .account(Role::Editor, "editor@example.fr")
        .await
        .post("/mail/test", serde_json::json!({}))
        .await
        .refused(403, "forbidden");
});

both_engines!(only_admins_read_the_outbox, |school| {
    let editor = school.account(Role::Editor, "editor@example.fr").await;
    school.visitor().get("/mail").await.refused(401, "unauthenticated");
    editor.get("/mail").await.refused(403, "forbidden");
    editor.post("/mail/1/resend", serde_json::json!({})).await.refused(403, "forbidden");
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    for bad in ["/mail?status=LOST", "/mail?page=0", "/mail?size=101", "/mail?page=x"] {
        assert_eq!(admin.get(bad).await.status, 422, "{bad}");
    }
    assert_eq!(admin.get("/mail").await.ok()["items"], serde_json::json!([]));
});
