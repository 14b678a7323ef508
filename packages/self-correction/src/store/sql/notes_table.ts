/**
 * `position` counts the notes of the whole store without a gap: what is deleted together with its row is missed.
 * `content_sha256` is of the row and its approvals as the note left them.
 */
export const notes_table = `
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
