import { HEAD, type Published, TEST_PATH } from "../../forge/forge.fixture.ts"
import type { Forge } from "../../forge/forge.ts"
import type { Differential, Feedback, FixReview } from "../feedback.ts"
import { planWith, rowWith } from "../rows.fixture.ts"
import type { PublishOptions } from "./publish.ts"

export const FEEDBACK_BODY = 'The price is wrong:\n\n    price(10)\n\ngives 11, "not 12".'
const TEST_COMMAND = `node --test ${TEST_PATH}`

export function differentialOf({ base, tested }: Pick<Published, "base" | "tested">): Differential {
  return {
    base_commit: base,
    fix_commit: tested,
    base: { outcome: "fail", exit_code: 1, output: "11 !== 12" },
    fix: { outcome: "pass", exit_code: 0, output: "ok" },
    verified: true,
    reason: "",
  }
}

export const REVIEW: FixReview = {
  overall: "request-changes",
  passes: [
    { name: "critics", status: "pass", note: "nothing found" },
    { name: "verifiers", status: "unable", note: "no model | none" },
  ],
  confidence: 71,
}

/** A row whose fix is `tested`, before it is published. */
export function rowOf(
  made: Pick<Published, "base" | "fix" | "tested">,
  changes: Partial<Feedback> = {},
): Feedback {
  return rowWith({
    body: FEEDBACK_BODY,
    state: "in-fix",
    fix_class: "tool",
    root_cause: "a tax of 10 % where 20 % belongs",
    work: {
      base_commit: made.base,
      fix: { commit: made.fix, files_edited: ["src/price.mjs"] },
      test: { path: TEST_PATH, command: TEST_COMMAND, commit: made.tested },
    },
    ...changes,
  })
}

export function publishOptions(
  made: Published,
  forge: Forge,
  changes: Partial<PublishOptions> = {},
): PublishOptions {
  return {
    root: made.root,
    forge,
    feedback: rowOf(made),
    plan: planWith({ root_cause: "a tax of 10 % where 20 % belongs" }),
    base: "next",
    branch: HEAD,
    test: { path: TEST_PATH, command: TEST_COMMAND, commit: made.tested },
    differential: differentialOf(made),
    review: REVIEW,
    ...changes,
  }
}
