export { type ReplayItem, type ReplayOptions, replaySession } from "./replay/replay_session.ts"
export type { Remainder, RunReplay, TimelineCall, TimelineTurn, Trip } from "./replay/run_replay.ts"
