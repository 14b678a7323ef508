import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { ModelError, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { vitestOutput } from "../ci/actions_log.fixture.ts"
import { ciFailure, failedLog } from "./ci_failure.fixture.ts"
import { APPROVED, answering, fixed, proposal, REPAIR } from "./fix_ci.fixture.ts"

const text = (root: string, path: string) => readFile(join(root, path), "utf8")

describe("a repair of CI", () => {
  it("is judged by the gate before a model sees it", async () => {
    const fixer = answering(
      proposal({ path: "config.json", old_string: "{}", new_string: "{" }),
      proposal(REPAIR),
    )
    const critic = answering(APPROVED)
    const { result } = await fixed({ fixer: fixer.model, critic: critic.model })
    expect(result).toMatchObject({ status: "fixed", model_calls: 3 })
    expect(result.tries[0]?.rejected_by).toMatch(/^G\d+ /)
    expect(fixer.prompts[1]).toContain("config.json")
  })

  it("turns no test off", async () => {
    const skipped = { path: "src/sum.test.js", old_string: 'it("adds"', new_string: 'it.skip("adds"' }
    const fixer = answering(proposal(skipped))
    const critic = answering(APPROVED)
    const { result, git } = await fixed({ fixer: fixer.model, critic: critic.model })
    expect(result).toMatchObject({ status: "gave_up", commit: null, model_calls: 3 })
    expect(result.tries[2]?.reason).toContain('the test "adds" ran before and is turned off now by it.skip')
    expect(critic.prompts).toEqual([])
    expect(await git("status", "--porcelain")).toBe("")
  })

  it("tells which of its files decide what a check means", async () => {
    const wrong = { path: "src/sum.test.js", old_string: "toBe(4)", new_string: "toBe(0)" }
    const { result } = await fixed({
      fixer: answering(proposal(wrong)).model,
      critic: answering(APPROVED).model,
    })
    expect(result).toMatchObject({ status: "fixed", check_changed: ["src/sum.test.js"] })
  })

  it("is given up after three tries, with the tree as it was", async () => {
    const fixer = answering(proposal({ ...REPAIR, new_string: "b - a" }))
    const critic = answering({ approved: false, feedback: "it still subtracts" })
    const { result, waits, git, root } = await fixed({ fixer: fixer.model, critic: critic.model })
    expect(result).toMatchObject({ status: "gave_up", commit: null, tries: { length: 3 }, model_calls: 6 })
    expect(result.why).toContain("it still subtracts")
    expect(waits).toEqual([2000, 4000])
    expect(await text(root, "src/sum.js")).toContain("a - b")
    expect(await git("rev-list", "--count", "HEAD")).toBe("1")
  })

  it("has the message that the host gives it", async () => {
    const { git } = await fixed({
      fixer: answering(proposal(REPAIR), APPROVED).model,
      gate: { env: {}, commit_tag: "" },
      commit_message: (subject) => `${subject}\n\nRun-Id: 7`,
    })
    expect(await git("log", "-1", "--format=%B")).toBe("fix: add instead of subtracting\n\nRun-Id: 7")
  })

  it("is made of another failure than before the last one", async () => {
    const { mark } = await ciFailure(failedLog(vitestOutput({ name: "subtracts" })))
    const { result } = await fixed({ fixer: answering(proposal(REPAIR), APPROVED).model, before: mark })
    expect(result).toMatchObject({ status: "fixed" })
  })
})

describe("an edit that does not fit", () => {
  it.each([
    ["a place that is not there", { ...REPAIR, old_string: "a / b" }, "old_string does not occur"],
    ["a file that is not there", { ...REPAIR, path: "src/none.js" }, "there is no such file"],
    ["a path that leads out", { path: "../x.js", old_string: "", new_string: "x" }, "../x.js"],
  ])("is told back: %s", async (_, edit, said) => {
    const fixer = answering(proposal(edit), proposal(REPAIR))
    const { result } = await fixed({ fixer: fixer.model, critic: answering(APPROVED).model })
    expect(result).toMatchObject({ status: "fixed", tries: { length: 2 } })
    expect(result.tries[0]?.reason).toContain(said)
    expect(fixer.prompts[1]).toContain(said)
  })

  it("counts a reply that nobody can read as a try", async () => {
    const prose = "I would add the numbers."
    const fixer = answering(prose, prose, prose, proposal(REPAIR))
    const { result } = await fixed({ fixer: fixer.model, critic: answering(APPROVED).model })
    expect(result).toMatchObject({ status: "fixed", model_calls: 5 })
    expect(result.tries[0]).toMatchObject({
      diagnosis: "",
      files: [],
      rejected_by: "the reader of your reply",
    })
  })
})

describe("files that only a person may change", () => {
  const WORKFLOW = ".github/workflows/ci.yml"

  it("are named when the fixer says so", async () => {
    const need = { path: WORKFLOW, why: "it runs Node 12" }
    const said = { diagnosis: "the runner is too old", edits: [], needs: [need] }
    const { result } = await fixed({ fixer: answering(said).model })
    expect(result).toMatchObject({
      status: "denied",
      commit: null,
      needs: [need],
      why: `the fix would need ${WORKFLOW}, which is yours to change: it runs Node 12`,
      model_calls: 1,
    })
  })

  it.each([WORKFLOW, ".env", "package.json"])("are refused in an edit: %s", async (path) => {
    const secret = "first line of a file that is not shown"
    const fixer = answering(proposal(REPAIR, { path, old_string: "secret", new_string: "x" }))
    const critic = answering(APPROVED)
    const files = { "src/sum.js": "a - b\n", [path]: path === "package.json" ? '{"name": "secret"}' : secret }
    const { result, git } = await fixed({ fixer: fixer.model, critic: critic.model }, files)
    expect(result).toMatchObject({ status: "denied", commit: null, needs: [{ path }] })
    expect(result.why).toContain(path)
    expect(critic.prompts).toEqual([])
    expect(fixer.prompts.join("\n")).not.toContain(secret)
    expect(await git("status", "--porcelain")).toBe("")
  })

  it("leave the others to be repaired", async () => {
    const fixer = answering(
      proposal({ path: WORKFLOW, old_string: "on: push", new_string: "on: pull_request" }),
      proposal(REPAIR),
    )
    const { result } = await fixed({ fixer: fixer.model, critic: answering(APPROVED).model })
    expect(result).toMatchObject({ status: "fixed", needs: [] })
  })
})

it("ends where the fixer finds no fault of the code", async () => {
  const said = { diagnosis: "the registry was away", edits: [], needs: [] }
  const { result } = await fixed({ fixer: answering(said).model })
  expect(result).toMatchObject({ status: "nothing_to_fix", why: "the registry was away", model_calls: 1 })
})

describe("its limits", () => {
  it("end it when all calls are used", async () => {
    const fixer = answering(proposal({ ...REPAIR, new_string: "b - a" }))
    const critic = answering({ approved: false, feedback: "no" })
    const limits = { max_model_calls: 3 }
    const { result, git } = await fixed({ fixer: fixer.model, critic: critic.model, limits })
    expect(result).toMatchObject({ status: "budget", commit: null, model_calls: 3 })
    expect(result.why).toBe("no fix within 300 s and 3 calls of models")
    expect(await git("status", "--porcelain")).toBe("")
  })

  it("end it when the time is over, whatever the model does", async () => {
    const fixer = scriptedModel(async () => new Promise<never>(() => {}))
    const { result, git } = await fixed({ fixer, limits: { max_ms: 100 } })
    expect(result).toMatchObject({ status: "budget", commit: null })
    expect(await git("status", "--porcelain")).toBe("")
  })
})

describe("who stops it", () => {
  it("is a model that cannot be asked", async () => {
    const error = { kind: "rate_limit", message: "slow down" } as const
    const fixer = scriptedModel([{ throws: error }])
    await expect(fixed({ fixer })).rejects.toThrow(ModelError)
  })

  it("is the host", async () => {
    const host = new AbortController()
    const fixer = scriptedModel(async () => {
      host.abort(new Error("enough"))
      return new Promise<never>(() => {})
    })
    await expect(fixed({ fixer, signal: host.signal })).rejects.toThrow("enough")
  })
})

it("keeps secrets of logs and files from the models", async () => {
  const token = `ghp_${"x1Y2".repeat(9)}`
  const failure = await ciFailure(failedLog(`TOKEN=${token}\n${vitestOutput()}`))
  const files = { "src/sum.js": `const token = "${token}"\nreturn a - b\n`, "src/sum.test.js": "" }
  const fixer = answering(proposal(REPAIR))
  const critic = answering(APPROVED)
  const { result } = await fixed({ fixer: fixer.model, critic: critic.model, failure }, files)
  expect(result).toMatchObject({ status: "fixed" })
  expect([...fixer.prompts, ...critic.prompts].join("\n")).not.toContain(token)
})
