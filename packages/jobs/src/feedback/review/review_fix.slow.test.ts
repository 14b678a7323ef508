import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Model } from "@proofloop/runtime"
import { describe, expect, test } from "vitest"
import { planWith } from "../rows.fixture.ts"
import { PATH, contextWith, whole, silent } from "./review_fix.fixture.ts"
import { reviewWith, type ReviewOptions } from "./review_fix.ts"

function counting(model: Model) {
  const calls: number[] = []
  const counted: Model = Object.assign(
    (...given: Parameters<Model>) => {
      calls.push(1)
      return model(...given)
    },
    { model_name: "counted" },
  )
  return { calls, counted }
}

// @requirement self-correction.review
describe("reviewWith", () => {
  test("blocks what a critic fails, and does not ask the verifiers then", async () => {
    const { calls, counted } = counting(silent)
    const review = reviewWith({
      critics: { only: ["G2"] },
      verifiers: { model: counted, contract: ["README.md"] },
    })
    const found = await review(await contextWith({ ...whole, [PATH]: "export function discount( {\n" }))
    expect(found.overall).toBe("block")
    expect(found.passes.map(({ name, status }) => [name, status])).toEqual([
      ["critics", "fail"],
      ["feedback-binding", "pass"],
    ])
    expect(found.passes[0]?.note).toContain(PATH)
    expect(calls).toEqual([])
  })

  test("asks for changes where a change has nothing to do with its plan", async () => {
    const review = reviewWith({ critics: false })
    const context = await contextWith({ "README.md": "# Another shop\n" })
    const found = await review({ ...context, plan: planWith({ feedback_id: "fb-2" }) })
    expect(found.overall).toBe("request-changes")
    expect(found.passes[0]?.note).toMatch(
      /for fb-2, not for fb-1; .*none of the planned files.*not part of it/,
    )
    expect(await reviewWith({ critics: false, binding: false })(context)).toMatchObject({ passes: [] })
  })

  test("blocks without a model, whatever the others say", async () => {
    const context = await contextWith(whole)
    for (const verifiers of [undefined, {} as ReviewOptions["verifiers"]]) {
      const found = await reviewWith({ critics: false, verifiers })(context)
      expect(found).toMatchObject({ overall: "block" })
      expect(found.passes.at(-1)).toMatchObject({ name: "verifiers", status: "fail" })
    }
  })

  test("asks for changes when no verifier comes to a verdict, or there is nothing to verify against", async () => {
    const context = await contextWith(whole)
    const verifiers = { model: silent, contract: ["README.md"], max_iterations: 1 }
    const found = await reviewWith({ critics: false, verifiers })(context)
    expect(found.overall).toBe("request-changes")
    const without = await reviewWith({ critics: false, verifiers: { model: silent } })(context)
    expect(without.passes.at(-1)).toMatchObject({
      status: "unable",
      note: expect.stringContaining("nothing was promised, nothing could be checked"),
    })
    expect(without.caveats).toEqual([expect.stringContaining("nothing could be checked")])
    expect(without.overall).toBe("request-changes")
  })

  test("blocks on a ledger that cannot be trusted", async () => {
    const context = await contextWith(whole)
    const ledger = join(context.repository, ".proofloop", "verdicts", "fb-1.jsonl")
    await mkdir(dirname(ledger), { recursive: true })
    await writeFile(ledger, "what is this\n")
    const verifiers = { model: silent, contract: ["README.md"], max_iterations: 1 }
    const found = await reviewWith({ critics: false, verifiers })(context)
    expect(found.overall).toBe("block")
    expect(found.passes.at(-1)).toMatchObject({ name: "verifiers", status: "fail" })
  })
})
