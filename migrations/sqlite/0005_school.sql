-- What the school says of itself: one row, there from the start.
CREATE TABLE school (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL DEFAULT 1,
    name TEXT NOT NULL,
    legal_name TEXT,
    legal_form TEXT,
    street TEXT,
    postal_code TEXT,
    city TEXT,
    country TEXT,
    siret TEXT,
    training_activity_number TEXT,
    phone TEXT,
    email TEXT,
    vat_mention TEXT,
    mediator_name TEXT,
    mediator_address TEXT,
    mediator_url TEXT,
    updated_at TIMESTAMP
);
INSERT INTO school (id, name) VALUES (1, 'Préau');

-- Every version of the legal pages ever published; the newest of a kind is in force, none is edited.
CREATE TABLE school_pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('LEGAL', 'TERMS', 'PRIVACY')),
    number BIGINT NOT NULL,
    html TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    created_by BIGINT REFERENCES users (id),
    UNIQUE (kind, number)
);

-- What the payer of a reservation agreed to when the seat was held.
CREATE TABLE consents (
    reservation_id BIGINT NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('TERMS', 'EARLY_START', 'PARENTAL')),
    -- The terms that were accepted.
    page_id BIGINT REFERENCES school_pages (id),
    given_at TIMESTAMP NOT NULL,
    PRIMARY KEY (reservation_id, kind),
    CHECK ((kind = 'TERMS') = (page_id IS NOT NULL))
);
