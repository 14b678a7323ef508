import type { JsonObject } from "@proofloop/foundation/text"
import { type Model, type ModelRequest, scriptedModel } from "@proofloop/runtime"

const TRIAGE = {
  fix_class: "tool",
  root_cause_hypothesis: "discount adds the discount to the price instead of taking it off",
  candidate_files: [{ path: "src/price.mjs:2-5", why: "it computes the price" }],
  prior_pattern_hit: null,
  confidence: 90,
}

const PLAN = {
  root_cause: "a plus where a minus belongs",
  proposed_change: "Take the discount off the price.",
  regression_test_sketch: "discount(100, 10) is 90",
  alternatives_considered: [
    { alternative: "a second function beside it", why_not: "its callers would stay wrong" },
  ],
  risks: ["callers that made up for the fault"],
}

const MINUS = {
  path: "src/price.mjs",
  old_string: "price + (price",
  new_string: "price - (price",
}

/** Repairs the sum, and throws the refusal away that stood above it. Every test there is passes. */
const CARELESS = {
  path: "src/price.mjs",
  old_string:
    '  if (percent > 100) throw new RangeError("a discount is at most 100 %")\n  return price + (price',
  new_string: "  return price - (price",
}

const TEST = {
  path: "tests/discount.test.mjs",
  content: `import assert from "node:assert"
import test from "node:test"
import { discount } from "../src/price.mjs"

test("a discount is taken off the price", () => {
  assert.equal(discount(100, 10), 90)
})
`,
}

/** Stands for the model of your choice: the same answers every time. */
export function scriptedBuilder(fix: "careful" | "careless") {
  const always = (answer: JsonObject): Model =>
    scriptedModel(() => ({ text: JSON.stringify(answer) }), { model_name: "scripted-builder" })
  return {
    triage: always(TRIAGE),
    plan: always(PLAN),
    fix: always({ edits: [fix === "careful" ? MINUS : CARELESS] }),
    test: always(TEST),
  }
}

/** A verifier that reads what it is given: a refusal that the diff takes away is a broken promise. */
export const scriptedVerifier: Model = scriptedModel(
  (request) => ({ tool_calls: [{ name: "submit_verdict", arguments: verdictOn(textOf(request)) }] }),
  { model_name: "scripted-verifier" },
)

/** Each lens looks at something of its own. */
const FOUND: Readonly<Record<string, string>> = {
  wiring: "src/price.mjs:4 takes the discount off, and discount is called by the tests alone",
  "concurrency-security": "src/price.mjs:4 reads its two numbers and nothing else that could change",
  "contract-conformance": "src/price.mjs:4 is the price less that part of it, as docs/prices.md wants",
}

function verdictOn(brief: string): JsonObject {
  const [, lens = ""] = /through the lens ([\w-]+)\./.exec(brief) ?? []
  if (lens === "contract-conformance" && /^-.*throw new RangeError/m.test(brief)) {
    return {
      verdict: "fail",
      evidence:
        "src/price.mjs:2 no longer refuses a discount above 100 percent: discount(10, 150) is -5, docs/prices.md promises a RangeError",
      refutation: "called it with every number the contract names",
    }
  }
  return {
    verdict: "pass",
    evidence: FOUND[lens] ?? "",
    refutation: "followed every caller of discount, with 0, 10 and 100 percent",
  }
}

function textOf({ messages }: ModelRequest): string {
  return messages.map(({ content }) => content).join("\n")
}
