import { join } from "node:path"
import { execa } from "execa"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { requireGit } from "../git/git.ts"
import { repositoryWith } from "../git/repository.fixture.ts"
import { bubblewrap } from "./bubblewrap.ts"
import { findProgram } from "./find_program.ts"
import { commandsNaming, HAS_SANDBOX, roomWith } from "./rooms.fixture.ts"

describe.skipIf(!HAS_SANDBOX)("a room of bubblewrap (needs bubblewrap)", () => {
  it("leaves no process after a time-out in the midst of it", async () => {
    const room = await roomWith(bubblewrap())
    const command = "setsid sleep 600 & (trap '' TERM; sleep 600) & echo started; sleep 600"
    const outcomes = [1, 2, 3].map(() => room.run({ command, timeout_ms: 1000 }))
    expect(await Promise.all(outcomes)).toMatchObject(
      outcomes.map(() => ({ timed_out: true, exit_code: null })),
    )
    expect(commandsNaming(room.tree)).toEqual([])
  })

  it("leaves no process when it is aborted, or when the command has ended", async () => {
    const room = await roomWith(bubblewrap())
    const stop = new AbortController()
    const running = room.run({ command: "setsid sleep 600 & sleep 600", signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    expect(await running).toMatchObject({ aborted: true, exit_code: null })
    const command = "setsid sleep 601 >/dev/null 2>&1 & sleep 600 & echo done"
    expect(await room.run({ command })).toMatchObject({ output: "done\n", exit_code: 0 })
    expect(commandsNaming(room.tree)).toEqual([])
    expect(commandsNaming("sleep 601")).toEqual([])
  })

  it.each([0, 1, 5, 10, 20, 40])(
    "leaves no process when this one is killed %i ms after the start of a command",
    async (wait) => {
      const tree = await folderWith({ "a.txt": "a" })
      const source = `
        import { bubblewrap } from ${JSON.stringify(join(import.meta.dirname, "bubblewrap.ts"))}
        const room = await bubblewrap().open(${JSON.stringify(tree)})
        void room.run({ command: ${JSON.stringify(`sleep 600; : '${tree}'`)} })
        setTimeout(() => process.kill(process.pid, "SIGKILL"), ${wait})
      `
      const options = ["--import", "tsx", "--input-type=module", "-e", source]
      const { signal } = await execa(process.execPath, options, { reject: false })
      expect(signal).toBe("SIGKILL")
      await expect.poll(() => commandsNaming(tree), { timeout: 60_000 }).toEqual([])
    },
  )

  it("ends what takes more memory or processes than it may", async () => {
    const room = await roomWith(bubblewrap())
    const many = await room.run({
      command: "for i in 1 2 3 4 5 6; do sleep 600 & done; wait",
      max_processes: 5,
    })
    expect(many).toMatchObject({ limit: "max_processes", exit_code: null })
    const hungry = "const kept = []; for (;;) kept.push(Buffer.alloc(4e6, 1))"
    const greedy = await room.run({
      command: [process.execPath, "-e", hungry],
      max_memory_bytes: 300 * 2 ** 20,
    })
    expect(greedy.exit_code).not.toBe(0)
    expect(commandsNaming(room.tree)).toEqual([])
  })

  it("shows no token that the settings of a repository hold", async () => {
    const root = await repositoryWith({ "a.txt": "a\n" })
    await requireGit(root, ["config", "remote.origin.url", "https://me:s3cret@example.org/a.git"])
    await requireGit(root, ["config", "http.https://example.org/.extraheader", "AUTHORIZATION: basic s3cret"])
    const room = await bubblewrap().open(root, { git: "read-only" })
    const { output } = await room.run({
      command: "git remote get-url origin; cat .git/config; git status --short",
    })
    expect(output).toMatch(/^https:\/\/example\.org\/a\.git\n/)
    expect(output).not.toContain("s3cret")
    await room.close()
  })

  it.skipIf(findProgram("python3") === null).each([
    [
      "that is shared",
      "import mmap; held = mmap.mmap(-1, 200 * MIB); [held.write(b'1' * MIB) for _ in range(200)]",
    ],
    [
      "of a file without a name",
      "import os; held = os.memfd_create('held'); [os.write(held, b'1' * MIB) for _ in range(200)]",
    ],
  ])("ends what takes too much memory %s (needs python3)", async (_name, take) => {
    const room = await roomWith(bubblewrap())
    const program = `import time; MIB = 2 ** 20; ${take}; time.sleep(600)`
    const limits = { max_memory_bytes: 150 * 2 ** 20, timeout_ms: 300_000 }
    const command = ["python3", "-c", program.replaceAll("; ", "\n")] as const
    expect(await room.run({ command, ...limits })).toMatchObject({ limit: "max_memory_bytes" })
  })

  it("shows the repository of a work tree to read, wherever it lies", async () => {
    const root = await repositoryWith({ "a.txt": "a\n" })
    const tree = join(await repositoryWith({ "b.txt": "b\n" }), "tree")
    await requireGit(root, ["worktree", "add", "--quiet", "--detach", tree])
    const room = await bubblewrap().open(tree, { git: "read-only" })
    expect((await room.run({ command: "git log --format=%s; git tag mine" })).output).toMatch(
      /^first\n[\s\S]*(?:Read-only|cannot lock)/,
    )
    await room.close()
  })
})
