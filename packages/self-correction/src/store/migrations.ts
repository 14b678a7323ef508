import { FEEDBACK_STATES, FIX_CLASSES, SEVERITIES } from "../feedback/feedback.ts"
import { APPROVAL_ANSWERS, MEMORY_TOPICS } from "./store.ts"

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** Tells a store from every other SQLite database ("pflp"). */
export const APPLICATION_ID = 0x70666c70

export const MIGRATIONS_TABLE = `
PRAGMA application_id = ${APPLICATION_ID};
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
) STRICT;
`

/** `number` is the order of arrival: ids are anything, and two rows may have come in within one millisecond. */
const FEEDBACK_TABLE = `
CREATE TABLE feedback (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  received_at TEXT NOT NULL,
  from_handle TEXT NOT NULL,
  channel TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (${oneOf("severity", SEVERITIES)}),
  body TEXT NOT NULL,
  context_url TEXT,
  success_criterion TEXT,
  state TEXT NOT NULL CHECK (${oneOf("state", FEEDBACK_STATES)}),
  fix_class TEXT CHECK (fix_class IS NULL OR ${oneOf("fix_class", FIX_CLASSES)}),
  root_cause TEXT,
  fix_pr_url TEXT,
  regression_test_path TEXT,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  refinement_round INTEGER NOT NULL CHECK (refinement_round BETWEEN 0 AND 3),
  failed_in TEXT CHECK (failed_in IS NULL OR ${oneOf("failed_in", FEEDBACK_STATES)}),
  error TEXT,
  work TEXT NOT NULL CHECK (json_valid(work) AND json_type(work) = 'object'),
  updated_at TEXT NOT NULL,
  CHECK ((state = 'failed') = (failed_in IS NOT NULL))
) STRICT;
CREATE INDEX feedback_by_state ON feedback (state, received_at, number);
CREATE INDEX feedback_by_time ON feedback (received_at, number);
CREATE TRIGGER feedback_is_kept BEFORE DELETE ON feedback
BEGIN SELECT RAISE(ABORT, 'feedback is never deleted'); END;
`

/**
 * `position` counts the notes of the whole store without a gap: what is deleted together with its row is missed.
 * `content_sha256` is of the row and its approvals as the note left them.
 */
const NOTES_TABLE = `
CREATE TABLE notes (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  feedback_id TEXT NOT NULL REFERENCES feedback (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('received', 'change', 'approval')),
  transition TEXT,
  note TEXT NOT NULL CHECK (json_valid(note) AND json_type(note) = 'object'),
  content_sha256 TEXT NOT NULL CHECK (length(content_sha256) = 64),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  UNIQUE (feedback_id, seq)
) STRICT;
CREATE TRIGGER notes_are_not_changed BEFORE UPDATE ON notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
CREATE TRIGGER notes_are_kept BEFORE DELETE ON notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
`

const APPROVALS_TABLE = `
CREATE TABLE approvals (
  id TEXT PRIMARY KEY NOT NULL,
  feedback_id TEXT NOT NULL REFERENCES feedback (id),
  round INTEGER NOT NULL CHECK (round BETWEEN 0 AND 3),
  body TEXT NOT NULL,
  posted_at TEXT NOT NULL,
  answer TEXT CHECK (answer IS NULL OR ${oneOf("answer", APPROVAL_ANSWERS)}),
  reply TEXT,
  answered_by TEXT,
  answered_at TEXT,
  UNIQUE (feedback_id, round),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
) STRICT;
CREATE TRIGGER approvals_are_answered_once BEFORE UPDATE ON approvals WHEN OLD.answer IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an approval is answered once'); END;
CREATE TRIGGER approvals_are_kept BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
`

const MEMORIES_TABLE = `
CREATE TABLE memories (
  number INTEGER PRIMARY KEY,
  topic TEXT NOT NULL CHECK (${oneOf("topic", MEMORY_TOPICS)}),
  payload TEXT NOT NULL CHECK (json_valid(payload) AND json_type(payload) = 'object'),
  embedding_key TEXT NOT NULL,
  confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  source_kind TEXT NOT NULL CHECK (source_kind = 'feedback'),
  source_id TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (topic, source_id)
) STRICT;
CREATE INDEX memories_by_topic ON memories (topic, number);
`

/** The claims on rows, each by a store that one process has open. Times are in milliseconds. */
const CLAIMS_TABLE = `
CREATE TABLE claims (
  feedback_id TEXT PRIMARY KEY NOT NULL REFERENCES feedback (id),
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  began TEXT,
  host TEXT NOT NULL,
  renewed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX claims_by_token ON claims (token);
`

/**
 * Numbered from 1 in this order. The text of one that was released never changes, the names in its checks included: a
 * further state or severity is a further migration.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: "feedback and notes", sql: FEEDBACK_TABLE + NOTES_TABLE },
  { name: "approvals", sql: APPROVALS_TABLE },
  { name: "memories", sql: MEMORIES_TABLE },
  { name: "claims", sql: CLAIMS_TABLE },
]

/** A condition that a column holds one of these names. */
function oneOf(column: string, names: readonly string[]): string {
  return `${column} IN (${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ")})`
}
