import { join } from "node:path"
import { execa } from "execa"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { setEnvironment } from "../process/environment.fixture.ts"
import { inOwnSession } from "../process/own_session.fixture.ts"
import { hostRunner } from "./host_runner.ts"
import { commandsNaming, roomWith } from "./rooms.fixture.ts"

describe.skipIf(process.platform === "win32")("a room without a sandbox", () => {
  it("says so, and has a home and an environment of its own", async () => {
    const room = await roomWith(hostRunner())
    setEnvironment({ ROOM_SECRET: "hidden" })
    const { output, sandbox } = await room.run({
      command: 'echo "$ROOM_SECRET|$GIVEN|$HOME|$TMPDIR|$(pwd -P)"',
      env: { GIVEN: "given" },
    })
    expect(sandbox).toBe("none")
    const [secret, given, home = "", temporary, folder] = output.trim().split("|")
    expect([secret, given, folder]).toEqual(["", "given", room.tree])
    expect(home).not.toBe(process.env["HOME"])
    expect(temporary).toBe(join(home, "../tmp"))
  })

  it.runIf(process.platform === "linux")("leaves no process when this one is killed", async () => {
    const tree = await folderWith({ "a.txt": "a" })
    const command = `${inOwnSession(`sleep 600; : "${tree}"`)}; sleep 601; : "${tree}"`
    const source = `
      import { existsSync } from "node:fs"
      import { hostRunner } from ${JSON.stringify(join(import.meta.dirname, "host_runner.ts"))}
      const room = await hostRunner().open(${JSON.stringify(tree)})
      void room.run({ command: ${JSON.stringify(`touch b.txt; ${command}`)} })
      setInterval(() => existsSync(${JSON.stringify(join(tree, "b.txt"))}) && process.kill(process.pid, "SIGKILL"), 20)
    `
    const options = ["--import", "tsx", "--input-type=module", "-e", source]
    expect(await execa(process.execPath, options, { reject: false })).toMatchObject({ signal: "SIGKILL" })
    await expect.poll(() => commandsNaming(tree), { timeout: 60_000 }).toEqual([])
  })

  it.runIf(process.platform === "linux")("ends what left its group when the command has ended", async () => {
    const room = await roomWith(hostRunner())
    const command = `${inOwnSession(`sleep 600; echo "${room.tree}"`)} >/dev/null 2>&1; echo done`
    expect(await room.run({ command })).toMatchObject({ output: "done\n", exit_code: 0, limit: null })
    expect(commandsNaming(room.tree)).toEqual([])
  })
})
