import { createDetector, type Detector } from "@proofloop/runtime/detector"
import { recordedCall } from "../sessions/recorded_call.ts"
import type { RecordedTurn, SessionItem } from "../sessions/session.ts"
import { replaySession } from "./replay_session.ts"
import type { RunReplay } from "./run_replay.ts"

/** A detector that stops at the second trip of a stuck check. */
export const strict: Detector = createDetector({
  stall_diagnostics: {
    repair_aware: true,
    fold: "same_turn",
    undeclared_role: "infer",
    stuck_trip_when: "reached",
    stuck_retrip_every: 2,
    stuck_hard_stop_after: 2,
  },
})

export type Step = readonly [tool: string, argument: string, observation: string]

export const EDIT: Step = ["apply_patch", "a.ts", "applied"]
export const FAILING: Step = ["bash", "npm test", "1 failed, 2 passed in 0.10s\nexit code 1"]
export const PASSING: Step = ["bash", "npm test", "3 passed in 0.11s\nexit code 0"]

export function turns(steps: readonly Step[], tokens?: number): readonly RecordedTurn[] {
  return steps.map(([tool, argument, observation], event) => ({
    event,
    text: "",
    calls: [
      recordedCall({
        event,
        tool,
        arguments: tool === "bash" ? { command: argument } : { path: argument, patch: String(event) },
        observation,
      }),
    ],
    ...(tokens === undefined ? {} : { tokens: { input: tokens, output: 1 } }),
  }))
}

export async function replay(
  steps: readonly RecordedTurn[],
  detector: Detector = strict,
): Promise<RunReplay> {
  async function* items(): AsyncGenerator<SessionItem> {
    yield { type: "run", id: "r", source: "s" }
    for (const turn of steps) yield { type: "turn", turn }
  }
  for await (const item of replaySession(items(), { detectors: [detector], timeline: true })) {
    if (item.type === "run" && item.replays[0] !== undefined) return item.replays[0]
  }
  throw new Error("no run")
}
