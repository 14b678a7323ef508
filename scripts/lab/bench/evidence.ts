import { sha256 } from "@noble/hashes/sha2.js"
import { createDetector } from "@proofloop/runtime/detector"
import type { Benchmark, Effort, Figure } from "./benchmark.ts"
import { denseFailures, type Log, quietLog } from "./logs.ts"
import { measure } from "./measure.ts"

const SIZES = [
  ["1 KB", 1_000],
  ["100 KB", 100_000],
  ["10 MB", 10_000_000],
] as const

/** How fast an output becomes evidence. */
export const evidence: Benchmark = {
  name: "evidence",
  about: "throughput from a result to its signature, over that of @noble/hashes sha256",
  async run(effort) {
    const figures: Figure[] = []
    for (const [size, length] of SIZES) {
      for (const [kind, log] of [
        ["dense failures", denseFailures],
        ["quiet log", quietLog],
      ] as const) {
        figures.push(await throughput(`${size} ${kind}`, log, length, effort))
      }
    }
    return figures
  },
}

async function throughput(name: string, log: Log, length: number, effort: Effort): Promise<Figure> {
  const detect = createDetector({ stall_diagnostics: { repair_aware: true } })
  const texts = Array.from({ length: length > 1e6 ? 2 : 16 }, (_, turn) => log(length, turn))
  const bytes = texts.map((text) => new TextEncoder().encode(text))
  const annotations = { evidence_role: "verification" } as const
  const huge = length > 1e6
  const [read, hash] = await measure(
    [
      (turn) =>
        detect.settle(detect.initial_state, {
          results: [{ tool_name: "check", ok: false, error: texts[turn % texts.length], annotations }],
        }),
      (turn) => sha256(bytes[turn % bytes.length] ?? new Uint8Array()),
    ],
    huge ? { rounds: Math.min(effort.rounds, 7), round_ms: 1 } : effort,
  )
  const speed = (ms: number): string => `${(length / 1000 / ms).toPrecision(3)} MB/s`
  return {
    name,
    value: hash / read,
    unit: "x",
    better: "higher",
    // Smaller outputs have their bar in the detector's own benchmark.
    ...(huge ? { bar: { at: "least", value: 0.25 } } : {}),
    note: `${speed(read)}, sha256 ${speed(hash)}`,
  }
}
