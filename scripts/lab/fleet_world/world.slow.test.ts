import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { measuredSchema } from "./measured.ts"
import { worldTable } from "./table.ts"
import { measureFleet } from "./world.ts"

test("six repositories come to their pull requests through an expired token, a kill, a limit and a drain", async () => {
  const folder = join(await folderWith(), "world")
  await mkdir(folder)
  const told: string[] = []
  const measured = await measureFleet(folder, {
    repositories: 6,
    concurrency: 2,
    retry_after_s: 3,
    told: (line) => told.push(line),
  })
  expect(measuredSchema.parse(measured)).toEqual(measured)
  const { expired_token, rate_limit, kill, drain } = measured
  expect(expired_token).toMatchObject({ begun_rows: 6, counted_attempts: 0 })
  expect(expired_token.requests_that_met_it).toBeLessThanOrEqual(2)
  expect(rate_limit).toMatchObject({ asked_too_early: 0, counted_attempts: 0 })
  expect(kill).toMatchObject({ unfinished_rows: 6, rows_known_after: 6 })
  expect(drain.turns_under_way).toBeGreaterThan(0)
  expect(measured.run.model_calls.count).toBe(6)
  expect(worldTable(measured)).toContain("| requests before its time | 0 | 0 |")
  expect(told).toHaveLength(7)
})
