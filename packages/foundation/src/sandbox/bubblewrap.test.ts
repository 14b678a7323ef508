import { existsSync, readdirSync, readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { repositoryWith } from "../git/repository.fixture.ts"
import { setEnvironment } from "../process/environment.fixture.ts"
import { bubblewrap } from "./bubblewrap.ts"
import { commandsNaming, HAS_SANDBOX, roomWith } from "./rooms.fixture.ts"

describe.skipIf(!HAS_SANDBOX)("a room of bubblewrap (needs bubblewrap)", () => {
  it("runs a command in the tree, at the path that it has outside", async () => {
    const room = await roomWith(bubblewrap(), { "packages/a/text.txt": "hello\n" })
    const outcome = await room.run({ command: "pwd; cat text.txt >&2; exit 3", cwd: "packages/a" })
    expect(outcome).toEqual({
      output: `${join(room.tree, "packages/a")}\nhello\n`,
      exit_code: 3,
      signal: null,
      timed_out: false,
      aborted: false,
      spawn_error: null,
      truncated_bytes: 0,
      duration_ms: expect.any(Number),
      sandbox: "bubblewrap",
      limit: null,
    })
  })

  it("has a store of pnpm of its own, where the installation of this machine has one", async () => {
    const home = await folderWith({
      ".local/share/pnpm/store/v10/kept": "kept\n",
      ".local/share/pnpm/pnpm": "",
    })
    const restore = setEnvironment({ HOME: home })
    try {
      const room = await roomWith(bubblewrap())
      const at = join(home, ".local/share/pnpm")
      const command = `touch '${at}/store/mine' && ls '${at}' '${at}/store' && ! touch '${at}/pnpm'`
      const { output, exit_code } = await room.run({ command })
      expect({ exit_code, files: output.match(/^\w+$/gm) }).toEqual({
        exit_code: 0,
        files: ["pnpm", "store", "mine"],
      })
    } finally {
      restore()
    }
    expect(readdirSync(join(home, ".local/share/pnpm/store"))).toEqual(["v10"])
  })

  it.skipIf(!existsSync("/etc/maven/m2.conf"))(
    "has what Maven starts with, and not its passwords",
    async () => {
      const room = await roomWith(bubblewrap())
      const { output } = await room.run({ command: "ls /etc/maven; head -c 4 /etc/maven/m2.conf" })
      expect(output).toBe("logging\nm2.conf\nmain")
    },
  )

  it("has the toolchain that runs here, and a home that stays from one command to the next", async () => {
    const room = await roomWith(bubblewrap())
    expect((await room.run({ command: 'echo kept > "$HOME/mine"; node --version' })).output).toBe(
      `${process.version}\n`,
    )
    expect((await room.run({ command: 'cat "$HOME/mine"' })).output).toBe("kept\n")
  })

  it("has nothing in memory to write to, where no limit would count it", async () => {
    const room = await roomWith(bubblewrap())
    const { output } = await room.run({
      command: "cat /proc/mounts; for at in /dev/shm /run /var/tmp; do echo > $at/a; done",
    })
    expect(output).toContain(" /dev/shm ")
    expect(output).not.toMatch(/^tmpfs \S+ tmpfs rw\b/m)
    expect(output).not.toContain("Read-only")
  })

  it("writes no setting of the kernel, not even as root", async () => {
    const room = await roomWith(bubblewrap())
    const command =
      "for at in /proc/sys/kernel/core_pattern /proc/sys/vm/swappiness; do value=$(cat $at) && echo $value > $at; echo $?; done"
    expect((await room.run({ command })).output).not.toMatch(/^0$/m)
  })

  it("leaves no process after a time-out of a millisecond", async () => {
    const room = await roomWith(bubblewrap())
    const command = "setsid sleep 600 & (trap '' TERM; sleep 600) & echo started; sleep 600"
    const outcomes = [1, 2, 3].map(() => room.run({ command, timeout_ms: 1 }))
    expect(await Promise.all(outcomes)).toMatchObject(
      outcomes.map(() => ({ timed_out: true, exit_code: null })),
    )
    expect(commandsNaming(room.tree)).toEqual([])
  })

  it("keeps the start and the end of a long output", async () => {
    const room = await roomWith(bubblewrap())
    const { output, truncated_bytes } = await room.run({ command: "seq 1 100000", max_output_bytes: 1000 })
    expect(output).toMatch(/^1\n2\n[\s\S]*left out[\s\S]*100000\n$/)
    expect(truncated_bytes).toBeGreaterThan(500_000)
  })

  it("hides the repository, or shows it to read", async () => {
    const root = await repositoryWith({ "a.txt": "a\n" })
    const command = "git log --format=%s; echo broken > .git/HEAD; ls .git"
    const hidden = await bubblewrap().open(root)
    expect((await hidden.run({ command })).output).toContain("not a git repository")
    await hidden.close()
    const shown = await bubblewrap().open(root, { git: "read-only" })
    expect((await shown.run({ command })).output).toMatch(
      /^first\n[\s\S]*Read-only file system[\s\S]*objects/,
    )
    await shown.close()
    expect(readFileSync(join(root, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n")
  })

  it("says why it made no room, and refuses a folder outside the tree", async () => {
    const room = await roomWith(bubblewrap())
    await expect(room.run({ command: "true", cwd: ".." })).rejects.toThrow("cwd: expected a folder in ")
    await expect(bubblewrap().open(join(room.tree, "absent"))).rejects.toThrow(
      "tree: expected an existing folder",
    )
    const folder = await folderWith({ "a.txt": "a" })
    const gone = await roomWith(bubblewrap(), {}, { readable: [folder] })
    await rm(folder, { recursive: true })
    expect(await gone.run({ command: "true" })).toMatchObject({
      exit_code: null,
      output: "",
      spawn_error: expect.stringMatching(/^bwrap: /),
    })
  })

  it("does not take what a command prints for a failure of its own", async () => {
    const room = await roomWith(bubblewrap())
    expect(await room.run({ command: "echo 'bwrap: no'; exit 1" })).toMatchObject({
      spawn_error: null,
      exit_code: 1,
      output: "bwrap: no\n",
    })
  })
})
