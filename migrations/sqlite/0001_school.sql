-- The whole school. Ids are never used twice; cents are whole euro cents; JSON stands in TEXT;
-- instants are UTC with milliseconds; dates are days in Europe/Paris.

CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- Leases: which server does a recurring job now.
CREATE TABLE jobs (
    name TEXT PRIMARY KEY,
    lease_until TIMESTAMP NOT NULL,
    leased_by TEXT NOT NULL,
    last_run_at TIMESTAMP
);

-- One row: whether jobs are paused after a restore, and until which check.
CREATE TABLE server_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE rate_limits (
    bucket TEXT PRIMARY KEY,
    hits BIGINT NOT NULL,
    resets_at TIMESTAMP NOT NULL
);

CREATE TABLE idempotency_keys (
    scope TEXT PRIMARY KEY,
    body_hash TEXT NOT NULL,
    claim TEXT NOT NULL,
    claimed_until TIMESTAMP NOT NULL,
    status BIGINT,
    answer TEXT,
    expires_at TIMESTAMP NOT NULL
);

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    country TEXT,
    photo_url TEXT,
    phone_number TEXT,
    dial_code TEXT,
    birth_date DATE,
    role TEXT NOT NULL CHECK (role IN ('STUDENT', 'EDITOR', 'ADMIN')),
    must_reset_password BOOLEAN NOT NULL DEFAULT FALSE,
    -- An ADMIN's one-time password stops working after this instant.
    password_expires_at TIMESTAMP,
    language TEXT NOT NULL DEFAULT 'fr' CHECK (language IN ('fr', 'en', 'it', 'zh')),
    font_size BIGINT NOT NULL DEFAULT 50,
    email_verified_at TIMESTAMP,
    google_sub TEXT UNIQUE,
    registration_date DATE NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    deleted_at TIMESTAMP
);

-- A session is one refresh family; its life is absolute.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    remember_me BOOLEAN NOT NULL,
    user_agent TEXT NOT NULL DEFAULT '',
    -- Where it was opened from.
    ip TEXT,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    ended_why TEXT
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
    token_hash TEXT PRIMARY KEY,
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    parent_hash TEXT,
    created_at TIMESTAMP NOT NULL,
    first_used_at TIMESTAMP,
    -- Set when a child of this token was used: from then on it is only good for the grace.
    superseded_at TIMESTAMP
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- Links in mails and one-time codes. Only the hash of a token is kept.
CREATE TABLE one_time_tokens (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('RESET_PASSWORD', 'SET_PASSWORD', 'VERIFY_EMAIL', 'CHANGE_EMAIL', 'DELETE_ACCOUNT', 'DESKTOP_CODE')),
    user_id BIGINT NOT NULL REFERENCES users (id),
    payload TEXT,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP
);
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, purpose);

-- Who may look up {id, email} of an address just named as beneficiary, and until when.
CREATE TABLE beneficiary_lookups (
    user_id BIGINT NOT NULL REFERENCES users (id),
    email TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, email)
);

-- Beneficiaries that an account created: it may reserve for them.
CREATE TABLE beneficiaries (
    user_id BIGINT NOT NULL REFERENCES users (id),
    beneficiary_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, beneficiary_id)
);

CREATE TABLE languages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    name TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    flag TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE TABLE levels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    rank BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE TABLE teachers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    experience_years BIGINT NOT NULL DEFAULT 0,
    bio TEXT,
    languages_taught TEXT NOT NULL DEFAULT '[]',
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE TABLE courses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    status TEXT NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
    type TEXT NOT NULL CHECK (type IN ('ONLINE', 'IN_PERSON')),
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    detailed_description TEXT NOT NULL DEFAULT '',
    price_cents BIGINT NOT NULL CHECK (price_cents >= 0),
    free BOOLEAN NOT NULL DEFAULT FALSE,
    total_hours BIGINT NOT NULL CHECK (total_hours >= 1),
    language_id BIGINT NOT NULL REFERENCES languages (id),
    level_id BIGINT NOT NULL REFERENCES levels (id),
    teacher_id BIGINT REFERENCES teachers (id),
    start_date DATE NOT NULL,
    end_date DATE NOT NULL,
    capacity BIGINT,
    seats_taken BIGINT NOT NULL DEFAULT 0,
    location TEXT,
    schedule TEXT,
    meeting_url TEXT,
    selling_points TEXT NOT NULL DEFAULT '[]',
    lang TEXT,
    search_text TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    CHECK (seats_taken >= 0),
    CHECK (capacity IS NULL OR seats_taken <= capacity)
);
CREATE INDEX courses_listing ON courses (status, type, language_id, level_id);

