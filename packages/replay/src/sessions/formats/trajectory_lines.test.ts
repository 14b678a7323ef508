import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { fixturePath, itemsOf } from "../sessions.fixture.ts"

it.each([
  ["swe_agent_0.traj", 6, ["all", "all#2"]],
  ["mini_swe_agent_2.traj.json", 5, ["shop__shop-2", "shop__shop-2"]],
])("reads a trajectory a line, as in %s, as a run a line", async (name, turns, ids) => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-lines-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "all.jsonl")
  const line = JSON.stringify(JSON.parse(await readFile(fixturePath(name), "utf8")))
  await writeFile(file, `${line}\n${line}\n`)
  const items = await itemsOf(file)
  expect(items.map(({ type }) => type)).toEqual(
    ids.flatMap(() => ["run", ...Array.from({ length: turns }, () => "turn")]),
  )
  expect(items.flatMap((item) => (item.type === "run" ? [item.id] : []))).toEqual(ids)
  expect(items.flatMap((item) => (item.type === "turn" && item.turn.event === 0 ? [0] : []))).toEqual([0, 0])
})
