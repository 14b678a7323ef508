import { type Served, serve, submit } from "../verdicts/serve.fixture.ts"

const TRIAGE = {
  fix_class: "tool",
  root_cause_hypothesis: "discount adds the discount to the price",
  candidate_files: [{ path: "src/price.mjs:1-3", why: "it computes the price" }],
  prior_pattern_hit: null,
  confidence: 90,
}

const PLAN = {
  root_cause: "a plus where a minus belongs",
  proposed_change: "Take the discount off the price.",
  regression_test_sketch: "discount(100, 10) is 90",
  alternatives_considered: [{ alternative: "a second function", why_not: "its callers stay wrong" }],
  risks: [],
}

const EDITS = [{ path: "src/price.mjs", old_string: "price + (price", new_string: "price - (price" }]

const TEST = {
  path: "tests/discount.test.mjs",
  content: `import assert from "node:assert"
import test from "node:test"
import { discount } from "../src/price.mjs"

test("a discount is taken off", () => {
  assert.equal(discount(100, 10), 90)
})
`,
}

export interface Answers {
  readonly triage?: object
  readonly plan?: object
  readonly edits?: readonly object[]
  readonly verdict?: string
}

/** A model server that repairs the shop's discount, or gives other answers; verifiers use the same server. */
export async function serveRepair(given: Answers = {}): Promise<Served> {
  return serve((asked) => {
    if (asked.includes("submit_verdict")) return submit(given.verdict ?? "pass")
    return { text: JSON.stringify(answerTo(asked, given)) }
  })
}

function answerTo(asked: string, given: Answers): object {
  if (asked.includes("Plan the fix of one piece")) return { ...PLAN, ...given.plan }
  if (asked.includes("Make the fix of one piece")) return { edits: given.edits ?? EDITS }
  if (asked.includes("Write the regression test")) return TEST
  return { ...TRIAGE, ...given.triage }
}
