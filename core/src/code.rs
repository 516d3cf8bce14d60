//! The single list of error codes, each with its French message.
//!
//! Clients switch on the code and translate it; the French message is the reference text and may contain parameters in
//! braces. Codes are stable: they are added, never renamed. Which rule returns which code is defined by the rules.

use serde::{Deserialize, Serialize};

/// What a code means for the caller; the server maps each to one HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be read at all (400).
    Malformed,
    /// Nobody is signed in, or the session has ended (401).
    Unauthenticated,
    /// Not paid yet (402).
    Unpaid,
    /// The role does not allow it (403).
    Forbidden,
    /// Missing, or somebody else's (404).
    Missing,
    /// The path does not support this method (405).
    Method,
    /// The current state forbids it (409).
    Conflict,
    /// It existed and is gone (410).
    Gone,
    /// It took too long (408).
    TooSlow,
    /// Modified by somebody else in the meantime (412).
    Stale,
    /// Too much data (413).
    TooLarge,
    /// Unsupported media type (415).
    MediaType,
    /// A rule is broken (422).
    Invalid,
    /// Too many calls (429).
    TooMany,
    /// Internal error (500).
    Failure,
    /// Busy or starting: retry later (503).
    Unavailable,
}

macro_rules! codes {
    ($($variant:ident $text:tt $kind:ident $french:tt)*) => {
        /// A stable error code, in snake case in JSON.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Code {
            $(#[doc = $french] #[serde(rename = $text)] $variant,)*
        }

        /// Each code with its French message, against which translations are checked.
        pub const ALL_CODES: &[(&str, &str)] = &[$(($text, $french),)*];

        impl Code {
            /// Every code, in the order of [`ALL_CODES`].
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name clients see.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The French message, with its parameters still in braces.
            pub const fn french(self) -> &'static str {
                match self { $(Self::$variant => $french,)* }
            }

            /// The kind of the code.
            pub const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)* }
            }
        }
    };
}

