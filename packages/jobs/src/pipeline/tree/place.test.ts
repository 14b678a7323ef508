import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import { expect, test } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { faultOf } from "../../drive/fault.ts"
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

test("a room that cannot be opened half-way is the runner's being away", async () => {
  const root = await folderWith({ "a.txt": "a\n" })
  await initRepository(root)
  await commitPaths(root, ["a.txt"], "first")
  const commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const { signal } = new AbortController()
  const runner: Runner = { sandbox: "none", open: () => Promise.reject(new Error("no space left")) }
  const opened = inPlace({ runner, setup: "" }, { root, commit, signal }, (place) =>
    place.runner.open(place.root),
  )
  const thrown: unknown = await opened.catch((error: unknown) => error)
  expect(faultOf(thrown)).toMatchObject({ environment: "runner" })
})

test("a commit that the clone lacks is an error, and no empty folder", async () => {
  const root = await folderWith({ "a.txt": "a\n" })
  await initRepository(root)
  const { signal } = new AbortController()
  const place = inPlace(
    { unsafe_host_runner: true, setup: "" },
    { root, commit: "f".repeat(40), signal },
    async () => "done",
  )
  await expect(place).rejects.toMatchObject({ code: "git_error" })
})
