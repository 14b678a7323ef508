import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { planWith, rowWith } from "../feedback/rows.fixture.ts"
import { good_test, project_files, shop } from "../loop.fixture.ts"
import type { FixReviewContext } from "../settings/settings.ts"
import { reviewWith, type ReviewOptions } from "./review_fix.ts"

const path = "src/price.mjs"
const fixed = project_files[path].replace("price + (", "price - (")

/** A fix in a clone of its own stands for the tree that the loop makes. */
async function contextWith(files: Readonly<Record<string, string>>): Promise<FixReviewContext> {
  const { root } = await shop()
  const base_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await addFiles(root, files)
  const fix_commit = (await commitPaths(root, Object.keys(files), "fix")) ?? ""
  return {
    root,
    repository: root,
    feedback: rowWith(),
    plan: planWith(),
    hits: [],
    refutations: [],
    signal: new AbortController().signal,
    diff: "",
    base_commit,
    fix_commit,
    test: { path: good_test.path, command: "node --test" },
  }
}

const whole = { [path]: fixed, [good_test.path]: good_test.content }

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

const silent = scriptedModel(() => ({ text: "I have nothing to say." }))

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
      confidence: null,
    })
  })

  test("blocks what a critic fails, and does not ask the verifiers then", async () => {
    const { calls, counted } = counting(silent)
    const review = reviewWith({
      critics: { only: ["G2"] },
      verifiers: { model: counted, contract: ["README.md"] },
    })
    const found = await review(await contextWith({ ...whole, [path]: "export function discount( {\n" }))
    expect(found.overall).toBe("block")
    expect(found.passes.map(({ name, status }) => [name, status])).toEqual([
      ["critics", "fail"],
      ["feedback-binding", "pass"],
    ])
    expect(found.passes[0]?.note).toContain(path)
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
      note: expect.stringContaining("contract"),
    })
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

  test("refuses wrong options before anything is reviewed", () => {
    expect(() => reviewWith({ critics: { only: ["G99"] } })).toThrow(/G99/)
    expect(() => reviewWith({ verifiers: { model: silent, min_lenses: 1 } })).toThrow(/min_lenses/)
  })
})
