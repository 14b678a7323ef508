export { recordedCall, type Recording } from "./sessions/recorded_call.ts"
export { ASKING, EDITING, FETCHING, NOTING, READING, SEARCHING } from "./sessions/tool_annotations.ts"
