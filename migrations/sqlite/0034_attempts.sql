-- Answers to tests and quizzes are kept, and the adaptive test. The questions that there are belong to the short test;
-- apps that copied them read them again.
ALTER TABLE test_questions ADD COLUMN in_fixed_test BOOLEAN NOT NULL DEFAULT FALSE;
-- The version that changed last what learners read or what is right: answers to another one are not compared.
ALTER TABLE test_questions ADD COLUMN content_version BIGINT NOT NULL DEFAULT 1;
UPDATE test_questions SET in_fixed_test = TRUE, content_version = version;

CREATE TABLE test_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    language_id BIGINT NOT NULL REFERENCES languages ON DELETE CASCADE,
    -- Nobody: without an account, or removed after two years.
    user_id BIGINT REFERENCES users ON DELETE SET NULL,
    -- Of an attempt without an account.
    token_hash TEXT UNIQUE,
    -- Which of several good questions are asked.
    seed BIGINT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    -- With a level: the result. Without: another was begun instead.
    finished_at TIMESTAMP,
    level TEXT CHECK (level IN ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
    -- In logits.
    ability DOUBLE PRECISION,
    standard_error DOUBLE PRECISION,
    -- That the learner is of this level, from 0 to 1.
    probability DOUBLE PRECISION
);
CREATE INDEX test_attempts_user ON test_attempts (user_id, language_id);
CREATE INDEX test_attempts_language ON test_attempts (language_id, id);
CREATE INDEX test_attempts_named ON test_attempts (started_at) WHERE user_id IS NOT NULL;
CREATE INDEX test_attempts_open ON test_attempts (started_at) WHERE token_hash IS NOT NULL;

-- The questions of an attempt; the last one is not answered yet unless it is finished.
CREATE TABLE test_answers (
    attempt_id BIGINT NOT NULL REFERENCES test_attempts ON DELETE CASCADE,
    position BIGINT NOT NULL,
    question_id BIGINT REFERENCES test_questions ON DELETE SET NULL,
    -- Its content_version.
    question_version BIGINT NOT NULL,
    -- As the attempt took it to be, in logits.
    difficulty DOUBLE PRECISION NOT NULL,
    asked_at TIMESTAMP NOT NULL,
    answered_at TIMESTAMP,
    -- JSON; nothing when the learner did not know, or once nobody is named.
    given TEXT,
    outcome TEXT CHECK (outcome IN ('right', 'nearly', 'wrong')),
    -- From showing the question to the answer.
    milliseconds BIGINT,
    PRIMARY KEY (attempt_id, position)
);
CREATE INDEX test_answers_question ON test_answers (question_id, question_version);

-- What the answers of all say about a question, computed at night.
CREATE TABLE test_item_statistics (
    question_id BIGINT PRIMARY KEY REFERENCES test_questions ON DELETE CASCADE,
    question_version BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    correct BIGINT NOT NULL,
    -- In logits; nothing with too few answers.
    difficulty DOUBLE PRECISION,
    -- From -1 to 1.
    discrimination DOUBLE PRECISION,
    misleading BOOLEAN NOT NULL,
    fitted_at TIMESTAMP NOT NULL
);

CREATE TABLE quiz_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    quiz_id BIGINT NOT NULL REFERENCES quizzes ON DELETE CASCADE,
    user_id BIGINT REFERENCES users ON DELETE SET NULL,
    taken_at TIMESTAMP NOT NULL,
    score BIGINT NOT NULL,
    total BIGINT NOT NULL
);
CREATE INDEX quiz_attempts_user ON quiz_attempts (user_id, id);
CREATE INDEX quiz_attempts_quiz ON quiz_attempts (quiz_id);
CREATE INDEX quiz_attempts_named ON quiz_attempts (taken_at) WHERE user_id IS NOT NULL;

CREATE TABLE quiz_answers (
    attempt_id BIGINT NOT NULL REFERENCES quiz_attempts ON DELETE CASCADE,
    position BIGINT NOT NULL,
    question_id BIGINT REFERENCES quiz_questions ON DELETE SET NULL,
    question_version BIGINT NOT NULL,
    given TEXT,
    outcome TEXT NOT NULL CHECK (outcome IN ('right', 'nearly', 'wrong')),
    PRIMARY KEY (attempt_id, position)
);
CREATE INDEX quiz_answers_question ON quiz_answers (question_id);
