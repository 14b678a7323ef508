import { describe, expect, it } from "vitest"
import { bubblewrap } from "./bubblewrap.ts"
import { findProgram } from "./find_program.ts"
import { HAS_SANDBOX, roomWith } from "./rooms.fixture.ts"

const MIB = 2 ** 20
const LIMITS = { max_disk_bytes: 16 * MIB, timeout_ms: 300_000 }

describe.skipIf(!HAS_SANDBOX)("what a room writes (needs bubblewrap)", () => {
  it.each(["/tmp", "/dev/shm", "/run", "/var/tmp", "."])("counts in %s", async (folder) => {
    const room = await roomWith(bubblewrap())
    const command = `for i in 1 2 3 4 5 6; do head -c ${4 * MIB} /dev/urandom > ${folder}/$i; done; sleep 600`
    expect(await room.run({ command, ...LIMITS })).toMatchObject({ limit: "max_disk_bytes" })
  })

  it("counts from one command to the next, a file with two names once, and files without content", async () => {
    const room = await roomWith(bubblewrap())
    const once = `head -c ${10 * MIB} /dev/urandom > a && ln a b; sleep 3; echo done`
    expect(await room.run({ command: once, ...LIMITS })).toMatchObject({ output: "done\n", limit: null })
    const again = `head -c ${10 * MIB} /dev/urandom > c; sleep 600`
    expect(await room.run({ command: again, ...LIMITS })).toMatchObject({ limit: "max_disk_bytes" })
    const other = await roomWith(bubblewrap())
    const empty = "mkdir -p a; i=0; while true; do : > a/$i; i=$((i+1)); done"
    expect(await other.run({ command: empty, ...LIMITS })).toMatchObject({ limit: "max_disk_bytes" })
  })

  it.skipIf(findProgram("python3") === null)(
    "counts files that have no name any more (needs python3)",
    async () => {
      const room = await roomWith(bubblewrap())
      const program = [
        "import os, time",
        "held = []",
        "for i in range(6):",
        "    held.append(open(str(i), 'wb', 0)); os.unlink(str(i))",
        `    held[i].write(os.urandom(${4 * MIB}))`,
        "time.sleep(600)",
      ].join("\n")
      const command = ["python3", "-c", program] as const
      expect(await room.run({ command, ...LIMITS })).toMatchObject({ limit: "max_disk_bytes" })
    },
  )
})
