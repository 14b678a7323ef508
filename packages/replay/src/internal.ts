/** For packages of the same version: no promise holds for these names. */
export type { ReplayItem } from "./replay/replay_session.ts"
export type { Remainder, RunReplay, TimelineCall, TimelineTurn } from "./replay/run_replay.ts"
