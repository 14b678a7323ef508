import fc from "fast-check"
import { expect, it } from "vitest"
import {
  type ConsensusOutcome,
  type LensVerdict,
  standard_lens_ids,
  verdict_values,
} from "../verdict/lens_verdict.ts"
import { other_subject, subject, verdictOf } from "../verdict/read_verdict.fixture.ts"
import { consensus } from "./consensus.ts"

const lenses = [...standard_lens_ids, "performance"]
const options = { subject, lenses, builder_id: "builder" }

const passes = Array.from({ length: 20 }, () => "pass" as const)

const verdict: fc.Arbitrary<LensVerdict> = fc
  .record({
    lens: fc.constantFrom(...lenses, "Wiring", " wiring "),
    verdict: fc.constantFrom(...passes, ...verdict_values),
    security: fc.constantFrom(...Array.from({ length: 9 }, () => undefined), false, true),
    session: fc.integer({ min: 1, max: 60 }),
    id: fc.constantFrom("proofloop", "proofloop", "proofloop", "Builder"),
    subject: fc.constantFrom(subject, subject, subject, other_subject),
  })
  .map(({ lens, session, id, ...rest }) =>
    verdictOf(lens, { ...rest, verifier: { id, session_id: `s${session}`, model_name: null } }),
  )
const junk = fc.oneof(fc.anything(), fc.constantFrom({ ...verdictOf("wiring"), verdict: "ok" }, null, []))
const records = fc.array(fc.oneof({ weight: 40, arbitrary: verdict }, { weight: 1, arbitrary: junk }), {
  maxLength: 12,
})

const badness: Readonly<Record<ConsensusOutcome, number>> = { PASS: 0, ESCALATE: 1, "HARD-STOP": 2 }

it("nothing throws, and the same records decide the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.anything({ withBigInt: true, withDate: true, withMap: true }), { maxLength: 6 }),
      (given) => {
        const first = consensus(given, options)
        expect(first.outcome).not.toBe("PASS")
        expect(consensus(given, options)).toEqual(first)
      },
    ),
  )
})

it("one more fail or security finding never makes it better", () => {
  const bad = verdict.map((one) => ({ ...one, verdict: "fail" as const }))
  const finding = verdict.map((one) => ({ ...one, verdict: "risk" as const, security: true }))
  fc.assert(
    fc.property(records, fc.oneof(bad, finding), fc.nat(12), (given, added, at) => {
      const before = consensus(given, options).outcome
      const after = consensus([...given.slice(0, at), added, ...given.slice(at)], options).outcome
      expect(badness[after]).toBeGreaterThanOrEqual(badness[before])
    }),
    { numRuns: 300 },
  )
})

it("in which order different lenses were judged does not matter", () => {
  fc.assert(
    fc.property(records, fc.func(fc.nat()), (given, rank) => {
      const lensOf = (record: unknown) => String(Object(record).lens).trim().toLowerCase()
      const sorted = [...given].sort((left, right) => rank(lensOf(left)) - rank(lensOf(right)))
      expect(consensus(sorted, options).outcome).toBe(consensus(given, options).outcome)
    }),
    { numRuns: 300 },
  )
})

it("only three lenses' latest valid current passes of three sessions, and nothing else, pass", () => {
  let passed = 0
  fc.assert(
    fc.property(records, (given) => {
      const { outcome, counted, invalid } = consensus(given, options)
      const sound = counted.filter(
        (one) => one.verdict === "pass" && one.subject.diff_sha256 === subject.diff_sha256,
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