CREATE TABLE objectives (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX objectives_course ON objectives (course_id, order_index);

CREATE TABLE prerequisites (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX prerequisites_course ON prerequisites (course_id, order_index);

CREATE TABLE modules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    description TEXT,
    price_cents BIGINT NOT NULL CHECK (price_cents >= 0),
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX modules_course ON modules (course_id, order_index);

CREATE TABLE chapters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    module_id BIGINT NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    content TEXT NOT NULL DEFAULT '',
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX chapters_module ON chapters (module_id, order_index);

CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    chapter_id BIGINT NOT NULL REFERENCES chapters (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    content TEXT NOT NULL DEFAULT '',
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX lessons_chapter ON lessons (chapter_id, order_index);

CREATE TABLE resources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    lesson_id BIGINT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('PDF', 'VIDEO', 'LINK')),
    captions_url TEXT,
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX resources_lesson ON resources (lesson_id, order_index);

CREATE TABLE quizzes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    lesson_id BIGINT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    instructions TEXT NOT NULL DEFAULT '',
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX quizzes_lesson ON quizzes (lesson_id);

CREATE TABLE quiz_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    quiz_id BIGINT NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    question_text TEXT NOT NULL,
    type_code TEXT NOT NULL CHECK (type_code IN ('QCM', 'TEXT', 'TRUE_FALSE', 'CLOZE', 'AUDIO')),
    options TEXT NOT NULL DEFAULT '[]',
    correct_answer TEXT NOT NULL,
    explanation TEXT,
    media_url TEXT,
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX quiz_questions_quiz ON quiz_questions (quiz_id, order_index);

CREATE TABLE test_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    language_id BIGINT NOT NULL REFERENCES languages (id),
    question TEXT NOT NULL,
    type_code TEXT NOT NULL CHECK (type_code IN ('QCM', 'TEXT', 'TRUE_FALSE', 'CLOZE', 'AUDIO')),
    options TEXT NOT NULL DEFAULT '[]',
    correct_answer TEXT NOT NULL,
    media_url TEXT,
    level TEXT CHECK (level IN ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX test_questions_language ON test_questions (language_id, order_index);

CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    user_id BIGINT REFERENCES users (id),
    course_id BIGINT REFERENCES courses (id),
    -- How the public sees the author: first name and initial.
    signature TEXT NOT NULL,
    message TEXT NOT NULL,
    rating BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
    active BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX comments_once ON comments (user_id, course_id);

CREATE TABLE contact_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    message TEXT NOT NULL,
    subject TEXT,
    recipient TEXT,
    -- When a call is wished for, in Paris: hh:mm.
    wished_date DATE,
    wished_time TEXT,
    language TEXT NOT NULL DEFAULT 'fr',
    handled BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE faq_categories (
    code TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    position BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);

CREATE TABLE faq_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    category TEXT NOT NULL REFERENCES faq_categories (code),
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    lang TEXT,
    order_index BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX faq_entries_category ON faq_entries (category, order_index);

-- A purchase from the held seat on. Payer and learner are kept apart everywhere.
CREATE TABLE reservations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    status TEXT NOT NULL CHECK (status IN ('HELD', 'CONFIRMED', 'EXPIRED', 'CANCELLED')),
    course_id BIGINT NOT NULL REFERENCES courses (id),
    scope TEXT NOT NULL CHECK (scope IN ('COURSE', 'MODULES')),
    start_date DATE NOT NULL,
    -- Null until the account exists.
    payer_id BIGINT REFERENCES users (id),
    learner_id BIGINT REFERENCES users (id),
    payer_email TEXT NOT NULL,
    learner_email TEXT NOT NULL,
    -- What was typed, password already hashed; null once it is no longer needed.
    draft TEXT,
    draft_erase_at TIMESTAMP,
    checkout_token_hash TEXT,
    checkout_token_expires_at TIMESTAMP,
    hold_until TIMESTAMP NOT NULL,
    hold_extended BOOLEAN NOT NULL DEFAULT FALSE,
    desk BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether this row counts in courses.seats_taken (adding modules takes none; a subscription takes it over).
    holds_seat BOOLEAN NOT NULL,
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    currency TEXT NOT NULL DEFAULT 'EUR',
    language TEXT NOT NULL DEFAULT 'fr',
    -- Address the hold came from, hashed: at most three open holds each.
    address_key TEXT,
    -- Hash of the request's idempotency key: whoever repeats with it repeats their own request.
    request_key TEXT,
    confirmed_at TIMESTAMP,
    confirmed_by TEXT CHECK (confirmed_by IN ('CARD', 'TRANSFER', 'CHEQUE', 'CASH', 'FREE')),
    confirm_note TEXT,
    payment_id BIGINT UNIQUE,
    created_account BOOLEAN NOT NULL DEFAULT FALSE,
    signed_in_at TIMESTAMP,
    expired_at TIMESTAMP,
    cancelled_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX reservations_one_hold ON reservations (course_id, learner_email) WHERE status = 'HELD';
CREATE INDEX reservations_payer ON reservations (payer_id);
CREATE INDEX reservations_learner ON reservations (learner_id);
CREATE INDEX reservations_due ON reservations (status, hold_until);
CREATE INDEX reservations_address ON reservations (address_key, status);
CREATE INDEX reservations_payer_email ON reservations (payer_email, status);

-- Snapshot of what was sold: never edited.
CREATE TABLE reservation_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reservation_id BIGINT NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
    course_id BIGINT NOT NULL REFERENCES courses (id),
    module_id BIGINT REFERENCES modules (id),
    title TEXT NOT NULL,
    cents BIGINT NOT NULL
);
CREATE INDEX reservation_lines_reservation ON reservation_lines (reservation_id);
CREATE INDEX reservation_lines_module ON reservation_lines (module_id);

CREATE TABLE payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Null while an amount-only intent is unbound.
    reservation_id BIGINT REFERENCES reservations (id),
    -- Who opened an amount-only intent; null when anonymous.
    user_id BIGINT REFERENCES users (id),
    provider TEXT NOT NULL CHECK (provider IN ('SANDBOX', 'STRIPE', 'DESK', 'FREE')),
    -- Null between the row and the provider's answer.
    provider_id TEXT,
    payment_ref TEXT NOT NULL UNIQUE,
    amount_cents BIGINT NOT NULL,
    currency TEXT NOT NULL DEFAULT 'EUR',
    status TEXT NOT NULL CHECK (status IN ('OPEN', 'PAID', 'CANCELLED', 'FAILED')),
    -- What the provider says was received; never trusted from a client.
    received_cents BIGINT NOT NULL DEFAULT 0,
    paid_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    UNIQUE (provider, provider_id)
);
CREATE INDEX payments_reservation ON payments (reservation_id);
CREATE INDEX payments_open ON payments (status, created_at);

CREATE TABLE refunds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    reservation_id BIGINT REFERENCES reservations (id),
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'DONE', 'FAILED')),
    provider_id TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    last_error TEXT,
    next_attempt_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    done_at TIMESTAMP
);
CREATE INDEX refunds_due ON refunds (status, next_attempt_at);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE UNIQUE INDEX refunds_provider ON refunds (provider_id);

