import type { BrokenImplementation } from "../broken_implementation.ts"
import { publishing, resulting } from "../parts/define.ts"
import { withJudge, withJudgement } from "../parts/judges.ts"
import { shifted, withoutFeedback } from "../parts/loop_options.ts"
import { again, conversing, ignoring, isThrown, knobs, reading, verifying } from "../parts/loop_ports.ts"
import { NEVER } from "../parts/variants.ts"

function statusOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "status" in answer ? answer.status : undefined
}

/** Runs, by their options, whose verifier has accepted. */
const accepted = new WeakSet<object>()

export const loopVerdicts: readonly BrokenImplementation[] = [
  verifying(
    "A verifier that accepted once is not asked again.",
    ["loop.verdict.asked-again"],
    (answer, { options }) => {
      if (accepted.has(options)) return true
      if (answer === true) accepted.add(options)
      return again(answer)
    },
  ),
  knobs("A weak verdict of pass lets the run end, whatever weak_pass says.", ["loop.verdict.weak"], () => ({
    weak_pass: "clear",
  })),
  knobs("A weak verdict of pass is a veto, whatever weak_pass says.", ["loop.verdict.weak"], () => ({
    weak_pass: "keep",
  })),
  ignoring("max_verify_attempts", ["loop.attempts"]),
  reading(
    "One veto more than max_verify_attempts is allowed.",
    ["loop.attempts"],
    shifted("max_verify_attempts", 1),
  ),
  verifying(
    "Accepts use up the attempts.",
    ["loop.attempts"],
    (answer, { asked, options: { max_verify_attempts = NEVER } }) =>
      asked > max_verify_attempts ? "no attempt left" : again(answer),
  ),
  verifying(
    "Whatever the verifier answers is an accept.",
    [
      "loop.verdict.answers",
      "loop.verdict.chain",
      "loop.verdict.unable",
      "loop.mandate.continue",
      "loop.mandate.limit",
      "loop.reserved.write",
      "loop.events.order",
    ],
    () => true,
  ),
  verifying("A verifier that answers nothing accepts.", ["loop.verdict.unable"], (answer) =>
    answer === undefined ? true : again(answer),
  ),
  verifying("A verifier that throws vetoes.", ["loop.verdict.unable"], (answer) =>
    isThrown(answer) ? "the verifier threw" : answer,
  ),
  verifying("A verdict of unable takes an attempt.", ["loop.verdict.unable-cap"], (answer) =>
    statusOf(answer) === "unable" ? "unable" : again(answer),
  ),
  verifying("null and an empty text veto.", ["loop.verdict.answers"], (answer) =>
    answer === null || answer === "" ? "no" : again(answer),
  ),
  verifying("A veto without a text is told to the model.", ["loop.verdict.answers"], (answer) =>
    answer === false ? "The verification failed." : again(answer),
  ),
  conversing(
    "A veto's text never reaches the model.",
    [
      "loop.verdict.answers",
      "loop.mandate.continue",
      "loop.mandate.break",
      "loop.verdict.chain",
      "loop.done-judge",
      "loop.reserved.write",
    ],
    { request: withoutFeedback("verify_completion") },
  ),
  conversing("Why a verifier is unable never reaches the model.", ["loop.verdict.unable"], {
    request: withoutFeedback("verifier_unable"),
  }),
  ignoring("max_verify_unable", ["loop.verdict.judge-unable"]),
  reading("One unable verdict more than allowed is forgiven.", ["loop.verdict.unable-cap"], (options) => ({
    ...options,
    max_verify_unable: (options.max_verify_unable ?? 3) + 1,
  })),
  resulting(
    "A verdict between unables does not start their count over.",
    ["loop.verdict.unable-cap"],
    (result, events) =>
      events.filter((event) => event.type === "verification_end" && event.status === "unable").length >= 3
        ? { ...result, status: "completion_unverified", stop_reason: "verifier_unable" }
        : result,
  ),
  ignoring("verify_completion_judge", [
    "loop.verdict.chain",
    "loop.verdict.judge-cap",
    "loop.verdict.judge-unable",
    "loop.mandate.verifier",
  ]),
  publishing("The judge is asked although the verifier vetoed.", ["loop.verdict.chain"], (event) =>
    event.type === "judge_decision" && event.judge === "verify_completion" && event.verdict === "continue"
      ? [event, { ...event, judge: "verify_completion_judge" }]
      : [event],
  ),
  reading(
    "The judge has no cap.",
    ["loop.verdict.judge-cap"],
    withJudge("verify_completion_judge", (judge) => ({ ...judge, max_invocations: 0 })),
  ),
  reading(
    "A cap of zero ends the run with the judge's first veto.",
    ["loop.verdict.judge-cap"],
    withJudge("verify_completion_judge", (judge) => ({
      ...judge,
      max_invocations: judge["max_invocations"] === 0 ? 1 : judge["max_invocations"],
    })),
  ),
  reading(
    "A judge whose reply cannot be read accepts.",
    ["loop.verdict.judge-unable"],
    withJudgement((text) => (text.includes("{") ? text : '{"verdict": "done"}')),
  ),
  reading(
    "A judge that says anything beside its verdict cannot be read.",
    ["loop.verdict.judge-unable"],
    withJudgement((text) => (text.startsWith("{") ? text : "unreadable")),
  ),
  knobs("Verdicts enter the failure model at base.", ["loop.verdict.base"], () => ({
    fold_verdicts: true,
    fold: "same_turn",
  })),
  knobs("Verdicts never enter the failure model.", ["loop.verdict.base"], () => ({ fold_verdicts: false })),
]
