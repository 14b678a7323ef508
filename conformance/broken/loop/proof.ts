import type { LoopEvent, RunResult } from "@proofloop/runtime"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { resulting } from "../parts/define.ts"
import { isSuccess } from "../parts/loop_options.ts"
import { knobs } from "../parts/loop_ports.ts"

const evidenceOf = (events: readonly LoopEvent[]): readonly (LoopEvent & { type: "evidence" })[] =>
  events.filter((event) => event.type === "evidence")

const proved = (result: RunResult, verified: boolean): RunResult => ({ ...result, verified })

export const proof: readonly BrokenImplementation[] = [
  resulting(
    "Every run that ends done is verified.",
    [
      "loop.proof.judge",
      "loop.proof.tool-result",
      "loop.proof.verifier",
      "loop.proof.epoch",
      "loop.proof.weak",
      "loop.proof.every-check",
      "loop.verdict.judge-unable",
    ],
    (result) => proved(result, isSuccess(result)),
  ),
  resulting(
    "No run is ever verified.",
    [
      "loop.proof.judge",
      "loop.proof.tool-result",
      "loop.proof.verifier",
      "loop.proof.epoch",
      "loop.proof.weak",
      "loop.proof.every-check",
      "loop.require-verified",
      "loop.recommended",
      "loop.reserved.write",
      "loop.reserved.zero-write",
    ],
    (result) => ({ ...result, verified: false, proof: null }),
  ),
  resulting(
    "A pass proves the work although it was written to afterwards.",
    ["loop.proof.epoch"],
    (result, events) =>
      proved(
        result,
        result.verified ||
          (evidenceOf(events).at(-1)?.class === "pass" &&
            evidenceOf(events).at(-1)?.source === "tool_result"),
      ),
  ),
  resulting(
    "Any call of an editing tool after the pass leaves the work unproved.",
    ["loop.proof.epoch"],
    (result, events) => {
      const pass = events.findLastIndex((event) => event.type === "evidence" && event.class === "pass")
      return proved(
        result,
        result.verified && !events.slice(pass + 1).some((event) => event.type === "tool_call_start"),
      )
    },
  ),
  resulting("A weak pass proves the work.", ["loop.proof.weak"], (result, events) =>
    proved(result, result.verified || evidenceOf(events).at(-1)?.weak === true),
  ),
  resulting("The last check alone proves the work.", ["loop.proof.every-check"], (result, events) =>
    proved(
      result,
      result.verified ||
        (evidenceOf(events).at(-1)?.class === "pass" &&
          evidenceOf(events).at(-1)?.weak === false &&
          evidenceOf(events).some((event) => event.class === "fail")),
    ),
  ),
  resulting("A judge's accept proves the work.", ["loop.proof.judge"], (result, events) =>
    proved(
      result,
      result.verified ||
        evidenceOf(events).some(({ source, class: found }) => source === "judge" && found === "pass"),
    ),
  ),
  resulting(
    "Any ok result after the last write proves the work.",
    ["loop.proof.tool-result"],
    (result, events) => {
      const last = events.findLast((event) => event.type === "tool_call_end")
      return proved(
        result,
        result.verified ||
          (last?.type === "tool_call_end" && last.ok && !last.mutated && evidenceOf(events).length === 0),
      )
    },
  ),
  resulting(
    "The proof does not say which check passed.",
    ["loop.proof.verifier", "loop.proof.tool-result", "loop.proof.judge", "loop.recommended"],
    (result) =>
      result.proof === null
        ? result
        : {
            ...result,
            proof: { source: "judge", check_id: "", output_sha256: "", write_epoch: 0, turn: 0 },
          },
  ),
  knobs("require_verified is never read.", ["loop.require-verified"], () => ({
    require_verified: false,
  })),
]