codes! {
    // Any request
    MalformedJson "malformed_json" Malformed "La requête est illisible."
    MalformedRequest "malformed_request" Malformed "La requête est incorrecte."
    InvalidSignature "invalid_signature" Malformed "Signature invalide."
    Unauthenticated "unauthenticated" Unauthenticated "Veuillez vous connecter."
    SessionExpired "session_expired" Unauthenticated "Votre session a expiré. Veuillez vous reconnecter."
    LoginFailed "login_failed" Unauthenticated "Échec de la connexion"
    InvalidToken "invalid_token" Unauthenticated "Ce lien ou ce jeton n'est plus valable."
    SecondFactorRequired "second_factor_required" Unauthenticated "Veuillez saisir le code de votre téléphone."
    SecondFactorExpired "second_factor_expired" Gone "Cette connexion a été interrompue : trop de temps ou trop de codes erronés. Veuillez vous reconnecter."
    GoogleFailed "google_failed" Unauthenticated "Erreur lors de la connexion avec Google"
    Unpaid "unpaid" Unpaid "Le paiement n'a pas encore été reçu."
    Forbidden "forbidden" Forbidden "Vous n'avez pas le droit de faire cela."
    MustResetPassword "must_reset_password" Forbidden "Vous devez d'abord choisir un nouveau mot de passe."
    SecondFactorMissing "second_factor_missing" Forbidden "La double authentification est nécessaire : activez-la dans votre profil."
    SecondFactorStaffOnly "second_factor_staff_only" Forbidden "La double authentification est proposée à l'équipe de l'école."
    FreshSignInRequired "fresh_sign_in_required" Forbidden "Pour votre sécurité, reconnectez-vous, puis recommencez."
    StaffOnly "staff_only" Forbidden "L'application Préau est réservée à l'équipe de l'école."
    EmailNotVerified "email_not_verified" Forbidden "Veuillez d'abord confirmer votre adresse e-mail."
    NotFound "not_found" Missing "Introuvable."
    MethodNotAllowed "method_not_allowed" Method "Cette méthode n'est pas acceptée ici."
    Conflict "conflict" Conflict "L'état actuel ne le permet pas."
    InUse "in_use" Conflict "Cet élément est encore utilisé."
    Taken "taken" Conflict "Cette valeur est déjà prise."
    Gone "gone" Gone "Ce n'est plus disponible."
    CursorGone "cursor_gone" Gone "Cette copie ne peut plus être continuée : elle est à refaire depuis le début."
    TooSlow "too_slow" TooSlow "La réponse a pris trop de temps. Veuillez réessayer."
    Stale "stale" Stale "Cet élément a été modifié entre-temps."
    TooLarge "too_large" TooLarge "Les données envoyées sont trop volumineuses."
    UnsupportedMediaType "unsupported_media_type" MediaType "Ce type de contenu n'est pas accepté."
    TooManyRequests "too_many_requests" TooMany "Trop de tentatives. Veuillez réessayer plus tard."
    Internal "internal" Failure "Une erreur est survenue. Veuillez réessayer."
    Unavailable "unavailable" Unavailable "Le service est momentanément indisponible. Veuillez réessayer."
    IdempotencyMismatch "idempotency_mismatch" Invalid "Cette clé d'idempotence a déjà servi pour une autre requête."
    IdempotencyInFlight "idempotency_in_flight" Conflict "La même requête est en cours de traitement."

    // Any field
    Invalid "invalid" Invalid "Certains champs sont à corriger."
    Required "required" Invalid "Ce champ est requis"
    InvalidType "invalid_type" Invalid "Cette valeur n'est pas du bon type."
    InvalidValue "invalid_value" Invalid "Cette valeur n'est pas acceptée."
    UnknownReference "unknown_reference" Invalid "Cet élément n'existe pas."
    TooShort "too_short" Invalid "Minimum {min} caractères requis"
    TooLong "too_long" Invalid "Au plus {max} caractères sont acceptés."
    TooSmall "too_small" Invalid "La valeur minimale est {min}."
    TooBig "too_big" Invalid "La valeur maximale est {max}."
    TooFew "too_few" Invalid "Au moins {min} éléments sont nécessaires."
    TooMany "too_many" Invalid "Au plus {max} éléments sont acceptés."
    ControlCharacter "control_character" Invalid "Ce texte contient des caractères interdits."
    UnwritableLetter "unwritable_letter" Invalid "Nos factures et attestations ne peuvent pas imprimer « {letter} ». Écrivez ce texte en lettres latines, comme sur un passeport."
    InvalidDate "invalid_date" Invalid "Cette date n'est pas valide."
    InvalidTime "invalid_time" Invalid "Cette heure n'est pas valide."
    InvalidAmount "invalid_amount" Invalid "Ce montant n'est pas valide."
    NegativeAmount "negative_amount" Invalid "Le prix doit être positif"

    // People
    BookerIncomplete "booker_incomplete" Invalid "Tous vos champs personnels requis doivent être complétés."
    BeneficiaryIncomplete "beneficiary_incomplete" Invalid "Tous les champs du bénéficiaire doivent être complétés."
    InvalidEmail "invalid_email" Invalid "Adresse email invalide."
    InvalidPhone "invalid_phone" Invalid "Votre numéro de téléphone semble invalide."
    InvalidBeneficiaryPhone "invalid_beneficiary_phone" Invalid "Le numéro de téléphone du bénéficiaire semble invalide."
    InvalidDialCode "invalid_dial_code" Invalid "L'indicatif téléphonique n'est pas valide."
    BirthDateInFuture "birth_date_in_future" Invalid "La date de naissance ne peut pas être dans le futur."
    BirthDateTooOld "birth_date_too_old" Invalid "La date de naissance ne peut pas être antérieure à 1900."
    PasswordTooShort "password_too_short" Invalid "Le mot de passe doit contenir au moins 6 caractères"
    NewPasswordTooShort "new_password_too_short" Invalid "Le mot de passe doit contenir au moins 6 caractères."
    PasswordTooLong "password_too_long" Invalid "Le mot de passe doit contenir au plus 128 caractères."
    PasswordTooCommon "password_too_common" Invalid "Ce mot de passe est trop courant. Veuillez en choisir un autre."
    PasswordMismatch "password_mismatch" Invalid "Les mots de passe ne correspondent pas"
    WrongPassword "wrong_password" Invalid "Le mot de passe actuel est incorrect."
    WrongCode "wrong_code" Invalid "Ce code n'est pas valable. Un code ne sert qu'une fois : attendez le suivant."
    SecondFactorFirst "second_factor_first" Conflict "Activez d'abord la double authentification de votre propre compte, dans votre profil."
    SecondFactorMandatory "second_factor_mandatory" Conflict "L'école demande la double authentification à son équipe : elle ne peut pas être désactivée."
    EmailTaken "email_taken" Conflict "Email déjà utilisé"
    SameEmail "same_email" Invalid "L'adresse e-mail du bénéficiaire doit être différente de la vôtre."
    LastAdmin "last_admin" Conflict "Le dernier compte d'administration ne peut être ni rétrogradé ni supprimé."
    NeedsConsentRequired "needs_consent_required" Invalid "Cette note n'est gardée qu'avec l'accord de l'élève."
    TeacherHasAccount "teacher_has_account" Conflict "Ce professeur a déjà un compte. Retirez-lui d'abord l'accès."
    TeachesAlready "teaches_already" Conflict "Ce compte est déjà celui d'un autre professeur."
    SignInToAccept "sign_in_to_accept" Conflict "Un compte existe avec cette adresse : connectez-vous pour accepter l'invitation."
    ConsentRequired "consent_required" Invalid "Veuillez accepter la politique de confidentialité."

    // The school's data
    InvalidSiret "invalid_siret" Invalid "Ce numéro SIRET n'est pas valable : 14 chiffres, clé de contrôle comprise."
    InvalidActivityNumber "invalid_activity_number" Invalid "Le numéro de déclaration d'activité compte 11 chiffres."
    InvalidPostalCode "invalid_postal_code" Invalid "Ce code postal n'est pas valable."
    VatGroundRequired "vat_ground_required" Conflict "Ce cours ne peut pas encore être vendu : l'école doit d'abord choisir son motif d'exonération de TVA dans ses réglages."

    // Courses
    NotPublished "not_published" Conflict "Ce cours n'est pas ouvert à la réservation."
    Ended "ended" Conflict "Ce cours est terminé."
    NoStartDate "no_start_date" Conflict "Ce cours se termine dans moins de deux semaines."
    Full "full" Conflict "Ce cours est complet."
    PeriodTooLong "period_too_long" Invalid "La période peut compter au plus deux ans."
    EndBeforeStart "end_before_start" Invalid "La date de fin doit être postérieure à la date de début."
    TeacherRequired "teacher_required" Invalid "Un professeur est nécessaire pour publier le cours."
    ModulesRequired "modules_required" Invalid "Au moins un module est nécessaire pour publier le cours."
    PriceRequired "price_required" Invalid "Un prix supérieur à 0 est nécessaire, à moins que le cours soit gratuit."
    CapacityTooSmall "capacity_too_small" Conflict "{taken} places sont déjà prises."
    TypeRequired "type_required" Invalid "Veuillez sélectionner un type"
    HoursRequired "hours_required" Invalid "Minimum 1 heure"
    StartDateRequired "start_date_required" Invalid "La date de début est requise"
    EndDateRequired "end_date_required" Invalid "La date de fin est requise"
    ModuleTitleRequired "module_title_required" Invalid "Le titre est requis"
    ModulePriceRequired "module_price_required" Invalid "Le prix est requis"
    ModulesIncomplete "modules_incomplete" Invalid "Certains modules ont des erreurs (titre et prix requis)"
    PriceMismatch "price_mismatch" Invalid "Le prix total ne correspond pas à la somme des prix des modules. Veuillez vérifier."
    CourseReserved "course_reserved" Conflict "Ce cours ne peut pas être supprimé (réservations, inscriptions et avis : {count}). Vous pouvez l'archiver."
    ModuleSold "module_sold" Conflict "Le module « {title} » a été vendu et ne peut pas être supprimé (réservations et inscriptions : {count}). Vous pouvez archiver le cours."

    // Class sessions
    RoomTaken "room_taken" Conflict "La salle {room} est déjà prise le {day} de {from} à {to} : {course}."
    SessionDiffers "session_differs" Conflict "Ce cours a déjà une séance à cette heure, et elle est différente : modifiez la ligne ou la séance."
    TeacherTaken "teacher_taken" Conflict "{teacher} donne déjà une séance le {day} de {from} à {to} : {course}."
    OutsideCourseDates "outside_course_dates" Conflict "Cette séance se tient en dehors des dates du cours, du {start} au {end}."
    RangeTooLong "range_too_long" Invalid "La période peut compter au plus 92 jours."
    SessionPast "session_past" Conflict "Cette séance a déjà commencé : elle ne peut plus être supprimée."
    SessionCancelled "session_cancelled" Conflict "Cette séance est annulée : elle ne peut plus être modifiée."

    // Reservation
    TargetRequired "target_required" Invalid "Veuillez indiquer si la réservation est pour vous-même ou pour quelqu'un d'autre."
    SelectionRequired "selection_required" Invalid "Sélectionnez au moins un module ou le cours complet."
    SelectionOrDateRequired "selection_or_date_required" Invalid "Sélectionnez au moins un module ou une date."
    StartDatePast "start_date_past" Invalid "La date ne peut pas être antérieure à aujourd'hui."
    StartDateTooLate "start_date_too_late" Invalid "La date de démarrage doit être au moins 2 semaines avant la fin du cours."
    UnknownModule "unknown_module" Invalid "Ce module ne fait pas partie du cours."
    AlreadyOwned "already_owned" Invalid "Ce module est déjà compris dans une inscription en cours."
    ModuleOver "module_over" Invalid "Toutes les séances de ce module ont eu lieu."
    AlreadySubscribed "already_subscribed" Conflict "Ce cours est déjà compris dans une inscription en cours."
    SessionsOver "sessions_over" Conflict "Toutes les séances de ce cours ont eu lieu."
    NothingToPay "nothing_to_pay" Invalid "Cette sélection n'a pas de prix. Veuillez contacter l'école."
    AlreadyHeld "already_held" Conflict "Une réservation de ce cours est déjà en attente de paiement."
    AlreadyWaiting "already_waiting" Conflict "Cette personne est déjà sur la liste d'attente de ce cours."
    NotWaiting "not_waiting" Conflict "Cette personne n'attend pas de place dans ce cours."
    OfferOver "offer_over" Gone "Cette place n'est plus proposée."
    SeatsFree "seats_free" Conflict "Il reste des places dans ce cours : il n'y a pas d'attente."
    OfferHoursOutOfRange "offer_hours_out_of_range" Invalid "Le délai de réponse va de {min} à {max} heures."
    MinimumRequired "minimum_required" Invalid "Indiquez l'effectif minimum, ou retirez le jour de décision."
    MinimumOutOfRange "minimum_out_of_range" Invalid "L'effectif minimum va de {min} à {max}."
    MinimumAboveCapacity "minimum_above_capacity" Invalid "L'effectif minimum ne peut pas dépasser les {max} places du cours."
    MinimumInPerson "minimum_in_person" Invalid "Seuls les cours en présentiel ont un effectif minimum."
    DecisionDayRequired "decision_day_required" Invalid "Indiquez le jour de décision."
    DecisionDayAfterStart "decision_day_after_start" Invalid "Le jour de décision ne peut pas suivre le premier jour du cours."
    DecisionDayBeforeAnswers "decision_day_before_answers" Invalid "Le jour de décision doit suivre le dernier jour de réponse."
    AnswerByOutOfRange "answer_by_out_of_range" Invalid "Le dernier jour de réponse va de demain à la veille du premier jour du cours."
    StartInPast "start_in_past" Invalid "Le premier jour doit être à venir."
    TargetNotOpen "target_not_open" Invalid "Ce cours ne peut pas accueillir ces élèves."
    CourseBegun "course_begun" Conflict "Ce cours a commencé : il peut encore être confirmé ou annulé."
    NotDecidable "not_decidable" Conflict "Il n'y a rien à décider pour ce cours."
    AnswersOpen "answers_open" Conflict "Des réponses à la décision précédente sont encore attendues."
    ProposalOver "proposal_over" Gone "Cette proposition n'attend plus de réponse."
    TooManyHolds "too_many_holds" TooMany "Trop de réservations en attente de paiement."
    TooManyReplies "too_many_replies" Conflict "Ce message a déjà reçu {max} réponses. Vous pouvez continuer depuis votre messagerie."
    TermsRequired "terms_required" Invalid "Veuillez accepter les conditions générales de vente."
    TermsChanged "terms_changed" Conflict "Les conditions générales de vente viennent de changer. Veuillez les relire, puis les accepter."
    EarlyStartRequired "early_start_required" Invalid "Sans cette demande, les leçons ne s'ouvriraient qu'à la fin du cours. Pour suivre ce cours, demandez qu'il commence avant la fin du délai de rétractation."
    ParentalConsentRequired "parental_consent_required" Invalid "Veuillez confirmer que vous êtes le représentant légal de l'élève."
    ChildDataConsentRequired "child_data_consent_required" Invalid "Veuillez consentir au traitement des données de l'élève."
    GuardianRequired "guardian_required" Invalid "Avant 18 ans, un parent ou un représentant légal doit faire la réservation."
    NoEmail "no_email" Conflict "Ce compte n'a pas d'e-mail : ajoutez-en un d'abord."

    // Payment
    AmountMismatch "amount_mismatch" Conflict "Le montant a changé."
    ReservationRequired "reservation_required" Conflict "Une réservation est nécessaire pour payer."
    PaymentFailed "payment_failed" Unpaid "Erreur lors du paiement."
    PaymentMismatch "payment_mismatch" Conflict "Ce paiement ne correspond pas à la réservation."
    Expired "expired" Gone "Le délai de réservation est écoulé."
    Refunded "refunded" Conflict "Ce paiement a été remboursé."
    HolderRequired "holder_required" Invalid "Veuillez saisir le nom du titulaire de la carte."
    InvalidCardNumber "invalid_card_number" Invalid "Le numéro de carte est invalide."
    InvalidCardExpiry "invalid_card_expiry" Invalid "La date d'expiration est invalide."
    InvalidCardCvc "invalid_card_cvc" Invalid "Le code de sécurité est invalide."
    CardDeclined "card_declined" Unpaid "La carte a été refusée."
    InsufficientFunds "insufficient_funds" Unpaid "Le solde de la carte est insuffisant."
    CardExpired "card_expired" Unpaid "La carte a expiré."
    AuthenticationFailed "authentication_failed" Unpaid "Le paiement n'a pas été authentifié."
    NotCancellable "not_cancellable" Conflict "Cette réservation ne peut plus être annulée ici."
    NotConfirmed "not_confirmed" Conflict "Cette réservation n'est pas confirmée."
    WithdrawalOver "withdrawal_over" Conflict "Le délai de rétractation de 14 jours est écoulé."
    RefundTooHigh "refund_too_high" Invalid "Le remboursement ne peut pas dépasser le montant payé."
    NotOnline "not_online" Conflict "Ce contrat n'a pas été conclu sur le site : adressez-vous à l'école."
    WithdrawalSettled "withdrawal_settled" Conflict "Cette rétractation est déjà réglée."
    RefundNotFailed "refund_not_failed" Conflict "Ce remboursement n'attend aucune décision."
    RefundToRetry "refund_to_retry" Conflict "Le prestataire de ce paiement répond de nouveau : réessayez d'abord le remboursement, il a peut-être déjà été fait."
    ProviderNotInUse "provider_not_in_use" Conflict "Le prestataire de ce paiement n'est plus utilisé : le remboursement se règle à la main."
    NothingPaid "nothing_paid" Conflict "Rien n'a été payé pour cette réservation."
    PreviewChanged "preview_changed" Conflict "Les réservations ont changé entre-temps. Vérifiez de nouveau la liste."
    HasMoney "has_money" Conflict "Un paiement y est attaché : elle ne peut pas être supprimée."

    // Content
    ChapterIncomplete "chapter_incomplete" Invalid "Veuillez remplir le titre et la description du chapitre."
    LessonIncomplete "lesson_incomplete" Invalid "Veuillez remplir le titre et le contenu de la leçon."
    ResourceIncomplete "resource_incomplete" Invalid "Veuillez remplir tous les champs de la ressource."

    // Learning
    AccessEnded "access_ended" Forbidden "Votre accès à ce cours est terminé."
    AccessNotOpen "access_not_open" Forbidden "Les leçons de ce cours ne sont pas encore ouvertes."
    NotComplete "not_complete" Conflict "Toutes les leçons n'ont pas encore été vues."
    ExtensionOutOfRange "extension_out_of_range" Invalid "La prolongation va de {min} à {max} jours."
    AnswersIncomplete "answers_incomplete" Invalid "Veuillez répondre à toutes les questions avant de soumettre."
    TestNotOffered "test_not_offered" Conflict "Ce test n'a pas encore assez de questions."
    AttemptAbandoned "attempt_abandoned" Conflict "Un autre test a été commencé à la place de celui-ci."
    ReasonRequired "reason_required" Invalid "Une raison est nécessaire."

    // Attendance
    SessionNotBegun "session_not_begun" Conflict "Cette séance n'a pas encore commencé."
    SessionsToCome "sessions_to_come" Conflict "Ce cours a des élèves et des séances à venir ({count}) : annulez-les, ou annulez le cours."
    SessionMarked "session_marked" Conflict "L'appel de cette séance a commencé : elle ne peut plus être déplacée, annulée ni supprimée."
    NotInClass "not_in_class" Conflict "Cette personne ne fait pas partie de la classe de cette séance."
    MarksMissing "marks_missing" Conflict "Il manque l'appel de certaines personnes."
    CodeUnknown "code_unknown" Missing "Ce code n'est pas reconnu."
    CodeExpired "code_expired" Conflict "Ce code a changé : lisez celui qui est affiché maintenant."
    CheckInNotOpen "check_in_not_open" Conflict "Le pointage ouvre 15 minutes avant la séance."
    CheckInOver "check_in_over" Conflict "Le pointage de cette séance est terminé."

    // Certificates
    CertificateUnreadable "certificate_unreadable" Invalid "Ce code n'est pas lisible : copiez-le en entier, tel qu'il figure sur l'attestation."
    CertificateForged "certificate_forged" Invalid "La signature ne correspond pas : cette attestation ne vient pas de l'école, ou elle a été modifiée."
    CertificateRevoked "certificate_revoked" Gone "L'école a révoqué cette attestation."
    CertificateNotDue "certificate_not_due" Conflict "L'attestation se délivre une fois toutes les leçons ouvertes, à partir du premier jour du cours."
    CertificateSheetsOpen "certificate_sheets_open" Conflict "Des séances ont eu lieu sans que leur feuille soit close ({count}) : l'attestation attend leur clôture."
    CertificateNoSheets "certificate_no_sheets" Conflict "Pour un cours en présentiel, l'attestation demande des feuilles de présence closes : il n'y en a pas."
    CertificateNotOver "certificate_not_over" Conflict "L'attestation de présence se délivre à partir du dernier jour du cours."
    CertificateWithdrawn "certificate_withdrawn" Conflict "Cette inscription a été interrompue : elle ne donne pas droit à une attestation."
    CertificateReplaced "certificate_replaced" Conflict "Une autre attestation en vigueur a pris la place de celle-ci."
    CertificateNameless "certificate_nameless" Conflict "Le compte de cet élève a été supprimé : aucune attestation ne peut plus être délivrée à son nom."

    // Questions
    Duplicate "duplicate" Invalid "Cette valeur figure déjà plus haut."
    NotAnOption "not_an_option" Invalid "La bonne réponse doit être l'une des options."
    GapsMisnumbered "gaps_misnumbered" Invalid "Les trous se numérotent à partir de 1, sans saut ni répétition."
    GapsDiffer "gaps_differ" Invalid "Gardez les mêmes trous que dans la question."
    GapsUnanswered "gaps_unanswered" Invalid "Il faut exactement une réponse par trou : {gaps} en tout."

    // Files of questions
    FileNotUnicode "file_not_unicode" Invalid "Ce fichier n'est pas lisible : enregistrez-le au format CSV UTF-8."
    UnknownColumns "unknown_columns" Invalid "Ces colonnes ne sont pas connues : {columns}. Colonnes possibles : {expected}."
    MissingColumns "missing_columns" Invalid "Il manque ces colonnes : {columns}."
    ExtraCells "extra_cells" Invalid "Cette ligne a plus de cellules que la première."
    ImportRefused "import_refused" Invalid "Rien n'a été importé : certaines lignes sont à corriger."

    // Files
    FileTypeRefused "file_type_refused" Invalid "Ce type de fichier n'est pas accepté."
    FileTypeMismatch "file_type_mismatch" Invalid "Le contenu de ce fichier ne correspond pas à son nom."
    FileTooLarge "file_too_large" TooLarge "Ce fichier est trop volumineux : au plus {max} Mo."
    UploadOffset "upload_offset" Conflict "Ce morceau du fichier ne fait pas suite à ce qui est arrivé : {offset} octets."
    TooManyUploads "too_many_uploads" TooMany "Trop d'envois de fichiers sont en cours : attendez la fin de l'un d'eux, ou annulez-le."
    PictureUnreadable "picture_unreadable" Invalid "Cette image est abîmée ou incomplète : enregistrez-la à nouveau, puis renvoyez-la."
    PictureTooLarge "picture_too_large" Invalid "Cette image est trop grande : au plus {max} mégapixels. Réduisez-la, puis renvoyez-la."
    GifTooLarge "gif_too_large" Invalid "Ce GIF est trop grand : au plus {side} pixels de côté, et {max} mégapixels pour toutes ses images ensemble."
    AnimationRefused "animation_refused" Invalid "Une image animée doit être un GIF : convertissez-la, ou envoyez une vidéo."
    LogoUnusable "logo_unusable" Invalid "Cette image ne convient pas : enregistrez-la en PNG, JPEG (RVB) ou WebP, de {max} pixels de côté au plus."

    // Comments
    MessageTooShort "message_too_short" Invalid "Le message est requis (min. 3 caractères)."
    RatingOutOfRange "rating_out_of_range" Invalid "La note doit être entre 1 et 5."
    NotSubscribed "not_subscribed" Invalid "Seules les personnes inscrites à ce cours peuvent donner leur avis."
    AlreadyCommented "already_commented" Conflict "Vous avez déjà donné votre avis sur ce cours."
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_snake_case_and_have_a_message() {
        let mut seen = BTreeSet::new();
        for (code, french) in ALL_CODES {
            assert!(seen.insert(code), "{code} stands twice");
            assert!(code.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{code}");
            assert!(!french.trim().is_empty(), "{code} has no message");
        }
    }

    #[test]
    fn json_carries_the_name() {
        for code in Code::ALL {
            let json = serde_json::to_value(code).unwrap();
            assert_eq!(json, code.as_str());
            assert_eq!(serde_json::from_value::<Code>(json).unwrap(), *code);
        }
    }
}
