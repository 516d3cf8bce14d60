-- The second factor of staff: a secret that an app on their phone makes codes from. Without `confirmed_at` it is being
-- set up and asked for nowhere. No step (30 seconds) up to `last_step` is taken again: each code is good once.
CREATE TABLE second_factors (
    user_id BIGINT PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    confirmed_at TIMESTAMP,
    last_step BIGINT
);

-- Codes for those who lost their phone, hashed. Each is good once.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    used_at TIMESTAMP,
    PRIMARY KEY (user_id, code_hash)
);

-- Sign-ins that wait for the second factor. A row goes when it is answered or guessed at too often.
CREATE TABLE sign_in_challenges (
    challenge_hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    remember_me BOOLEAN NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);

-- Whether staff must have a second factor.
ALTER TABLE school ADD COLUMN second_factor_required BOOLEAN NOT NULL DEFAULT FALSE;
