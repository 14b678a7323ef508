import { requireGit } from "@proofloop/foundation/git"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import type { FixReview } from "./feedback.ts"
import { BAD_EDIT, GOOD_EDIT, goodTest, loopWith, testWith } from "./loop.fixture.ts"
import { reviewWith } from "./review/review_fix.ts"

describe("a fix its differential does not bear out", () => {
  test("is made anew with what its test says, and counted", async () => {
    const { loop, store, add, asked } = await loopWith({ edits: [[BAD_EDIT], [GOOD_EDIT]] })
    const id = await add()
    const [done] = await loop.process()
    expect(done).toMatchObject({ to: "fix-pr-open", error: null })
    const tries = ["fix", "write_test", "differential"]
    expect(done?.steps.slice(3, 10)).toEqual([...tries, ...tries, "review"])
    expect(asked.fix[0]).not.toContain("still fails with the fix")
    expect(asked.fix[1]).toContain("still fails with the fix")
    expect(asked.fix[1]).toContain("210 == 90")
    const { work } = await store.get(id)
    expect(work.refutations).toHaveLength(1)
    expect(work.differential?.verified).toBe(true)
  })

  test("has its test alone made anew when that passes without the fix", async () => {
    const weak = testWith("assert.equal(typeof discount(100, 10), 'number')")
    const { loop, add, asked } = await loopWith({ tests: [weak, goodTest] })
    await add()
    const [done] = await loop.process()
    expect(done?.steps.slice(3, 9)).toEqual([
      "fix",
      "write_test",
      "differential",
      "write_test",
      "differential",
      "review",
    ])
    expect(asked.fix).toHaveLength(1)
    expect(asked.test[1]).toContain("does not exercise the bug")
  })

  test("fails after so many tries, without a pull request, and can be tried again", async () => {
    const { loop, store, add, forge, root } = await loopWith({ edits: [[BAD_EDIT]] }, { max_attempts: 2 })
    const id = await add()
    const [done] = await loop.process()
    expect(done).toMatchObject({ to: "failed" })
    expect(done?.error).toMatch(/differential: the test still fails with the fix/)
    const row = await store.get(id)
    expect(row).toMatchObject({ failed_in: "in-fix", attempts: 2 })
    expect(row.work).not.toHaveProperty("fix")
    expect(await forge.pulls.find(`auto/proofloop/${id}`)).toBeNull()
    expect(await loop.retry(id)).toMatchObject({ state: "in-fix", attempts: 0 })
    expect(row.work.refutations).toHaveLength(2)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })
})

describe("what is proposed and no good", () => {
  test("is told to the next try at once", async () => {
    const nowhere = { ...GOOD_EDIT, old_string: "price * (price" }
    const no_test = testWith("discount(100, 10)")
    const { loop, add, asked } = await loopWith({
      edits: [[nowhere], [GOOD_EDIT]],
      tests: [no_test, goodTest],
    })
    await add()
    const [done] = await loop.process()
    expect(done?.to).toBe("fix-pr-open")
    expect(done?.steps.slice(3, 7)).toEqual(["fix", "fix", "write_test", "write_test"])
    expect(asked.fix[1]).toContain("src/price.mjs")
    expect(asked.test[1]).toMatch(/assert/)
  })
})

test("a fix that is a large job, planned as a small one, is not published", async () => {
  const padding = Array.from({ length: 30 }, (_, line) => `// ${line}`).join("\n")
  const filled = { path: "src/price.mjs", old_string: "export", new_string: `${padding}\nexport` }
  const { loop, add, asked } = await loopWith(
    { edits: [[GOOD_EDIT, filled], [GOOD_EDIT]] },
    { plan_review_loc_threshold: 25 },
  )
  await add()
  const [done] = await loop.process()
  expect(done?.to).toBe("fix-pr-open")
  expect(done?.steps.slice(3, 6)).toEqual(["fix", "fix", "write_test"])
  expect(asked.fix[1]).toContain("nobody approved so large a change")
})

// @requirement self-correction.review
describe("a review", () => {
  const block: FixReview = {
    overall: "block",
    passes: [{ name: "security", status: "fail", note: "it leaks the price list" }],
    confidence: null,
  }

  test("that blocks sends the fix back with what stands against it; it is never published", async () => {
    const { loop, store, add, asked, forge } = await loopWith(
      {},
      { review: () => Promise.resolve(block), max_attempts: 2 },
    )
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "failed" }])
    expect(asked.fix[1]).toContain("security: it leaks the price list")
    expect(await forge.pulls.find(`auto/proofloop/${id}`)).toBeNull()
    expect((await store.get(id)).error).toMatch(/^review: security/)
  })

  test("that throws, or says nothing clear, never passes", async () => {
    const answers = [
      () => Promise.reject(new Error("the reviewer is ill")),
      () => Promise.resolve({ ...block, overall: "lgtm" } as unknown as FixReview),
      () => Promise.resolve({ ...block, overall: "request-changes" } as const),
    ]
    let turn = 0
    const { loop, store, add, forge } = await loopWith(
      {},
      { review: () => answers[turn++]?.() ?? Promise.resolve(block), max_attempts: 9 },
    )
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "in-fix", error: "the reviewer is ill" }])
    const [done] = await loop.process()
    expect(done?.to).toBe("fix-pr-open")
    expect(done?.steps.slice(0, 2)).toEqual(["review", "fix"])
    const pull = await forge.pulls.get(done?.row?.work.pull_request?.number ?? 0)
    expect(pull.body).toContain("it leaks the price list")
    expect((await store.get(id)).work.review?.overall).toBe("request-changes")
  })

  test("by independent verifiers stops a seeded-bad fix", async () => {
    const place = "src/price.mjs:2 evaluates the percent that a caller sends, and"
    const refuting = {
      verdict: "fail",
      evidence: `${place} runs what it says: discount(1, "process.exit()") ends the shop.`,
      refutation: "Followed percent from the call to eval: nothing checks it on its way.",
      security: true,
    }
    const passing = {
      verdict: "pass",
      evidence: `${place} gives 90 for discount(100, 10), as the contract has it.`,
      refutation: "Followed discount(100, 10) and discount(0, 10) through the changed line; both hold.",
    }
    const verifier = scriptedModel(
      ({ messages }) => {
        const is_refuted = JSON.stringify(messages).includes("through the lens concurrency-security")
        return {
          tool_calls: [{ name: "submit_verdict", arguments: is_refuted ? refuting : passing }],
        }
      },
      { model_name: "another" },
    )
    const review = reviewWith({ critics: false, verifiers: { model: verifier, contract: ["README.md"] } })
    const evil = {
      ...GOOD_EDIT,
      old_string: "return price + (price * percent) / 100",
      new_string: "return eval(`${price} - (${price} * ${percent}) / 100`)",
    }
    const { loop, add, forge, store } = await loopWith({ edits: [[evil]] }, { review, max_attempts: 1 })
    const id = await add()
    const [done] = await loop.process()
    expect(done).toMatchObject({ to: "failed" })
    const row = await store.get(id)
    expect(row.error).toMatch(/^review: verifiers: .*security/)
    expect(row.work.refutations?.[0]).toContain("ends the shop")
    expect(await forge.pulls.find(`auto/proofloop/${id}`)).toBeNull()
  })
})
