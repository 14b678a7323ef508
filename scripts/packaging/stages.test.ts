import { expect, test } from "vitest"
import { RegistryUnreachable } from "./registry.ts"
import { runStages, type Stage } from "./stages.ts"

const check = (name: string, log: string[]) => ({ name, run: () => (log.push(name), []) })

function stages(log: string[], failure?: Error): Stage[] {
  const prepare = (name: string, error?: Error) => async () => {
    log.push(name)
    if (error !== undefined) throw error
  }
  return [
    { prepare: prepare("build"), checks: [check("a", log)] },
    { prepare: prepare("pack", failure), checks: [check("b", log), check("c", log)] },
    { prepare: prepare("install"), checks: [check("d", log)] },
  ]
}

test("each stage is prepared before its checks, beside the checks of the one before", async () => {
  const log: string[] = []
  expect(await runStages(stages(log))).toEqual({ passed: 4, failed: 0, skipped: 0, reason: null })
  expect(log).toEqual(["build", "pack", "a", "install", "b", "c", "d"])
})

test("without a registry the rest is skipped, counted and explained", async () => {
  const log: string[] = []
  const outcome = await runStages(stages(log, new RegistryUnreachable("nobody there")))
  expect(outcome).toEqual({ passed: 1, failed: 0, skipped: 3, reason: "nobody there" })
  expect(log).toEqual(["build", "pack", "a"])
})

test("what goes wrong otherwise is no reason to skip", async () => {
  await expect(runStages(stages([], new Error("disk full")))).rejects.toThrow("disk full")
})
