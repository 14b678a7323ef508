import { isRecord } from "@proofloop/foundation/text"
import type { LoopEvent, RunResult } from "@proofloop/runtime"
import type { Break, BrokenImplementation } from "../broken_implementation.ts"
import { resulting } from "../parts/define.ts"
import { isSuccess } from "../parts/loop_options.ts"
import { again, knobs, verifying, withToolResult, working } from "../parts/loop_ports.ts"

const evidenceOf = (events: readonly LoopEvent[]): readonly (LoopEvent & { type: "evidence" })[] =>
  events.filter((event) => event.type === "evidence")

const proved = (result: RunResult, verified: boolean): RunResult => ({ ...result, verified })

/** A loop that makes something else of a passing verdict. */
const passing: Break<(pass: Readonly<Record<string, unknown>>) => unknown> = (wrong, violates, change) =>
  verifying(wrong, violates, (answer) =>
    isRecord(answer) && answer["status"] === "pass" ? change(answer) : again(answer),
  )

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
  resulting("What the host accepts as removed is not accepted.", ["loop.proof.removed"], (result) =>
    proved(result, result.verified && result.proof?.removed_tests === undefined),
  ),
  resulting(
    "A weak pass proves the work where a file of tests was changed.",
    ["loop.proof.test-file"],
    (result, events) =>
      proved(
        result,
        result.verified || evidenceOf(events).some(({ weakness = "" }) => weakness.startsWith("a file of")),
      ),
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
  passing("What a passing verdict reports is not read.", ["loop.proof.contradicted"], (pass) => ({
    ...pass,
    output: undefined,
  })),
  passing("A pass that prints the word failed is none.", ["loop.proof.contradicted"], (pass) =>
    String(pass["output"]).includes("failed") ? { status: "unable", reason: "failed" } : pass,
  ),
  passing(
    "What a passing verdict reports beside its status is not read.",
    ["loop.proof.consistent"],
    (pass) => ({
      ...pass,
      diagnostics: undefined,
    }),
  ),
  passing("A pass that reports anything is none.", ["loop.proof.consistent"], (pass) =>
    pass["diagnostics"] === undefined ? pass : { status: "unable", reason: "reported" },
  ),
  working("The error of an ok result is not read.", ["loop.proof.consistent"], (tool) =>
    withToolResult(tool, (result) => (isRecord(result) ? { ...result, error: undefined } : result)),
  ),
  passing("A passing verdict names no tests.", ["loop.proof.failing-test"], (pass) => ({
    ...pass,
    output: undefined,
    tests_run: 2,
  })),
  resulting(
    "No verdict after one that failed proves the work.",
    ["loop.proof.failing-test"],
    (result, events) =>
      proved(
        result,
        result.verified &&
          !evidenceOf(events).some((event) => event.source === "function" && event.class === "fail"),
      ),
  ),
  resulting(
    "A pass has to show no more than the last failure counted.",
    ["loop.proof.baseline"],
    (result, events) => {
      const failure = evidenceOf(events).findLast((event) => event.class === "fail")
      const pass = evidenceOf(events).at(-1)
      return proved(
        result,
        result.verified ||
          (pass?.class === "pass" &&
            failure !== undefined &&
            (pass.tests_run ?? 0) > (failure.tests_run ?? 0)),
      )
    },
  ),
  resulting("A check that failed in two ways proves nothing.", ["loop.proof.baseline"], (result, events) => {
    const failures = evidenceOf(events).filter((event) => event.class === "fail")
    return proved(result, result.verified && new Set(failures.map((event) => event.signature)).size < 2)
  }),
  passing("A field of a wrong type is not there.", ["loop.verdict.fields"], ({ status }) => ({ status })),
  passing("A verdict with any field is unable.", ["loop.verdict.fields"], (pass) =>
    Object.keys(pass).length > 1 ? { status: "unable", reason: "fields" } : pass,
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
