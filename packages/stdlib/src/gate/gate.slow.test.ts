import { existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { criticWith, FAILED } from "../critics/critic.fixture.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"

const QUIET = { G8: false, build: false }
const SUBTASK = { id: "T001-S01", title: "Do it", file_hints: ["a.txt"] }

afterAll(removeTemplates)

describe("createGate", () => {
  it("takes what the patcher refuses for a failed attempt", async () => {
    const { root, gate, events } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const propose = proposals({ "a.txt": "b\n", ".env": "KEY=1\n" }, { "a.txt": "b\n" })
    expect(await gate.submit(SUBTASK, propose)).toMatchObject({ status: "accepted", attempts: 2 })
    expect(events[0]).toMatchObject({
      type: "critic_patcher.fail",
      path: ".env",
      kind: "sensitive_path",
      attempt: 1,
    })
    expect(propose.told[1]).toContain(".env")
    expect(existsSync(join(root, ".env"))).toBe(false)
  })

  it("opens every manifest when G1 is off", async () => {
    const { gate } = await gateOver({ "package.json": "{}\n" }, { critics: { G1: false } })
    const outcome = await gate.submit(SUBTASK, proposals({ "package.json": '{"name":"x"}\n' }))
    expect(outcome.status).toBe("accepted")
  })

  it.each([
    ["no patches", {}, "No patches were proposed"],
    ["patches that touch nothing", { "gone.txt": null }, "The patches touched no file"],
  ])("does not try again after %s", async (_what, change, error) => {
    const { gate } = await gateOver({ "a.txt": "a\n" })
    expect(await gate.submit(SUBTASK, proposals(change))).toMatchObject({
      status: "failed",
      attempts: 1,
      error,
    })
  })

  it("tries again after a reply that cannot be read, and not after a model that fails", async () => {
    const { gate, types } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const unreadable = Object.assign(new Error("no JSON in the reply"), { code: "llm_error" })
    const failing = (error: Error) => () => Promise.reject(error)
    expect(await gate.submit(SUBTASK, failing(unreadable))).toMatchObject({ attempts: 2, status: "failed" })
    expect(types().slice(0, 2)).toEqual(["critic_reply.fail", "critic_reply.fail"])
    const gone = await gate.submit(SUBTASK, failing(new Error("connection refused")))
    expect(gone).toMatchObject({ attempts: 1, status: "failed", error: "connection refused" })
  })

  it("tries again after a proposal that does not fit the files", async () => {
    const { gate, types } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const told: Array<string | null> = []
    const outcome = await gate.submit(SUBTASK, ({ attempt, feedback }) => {
      told.push(feedback)
      if (attempt === 1) throw new PatchError("invalid_content", "a.txt", "a.txt: no such line")
      return { patches: [{ path: "a.txt", content: "b\n" }] }
    })
    expect(outcome).toMatchObject({ status: "accepted", attempts: 2 })
    expect(told[1]).toContain("a.txt: no such line")
    expect(types()).toEqual(["critic_patcher.fail", "critic_build_retry.success"])
  })

  it("goes on when a critic crashes, and says so", async () => {
    const crashing = criticWith({
      id: "mine",
      check: () => {
        throw new Error("out of luck")
      },
    })
    const { gate, events, types } = await gateOver({ "a.txt": "a\n" }, { custom: [crashing], critics: QUIET })
    expect((await gate.submit(SUBTASK, proposals({ "a.txt": "b\n" }))).status).toBe("accepted")
    expect(types()).toEqual(["critic.crashed"])
    expect(events.at(-1)).toMatchObject({ critic: "mine", error: "out of luck" })
  })

  it("says when no critic could look", async () => {
    const unable = criticWith({ id: "only", check: () => ({ status: "unable", reason: "no scanner" }) })
    const { gate, types } = await gateOver({ "a.txt": "a\n" }, { custom: [unable], only: ["only"] })
    const outcome = await gate.submit(SUBTASK, proposals({ "a.txt": "b\n" }))
    expect(outcome).toMatchObject({ status: "accepted", judged: false })
    expect(types()).toEqual(["critic_gate.nothing_looked"])
  })

  it("ends a submission whose time is over", async () => {
    const { gate, types } = await gateOver({ "a.txt": "a\n" }, { budgets: { wall_clock_ms: 30 } })
    const outcome = await gate.submit(SUBTASK, () => new Promise(() => undefined))
    expect(outcome).toMatchObject({ status: "failed", error: "The time of 30 ms was over" })
    expect(types()).toEqual(["worker.subtask.failed"])
  })

  it("names no subtask but the phase outside the worker", async () => {
    const { gate, events } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const outcome = await gate.submit(SUBTASK, proposals({ "a.json": "{" }), {
      phase: "refiner",
      attempts: 1,
    })
    expect(outcome.status).toBe("failed")
    const told = events.find(({ type }) => type === "critic_syntax_check.fail")
    expect(told).toMatchObject({ phase: "refiner", path: "a.json" })
    expect(told).not.toHaveProperty("attempt")
    expect(events.map(({ type }) => type)).not.toContain("worker.subtask.failed")
  })

  it("leaves a held change open until it is kept or undone", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const change = { "a.txt": "b\n", "new/c.txt": "c\n" }
    const before = await requireGit(root, ["rev-parse", "HEAD"])
    const first = await gate.submit(SUBTASK, proposals(change), { hold: true })
    expect(first).toMatchObject({ status: "accepted", commit: null })
    await (first.status === "accepted" ? first.held?.undo() : undefined)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
    expect(await requireGit(root, ["rev-parse", "HEAD"])).toBe(before)
    const second = await gate.submit(SUBTASK, proposals(change), { hold: true })
    const commit = await (second.status === "accepted" ? second.held?.keep() : undefined)
    expect((await requireGit(root, ["rev-parse", "HEAD"])).trim()).toBe(commit)
  })

  it("lets a reviewer send back what the critics let through", async () => {
    const asked: string[] = []
    const { gate } = await gateOver(
      { "a.txt": "a\n" },
      {
        critics: QUIET,
        review: (change, { subtask: { id } }) => {
          asked.push(`${id} ${change.files[0]?.path}`)
          return Promise.resolve(null)
        },
      },
    )
    await gate.submit(SUBTASK, proposals({ "a.txt": "b\n" }))
    await gate.submit(SUBTASK, proposals({ "a.txt": "c\n" }), { phase: "qa" })
    expect(asked).toEqual(["T001-S01 a.txt"])
  })

  it("judges one submission after the other", async () => {
    const seen: string[] = []
    const { gate } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const slow = async () => {
      seen.push("first asked")
      await wait(20)
      seen.push("first answered")
      return { patches: [{ path: "a.txt", content: "b\n" }] }
    }
    const quick = () => {
      seen.push("second asked")
      return { patches: [{ path: "a.txt", content: "c\n" }] }
    }
    const outcomes = await Promise.all([gate.submit(SUBTASK, slow), gate.submit(SUBTASK, quick)])
    expect(outcomes.map(({ status }) => status)).toEqual(["accepted", "accepted"])
    expect(seen).toEqual(["first asked", "first answered", "second asked"])
  })

  it("takes a revision back whose tests do not end, and only tells it of a worker's change", async () => {
    const command = `test "$(cat a.txt)" = a || { sleep 60; exit 1; }`
    const { gate, events } = await gateOver(
      { "a.txt": "a\n" },
      { only: ["G8"], critics: { G8: { command, timeout_ms: 2000 } } },
    )
    const change = { "a.txt": "b\n" }
    expect(await gate.submit(SUBTASK, proposals(change), { phase: "qa", attempts: 1 })).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^Test regression check failed .* timed out/),
    })
    expect(events.at(-1)).toMatchObject({ type: "critic_test_regression.fail", phase: "qa" })
    expect(await gate.submit(SUBTASK, proposals(change))).toMatchObject({ status: "accepted", judged: false })
  })

  it("lets no error of the build come back that a change repaired", async () => {
    const command = 'grep -q good a.txt || { echo "a.txt:1:1: error: it is not good"; exit 1; }'
    const { gate, types } = await gateOver(
      { "a.txt": "bad\n" },
      { only: ["build"], critics: { build: { command } }, attempts: 1 },
    )
    expect((await gate.submit(SUBTASK, proposals({ "b.txt": "bad before\n" }))).status).toBe("accepted")
    expect((await gate.submit(SUBTASK, proposals({ "a.txt": "good\n" }))).status).toBe("accepted")
    expect((await gate.submit(SUBTASK, proposals({ "a.txt": "bad\n" }))).status).toBe("failed")
    expect(types()).toEqual(["critic_build_retry.fail", "worker.subtask.failed"])
  })

  it("cuts a long error of a critic in event, state and feedback", async () => {
    const long = criticWith({
      id: "long",
      check: () => ({
        ...FAILED,
        violations: [{ path: "a.txt", rule: "long", message: "m".repeat(3000), evidence: "" }],
      }),
    })
    const { gate } = await gateOver({ "a.txt": "a\n" }, { custom: [long], critics: QUIET })
    const propose = proposals({ "a.txt": "b\n" }, { "a.txt": "b\n" })
    const outcome = await gate.submit(SUBTASK, propose)
    expect(outcome).toMatchObject({ error: expect.stringMatching(/^.{200}$/u) })
    expect(propose.told[1]?.length).toBeLessThanOrEqual(1500)
  })
})
