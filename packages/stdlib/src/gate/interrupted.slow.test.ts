import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { criticWith } from "../critics/critic.fixture.ts"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"
import { createGate } from "./gate.ts"

afterAll(removeTemplates)

const SUBTASK = { id: "T001-S01", title: "Do it", file_hints: [] }
const CHANGE = { "a.txt": "b\n", "new/c.txt": "c\n" }

describe("a submission that is aborted", () => {
  it.each(["baselines", "model", "critic", "tests", "review", "verdict", "commit"] as const)(
    "leaves all or nothing when it happens in: %s",
    async (phase) => {
      const abort = new AbortController()
      const endless = 'node -e "setTimeout(() => {}, 60000)"'
      // The change makes new/c.txt; tests before it are the baseline.
      const commands = {
        baselines: endless,
        tests: `test ! -f new/c.txt || { touch .git/running; ${endless}; }`,
      }
      const command = phase === "baselines" || phase === "tests" ? commands[phase] : "true"
      const watched = criticWith({
        id: "watched",
        check: async () => {
          if (phase === "critic") abort.abort()
          await Promise.resolve()
          return { status: "pass" }
        },
      })
      const { root, gate, types } = await gateOver(
        { "a.txt": "a\n" },
        {
          only: ["watched", "G8"],
          custom: [watched],
          critics: { G8: { command } },
          // A review would notice it.
          ...(phase !== "verdict" && {
            review: () => {
              if (phase === "review") abort.abort()
              return phase === "review" ? new Promise(() => undefined) : Promise.resolve(null)
            },
          }),
          on_event: ({ type }) => {
            if (phase === "verdict" && type === "critic_gate.judged") abort.abort()
            if (phase === "commit" && type === "critic_gate.judged") setImmediate(() => abort.abort())
          },
        },
      )
      if (phase === "baselines") setTimeout(() => abort.abort(), 300)
      const propose = proposals(CHANGE)
      const outcome = await gate.submit(
        SUBTASK,
        (context) => {
          if (phase === "model") abort.abort()
          if (phase === "tests") void abortWhenThere(join(root, ".git/running"), abort)
          return phase === "model" ? new Promise(() => undefined) : propose(context)
        },
        { signal: abort.signal },
      )
      const statuses = phase === "commit" ? ["accepted", "aborted"] : ["aborted"]
      expect(statuses).toContain(outcome.status)
      const commits = (await requireGit(root, ["log", "--format=%s"])).trim().split("\n")
      expect(commits).toHaveLength(outcome.status === "accepted" ? 2 : 1)
      expect(await requireGit(root, ["status", "--porcelain", "-uall"])).toBe("")
      expect(types()).not.toContain("worker.subtask.failed")
      const next = createGate({ root, env: {}, only: ["G2"] })
      expect((await next.submit(SUBTASK, proposals({ "b.txt": "b\n" }))).status).toBe("accepted")
    },
  )

  it("ends a critic that hangs when the time is over, and the tree is clean", async () => {
    const hangs = criticWith({ id: "hangs", check: () => new Promise(() => undefined) })
    const { root, gate } = await gateOver(
      { "a.txt": "a\n" },
      { only: ["hangs"], custom: [hangs], budgets: { wall_clock_ms: 2000 } },
    )
    expect(await gate.submit(SUBTASK, proposals(CHANGE))).toMatchObject({
      status: "failed",
      error: "The time of 2000 ms was over",
    })
    expect(await requireGit(root, ["status", "--porcelain", "-uall"])).toBe("")
  })
})

async function abortWhenThere(path: string, abort: AbortController): Promise<void> {
  while (!existsSync(path)) await wait(20)
  abort.abort()
}

