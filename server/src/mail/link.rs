//! Where the button of a mail leads. Tokens are made when the mail leaves; addresses are built from the
//! school's public one, never from a request.

use crate::one_time_tokens::Purpose;

use super::Kind;

/// What stands behind the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// A page of the site.
    Page(&'static str),
    /// A page that a one-time token opens.
    Token(Purpose),
}

/// Stands for a token that is not shown.
pub(super) const MASK: &str = "***";

impl Kind {
    /// Where this mail leads. `has_password`: whether the account can sign in already.
    pub(super) fn door(&self, has_password: bool) -> Door {
        match self {
            Self::VerifyEmail => Door::Token(Purpose::VerifyEmail),
            Self::ResetPassword => Door::Token(Purpose::ResetPassword),
            Self::SetPassword => Door::Token(Purpose::SetPassword),
            Self::ChangeEmail(_) => Door::Token(Purpose::ChangeEmail),
            Self::DeleteAccount => Door::Token(Purpose::DeleteAccount),
            Self::BeneficiaryConfirmed(_) if !has_password => Door::Token(Purpose::SetPassword),
            Self::ReservationConfirmed(facts) if !facts.is_read_by_payer() => Door::Page("/profile"),
            Self::ReservationConfirmed(_)
            | Self::BeneficiaryConfirmed(_)
            | Self::AccountExisted(_)
            | Self::CertificateIssued(_)
            | Self::CourseChanged(_) => Door::Page("/profile/subscriptions"),
            Self::PasswordChanged => Door::Page("/login"),
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
            | Self::WithdrawalDecided(_) => Door::Page("/profile"),
            Self::CourseCancelled(_) => Door::Page("/courses"),
            Self::ContactReply(_) => Door::Page("/contacts"),
            Self::AdminBooking(_)
            | Self::AdminWithdrawal(_)
            | Self::Contact(_)
            | Self::CourseCompleted(_)
            | Self::Test => Door::Page("/dashboard"),
        }
    }

    /// What its token carries.
    pub(super) fn payload(&self) -> Option<&str> {
        match self {
            Self::ChangeEmail(facts) => Some(&facts.new_email),
            _ => None,
        }
    }

    /// Whether staff wrote it from greeting to signature.
    pub(super) const fn is_whole_letter(&self) -> bool {
        matches!(self, Self::ContactReply(_))
    }

    /// Whether the school itself is written to.
    pub(super) fn is_for_school(&self) -> bool {
        matches!(
            self,
            Self::AdminBooking(_) | Self::AdminWithdrawal(_) | Self::Contact(_) | Self::CourseCompleted(_)
        )
    }
}

/// The path a token opens.
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
