import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { openAICompatible } from "@proofloop/runtime"
import { startLoopbackModelServer } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { APPROVED, answering, BROKEN, fixed, proposal, REPAIR } from "./fix_ci.fixture.ts"

const text = (root: string, path: string) => readFile(join(root, path), "utf8")

describe("a repair of CI", () => {
  it("is a commit that fixer, gate and critic agree on", async () => {
    const fixer = answering(proposal(REPAIR))
    const critic = answering(APPROVED)
    const { result, root, git } = await fixed({ fixer: fixer.model, critic: critic.model })
    expect(result).toEqual({
      status: "fixed",
      commit: await git("rev-parse", "HEAD"),
      tries: [
        { number: 1, diagnosis: "sum subtracts", files: ["src/sum.js"], rejected_by: null, reason: null },
      ],
      why: "sum subtracts",
      needs: [],
      check_changed: [],
      model_calls: 2,
    })
    expect(await text(root, "src/sum.js")).toContain("return a + b")
    expect(await git("show", "--format=%s", "--name-only", "HEAD")).toBe(
      "fix: add instead of subtracting [proofloop]\n\nsrc/sum.js",
    )
    expect(await git("status", "--porcelain")).toBe("")
    expect(fixer.prompts[0]).toContain("expected 3 to be 4")
    expect(fixer.prompts[0]).toContain("return a - b")
    expect(critic.prompts[0]).toContain("+  return a + b")
  })

  it("goes on with what the critic says, after a wait that doubles", async () => {
    const fixer = answering(
      proposal({ ...REPAIR, new_string: "a + a" }),
      proposal({ ...REPAIR, new_string: "a * b" }),
      proposal(REPAIR),
    )
    const critic = answering(
      { approved: false, feedback: "src/sum.js:2: b is not added" },
      { approved: false, feedback: "src/sum.js:2: 2 times 2 happens to be 4" },
      APPROVED,
    )
    const { result, waits, git } = await fixed({ fixer: fixer.model, critic: critic.model })
    expect(result).toMatchObject({ status: "fixed", model_calls: 6 })
    expect(result.tries.map(({ rejected_by, reason }) => [rejected_by, reason])).toEqual([
      ["the CI critic", "src/sum.js:2: b is not added"],
      ["the CI critic", "src/sum.js:2: 2 times 2 happens to be 4"],
      [null, null],
    ])
    expect(waits).toEqual([2000, 4000])
    expect(fixer.prompts[0]).not.toContain("b is not added")
    expect(fixer.prompts[1]).toContain("b is not added")
    expect(fixer.prompts[2]).toContain("b is not added")
    expect(fixer.prompts[2]).toContain("2 times 2 happens to be 4")
    expect(critic.prompts[2]).toContain("2 times 2 happens to be 4")
    expect(await git("rev-list", "--count", "HEAD")).toBe("2")
  })

  it("works with any server that speaks OpenAI's protocol", async () => {
    const script = [proposal(REPAIR), APPROVED].map((answer) => ({ text: JSON.stringify(answer) }))
    const server = await startLoopbackModelServer({ script })
    try {
      const fixer = openAICompatible({ base_url: server.url, model: "fixer" })
      const { result } = await fixed({ fixer })
      expect(result).toMatchObject({ status: "fixed", model_calls: 2 })
    } finally {
      await server.close()
    }
  })
})

describe("files that only a person may change", () => {
  it("are named, and nothing is committed", async () => {
    const path = ".github/workflows/ci.yml"
    const edit = { path, old_string: "on: push", new_string: "on: pull_request" }
    const { result, git } = await fixed({ fixer: answering(proposal(REPAIR, edit)).model })
    expect(result).toMatchObject({
      status: "denied",
      commit: null,
      tries: { length: 3 },
      needs: [{ path, why: "sum subtracts" }],
      why: `the fix would need ${path}, which is yours to change: sum subtracts`,
      model_calls: 3,
    })
    expect(await git("rev-list", "--count", "HEAD")).toBe("1")
    expect(await git("status", "--porcelain")).toBe("")
    expect(await git("show", `HEAD:${path}`)).toBe(BROKEN[path]?.trim())
  })
})
