export { isEventFolder } from "./sessions/reading/event_folder.ts"
export {
  detectFormat,
  readSessions,
  type ReadSessionsOptions,
  sessionFormats,
} from "./sessions/read_sessions.ts"
export { isSessionFormatError, SessionFormatError } from "./sessions/session_format_error.ts"
export type { RecordedCall, RecordedTurn, SessionItem, SessionRun } from "./sessions/session.ts"
