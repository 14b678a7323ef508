import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, onTestFinished, test } from "vitest"
import { ForgeError } from "../../forge/forge_error.ts"
import { localForge } from "../../forge/local_forge.ts"
import { STOP_FILE } from "../context/context.ts"
import { shopsOf } from "./fleet.fixture.ts"
import { createFleet } from "./fleet.ts"
import type { FleetRepository } from "./repositories.ts"

const LONG = { timeout: 90_000 }

test("the stop file ends a fleet, and none begins while it is there", async () => {
  const { options } = await shopsOf(1)
  await mkdir(options.state_dir, { recursive: true })
  await writeFile(join(options.state_dir, STOP_FILE), "")
  expect(await createFleet(options).run()).toMatchObject({ how: "stopped", turns: 0 })
})

test("an expired token of an account is met once, whatever the number of its repositories", async () => {
  let asked = 0
  const { options } = await shopsOf(5, {
    seen: (forge) => ({
      ...forge,
      account: "app 1",
      repository: async () => {
        asked += 1
        throw new ForgeError("HTTP 401: Bad credentials", { retryable: false, problem: "credential" })
      },
    }),
  })
  expect(await createFleet({ ...options, concurrency: 1 }).run({ once: true })).toMatchObject({ how: "idle" })
  expect(asked).toBe(1)
  const [breaker, ...more] = await options.store.breakers()
  expect(more).toEqual([])
  expect(breaker).toMatchObject({ name: "local app 1", needs_person: true })
  expect((await options.store.list()).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 5 }, () => ["queued", 0]),
  )
})

test("a renewed token is met as soon as a person says so, and all repositories go on", async () => {
  let is_renewed = false
  const { options, events } = await shopsOf(3, {
    seen: (forge) => ({
      ...forge,
      account: "app 1",
      repository: async (signal) => {
        if (is_renewed) return forge.repository(signal)
        const refused = { retryable: false, problem: "credential", retry_after_ms: 3_600_000 } as const
        throw new ForgeError("HTTP 401: Bad credentials", refused)
      },
    }),
  })
  const planner = scriptedModel(() => ({ text: '{"tasks": []}' }))
  const asked = new AbortController()
  const done = async (what: () => Promise<boolean> | boolean) => expect.poll(what, LONG).toBe(true)
  const running = createFleet({ ...options, models: { planner } }).run({ signal: asked.signal })
  onTestFinished(() => asked.abort())
  await done(() => events.filter(({ type }) => type === "fleet.turn_ended").length >= 3)
  is_renewed = true
  await options.store.lookAgain(await options.store.breakers())
  await done(async () => (await options.store.list({ state: "done" })).length === 3)
  asked.abort()
  await running
  expect(await options.store.breakers()).toEqual([])
}, 200_000)

test("a run that another process began and ended meanwhile is not begun a second time", async () => {
  const { options, open } = await shopsOf(1)
  const other = await open()
  const forgeFor = async ({ url }: FleetRepository) => {
    const { id } = await other.add({ url })
    await other.change(id, { to: "cancelled", note: {} })
    return localForge({ repository: url })
  }
  expect(await createFleet({ ...options, forgeFor }).run({ once: true })).toMatchObject({
    how: "idle",
    turns: 0,
  })
  expect((await other.list()).map(({ state }) => state)).toEqual(["cancelled"])
})

test("a repository that has used up its day gets no further run, and another one does", async () => {
  const { options } = await shopsOf(2)
  const [first, second] = options.repositories
  if (first === undefined || second === undefined) throw new Error("there are two")
  const usage = { input_tokens: 20, output_tokens: 0 }
  const planner = scriptedModel(() => ({ text: '{"tasks": []}', usage }))
  const all = { ...options, models: { planner }, begin_every_ms: 0, repository_a_day: { tokens: 10 } }
  await createFleet({ ...all, repositories: [first] }).run({ once: true })
  await createFleet(all).run({ once: true })
  await createFleet(all).run({ once: true })
  expect((await options.store.list()).map(({ url }) => url)).toEqual([first.url, second.url])
  await createFleet({ ...all, repository_a_day: { tokens: 30 } }).run({ once: true })
  const later = (await options.store.list()).slice(2).map(({ url }) => url)
  expect(later.toSorted()).toEqual([first.url, second.url])
})

test("a run that ends while the store is read has used up the day before another one begins", async () => {
  let read = (): void => undefined
  const reading = new Promise<void>((resolve) => (read = resolve))
  const { options, events } = await shopsOf(1, {
    seen: (forge) => ({
      ...forge,
      repository: async (signal) => {
        await reading
        return forge.repository(signal)
      },
    }),
  })
  let readings = 0
  const store = {
    ...options.store,
    waits: async () => {
      readings += 1
      if (readings === 3) read()
      while (readings === 3 && !events.some(({ type }) => type === "fleet.turn_ended")) await sleep(20)
      return options.store.waits()
    },
  }
  const usage = { input_tokens: 20, output_tokens: 0 }
  const planner = scriptedModel(() => ({ text: '{"tasks": []}', usage }))
  const limits = { begin_every_ms: 0, repository_a_day: { tokens: 10 } }
  await createFleet({ ...options, ...limits, store, models: { planner } }).run({ once: true })
  expect(await options.store.list()).toHaveLength(1)
})
