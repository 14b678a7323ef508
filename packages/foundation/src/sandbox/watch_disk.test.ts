import { readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { bubblewrap } from "./bubblewrap.ts"
import { hostRunner } from "./host_runner.ts"
import { commandsNaming, HAS_SANDBOX, roomWith } from "./rooms.fixture.ts"

const MIB = 2 ** 20
const LIMITS = { max_disk_bytes: 16 * MIB, timeout_ms: 300_000 }
/** Files of 4 MiB, each below the limit, and then nothing more. */
const many = (to: string) =>
  `for i in 1 2 3 4 5 6; do head -c ${4 * MIB} /dev/urandom > ${to}$i; done; sleep 600; : "$PWD"`

describe.skipIf(!HAS_SANDBOX)("what a room writes (needs bubblewrap)", () => {
  it("ends its command when it is more than the disk may lose", async () => {
    const room = await roomWith(bubblewrap(), { "kept.txt": "kept" })
    expect(await room.run({ command: many("$HOME/a"), ...LIMITS })).toMatchObject({
      limit: "max_disk_bytes",
      exit_code: null,
    })
    expect(commandsNaming(room.tree)).toEqual([])
    expect(readdirSync(room.tree)).toEqual(["kept.txt"])
  })

  it("is not a file larger than the limit, in one step", async () => {
    const room = await roomWith(bubblewrap())
    const { output, exit_code } = await room.run({
      command: `dd if=/dev/zero of=a bs=1 count=1 seek=${200 * MIB}; echo ended $?; wc -c < a`,
      ...LIMITS,
    })
    expect({ output, exit_code }).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/ended (?!0)[\s\S]*\n0\n$/),
    })
  })
})

describe.skipIf(process.platform === "win32")("without a sandbox", () => {
  it("counts what the tree gets, and refuses a limit that is none", async () => {
    const room = await roomWith(hostRunner())
    expect(await room.run({ command: many("a"), ...LIMITS })).toMatchObject({ limit: "max_disk_bytes" })
    await expect(room.run({ command: "true", max_disk_bytes: 0 })).rejects.toThrow("max_disk_bytes: ")
  })
})
