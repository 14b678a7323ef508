import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { inPlace } from "./place.ts"

test.skipIf(process.platform !== "linux")(
  "commands of a place keep within the limits that are set",
  async () => {
    const root = await folderWith({ "a.txt": "a\n" })
    await initRepository(root)
    await commitPaths(root, ["a.txt"], "first")
    const commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    const { signal } = new AbortController()
    const settings = { unsafe_host_runner: true, setup: "", max_memory_bytes: 256 * 2 ** 20 }
    const { output } = await inPlace(settings, { root, commit, signal }, async (place) => {
      const room = await place.runner.open(place.root)
      try {
        return await room.run({ command: "ulimit -d" })
      } finally {
        await room.close()
      }
    })
    expect(output.trim()).toBe(String(256 * 1024))
  },
)
