import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { criticWith } from "../critics/critic.fixture.ts"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"
import { createGate } from "./gate.ts"

const QUIET = { G8: false, build: false }
const SUBTASK = { id: "T001-S01", title: "Do it", file_hints: ["a.txt"] }

afterAll(removeTemplates)

describe("createGate", () => {
  it("commits exactly the touched paths, with the tag", async () => {
    const { root, gate, types } = await gateOver({ "a.txt": "a\n", "b.txt": "b\n" })
    const outcome = await gate.submit(SUBTASK, proposals({ "a.txt": "changed\n", "new/c.txt": "c\n" }))
    expect(outcome).toMatchObject({ status: "accepted", attempts: 1, judged: true, held: null })
    const shown = await requireGit(root, ["show", "--name-only", "--format=%s", "HEAD"])
    expect(shown.trim().split(/\n+/)).toEqual(["change 1 [proofloop]", "a.txt", "new/c.txt"])
    expect(types()).toEqual([])
  })

  it("deletes files that git does not track, alone and beside other patches", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    for (const name of ["scratch.txt", "draft.txt"]) await writeFile(join(root, name), "mine\n")
    const both = await gate.submit(SUBTASK, proposals({ "a.txt": "b\n", "scratch.txt": null }))
    expect(both).toMatchObject({ status: "accepted", attempts: 1 })
    const shown = await requireGit(root, ["show", "--name-status", "--format=", "HEAD"])
    expect(shown).toBe("M\ta.txt\n")
    const alone = await gate.submit(SUBTASK, proposals({ "draft.txt": null }))
    expect(alone).toMatchObject({ status: "accepted", attempts: 1, commit: null })
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  it("takes a rejected change back and asks again with what went wrong", async () => {
    const { root, gate, events, types } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const propose = proposals({ "new/deep/a.toml": "x = \n" }, { "new/b.toml": "x = 1\n" })
    const outcome = await gate.submit(SUBTASK, propose)
    expect(outcome).toMatchObject({ status: "accepted", attempts: 2 })
    expect(types()).toEqual(["critic_syntax_check.fail", "critic_build_retry.success"])
    expect(events[1]).toMatchObject({ subtask_id: "T001-S01", attempt: 1, path: "new/deep/a.toml" })
    expect(events[1]).not.toHaveProperty("phase")
    expect(propose.told[0]).toBeNull()
    expect(propose.told[1]).toContain("new/deep/a.toml:1")
    expect(existsSync(join(root, "new/deep"))).toBe(false)
  })

  it("ends with the last error when no attempt is left, and leaves nothing behind", async () => {
    const { root, gate, types, events } = await gateOver({ "a.txt": "a\n" }, { critics: QUIET })
    const outcome = await gate.submit(
      SUBTASK,
      proposals({ "a.json": "{", "a.txt": "b" }, { "x/b.json": "[" }),
    )
    expect(outcome).toMatchObject({
      status: "failed",
      attempts: 2,
      error: expect.stringMatching(/^Syntax check failed after 2 attempt\(s\) on x\/b\.json\. Last error: /),
      rejection: { source: "G2", path: "x/b.json" },
    })
    expect(types()).toEqual(["critic_syntax_check.fail", "critic_syntax_check.fail", "worker.subtask.failed"])
    expect(events.at(-1)).toMatchObject({ title: "Do it", file_hints: ["a.txt"], subtask_id: "T001-S01" })
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a\n")
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
    expect(existsSync(join(root, "x"))).toBe(false)
  })

  it("closes manifests that the subtask does not name", async () => {
    const { gate, events } = await gateOver({ "package.json": "{}\n" }, { attempts: 1 })
    const refused = await gate.submit(SUBTASK, proposals({ "package.json": '{"name":"x"}\n' }))
    expect(refused).toMatchObject({
      status: "failed",
      error: expect.stringContaining("Manifest scope check"),
    })
    expect(events[0]).toMatchObject({ type: "critic_manifest_scope.fail", path: "package.json" })
    const named = { ...SUBTASK, file_hints: ["package.json"] }
    const change = { "package.json": '{"name":"x"}\n' }
    expect(await gate.submit({ ...named, compile_fix_mode: true }, proposals(change))).toMatchObject({
      status: "failed",
    })
    expect(await gate.submit(named, proposals(change), { phase: "qa" })).toMatchObject({ status: "failed" })
    expect(await gate.submit(named, proposals(change))).toMatchObject({ status: "accepted" })
  })

  it("takes everything back when it is aborted", async () => {
    const abort = new AbortController()
    const slow = criticWith({
      id: "slow",
      check: async () => {
        abort.abort()
        await wait(5000)
        return { status: "pass" }
      },
    })
    const { root, gate, types } = await gateOver({ "a.txt": "a\n" }, { custom: [slow], critics: QUIET })
    const outcome = await gate.submit(SUBTASK, proposals({ "a.txt": "b\n", "c.txt": "c\n" }), {
      signal: abort.signal,
    })
    expect(outcome).toEqual({ status: "aborted", attempts: 1 })
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
    expect(types()).toEqual([])
  })

  it("says so when there is no repository to commit to", async () => {
    const root = await folderWith({ "a.txt": "a\n" })
    const gate = createGate({ root, env: {} })
    expect(await gate.submit(SUBTASK, proposals({ "a.txt": "b\n" }))).toMatchObject({
      status: "failed",
      attempts: 0,
      error: expect.stringContaining("is not a git repository"),
    })
    const writing = createGate({ root, env: {}, commit: false })
    expect(await writing.submit(SUBTASK, proposals({ "a.txt": "b\n" }))).toMatchObject({
      status: "accepted",
      commit: null,
    })
  })
})