-- Events a provider announced, so that each is applied once.
CREATE TABLE webhook_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    received_at TIMESTAMP NOT NULL,
    PRIMARY KEY (provider, event_id)
);

-- The sandbox's own books: what a card network would keep. Never a card number.
CREATE TABLE sandbox_intents (
    id TEXT PRIMARY KEY,
    idempotency_key TEXT NOT NULL UNIQUE,
    client_secret TEXT NOT NULL UNIQUE,
    amount_cents BIGINT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('OPEN', 'REQUIRES_ACTION', 'SUCCEEDED', 'CANCELLED')),
    metadata TEXT NOT NULL DEFAULT '{}',
    refunded_cents BIGINT NOT NULL DEFAULT 0,
    announced_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE TABLE sandbox_refunds (
    id TEXT PRIMARY KEY,
    idempotency_key TEXT NOT NULL UNIQUE,
    intent_id TEXT NOT NULL REFERENCES sandbox_intents (id),
    amount_cents BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    user_id BIGINT NOT NULL REFERENCES users (id),
    course_id BIGINT NOT NULL REFERENCES courses (id),
    scope TEXT NOT NULL CHECK (scope IN ('COURSE', 'MODULES')),
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'COMPLETED', 'EXPIRED')),
    active BOOLEAN NOT NULL DEFAULT TRUE,
    holds_seat BOOLEAN NOT NULL DEFAULT TRUE,
    payment_reference TEXT,
    subscription_date DATE NOT NULL,
    access_expires_at DATE NOT NULL,
    reservation_origin_id BIGINT REFERENCES reservations (id),
    -- What an ADMIN gave, beside what reservations bought; modules given name no reservation.
    granted_scope TEXT CHECK (granted_scope IN ('COURSE', 'MODULES')),
    grant_reason TEXT,
    completed_at TIMESTAMP,
    completion_notified_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX subscriptions_user ON subscriptions (user_id, course_id);
