import {
  type QaAnswer,
  checkEvidence,
  defenderMessages,
  questionerMessages,
  type QaMaterial,
  type QaResult,
  qaSection,
  qaSummary,
  type SuppliedFile,
} from "@proofloop/stdlib/internal/gate"
import { playRun, type RunInput } from "./run.ts"
import type { Subject } from "./subject.ts"

interface Input extends RunInput {
  /** Default: the whole phase after a run. */
  readonly ask?: "run" | "evidence" | "section" | "prompts"
  /** Places named as evidence for "handled". */
  readonly places?: ReadonlyArray<string | null>
  readonly answers?: readonly QaAnswer[]
  readonly supplied?: readonly SuppliedFile[]
  readonly result?: Partial<QaResult> | null
  readonly material?: Partial<QaMaterial>
}

/** The questions about a change: what counts as evidence, the text of a pull request, and the phase itself. */
export const qa: Subject = {
  name: "qa",
  answer(given) {
    const input = given as Input
    switch (input.ask) {
      case "evidence":
        return evidence(input)
      case "section":
        return section(input)
      case "prompts":
        return prompts(input)
      default:
        return playRun(input)
    }
  },
}

function evidence({ places = [], answers, supplied = [] }: Input) {
  const given =
    answers ??
    places.map((evidence_loc): QaAnswer => ({
      id: "Q1_evidence",
      verdict: "handled",
      evidence_loc,
      rationale: "it is there",
    }))
  const checked = checkEvidence(given, supplied)
  const reasons = checked.answers.map(
    ({ rationale }) => /^\[auto-flipped from handled: ([^\]]*)\]/.exec(rationale)?.[1] ?? null,
  )
  return { ...checked, verdicts: checked.answers.map(({ verdict }) => verdict), reasons }
}

function section({ result = null }: Input) {
  const whole: QaResult | null = result && {
    crashed: null,
    questions: [],
    answers: [],
    flips: 0,
    revised: { status: "none" },
    ...result,
  }
  return { text: qaSection(whole), summary: whole && qaSummary(whole) }
}

function prompts({ material = {} }: Input) {
  const whole = { title: "Do it", diff: "+x", files: [], ...material }
  const text = (messages: ReturnType<typeof questionerMessages>) =>
    messages.map(({ content }) => content).join("\n")
  return { questioner: text(questionerMessages(whole)), defender: text(defenderMessages(whole, [])) }
}
