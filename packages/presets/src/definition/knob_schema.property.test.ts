import { type Knob, knobs, parseStallConfig } from "@proofloop/runtime/detector"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { stallDiagnosticsSchema } from "./knob_schema.ts"

describe("on plain values the schema accepts what the detector accepts", () => {
  test.each(knobs)("$name alone, flat and nested", (knob) => {
    fc.assert(
      fc.property(anyValueFor(knob), fc.boolean(), (value, is_nested) => {
        const flat = { [knob.name]: value }
        expectAgreement(is_nested ? { repair_diagnostics: flat } : flat)
      }),
      { numRuns: 150 },
    )
  })

  test("several knobs at once, with the alias, the nested block and unknown names", () => {
    fc.assert(fc.property(stallRecord, expectAgreement), { numRuns: 3000 })
  })

  test("anything at all", () => {
    fc.assert(fc.property(plainValue, expectAgreement), { numRuns: 1000 })
  })

  test("the generators reach both answers", () => {
    const answers = fc.sample(stallRecord, 2000).map((value) => detectorAccepts(value))
    expect(answers.filter(Boolean).length).toBeGreaterThan(100)
    expect(answers.filter((accepted) => !accepted).length).toBeGreaterThan(100)
  })
})

const plainValue = fc.anything({
  maxDepth: 2,
  withNullPrototype: true,
  withSparseArray: false,
  key: fc.oneof(fc.constantFrom(...knobs.map(({ name }) => name), "__proto__", "constructor"), fc.string()),
})

function anyValueFor(knob: Knob): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: validFor(knob) },
    { weight: 3, arbitrary: nearlyValidFor(knob) },
    { weight: 1, arbitrary: plainValue.filter((value) => !isHandledOnlyHere(value)) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
  )
}

function validFor(knob: Knob): fc.Arbitrary<unknown> {
  const type = knob.value
  switch (type.type) {
    case "boolean":
      return fc.boolean()
    case "integer":
      return fc.integer({ min: type.minimum })
    case "names":
      return fc.array(fc.string(), { maxLength: 3 })
    case "choice":
      return fc.constantFrom(...type.choices)
    case "switches":
      return fc.dictionary(fc.constantFrom(...type.names), fc.constantFrom(true, false, null, undefined))
    case "host":
      return fc.constant(null)
  }
}

function nearlyValidFor(knob: Knob): fc.Arbitrary<unknown> {
  const type = knob.value
  switch (type.type) {
    case "boolean":
      return fc.constantFrom(0, 1, "true", "false", "", [], [true], {})
    case "integer":
      return fc.oneof(
        fc.integer({ min: type.minimum - 2, max: type.minimum + 2 }),
        fc.double(),
        fc.constantFrom(-0, "3", true, 3n, 2 ** 53, 2 ** 53 - 1, Infinity, NaN, [3]),
      )
    case "names":
      return fc.oneof(
        fc.string(),
        fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
      )
    case "choice":
      return fc.oneof(
        fc.constantFrom(...type.choices).map((choice) => choice.toUpperCase()),
        fc.constantFrom(...type.choices).map((choice) => [choice]),
        fc.string(),
      )
    case "switches":
      return fc.dictionary(
        fc.constantFrom(...type.names, "long_stal", "__proto__"),
        fc.constantFrom(true, false, null, 1, "true"),
      )
    case "host":
      return fc.constantFrom(false, 0, "", {}, [])
  }
}

const knownEntry: fc.Arbitrary<[string, unknown]> = fc
  .constantFrom(...knobs)
  .chain((knob) =>
    fc.tuple(fc.constant(knob.name), fc.oneof({ weight: 6, arbitrary: validFor(knob) }, anyValueFor(knob))),
  )

const strangeEntry: fc.Arbitrary<[string, unknown]> = fc.tuple(
  fc.constantFrom("repair_awre", "Fold", "__proto__", "toString", ""),
  fc.constantFrom(true, null, undefined),
)

const aliasEntry: fc.Arbitrary<[string, unknown]> = fc.tuple(
  fc.constant("allow_repeated_tools"),
  fc.oneof(fc.array(fc.string(), { maxLength: 2 }), fc.constantFrom(null, undefined, "ls", 4, [4])),
)

function recordOf(
  ...entries: fc.WeightedArbitrary<[string, unknown]>[]
): fc.Arbitrary<Record<string, unknown>> {
  return fc.array(fc.oneof(...entries), { maxLength: 5 }).map((list) => Object.fromEntries(list))
}

const nestedEntry: fc.Arbitrary<[string, unknown]> = fc.tuple(
  fc.constant("repair_diagnostics"),
  fc.oneof(
    {
      weight: 4,
      arbitrary: recordOf({ weight: 12, arbitrary: knownEntry }, { weight: 1, arbitrary: strangeEntry }),
    },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, true, [], "on") },
  ),
)

const stallRecord = recordOf(
  { weight: 24, arbitrary: knownEntry },
  { weight: 2, arbitrary: aliasEntry },
  { weight: 2, arbitrary: nestedEntry },
  { weight: 1, arbitrary: strangeEntry },
)

/** `{ env: NAME }` is for presets and the loop; the detector refuses it. */
function isHandledOnlyHere(value: unknown): boolean {
  return typeof value === "object" && value !== null && "env" in value
}

function expectAgreement(value: unknown): void {
  expect(stallDiagnosticsSchema.safeParse(value).success).toBe(detectorAccepts(value))
}

function detectorAccepts(value: unknown): boolean {
  try {
    parseStallConfig(value)
    return true
  } catch {
    return false
  }
}
