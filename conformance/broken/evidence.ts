import { redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import type { Settlement } from "@proofloop/runtime/detector"
import type { DetectorStep, ToolResult } from "@proofloop/runtime/internal/detector"
import type { Break, BrokenImplementation } from "./broken_implementation.ts"
import type { FoldedTurn } from "./parts/broken_fold.ts"
import { fold } from "./parts/define.ts"
import { remembering, replies, results } from "./parts/define_readings.ts"
import { isFail, withEvidence } from "./parts/failure_model.ts"
import { mapTexts, withResults } from "./parts/state_change.ts"

type Evidence = FoldedTurn["evidence"][number]

/** Failures are told apart by other texts, and shown as they are. */
const known: Break<(result: ToolResult) => ToolResult> = (wrong, violates, change) =>
  fold(wrong, violates, {
    evidence: (turn, input, step, read) => {
      const others = read(withResults(input, (result) => (result.ok === false ? change(result) : result)))
      return eachFailure(turn, step, (evidence, index) => {
        const other = others[index]?.evidence
        if (!other) return evidence
        const { signature, identities, strong_identities } = other
        return { ...evidence, signature, identities, strong_identities }
      })
    },
  })

function eachFailure(
  turn: FoldedTurn,
  step: DetectorStep,
  change: (evidence: Evidence, index: number) => Evidence,
): FoldedTurn {
  return withEvidence(turn, (evidence) =>
    isFail(evidence)
      ? change(
          evidence,
          step.results.findIndex((result) => result.evidence === evidence),
        )
      : evidence,
  )
}

/** The snippet of each failure, from the text it was read from. */
const snippet: Break<(text: string, snippet: string) => string> = (wrong, violates, cut) =>
  fold(wrong, violates, {
    evidence: (turn, input, step) =>
      eachFailure(turn, step, (evidence, index) => ({
        ...evidence,
        snippet: cut(textOf(input, index), evidence.snippet),
      })),
  })

function textOf(input: Settlement, index: number): string {
  const error = input.results[index]?.error
  return typeof error === "string" ? error : ""
}

const inTexts =
  (change: (text: string) => string) =>
  (result: ToolResult): ToolResult =>
    mapTexts(result, (text) => change(text))

const diagnosticsOf = (
  result: ToolResult,
  change: (entry: Record<string, unknown>, index: number) => Record<string, unknown>,
): ToolResult =>
  result.diagnostics === undefined ? result : { ...result, diagnostics: result.diagnostics.map(change) }

export const evidenceImplementations: readonly BrokenImplementation[] = [
  known(
    "Numbers are noise wherever they stand.",
    [
      "evidence.paths.url",
      "evidence.operands.kept",
      "evidence.noise.time",
      "evidence.noise.identity",
      "evidence.noise.counts",
      "evidence.operands.noise",
    ],
    inTexts((text) => text.replaceAll(/0x[\da-f]+|\d+/gi, "0")),
  ),
  known(
    "Whatever is quoted is noise.",
    ["evidence.operands.kept", "evidence.noise.time", "evidence.noise.identity"],
    inTexts((text) => text.replaceAll(/'[^']*'/g, "''")),
  ),
  known(
    "Paths are noise.",
    ["evidence.noise.paths", "evidence.noise.place", "evidence.paths.workspace", "evidence.paths.outside"],
    inTexts((text) => text.replaceAll(/[\w./-]*\/[\w./-]+|\b\w+\.(?:ts|py|rs|js)\b/g, "")),
  ),
  known(
    "How many tests passed beside it is part of a failure.",
    ["evidence.lines"],
    inTexts((text) => text.replaceAll("FAIL", `FAIL ${"too ".repeat(text.split("(pass)").length)}`)),
  ),
  known(
    "A failure is known by the test that fails alone.",
    ["evidence.lines"],
    inTexts((text) => /FAIL \w+/.exec(text)?.[0] ?? text),
  ),
  known(
    "The host of a URL is noise.",
    ["evidence.paths.url"],
    inTexts((text) => text.replaceAll(/\w+:\/\/[^\s/]*/g, "")),
  ),
  known(
    "The name of an error is noise.",
    ["evidence.noise.terminal"],
    inTexts((text) => text.replaceAll(/\b\w*Error\b/g, "Error")),
  ),
  known(
    "Names of symbols are noise.",
    ["evidence.noise.identity"],
    inTexts((text) => text.replaceAll(/\b[a-z]\w*\b/g, "x")),
  ),
  known(
    "A failure is known by its first line.",
    ["evidence.noise.order", "evidence.snippet.not-hashed"],
    inTexts((text) => (text.split("\n")[0] ?? "").slice(0, 240)),
  ),
  known("The same failures in another order are another failure.", ["evidence.delta.status"], (result) =>
    diagnosticsOf(result, (entry, index) => ({
      ...entry,
      message: `${String(entry["message"])} ${"abcdefgh"[index] ?? ""}`,
    })),
  ),
  known("Line and column of a reported diagnostic count.", ["evidence.structured.location"], (result) =>
    diagnosticsOf(result, (entry) => ({
      ...entry,
      message: `${String(entry["message"])} ${JSON.stringify(entry["location"] ?? null).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`,
    })),
  ),
  known("Only the message of a reported diagnostic counts.", ["evidence.structured.location"], (result) =>
    diagnosticsOf(result, ({ message, test_id }) => ({
      message,
      ...(test_id === undefined ? {} : { test_id }),
    })),
  ),
  known(
    "Where there are no diagnostics a list of errors is not read.",
    ["evidence.structured.first"],
    ({ errors: _errors, ...result }) => result,
  ),
  known(
    "Without reported diagnostics every failure is the same.",
    ["evidence.structured.first", "evidence.snippet.not-hashed"],
    (result) =>
      (result.diagnostics ?? result.errors) === undefined
        ? { ...result, error: "failed", output: undefined }
        : result,
  ),
  known(
    "Status and exit code of a silent failure do not count.",
    ["evidence.silent"],
    ({ exit_code: _code, status: _status, ...result }) => result,
  ),
  known("A one-line error hides the output that comes with it.", ["evidence.output"], (result) =>
    result.error === undefined ? result : { ...result, output: undefined },
  ),
  known("Any output beside an error counts as it is.", ["evidence.output"], (result) =>
    result.output === undefined
      ? result
      : {
          ...result,
          error: `Error: ${JSON.stringify(result.output).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`,
          output: undefined,
        },
  ),
  known(
    "The report around failing tests counts as it is.",
    ["evidence.parsers"],
    inTexts(
      (text) => `Error: ${sha256Hex(text).replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "")}`,
    ),
  ),
  known(
    "Reports of failing tests are all alike.",
    ["evidence.parsers", "evidence.noise.order"],
    inTexts((text) => text.replaceAll(/test_\w+|✖ .*|not ok .*/g, "test")),
  ),
  fold("The number of failures does not count.", ["evidence.delta.count"], {
    evidence: (turn, _input, step) =>
      eachFailure(turn, step, (evidence) => ({
        ...evidence,
        count: 1,
        signature: `err:${sha256Hex(evidence.identities.join())}`,
      })),
  }),
  remembering(
    "A failing set that only grew has advanced.",
    ["evidence.delta.status", "evidence.delta.count"],
    (state) =>
      state.last_diagnostic_delta_status === "regressed"
        ? { ...state, last_diagnostic_delta_status: "advanced" }
        : state,
  ),
  remembering(
    "A failing set that lost a member has regressed.",
    ["evidence.delta.status", "evidence.delta.count", "patterns.productive"],
    (state) =>
      state.last_diagnostic_delta_status === "advanced"
        ? { ...state, last_diagnostic_delta_status: "regressed" }
        : state,
  ),
  remembering(
    "The first failure, and one after a pass, is unchanged.",
    ["evidence.delta.cleared", "repair.fold.failure"],
    (state) =>
      state.last_diagnostic_delta_status === "initialized"
        ? { ...state, last_diagnostic_delta_status: "unchanged" }
        : state,
  ),
  snippet("The snippet is cut at 200 characters.", ["evidence.snippet.length"], (_text, whole) =>
    whole.slice(0, 200),
  ),
  snippet("The snippet is cut by UTF-16 units.", ["evidence.snippet.length"], (_text, whole) =>
    whole.slice(0, 240),
  ),
  snippet("The snippet keeps the white space around the text.", ["evidence.snippet.length"], (text) =>
    redactSecrets(text).slice(0, 240),
  ),
  snippet("The snippet is the head of the text.", ["evidence.snippet.length"], (text) =>
    Array.from(redactSecrets(text).trim()).slice(0, 240).join(""),
  ),
  snippet("The snippet is never cut.", ["evidence.snippet.length"], (text) => redactSecrets(text).trim()),
  snippet("Secrets are shown as they are.", ["evidence.snippet.redacted"], (text) =>
    text.trim().slice(0, 240),
  ),
  snippet(
    "The snippet shows nothing of the failure.",
    ["evidence.snippet.redacted", "repair.trip.payload", "ladder.feedback.content"],
    () => "[redacted]",
  ),
  fold("A failure is known by its snippet.", ["evidence.snippet.not-hashed"], {
    evidence: (turn, _input, step) =>
      eachFailure(turn, step, (evidence) => ({
        ...evidence,
        signature: `err:${sha256Hex(evidence.snippet)}`,
      })),
  }),
  results(
    "The error of a model behind a tool is the tool's own.",
    ["evidence.context-window-from"],
    ({ error_source: _source, ...result }) => result,
  ),
  replies("An overflow of the run's own model is an empty reply.", ["evidence.context-window-from"], () => ({
    provider_stop_reason: undefined,
  })),
  results("An error of collection is no failure.", ["evidence.collection"], (result) =>
    JSON.stringify(result).includes("ERROR collecting") ? { ok: true } : result,
  ),
  results("An error of collection is known by its file.", ["evidence.collection"], (result) =>
    mapTexts(result, (text) => text.replace(/^E {3}\w+: .*/m, "")),
  ),
  fold("No failure is of kind environment or timeout.", ["evidence.kind", "patterns.environment_failure"], {
    evidence: (turn, _input, step) =>
      eachFailure(turn, step, (evidence) => ({ ...evidence, kind: "runtime" })),
  }),
  fold("Every failure is of kind environment.", ["evidence.kind", "patterns.environment_failure"], {
    evidence: (turn, _input, step) =>
      eachFailure(turn, step, (evidence) => ({ ...evidence, kind: "environment" })),
  }),
]
