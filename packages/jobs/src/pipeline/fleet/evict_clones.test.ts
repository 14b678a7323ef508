import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { localForge } from "../../forge/local_forge.ts"
import { clonesFolder, takeClone } from "../tree/clone.ts"
import { evictClones } from "./evict_clones.ts"
import { shopsOf } from "./fleet.fixture.ts"

/** Four clones of a megabyte each, the first one used longest ago; each is released unless it is to be used. */
async function fourClones(used: readonly number[] = []) {
  const { options } = await shopsOf(4)
  const { state_dir, store, repositories } = options
  const folder = clonesFolder(state_dir)
  const forges = repositories.map(({ url }) => localForge({ repository: url }))
  const names: string[] = []
  for (const [at, forge] of forges.entries()) {
    const { root, release } = await takeClone(state_dir, forge)
    await writeFile(join(root, "large"), Buffer.alloc(2 ** 20))
    if (!used.includes(at)) await release()
    const time = new Date(Date.now() - (10 - at) * 60_000)
    await utimes(root, time, time)
    names.push(root.slice(folder.length + 1))
  }
  const evict = async (max_bytes: number) => evictClones({ state_dir, store, max_bytes, now: Date.now })
  const left = async () => (await readdir(folder)).filter((name) => names.includes(name))
  return { folder, names, evict, left, store, forges, repositories }
}

test("the clones used longest ago go until the others are within the limit", async () => {
  const { names, evict, left } = await fourClones()
  expect((await evict(2 ** 30)).removed).toEqual([])
  const { removed, bytes } = await evict(2.5 * 2 ** 20)
  expect(removed).toEqual(names.slice(0, 2))
  expect(bytes).toBeLessThan(2.5 * 2 ** 20)
  expect(await left()).toHaveLength(2)
})

test("a clone of an open run stays, whatever the limit, and goes once the run is over", async () => {
  const { names, evict, store, forges, repositories } = await fourClones()
  const [forge, repository] = [forges[0], repositories[0]]
  if (forge === undefined || repository === undefined) throw new Error("there are four")
  const row = await store.add({ url: repository.url })
  const place = { forge: forge.name, repository: await forge.repository(), base: "main" }
  await store.change(row.id, { to: "analysing", place, work: { base_commit: "f".repeat(40) }, note: {} })
  expect((await evict(0)).removed).toEqual(names.slice(1))
  await store.change(row.id, { to: "cancelled", note: {} })
  expect((await evict(0)).removed).toEqual(names.slice(0, 1))
})

test("a clone stays while a process uses it, and not for one that is gone or has released it", async () => {
  const { folder, names, evict, left } = await fourClones([1])
  const dead = { pid: 2 ** 22 + 1, began: "1", host: hostname() }
  await writeFile(join(folder, `${names[0]}.use-dead`), JSON.stringify(dead))
  await writeFile(join(folder, `${names[2]}.use-far`), JSON.stringify({ ...dead, host: "elsewhere" }))
  expect((await evict(0)).removed).toEqual([names[0], names[3]])
  for (const mark of (await readdir(folder)).filter((name) => name.includes(".use-")))
    await rm(join(folder, mark))
  expect((await evict(0)).removed).toEqual([names[1], names[2]])
  expect(await left()).toEqual([])
})

test("what is no clone is left alone, and nothing is done without clones", async () => {
  const { folder, evict } = await fourClones()
  await mkdir(join(folder, "notes"))
  await evict(0)
  expect(await readdir(folder)).toEqual(["notes"])
  await rm(folder, { recursive: true })
  expect(await evict(0)).toEqual({ removed: [], bytes: 0 })
})