describe("a repository that is not as plain as can be", () => {
  it("leaves what the user staged staged, whatever becomes of the change", async () => {
    const { root, gate } = await gateOver(
      { "a.txt": "a\n", "b.txt": "b\n", "c.json": "{}\n" },
      { only: ["G2"] },
    )
    await addFiles(root, { "b.txt": "staged\n", "c.json": "[]\n" })
    await requireGit(root, ["add", "b.txt", "c.json"])
    await addFiles(root, { "c.json": "[1]\n" })
    const before = await requireGit(root, ["status", "--porcelain"])
    const refused = await gate.submit(SUBTASK, proposals({ "c.json": "{" }, { "c.json": "[" }))
    expect(refused.status).toBe("failed")
    expect(await requireGit(root, ["status", "--porcelain"])).toBe(before)
    expect(await requireGit(root, ["show", ":c.json"])).toBe("[]\n")
    expect(await readFile(join(root, "c.json"), "utf8")).toBe("[1]\n")
    expect((await gate.submit(SUBTASK, proposals({ "a.txt": "A\n" }))).status).toBe("accepted")
    expect(await requireGit(root, ["status", "--porcelain"])).toBe(before)
  })

  it("keeps a staged version when git refuses the commit", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n", ".gitignore": "*.log\n" }, { only: ["G2"] })
    await addFiles(root, { "a.txt": "staged\n" })
    await requireGit(root, ["add", "a.txt"])
    const outcome = await gate.submit(SUBTASK, proposals({ "a.txt": "A\n", "x.log": "x\n" }))
    expect(outcome).toMatchObject({
      status: "failed",
      error: "git add failed: 1 of 2 paths: x.log (ignored by .gitignore)",
    })
    expect(await requireGit(root, ["show", ":a.txt"])).toBe("staged\n")
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("M  a.txt\n")
  })

  it("commits on a detached HEAD and in a repository without commits", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ["G2"] })
    await requireGit(root, ["checkout", "--quiet", "--detach"])
    const first = await gate.submit(SUBTASK, proposals({ "a.txt": "A\n" }))
    expect(first.status).toBe("accepted")
    expect((await requireGit(root, ["rev-parse", "main"])).trim()).not.toBe(
      first.status === "accepted" ? first.commit : "",
    )
    await requireGit(root, ["checkout", "--quiet", "--orphan", "fresh"])
    await requireGit(root, ["rm", "--quiet", "--cached", "a.txt"])
    expect((await gate.submit(SUBTASK, proposals({ "n.txt": "n\n" }))).status).toBe("accepted")
    expect(await requireGit(root, ["ls-tree", "-r", "--name-only", "HEAD"])).toBe("n.txt\n")
  })

  it("asks nobody in the middle of a merge, and leaves its conflicts alone", async () => {
    const { root, gate } = await gateOver([{ "a.txt": "a\n" }, { "a.txt": "main\n" }], { only: ["G2"] })
    await requireGit(root, ["checkout", "--quiet", "-b", "side", "HEAD^"])
    await addFiles(root, { "a.txt": "side\n" })
    await requireGit(root, ["commit", "--quiet", "-am", "side"])
    await requireGit(root, ["merge", "main"]).catch(() => undefined)
    const unmerged = await requireGit(root, ["ls-files", "--unmerged"])
    const propose = proposals({ "a.txt": "both\n" })
    expect(await gate.submit(SUBTASK, propose)).toMatchObject({
      status: "failed",
      error: "The repository is in the middle of a merge, so nothing could be committed",
    })
    expect(propose.told).toEqual([])
    expect(await requireGit(root, ["ls-files", "--unmerged"])).toBe(unmerged)
  })

  it("commits nothing while another git is at work, and nothing is lost", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ["G2"] })
    await addFiles(root, { ".git/index.lock": "" })
    expect(await gate.submit(SUBTASK, proposals({ "a.txt": "A\n" }))).toMatchObject({
      status: "failed",
      error: expect.stringContaining("index.lock"),
    })
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a\n")
  })

  it("touches no file of a submodule, and runs no hook", async () => {
    const { root, gate } = await gateOver({ "a.txt": "a\n" }, { only: ["G2"] })
    const library = (await gateOver({ "lib.txt": "l\n" }, { only: ["G2"] })).root
    const env = { GIT_ALLOW_PROTOCOL: "file" }
    await requireGit(root, ["submodule", "--quiet", "add", library, "lib"], { env })
    await requireGit(root, ["commit", "--quiet", "-m", "library"])
    await addFiles(root, { ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" })
    await requireGit(root, ["config", "core.hooksPath", ".git/hooks"])
    expect(await gate.submit(SUBTASK, proposals({ "lib/lib.txt": "L\n" }))).toMatchObject({
      status: "failed",
      error: expect.stringContaining("in submodule"),
    })
    expect(await readFile(join(root, "lib/lib.txt"), "utf8")).toBe("l\n")
    expect((await gate.submit(SUBTASK, proposals({ "a.txt": "A\n" }))).status).toBe("accepted")
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })
})
