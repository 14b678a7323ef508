import type { Model } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { localForge } from "../../forge/local_forge.ts"
import { shopsOf } from "./fleet.fixture.ts"
import { createFleet } from "./fleet.ts"
import { openWorkers } from "./workers.ts"

test("a fleet brings each repository to its pull request, and is idle while people are needed", async () => {
  const { options, events } = await shopsOf(2)
  const end = await createFleet(options).run({ once: true })
  expect(end).toMatchObject({ how: "idle" })
  const runs = await options.store.list()
  expect(runs.map(({ state, work }) => [state, work.pull_request?.number])).toEqual([
    ["pr-open", 1],
    ["pr-open", 1],
  ])
  expect(events.filter(({ type }) => type === "fleet.begun")).toHaveLength(2)
  expect(events.at(-1)).toMatchObject({ type: "fleet.ended", how: "idle" })
  const { turns } = await createFleet(options).run({ once: true })
  expect(turns).toBe(0)
})

test("a drained fleet interrupts its turns at once, and the next process goes on with them", async () => {
  let told = () => {}
  const asked = new Promise<void>((resolve) => void (told = resolve))
  const hanging: Model = async (_request, { signal }) => {
    told()
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
    })
  }
  const { options } = await shopsOf(2)
  const running = createFleet({ ...options, models: { planner: hanging } }).run()
  await asked
  await openWorkers(options.state_dir, Date.now).drain("ann@here")
  const end = await running
  expect(end.how).toBe("drained")
  expect(end.ended_within_ms).toBeLessThan(10_000)
  expect(await openWorkers(options.state_dir, Date.now).list()).toEqual([])
  const held = await Promise.all((await options.store.list()).map(({ id }) => options.store.holder(id)))
  expect(held).toEqual([null, null])
  expect((await options.store.list()).map(({ attempts }) => attempts)).toEqual([0, 0])
  expect(await createFleet(options).run({ once: true })).toMatchObject({ how: "idle" })
  expect((await options.store.list()).map(({ state }) => state)).toEqual(["pr-open", "pr-open"])
})

test("one repository without a forge does not keep others from going on", async () => {
  const { options, events } = await shopsOf(2)
  const [first] = options.repositories
  const broken = async () => {
    throw new Error("no such forge")
  }
  const fleet = createFleet({
    ...options,
    forgeFor: async (repository) =>
      repository === first ? broken() : localForge({ repository: repository.url }),
  })
  await fleet.run({ once: true })
  expect(events.filter(({ type }) => type === "fleet.begin_failed")).toMatchObject([
    { error: "no such forge" },
  ])
  expect((await options.store.list()).map(({ state }) => state)).toEqual(["pr-open"])
})
