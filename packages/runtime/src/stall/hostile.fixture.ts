import fc from "fast-check"
import type { DeclaredAnnotations } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { Proposal } from "./propose.ts"
import type { Settlement } from "./settle.ts"
import type { Moment } from "./transcripts.fixture.ts"

const CYCLIC: Record<string, unknown> = { list: [] }
CYCLIC["self"] = CYCLIC

const throwing = new Proxy(
  {},
  {
    // fast-check asks for symbols when it prints a counterexample.
    get: (_target, key) => (typeof key === "symbol" ? undefined : fail()),
    ownKeys: () => fail(),
    getOwnPropertyDescriptor: () => fail(),
  },
)

function fail(): never {
  throw new Error("hostile")
}

const unreadable: readonly unknown[] = [
  throwing,
  Object.defineProperty({}, "command", { enumerable: true, get: fail }),
  { toJSON: fail },
  { toString: fail, valueOf: fail },
]

const special: readonly unknown[] = [
  CYCLIC,
  JSON.parse('{"__proto__": {"ok": true}, "constructor": 1, "toString": 2}'),
  Object.create(null),
  "\ud800",
  "a\udc00b".repeat(200),
  "\u0000\u001b[31m\u2028",
  "x".repeat(100_000),
  "error\n".repeat(5_000),
  "{".repeat(3_000),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER,
  10n,
  Symbol("hostile"),
  fail,
  new Map([[1, 2]]),
  new Date(Number.NaN),
  [undefined, null, [[]]],
]

/** Whatever a host without types might pass. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...special),
  fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, withObjectString: true }),
)

/** Anything a model or a tool might hand over. */
const odder = fc.oneof(
  { weight: 4, arbitrary: odd },
  { weight: 1, arbitrary: fc.constantFrom(...unreadable) },
)

type Fields = Record<string, fc.Arbitrary<unknown>>

/** A record with these fields, each as it should be, odd, or absent. */
function loose(fields: Fields, other: fc.Arbitrary<unknown> = odd): fc.Arbitrary<Record<string, unknown>> {
  const rows = Object.entries(fields).map(
    ([name, value]) =>
      [name, fc.oneof({ weight: 2, arbitrary: value }, { weight: 1, arbitrary: other })] as const,
  )
  return fc.record(Object.fromEntries(rows), { requiredKeys: [] })
}

/** The same, or with throwing getters, or no record at all: input from a model or a tool. */
function hostile(fields: Fields): fc.Arbitrary<unknown> {
  const names = Object.keys(fields)
  const trapped = fc
    .tuple(loose(fields, odder), fc.subarray(names, { maxLength: Math.min(2, names.length) }))
    .map(([value, traps]) => {
      const copy = { ...value }
      for (const name of traps)
        Object.defineProperty(copy, name, { enumerable: true, configurable: true, get: fail })
      return copy
    })
  return fc.oneof(
    { weight: 6, arbitrary: loose(fields, odder) },
    { weight: 2, arbitrary: trapped },
    { weight: 1, arbitrary: odder },
  )
}

const name = fc.constantFrom("a", "b", "__proto__", "")
const text = fc.constantFrom("boom", "AssertionError: expected 3, got 4", "1 failed, 2 passed in 0.1s", "")
const annotationFields = {
  kind: fc.constantFrom("edit", "read", "test"),
  mutates: fc.boolean(),
  evidence_role: fc.constantFrom("verification", "observation"),
  check_id: fc.constantFrom("pytest", "pytest a", "__proto__"),
  soft: fc.boolean(),
}
const annotations = hostile(annotationFields)
const diagnostic = hostile({
  test_id: name,
  code: name,
  message: text,
  location: hostile({ path: name, line: fc.nat() }),
})
const signals = loose({
  progress_signal: fc.nat(9),
  remediation_delivered: fc.oneof(fc.boolean(), fc.nat(9)),
  action_signal: fc.boolean(),
})
const call = hostile({
  id: name,
  name,
  tool_name: name,
  arguments: hostile({ command: fc.constantFrom("npm test", "ls"), path: name, ["__proto__"]: odder }),
  tool_args: odder,
})
const result = hostile({
  tool_name: name,
  call_id: name,
  ok: fc.boolean(),
  success: fc.boolean(),
  status: fc.constantFrom("ok", "failed", "running", "advisory", "skipped"),
  error: text,
  output: text,
  result: text,
  diagnostics: fc.array(diagnostic, { maxLength: 3 }),
  errors: fc.array(text, { maxLength: 3 }),
  tests_run: fc.nat(9),
  exit_code: fc.constantFrom(0, 1, 127),
  mutation_status: fc.constantFrom("applied", "not_applied", "unchanged"),
  file_hashes: hostile({ "a.ts": fc.constantFrom("h1", "h2"), ["__proto__"]: odder }),
  error_source: fc.constantFrom("model", "tool"),
  annotations,
})

const proposal: fc.Arbitrary<unknown> = loose({
  tool_calls: fc.array(call, { maxLength: 3 }),
  text,
  provider_stop_reason: fc.constantFrom("error", "context_window"),
  had_parse_errors: fc.boolean(),
  usage: hostile({ output_tokens: fc.nat(9) }),
  signals,
})
const settlement: fc.Arbitrary<unknown> = loose({ results: fc.array(result, { maxLength: 3 }), signals })
const verdict: fc.Arbitrary<unknown> = loose({
  status: fc.constantFrom("pass", "fail", "unable"),
  evidence: text,
  output: text,
  reason: text,
  check_id: fc.constantFrom("pytest", "verify"),
  diagnostics: fc.array(diagnostic, { maxLength: 3 }),
})

/** Moments in any order, hostile in every field. */
export const hostileTranscript: fc.Arbitrary<readonly Moment[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: proposal.map((value): Moment => ({ at: "propose", proposal: value as Proposal })),
    },
    {
      weight: 3,
      arbitrary: settlement.map((value): Moment => ({ at: "settle", settlement: value as Settlement })),
    },
    { weight: 1, arbitrary: verdict.map((value): Moment => ({ at: "verdict", verdict: value as Verdict })) },
  ),
  { maxLength: 30 },
)

/** What a host declares by value is checked when a detector is made; what a function answers is not. */
const declared = fc.oneof(
  fc.record(annotationFields, { requiredKeys: [] }),
  annotations.map((value) => () => value),
  fc.constant(fail),
)

export const hostileTools: fc.Arbitrary<Readonly<Record<string, DeclaredAnnotations>>> = fc
  .record({ a: declared, b: declared })
  .map((value) => value as Readonly<Record<string, DeclaredAnnotations>>)
