import { expect, test } from "vitest"
import { bench, FAST, idOf, jsonLines, pipeline, ROLES, serveShop } from "./pipeline.fixture.ts"

test("a run that is open is gone on with by --resume, and given up for another one by --reset", async () => {
  const { root, state } = await bench()
  const { flags } = await serveShop()
  const run = async (...more: readonly string[]) =>
    pipeline(state, "run", root, ...FAST, ...ROLES, ...flags, "--approve", ...more)
  const first = await run("--resume")
  expect(first).toMatchObject({ code: 3, stdout: expect.stringContaining("approval") as string })
  const id = idOf(first)
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining(id) as string })
  const again = await run("--resume")
  expect({ code: again.code, id: idOf(again) }).toEqual({ code: 3, id })
  const anew = idOf(await run("--reset"))
  expect(anew).not.toBe(id)
  const listed = jsonLines(await pipeline(state, "status", "--json")).at(0)
  expect(listed?.["runs"]).toMatchObject([
    { id, state: "cancelled" },
    { id: anew, state: "awaiting-approval" },
  ])
})
