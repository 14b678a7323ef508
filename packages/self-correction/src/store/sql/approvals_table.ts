import { approval_answers } from "../store.ts"
import { oneOf } from "./one_of.ts"

export const approvals_table = `
CREATE TABLE approvals (
  id TEXT PRIMARY KEY NOT NULL,
  feedback_id TEXT NOT NULL REFERENCES feedback (id),
  round INTEGER NOT NULL CHECK (round BETWEEN 0 AND 3),
  body TEXT NOT NULL,
  posted_at TEXT NOT NULL,
  answer TEXT CHECK (answer IS NULL OR ${oneOf("answer", approval_answers)}),
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
