import { plural } from "@proofloop/foundation/text"
import type { EventOf } from "./event.ts"
import type { Row } from "./row.ts"

export type EvidenceEvent = EventOf<"evidence">

export function checkRow(evidence: EvidenceEvent): Row {
  const passed = evidence.class === "pass"
  return {
    tone: passed ? toneOf(evidence) : "bad",
    label: "check",
    text: named(evidence),
    wraps: evidence.weak,
    outcome: passed
      ? passOf(evidence)
      : ["FAIL", shortSignature(evidence.signature)].filter(Boolean).join("  "),
  }
}

/** A verification the loop ran, before it let the run end or after an edit on a live failure. */
export function verdictRow(
  end: EventOf<"verification_end">,
  verdicts: readonly EvidenceEvent[],
  decision?: EventOf<"judge_decision">,
): Row {
  const said = verdicts.at(-1)
  const row = {
    label: end.trigger === "post_edit_reverify" ? "re-check" : "verify",
    text: said === undefined ? (decidedBy(decision) ?? becauseOf(end.trigger)) : named(said),
    wraps: said?.weak === true,
  }
  switch (end.status) {
    case "pass":
      return { ...row, tone: toneOf(said), outcome: passOf(said) }
    case "fail":
      return { ...row, tone: "bad", outcome: `FAIL  veto ${end.attempts}` }
    case "unable":
      return { ...row, tone: "alert", outcome: "could not decide" }
    case "interrupted":
      return { ...row, tone: "quiet", outcome: "interrupted" }
  }
}

/** The check of a decision without evidence of its own: one that stands, or one that could not run. */
function decidedBy(decision: EventOf<"judge_decision"> | undefined): string | undefined {
  if (decision?.check_id === undefined) return undefined
  return decision.reused === true
    ? `${decision.check_id}: its pass on these very files stands`
    : decision.check_id
}

function becauseOf(trigger: string): string {
  if (trigger === "natural" || trigger === "sentinel") return "the model proposed to stop"
  if (trigger === "post_edit_reverify") return "after an edit on a live failure"
  return `before the run ends as ${trigger}`
}

/** The failure model after a turn, if it changed since it was last told; `words` are each failure's text. */
export function failureRow(
  { failure }: EventOf<"iteration_end">,
  told: string,
  words: ReadonlyMap<string, string>,
): Row | null {
  if (failure?.last_diagnostic_class !== "fail") return null
  const { last_diagnostic_signature: signature, same_diagnostic_streak: streak } = failure
  const text = [`${shortSignature(signature)}  streak ${streak}`, words.get(signature) ?? ""]
    .filter(Boolean)
    .join("  ")
  return text === told ? null : { tone: "quiet", label: "failing", text }
}

export function firstWords(snippet = ""): string {
  return (
    snippet
      .split("\n", MOST_LINES)
      .map((line) => line.trim())
      .find(Boolean) ?? ""
  )
}

const MOST_LINES = 20

export function shortSignature(signature: string): string {
  return signature.replace(/^\w+:/, "").slice(0, 7)
}

function toneOf(evidence: EvidenceEvent | undefined): Row["tone"] {
  return evidence?.weak === true ? "alert" : "good"
}

function passOf(evidence: EvidenceEvent | undefined): string {
  return [evidence?.weak === true ? "weak pass" : "PASS", tests(evidence)].filter(Boolean).join("  ")
}

function named({ check_id, class: seen, weak, weakness = "", snippet }: EvidenceEvent): string {
  const said = seen === "fail" ? firstWords(snippet) : weak ? weakness : ""
  return said === "" ? check_id : `${check_id}: ${said}`
}

function tests(evidence: EvidenceEvent | undefined): string {
  return evidence?.tests_run === undefined ? "" : plural(evidence.tests_run, "test")
}
