import { existsSync } from "node:fs"
import { join } from "node:path"
import { canonicalJson } from "@proofloop/foundation/text"
import type { Label } from "@proofloop/replay"
import { readSessions } from "@proofloop/replay"
import { readLabels } from "@proofloop/replay/internal/meter"
import type { RecordedTurn, SessionRun } from "@proofloop/replay/internal/sessions"
import { createDetector, type Detector } from "@proofloop/runtime/detector"
import type { PeerCall } from "./peer.ts"

/** A recorded run with its label, as our detector and as a peer takes it. */
export interface LabelledRun {
  readonly run: SessionRun
  readonly label: Label
  readonly turns: readonly RecordedTurn[]
  readonly calls: readonly PeerCall[]
}

/**
 * Reads the runs of a folder with `trajectories/trajectories.jsonl` and `labels.jsonl` whose label is scored; null where it is
 * absent.
 */
export async function readLabelledRuns(folder: string): Promise<readonly LabelledRun[] | null> {
  const place = join(folder, "trajectories")
  const files = { runs: join(place, "trajectories.jsonl"), labels: join(place, "labels.jsonl") }
  if (!existsSync(files.runs) || !existsSync(files.labels)) return null
  const labels = new Map((await readLabels(files.labels)).map((label) => [label.id, label]))
  const found: { run: SessionRun; turns: RecordedTurn[] }[] = []
  for await (const item of readSessions(files.runs, { format: "plain" })) {
    if (item.type === "run") found.push({ run: item, turns: [] })
    else if (item.type === "turn") found.at(-1)?.turns.push(item.turn)
    else throw new Error(`${files.runs}:${item.line ?? 0}: ${item.reason}`)
  }
  return found.flatMap(({ run, turns }) => {
    const label = labels.get(run.id)
    return label === undefined ? [] : [{ run, label, turns, calls: peerCalls(turns) }]
  })
}

/** Which calls edit, check and fail is read by our detector, once, for every peer. */
const reader: Detector = createDetector({
  stall_diagnostics: { repair_aware: true, fold: "same_turn", undeclared_role: "infer" },
})

function peerCalls(turns: readonly RecordedTurn[]): readonly PeerCall[] {
  return turns.flatMap((turn, index): readonly PeerCall[] => {
    const base = { turn: index + 1, text: turn.text }
    if (turn.calls.length === 0) {
      const none = { is_edit: false, is_check: false, failed: false }
      return [{ ...base, ...none, event: turn.event, tool: "", call_arguments: "", command: "", output: "" }]
    }
    const proposed = reader.propose(reader.initial_state, {
      tool_calls: turn.calls.map(({ tool_call }) => tool_call),
    })
    const { results } = reader.settle(proposed.state, {
      results: turn.calls.map(({ tool_call, result }) => ({ tool_name: tool_call.name, ...result })),
    })
    return turn.calls.map(({ event, tool_call, result }, at) => {
      const settled = results[at]
      return {
        ...base,
        event,
        tool: tool_call.name ?? "",
        call_arguments: canonicalJson(tool_call.arguments ?? {}),
        command: settled?.call.command ?? "",
        output: typeof result.output === "string" ? result.output : "",
        is_edit: settled?.is_edit === true,
        is_check: settled?.role === "verification",
        failed: settled?.ok === false,
      }
    })
  })
}
