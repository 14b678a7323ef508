import { feedback_states, fix_classes, severities } from "../../feedback/feedback.ts"
import { oneOf } from "./one_of.ts"

/** `number` is the order of arrival: ids are anything, and two rows may have come in within one millisecond. */
export const feedback_table = `
CREATE TABLE feedback (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  received_at TEXT NOT NULL,
  from_handle TEXT NOT NULL,
  channel TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (${oneOf("severity", severities)}),
  body TEXT NOT NULL,
  context_url TEXT,
  success_criterion TEXT,
  state TEXT NOT NULL CHECK (${oneOf("state", feedback_states)}),
  fix_class TEXT CHECK (fix_class IS NULL OR ${oneOf("fix_class", fix_classes)}),
  root_cause TEXT,
  fix_pr_url TEXT,
  regression_test_path TEXT,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  refinement_round INTEGER NOT NULL CHECK (refinement_round BETWEEN 0 AND 3),
  failed_in TEXT CHECK (failed_in IS NULL OR ${oneOf("failed_in", feedback_states)}),
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