CREATE INDEX subscriptions_course ON subscriptions (course_id);
-- A confirmed reservation makes or extends exactly one subscription.
CREATE TABLE subscription_reservations (
    reservation_id BIGINT PRIMARY KEY REFERENCES reservations (id),
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    -- What this reservation bought: the whole course, or the modules that name it.
    scope TEXT NOT NULL CHECK (scope IN ('COURSE', 'MODULES'))
);
CREATE INDEX subscription_reservations_subscription ON subscription_reservations (subscription_id);

CREATE TABLE subscription_modules (
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    module_id BIGINT NOT NULL REFERENCES modules (id),
    -- Null when granted by an ADMIN.
    reservation_id BIGINT REFERENCES reservations (id),
    PRIMARY KEY (subscription_id, module_id)
);

CREATE TABLE lesson_views (
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    lesson_id BIGINT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    viewed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (subscription_id, lesson_id)
);

-- Kept once reached: content added later does not take a completion away.
CREATE TABLE module_completions (
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    module_id BIGINT NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
    completed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (subscription_id, module_id)
);

-- The outbox: one row of each kind per fact, written with its cause. Each kind has one reader.
CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    fact TEXT NOT NULL,
    recipient TEXT NOT NULL,
    recipient_name TEXT NOT NULL DEFAULT '',
    reply_to TEXT,
    user_id BIGINT REFERENCES users (id),
    language TEXT NOT NULL,
    -- Facts for the template; links with tokens are made when the mail leaves.
    params TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('QUEUED', 'SENT', 'PARKED')),
    attempts BIGINT NOT NULL DEFAULT 0,
    last_error TEXT,
    next_attempt_at TIMESTAMP NOT NULL,
    leased_by TEXT,
    created_at TIMESTAMP NOT NULL,
    sent_at TIMESTAMP,
    -- Where its button led, token included: kept in development only.
    sent_link TEXT,
    UNIQUE (kind, fact)
);
CREATE INDEX mails_due ON mails (status, next_attempt_at);

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TIMESTAMP NOT NULL,
    -- Null: an anonymous visitor or the server itself.
    user_id BIGINT,
    role TEXT,
    action TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id BIGINT,
    before_values TEXT,
    after_values TEXT,
    request_id TEXT
);
CREATE INDEX audit_entity ON audit (entity, entity_id);
CREATE INDEX audit_at ON audit (at);

-- What became of deleted content, for copies kept elsewhere.
CREATE TABLE tombstones (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entity TEXT NOT NULL,
    entity_id BIGINT NOT NULL,
    client_id TEXT,
    deleted_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX tombstones_entity ON tombstones (entity, entity_id);
