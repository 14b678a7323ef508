/** For packages of the same version: no promise holds for these names. */
export { detectFormat } from "./sessions/read_sessions.ts"
export { sessionFormats, sessionPlaces } from "./sessions/read_source.ts"
export { isEventFolder } from "./sessions/reading/event_folder.ts"
export type { RecordedCall, RecordedTurn, SessionItem, SessionRun } from "./sessions/session.ts"
export { isSessionFormatError } from "./sessions/session_format_error.ts"
