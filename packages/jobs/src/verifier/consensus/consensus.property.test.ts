import fc from "fast-check"
import { expect, it } from "vitest"
import {
  type ConsensusOutcome,
  type LensVerdict,
  STANDARD_LENS_IDS,
  VERDICT_VALUES,
} from "../verdict/lens_verdict.ts"
import { OTHER_SUBJECT, SUBJECT, verdictOf } from "../verdict/read_verdict.fixture.ts"
import { consensus } from "./consensus.ts"

const LENSES = [...STANDARD_LENS_IDS, "performance"]
const OPTIONS = { subject: SUBJECT, lenses: LENSES, builder_id: "builder" }

const passes = Array.from({ length: 20 }, () => "pass" as const)

const verdict: fc.Arbitrary<LensVerdict> = fc
  .record({
    lens: fc.constantFrom(...LENSES, "Wiring", " wiring "),
    verdict: fc.constantFrom(...passes, ...VERDICT_VALUES),
    security: fc.constantFrom(...Array.from({ length: 9 }, () => undefined), false, true),
    session: fc.integer({ min: 1, max: 60 }),
    id: fc.constantFrom("proofloop", "proofloop", "proofloop", "Builder"),
    subject: fc.constantFrom(SUBJECT, SUBJECT, SUBJECT, OTHER_SUBJECT),
  })
  .map(({ lens, session, id, ...rest }) =>
    verdictOf(lens, { ...rest, verifier: { id, session_id: `s${session}`, model_name: null } }),
  )
const junk = fc.oneof(fc.anything(), fc.constantFrom({ ...verdictOf("wiring"), verdict: "ok" }, null, []))
const records = fc.array(fc.oneof({ weight: 40, arbitrary: verdict }, { weight: 1, arbitrary: junk }), {
  maxLength: 12,
})

const BADNESS: Readonly<Record<ConsensusOutcome, number>> = { PASS: 0, ESCALATE: 1, "HARD-STOP": 2 }

it("nothing throws, and the same records decide the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.anything({ withBigInt: true, withDate: true, withMap: true }), { maxLength: 6 }),
      (given) => {
        const first = consensus(given, OPTIONS)
        expect(first.outcome).not.toBe("PASS")
        expect(consensus(given, OPTIONS)).toEqual(first)
      },
    ),
  )
})

it("one more fail or security finding never makes it better", () => {
  const bad = verdict.map((one) => ({ ...one, verdict: "fail" as const }))
  const finding = verdict.map((one) => ({ ...one, verdict: "risk" as const, security: true }))
  fc.assert(
    fc.property(records, fc.oneof(bad, finding), fc.nat(12), (given, added, at) => {
      const before = consensus(given, OPTIONS).outcome
      const after = consensus([...given.slice(0, at), added, ...given.slice(at)], OPTIONS).outcome
      expect(BADNESS[after]).toBeGreaterThanOrEqual(BADNESS[before])
    }),
    { numRuns: 300 },
  )
})

it("in which order different lenses were judged does not matter", () => {
  fc.assert(
    fc.property(records, fc.func(fc.nat()), (given, rank) => {
      const lensOf = (record: unknown) => String(Object(record).lens).trim().toLowerCase()
      const sorted = [...given].sort((left, right) => rank(lensOf(left)) - rank(lensOf(right)))
      expect(consensus(sorted, OPTIONS).outcome).toBe(consensus(given, OPTIONS).outcome)
    }),
    { numRuns: 300 },
  )
})

it("only three lenses' latest valid current passes of three sessions, and nothing else, pass", () => {
  let passed = 0
  fc.assert(
    fc.property(records, (given) => {
      const { outcome, counted, invalid } = consensus(given, OPTIONS)
      const sound = counted.filter(
        (one) => one.verdict === "pass" && one.subject.diff_sha256 === SUBJECT.diff_sha256,
      )
      const is_pass =
        invalid === 0 &&
        sound.length === counted.length &&
        new Set(sound.map(({ lens }) => lens)).size >= 3 &&
        new Set(sound.map(({ verifier }) => verifier.session_id)).size === sound.length
      expect(outcome === "PASS").toBe(is_pass)
      passed += is_pass ? 1 : 0
    }),
    { numRuns: 500, seed: 7 },
  )
  expect(passed).toBeGreaterThan(20)
})
