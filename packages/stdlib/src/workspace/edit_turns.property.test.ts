import { setImmediate as everyMicrotask } from "node:timers/promises"
import fc from "fast-check"
import { expect, it } from "vitest"
import { createEditTurns } from "./edit_turns.ts"

interface Call {
  readonly files: readonly string[]
  /** Cannot say at first which files it is about. */
  readonly is_vague: boolean
  readonly end: "ends" | "is stopped" | "is stopped before its turn" | "hangs and is stopped"
}

const calls = fc.array(
  fc.record<Call>({
    files: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
    is_vague: fc.boolean(),
    end: fc.constantFrom("ends", "is stopped", "is stopped before its turn", "hangs and is stopped"),
  }),
  { minLength: 1, maxLength: 6 },
)

it("one call at a time works on a file, in the order of entry, and every call gets its turn", async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.scheduler(), async (plans, scheduler) => {
      const { worked, taken_back } = await play(plans, scheduler)
      const in_turn = plans.flatMap(({ end }, call) => (end === "is stopped before its turn" ? [] : [call]))
      for (const file of ["a", "b", "c"]) {
        const isAboutIt = (call: number) => plans[call]?.files.includes(file)
        expect(worked.filter(isAboutIt)).toEqual(in_turn.filter(isAboutIt))
      }
      expect(newestWrites(plans).filter((write) => !taken_back.includes(write))).toEqual([])
    }),
  )
})

/** Runs the calls side by side, their steps in the order of the scheduler. */
async function play(plans: readonly Call[], scheduler: fc.Scheduler) {
  const turns = createEditTurns()
  const at_work = new Set<string>()
  const worked: number[] = []
  const taken_back: string[] = []
  const pause = async () => scheduler.schedule(Promise.resolve())
  async function run({ files, is_vague, end }: Call, call: number) {
    const stop = new AbortController()
    const turn = turns.enter(stop.signal)
    await pause()
    if (end === "is stopped before its turn") stop.abort()
    if (is_vague) await turn.begin(null)
    await turn.begin(new Set(files))
    expect(files.filter((file) => at_work.has(file))).toEqual([])
    for (const file of files) at_work.add(file)
    if (!stop.signal.aborted) worked.push(call)
    await pause()
    if (end !== "ends") stop.abort()
    for (const file of files) at_work.delete(file)
    if (end === "hangs and is stopped") {
      turn.stepAside()
      await pause()
      await turn.begin()
      const held = files.filter((file) => turn.holds(file))
      const others = worked.slice(worked.indexOf(call) + 1).flatMap((later) => plans[later]?.files ?? [])
      expect(held.filter((file) => at_work.has(file) || others.includes(file))).toEqual([])
      taken_back.push(...held.map((file) => `${file} of ${call}`))
    }
    turn.end()
  }
  await scheduler.waitFor(Promise.all(plans.map(run)))
  return { worked, taken_back }
}

/** Writes of a stopped call that hung, to files that no later call can have been about. */
function newestWrites(plans: readonly Call[]): readonly string[] {
  return plans.flatMap(({ files, end }, call) => {
    const later = plans.slice(call + 1)
    const newest = files.filter((file) => !later.some((one) => one.is_vague || one.files.includes(file)))
    return end === "hangs and is stopped" ? newest.map((file) => `${file} of ${call}`) : []
  })
}

it("a call that is stopped before its turn keeps nobody waiting and goes last", async () => {
  const turns = createEditTurns()
  const stop = new AbortController()
  const never = new AbortController().signal
  const stopped = turns.enter(stop.signal)
  const next = turns.enter(never)
  let has_begun = false
  stop.abort()
  await next.begin(new Set(["a"]))
  const begun = stopped.begin(new Set(["a"])).then(() => (has_begun = true))
  await everyMicrotask()
  expect(has_begun).toBe(false)
  next.end()
  await begun
})

it("a stopped call that waits for two waits for both, also for the one that came after it", async () => {
  const turns = createEditTurns()
  const stop = new AbortController()
  const never = new AbortController().signal
  const before = turns.enter(never)
  await before.begin(new Set(["a"]))
  const stopped = turns.enter(stop.signal)
  let has_begun = false
  stop.abort()
  const begun = stopped.begin(new Set(["a", "b"])).then(() => (has_begun = true))
  const after = turns.enter(never)
  await after.begin(new Set(["b"]))
  before.end()
  await everyMicrotask()
  expect(has_begun).toBe(false)
  after.end()
  await begun
})

it("what takes no turn waits for nothing but for what is taken back", async () => {
  const turns = createEditTurns()
  const stop = new AbortController()
  const never = new AbortController().signal
  const edit = turns.enter(stop.signal)
  await edit.begin(new Set(["a"]))
  await turns.pass(never, { may_write: false })
  stop.abort()
  let has_passed = false
  const passed = turns.pass(never, { may_write: true }).then(() => (has_passed = true))
  const gone = new AbortController()
  const given_up = turns.pass(gone.signal, { may_write: false })
  gone.abort(new Error("gone"))
  await expect(given_up).rejects.toThrow("gone")
  await everyMicrotask()
  expect(has_passed).toBe(false)
  edit.stepAside()
  await passed
  expect(edit.holds("a")).toBe(false)
})
