import fc from "fast-check"
import { expect, it } from "vitest"
import type { Check } from "../../forge/checks.ts"
import { HEAD_SHA, OTHER_SHA, checkOf } from "./checks.fixture.ts"
import { CI_KNOBS } from "./ci_knobs.ts"
import { type CiInput, reduceCi } from "./reduce.ts"
import { WEIGHTS } from "./standing.ts"

const NAMES = ["test", "lint", "build", "docs"] as const
const STATES = Object.keys(WEIGHTS) as ReadonlyArray<Check["state"]>

const check = fc
  .record({
    name: fc.constantFrom(...NAMES),
    state: fc.constantFrom(...STATES),
    commit: fc.constantFrom(HEAD_SHA, HEAD_SHA, OTHER_SHA),
    log_id: fc.constantFrom(null, "1", "2"),
  })
  .map(({ name, state, ...more }) => checkOf(name, state, more))

const age = fc.oneof(
  fc.integer({ min: -60_000, max: CI_KNOBS.deadline_ms * 2 }),
  fc.constantFrom(
    0,
    CI_KNOBS.grace_ms - 1,
    CI_KNOBS.grace_ms,
    CI_KNOBS.deadline_ms - 1,
    CI_KNOBS.deadline_ms,
  ),
)

const input = fc.record({
  required: fc.option(fc.uniqueArray(fc.constantFrom(...NAMES))),
  checks: fc.array(check, { maxLength: 6 }),
  age_ms: age,
})

function reduced({
  required,
  checks,
  age_ms,
}: { readonly age_ms: number } & Pick<CiInput, "required" | "checks">) {
  return reduceCi({ required, checks, head_sha: HEAD_SHA, pushed_at: 0, now: age_ms })
}

it("comes to the same whatever the order of the checks", () => {
  const shuffled = input.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.checks], { minLength: given.checks.length })),
  )
  fc.assert(
    fc.property(shuffled, ([given, checks]) => {
      expect(reduced({ ...given, checks })).toEqual(reduced(given))
    }),
  )
})

it("is decided at the deadline", () => {
  fc.assert(
    fc.property(input, fc.nat(), (given, late_ms) => {
      const outcome = reduced({ ...given, age_ms: CI_KNOBS.deadline_ms + late_ms })
      expect(outcome).toMatchObject({ next_look_at: null })
      expect(outcome.state).not.toBe("pending")
    }),
  )
})

it("is green only when each required check passed or was skipped on the pushed commit", () => {
  fc.assert(
    fc.property(input, (given) => {
      fc.pre(reduced(given).state === "green")
      const own = given.checks.filter(({ commit }) => commit === HEAD_SHA)
      const has_to_pass = given.required?.length ? given.required : own.map(({ name }) => name)
      for (const name of has_to_pass) {
        const states = own.filter((one) => one.name === name).map(({ state }) => state)
        expect(states.some((state) => state === "passed" || state === "skipped")).toBe(true)
        expect(states.some((state) => ["failed", "pending", "needs_person"].includes(state))).toBe(false)
      }
      expect(own.some(({ name, state }) => state === "passed" && has_to_pass.includes(name))).toBe(true)
    }),
  )
})

it("stays what it is once it is decided", () => {
  fc.assert(
    fc.property(input, fc.nat(CI_KNOBS.deadline_ms * 2), (given, later_ms) => {
      const before = reduced(given)
      fc.pre(before.state !== "pending")
      const after = reduced({ ...given, age_ms: given.age_ms + later_ms })
      expect(after.state).toBe(before.state)
    }),
  )
})

it("looks again before the deadline, and later than now", () => {
  fc.assert(
    fc.property(input, (given) => {
      const { state, next_look_at } = reduced(given)
      fc.pre(state === "pending")
      expect(next_look_at).toBeGreaterThan(given.age_ms)
      expect(next_look_at).toBeLessThanOrEqual(Math.max(0, given.age_ms) + CI_KNOBS.look_every_ms)
    }),
  )
})
