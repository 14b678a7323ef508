import { expect, it } from "vitest"
import { requireGit } from "./git.ts"
import { readBlobs } from "./git_blobs.ts"
import { gitProcesses } from "./git_processes.fixture.ts"
import { repositoryWith } from "./repository.fixture.ts"

async function idsOf(root: string, names: readonly string[]): Promise<readonly string[]> {
  const told = await requireGit(root, ["rev-parse", ...names.map((name) => `HEAD:${name}`)])
  return told.split("\n").filter((id) => id !== "")
}

it("reads the blobs among objects with one process, and leaves out large ones", async () => {
  const large = "x".repeat(2 * 2 ** 20 + 1)
  const root = await repositoryWith({ "sub/a.txt": "1\n", "b.txt": "", "large.txt": large })
  const [folder = "", ...files] = await idsOf(root, ["sub", "sub/a.txt", "b.txt", "large.txt"])
  const started = gitProcesses()
  const blobs = await readBlobs(root, [folder, "f".repeat(40), ...files])
  expect(started.unlessWithin(1)).toBe("")
  // In no order: what the process has read before, as the empty blob by another test, comes first.
  expect([blobs.size, ...files.map((id) => blobs.get(id)?.toString())]).toEqual([3, "1\n", "", "too_large"])
})

it("reads many, and those beside a very large one", async () => {
  const named = Array.from(
    { length: 12 },
    (_, at) => [`${at}.txt`, `${at}${"y".repeat(2 ** 21 - 2)}`] as const,
  )
  const root = await repositoryWith({ ...Object.fromEntries(named), "huge.txt": "z".repeat(20 * 2 ** 20) })
  const ids = await idsOf(root, [...named.map(([name]) => name), "huge.txt"])
  const blobs = await readBlobs(root, ids)
  expect(ids.map((id) => blobs.get(id)?.length)).toEqual([
    ...named.map(([, text]) => text.length),
    "too_large".length,
  ])
})
