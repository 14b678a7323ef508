export type { Remainder, RunReplay, TimelineCall, TimelineTurn, Trip } from "./replay/run_replay.ts"
