import { sha256 } from "@noble/hashes/sha2.js"
import { createDetector } from "@proofloop/runtime/detector"
import type { Benchmark, Figure } from "./benchmark.ts"
import { denseFailures, type Log, quietLog } from "./logs.ts"
import { measure, type Subject } from "./measure.ts"

const logs: readonly (readonly [string, Log])[] = [
  ["dense failures", denseFailures],
  ["quiet log", quietLog],
]
const SIZES = [
  ["2 KB", 2_000],
  ["100 KB", 100_000],
] as const

/** A whole turn of the detector, from the reply to the folded result, beside the hash of the same bytes. */
export const detector: Benchmark = {
  name: "detector",
  about: "one turn with a failing check's output, over @noble/hashes sha256 of its bytes",
  async run(effort) {
    const figures: Figure[] = []
    for (const [size, length] of SIZES) {
      for (const [kind, log] of logs) {
        const [turn, hash] = await measure([detectorTurn(log, length), hashOf(log, length)], effort)
        figures.push({
          name: `${size}, ${kind}`,
          value: turn / hash,
          unit: "x",
          bar: { at: "most", value: 5 },
          note: `${(turn * 1000).toFixed(0)} µs a turn`,
        })
      }
    }
    return figures
  },
}

/** Distinct outputs made before the clock starts; more than any cache would hold for a turn. */
const DISTINCT = 64

function outputs(log: Log, length: number): readonly string[] {
  return Array.from({ length: DISTINCT }, (_none, turn) => log(length, turn))
}

function detectorTurn(log: Log, length: number): Subject {
  const texts = outputs(log, length)
  const detect = createDetector({
    stall_diagnostics: { repair_aware: true },
    tools: { run_test: { evidence_role: "verification" } },
  })
  let state = detect.initial_state
  return (turn) => {
    const tool_calls = [{ id: `call_${turn}`, name: "run_test", arguments: { turn } }]
    const proposed = detect.propose(state, { tool_calls, text: "" })
    const result = {
      tool_name: "run_test",
      call_id: `call_${turn}`,
      ok: false,
      error: texts[turn % DISTINCT],
    }
    state = detect.settle(proposed.state, { results: [result] }).state
  }
}

function hashOf(log: Log, length: number): Subject {
  const encoder = new TextEncoder()
  const bytes = outputs(log, length).map((text) => encoder.encode(text))
  const empty = new Uint8Array()
  return (turn) => sha256(bytes[turn % DISTINCT] ?? empty)
}
