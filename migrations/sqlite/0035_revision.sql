-- What learners revise: questions of quizzes that they answered wrong, and words they marked in a lesson.
CREATE TABLE revision_cards (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- Of a word: the client's own id.
    client_id TEXT,
    question_id BIGINT REFERENCES quiz_questions ON DELETE CASCADE,
    -- Where it comes from.
    lesson_id BIGINT NOT NULL REFERENCES lessons ON DELETE CASCADE,
    -- A word and what it means.
    front TEXT,
    back TEXT,
    created_at TIMESTAMP NOT NULL,
    -- The last time its question was answered wrong again.
    missed_at TIMESTAMP,
    -- What follows from its reviews: they are replayed with each one that arrives.
    due_on DATE NOT NULL,
    last_reviewed_at TIMESTAMP,
    reviews BIGINT NOT NULL DEFAULT 0,
    stability DOUBLE PRECISION,
    difficulty DOUBLE PRECISION,
    UNIQUE (user_id, client_id),
    UNIQUE (user_id, question_id),
    CHECK ((question_id IS NULL) = (client_id IS NOT NULL)),
    CHECK ((question_id IS NULL) = (front IS NOT NULL)),
    CHECK ((question_id IS NULL) = (back IS NOT NULL))
);
CREATE INDEX revision_cards_due ON revision_cards (user_id, due_on);
CREATE INDEX revision_cards_question ON revision_cards (question_id);
CREATE INDEX revision_cards_lesson ON revision_cards (lesson_id);

-- As learners made them, on any device, and in whatever order they arrived.
CREATE TABLE revision_reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    card_id BIGINT NOT NULL REFERENCES revision_cards ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    rating TEXT NOT NULL CHECK (rating IN ('AGAIN', 'HARD', 'GOOD', 'EASY')),
    reviewed_at TIMESTAMP NOT NULL,
    received_at TIMESTAMP NOT NULL,
    UNIQUE (user_id, client_id)
);
CREATE INDEX revision_reviews_card ON revision_reviews (card_id);
