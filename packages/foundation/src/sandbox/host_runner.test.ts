import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { hostRunner } from "./host_runner.ts"
import { commandsNaming, roomWith } from "./rooms.fixture.ts"

describe.skipIf(process.platform === "win32")("a room without a sandbox", () => {
  it("says so, and has a home and an environment of its own", async () => {
    const room = await roomWith(hostRunner())
    process.env["ROOM_SECRET"] = "hidden"
    const { output, sandbox } = await room.run({
      command: 'echo "$ROOM_SECRET|$GIVEN|$HOME|$TMPDIR|$(pwd -P)"',
      env: { GIVEN: "given" },
    })
    delete process.env["ROOM_SECRET"]
    expect(sandbox).toBe("none")
    const [secret, given, home = "", temporary, folder] = output.trim().split("|")
    expect([secret, given, folder]).toEqual(["", "given", room.tree])
    expect(home).not.toBe(process.env["HOME"])
    expect(temporary).toBe(join(home, "../tmp"))
  })

  it.runIf(process.platform === "linux")("ends what left its group when the command has ended", async () => {
    const room = await roomWith(hostRunner())
    const command = `setsid sh -c 'sleep 600; echo "${room.tree}"' >/dev/null 2>&1 & echo done`
    expect(await room.run({ command })).toMatchObject({ output: "done\n", exit_code: 0, limit: null })
    expect(commandsNaming(room.tree)).toEqual([])
  })
})
