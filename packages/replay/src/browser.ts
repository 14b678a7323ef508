export { type ReplayItem, type ReplayOptions, replaySession } from "./replay/replay_session.ts"
export type { Trip } from "./replay/run_replay.ts"
