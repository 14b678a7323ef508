import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, onTestFinished, test } from "vitest"
import { climb } from "./climb.ts"
import { falseRejections, refusedTurns } from "./refusals.ts"
import { loadRungs, type Rung } from "./rung.ts"

test("the recorded mistakes ship without the gate, and do not with it", async () => {
  const rung = rungInJavaScript()
  const without = await climb(rung, { gate: "off", run: 1 })
  expect(without.test_health).toBe("fail")
  const with_gate = await climb(rung, { gate: "on", run: 1 })
  expect(with_gate).toMatchObject({
    test_health: "pass",
    patch_coverage: 1,
    expected_failing: [],
    false_rejections: 0,
  })
  expect(with_gate.turns).toBeGreaterThan(with_gate.rejections)
})

test("a refused change is good when it repairs the tests and keeps what has to survive", async () => {
  const rung = rungInJavaScript()
  const root = join(await mkdtemp(join(await realpath(tmpdir()), "proofloop-rung-")), "repo")
  onTestFinished(async () => rm(join(root, ".."), { recursive: true, force: true }))
  await cp(rung.repository, root, { recursive: true })
  await initRepository(root)
  const head = (await commitPaths(root, ["."], "the rung")) ?? never()
  const [mistake, repair] = rung.weak_worker.replies["src/render.js"] ?? []
  const turns = [mistake, repair, "No."].map((reply) => ({ head, text: JSON.stringify(reply) }))
  expect(await refusedTurns(root, turns)).toEqual(turns)
  expect(await falseRejections(root, turns, rung.golden)).toEqual([turns[1]])
  const must_keep = { "src/render.js": ["export function footer("] }
  expect(await falseRejections(root, turns, { ...rung.golden, must_keep })).toEqual([])
})

/** The one that needs nothing but Node. */
function rungInJavaScript(): Rung {
  return loadRungs().find(({ golden }) => golden.language === "javascript") ?? never()
}

function never(): never {
  throw new Error("the rung is there")
}
