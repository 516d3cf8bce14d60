//! The link of a mail's button. Tokens are created when the mail is sent; addresses are built from the
//! school's public one, never from a request.

use crate::one_time_tokens::Purpose;

use super::Kind;

/// The target of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ButtonTarget {
    /// A page of the site.
    Page(&'static str),
    /// The messages on the page of a class, by its learner's subscription.
    ClassMessages(i64),
    /// A page that requires a one-time token.
    Token(Purpose),
    /// The page that accepts the invitation of a teacher, by its id; requires its token.
    Invitation(i64),
    /// The page of an entry of a waiting list; requires its token.
    Waitlist(i64),
    /// The page that answers a proposal, by its id; requires its token.
    Proposal(i64),
    /// The places of a course in the dashboard, by its id.
    CoursePlaces(i64),
}

/// Replaces a token that is not displayed.
pub(super) const MASK: &str = "***";

impl Kind {
    /// The target of this mail's button. `has_password`: whether the account can already sign in.
    pub(super) fn button_target(&self, has_password: bool) -> ButtonTarget {
        match self {
            Self::VerifyEmail => ButtonTarget::Token(Purpose::VerifyEmail),
            Self::ResetPassword => ButtonTarget::Token(Purpose::ResetPassword),
            Self::SetPassword => ButtonTarget::Token(Purpose::SetPassword),
            Self::TeacherInvitation(facts) => ButtonTarget::Invitation(facts.invitation_id),
            Self::WaitlistConfirm(facts)
            | Self::WaitlistOffer(facts)
            | Self::WaitlistLapsed(facts)
            | Self::WaitlistEnded(facts) => ButtonTarget::Waitlist(facts.entry_id),
            Self::CourseProposal(facts) => ButtonTarget::Proposal(facts.proposal_id),
            Self::DecisionDue(facts) => ButtonTarget::CoursePlaces(facts.course_id),
            Self::ChangeEmail(_) => ButtonTarget::Token(Purpose::ChangeEmail),
            Self::DeleteAccount => ButtonTarget::Token(Purpose::DeleteAccount),
            Self::BeneficiaryConfirmed(_) if !has_password => ButtonTarget::Token(Purpose::SetPassword),
            Self::ReservationConfirmed(facts) if !facts.is_read_by_payer() => ButtonTarget::Page("/profile"),
            // The purchases of the payer, with the new invoice.
            Self::ProposalAccepted(facts) if facts.learner_name.is_some() => ButtonTarget::Page("/profile"),
            Self::ReservationConfirmed(_)
            | Self::BeneficiaryConfirmed(_)
            | Self::AccountExisted(_)
            | Self::CertificateIssued(_)
            | Self::CourseChanged(_)
            | Self::CourseConfirmed(_)
            | Self::ProposalAccepted(_)
            | Self::SessionReminder(_) => ButtonTarget::Page("/profile/subscriptions"),
            Self::ClassMessage(facts) => ButtonTarget::ClassMessages(facts.subscription_id),
            Self::PasswordChanged => ButtonTarget::Page("/login"),
            Self::EmailChangeNotice(_)
            | Self::GoogleLinked
            | Self::GoogleUnlinked
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::SecondFactorReset
            | Self::RecoveryCodeUsed(_)
            | Self::Refund(_)
            | Self::CreditNote(_)
            | Self::WithdrawalReceived(_)
            | Self::WithdrawalDecided(_)
            | Self::ProposalEnded(_) => ButtonTarget::Page("/profile"),
            Self::CourseCancelled(_) => ButtonTarget::Page("/courses"),
            Self::ContactReply(_) => ButtonTarget::Page("/contacts"),
            Self::TeacherMessage(_) => ButtonTarget::Page("/dashboard/messages"),
            Self::AdminBooking(_)
            | Self::AdminWithdrawal(_)
            | Self::Contact(_)
            | Self::CourseCompleted(_)
            | Self::TeachingChanged(_)
            | Self::Test => ButtonTarget::Page("/dashboard"),
        }
    }

    /// The payload of its token.
    pub(super) fn payload(&self) -> Option<&str> {
        match self {
            Self::ChangeEmail(facts) => Some(&facts.new_email),
            _ => None,
        }
    }

    /// Whether staff wrote it completely, from greeting to signature.
    pub(super) const fn is_whole_letter(&self) -> bool {
        matches!(self, Self::ContactReply(_))
    }

    /// Whether it is addressed to the school itself.
    pub(super) fn is_for_school(&self) -> bool {
        matches!(
            self,
            Self::AdminBooking(_) | Self::AdminWithdrawal(_) | Self::Contact(_) | Self::CourseCompleted(_)
        )
    }
}

/// The path of the messages on the page of a class.
pub(super) fn class_messages_path(subscription_id: i64) -> String {
    format!("/ma-classe/{subscription_id}#messages")
}

/// The path of the page that accepts an invitation.
pub(super) fn invitation_path(token: &str) -> String {
    // After `#`, which is in no log.
    format!("/invitation#{token}")
}

/// The path of the page of an entry of a waiting list.
pub(super) fn waitlist_path(token: &str) -> String {
    // After `#`, which is in no log.
    format!("/liste-attente#{token}")
}

/// The path of the page that answers a proposal.
pub(super) fn proposal_path(token: &str) -> String {
    // After `#`, which is in no log.
    format!("/proposition#{token}")
}

/// The path of the places of a course in the dashboard.
pub(super) fn course_places_path(course_id: i64) -> String {
    format!("/dashboard/course/{course_id}/places")
}

/// The path of a page with a token.
pub(super) fn path(purpose: Purpose, user_id: i64, token: &str) -> String {
    match purpose {
        Purpose::ResetPassword | Purpose::SetPassword => format!("/reinitialiser?id={user_id}&token={token}"),
        Purpose::VerifyEmail => format!("/verifier-email?token={token}"),
        Purpose::ChangeEmail => format!("/confirmer-email?token={token}"),
        Purpose::DeleteAccount => format!("/supprimer-compte?token={token}"),
        // A code goes from the page to the app, never by mail.
        Purpose::DesktopCode => "/".to_owned(),
    }
}
