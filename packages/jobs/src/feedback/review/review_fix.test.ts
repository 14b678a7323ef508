import { hostRunner } from "@proofloop/foundation/sandbox"
import { describe, expect, test } from "vitest"
import { contextWith, whole, silent } from "./review_fix.fixture.ts"
import { reviewWith } from "./review_fix.ts"

// @requirement self-correction.review
describe("reviewWith", () => {
  test("passes a fix that nothing stands against, and says who looked", async () => {
    const review = reviewWith({ critics: { only: ["G2", "G10"] } })
    expect(await review(await contextWith(whole))).toEqual({
      overall: "pass",
      passes: [
        { name: "critics", status: "pass", note: "2 critics" },
        { name: "feedback-binding", status: "pass", note: "planned files and the regression test" },
      ],
      caveats: [],
      confidence: null,
    })
  })

  test("runs what critics run where the loop says, in the trees of base and fix", async () => {
    const review = reviewWith({ critics: { only: ["G8"], critics: { G8: { command: "node --test" } } } })
    const context = await contextWith(whole)
    const trees: string[] = []
    const set_up = async (tree: string) => {
      trees.push(tree)
      return hostRunner()
    }
    expect(await review({ ...context, set_up })).toMatchObject({ overall: "pass" })
    expect(trees).toEqual([context.root, expect.stringContaining("proofloop-tree-")])
  })

  test("refuses wrong options before anything is reviewed", () => {
    expect(() => reviewWith({ critics: { only: ["G99"] } })).toThrow(/G99/)
    expect(() => reviewWith({ verifiers: { model: silent, min_lenses: 1 } })).toThrow(/min_lenses/)
  })
})
