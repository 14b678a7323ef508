import { setTimeout as wait } from "node:timers/promises"
import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../repository/memory_facts.ts"
import { criticWith, FAILED } from "./critic.fixture.ts"
import type { Critic } from "./critic.ts"
import { firstFailure, runCritics, type RunCriticsOptions } from "./run_critics.ts"

const change = changeSet([{ path: "a.txt", after: "a" }])

function run(critics: readonly Critic[], options: RunCriticsOptions = {}) {
  const selected = critics.map((critic) => ({ critic, options: {} }))
  return runCritics(selected, change, memoryFacts({}, change), options)
}

/** Critics that note when they start; each takes the given time. */
function noting(
  started: string[],
  ...definitions: ReadonlyArray<Parameters<typeof criticWith>[0] & { ms?: number }>
) {
  return definitions.map(({ ms = 0, ...definition }) =>
    criticWith({
      ...definition,
      check: async () => {
        started.push(definition.id)
        await wait(ms)
        return definition.check?.() ?? { status: "pass" }
      },
    }),
  )
}

describe("runCritics", () => {
  it("answers in the order of the selection whatever finished first", async () => {
    const finished: string[] = []
    const critics = noting([], { id: "G10", ms: 30 }, { id: "G11" }, { id: "G13", ms: 10 })
    const results = await run(critics, { on_verdict: ({ critic }) => finished.push(critic.id) })
    expect(results.map(({ critic }) => critic.id)).toEqual(["G10", "G11", "G13"])
    expect(finished).toEqual(["G11", "G13", "G10"])
  })

  it("judges a stage side by side and the next one after it", async () => {
    const started: string[] = []
    const stages = [{ id: "G2", ms: 20 }, { id: "G20" }, { id: "G10" }, { id: "G8", needs: "run" as const }]
    await run(noting(started, ...stages), { concurrency: 2 })
    expect(started).toEqual(["G2", "G20", "G10", "G8"])
  })

  it("does not start what is dear when something cheap failed", async () => {
    const started: string[] = []
    const critics = noting(
      started,
      { id: "G2" },
      { id: "G10", check: () => FAILED },
      { id: "G11" },
      { id: "G8" },
    )
    const results = await run(critics, { stop: "first_failure" })
    expect(started).toEqual(["G2", "G10", "G11"])
    expect(results).toHaveLength(3)
    expect(firstFailure(results)?.critic.id).toBe("G10")
  })

  it("judges everything when nothing stops it", async () => {
    const results = await run([criticWith({ id: "G2", check: () => FAILED }), criticWith({ id: "G8" })])
    expect(results.map(({ verdict }) => verdict.status)).toEqual(["fail", "pass"])
  })

  it("takes a crash for unable, and a listener that throws for nothing", async () => {
    const critics = [
      criticWith({
        id: "G2",
        check: () => {
          throw new Error("no parser")
        },
      }),
    ]
    const results = await run(critics, {
      on_verdict: () => {
        throw new Error("listener")
      },
    })
    expect(results[0]?.verdict).toEqual({ status: "unable", reason: "no parser", crashed: true })
    expect(firstFailure(results)).toBeUndefined()
  })

  it("times each verdict", async () => {
    let time = 0
    const [first] = await run([criticWith({ id: "G2" })], { now: () => (time += 5) })
    expect(first?.duration_ms).toBe(5)
  })

  it("does not wait for what runs when it is aborted, and starts nothing more", async () => {
    const started: string[] = []
    const abort = new AbortController()
    const critics = noting(started, { id: "G2", ms: 5000 }, { id: "G8" })
    const running = run(critics, { signal: abort.signal })
    abort.abort()
    expect((await running).map(({ verdict }) => verdict)).toEqual([{ status: "unable", reason: "aborted" }])
    expect(started).toEqual(["G2"])
  })

  it("hands the signal to what takes long", async () => {
    const abort = new AbortController()
    let seen: AbortSignal | undefined
    const looking: Critic = {
      ...criticWith({ id: "G8" }),
      check: (_change, facts) => {
        seen = facts.signal
        return Promise.resolve({ status: "pass" as const })
      },
    }
    await run([looking], { signal: abort.signal })
    expect(seen).toBe(abort.signal)
  })
})
