import fc from "fast-check"

export function boom(): never {
  throw new Error("hostile")
}

/**
 * Every access throws, except the question whether it is a promise; fast-check asks for symbols when it prints a
 * counterexample.
 */
const trap: object = new Proxy(
  {},
  {
    get: (_target, key) => (typeof key === "symbol" || key === "then" ? undefined : boom()),
    has: (_target, key) => (typeof key === "symbol" ? false : boom()),
    ownKeys: () => boom(),
    getOwnPropertyDescriptor: () => boom(),
  },
)

const CYCLIC: Record<string, unknown> = { list: [] }
CYCLIC["self"] = CYCLIC

/** Lists in lists, made without recursion. */
function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

/** An own field of this name, as JSON.parse makes it. */
const POLLUTED: unknown = JSON.parse(
  '{"__proto__": {"is_admin": true}, "constructor": {"prototype": {"is_admin": true}}, "toString": 1}',
)

/** Values that JSON cannot hold, or that break code which takes them for JSON. */
export const oddValues: readonly (readonly [name: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["a number", 7],
  ["NaN", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["1e308", 1e308],
  ["a negative number", -1],
  ["a bigint", 10n],
  ["a symbol", Symbol("hostile")],
  ["a function", boom],
  ["a list", [1, [2]]],
  ["an empty object", {}],
  ["an object without a prototype", Object.create(null)],
  ["a cyclic object", CYCLIC],
  [
    "a cyclic list",
    (() => {
      const list: unknown[] = []
      list.push(list)
      return list
    })(),
  ],
  ["10 000 lists in each other", nested(10_000)],
  ["own fields named as those of a prototype", POLLUTED],
  ["a proxy that throws", trap],
  ["a getter that throws", Object.defineProperty({}, "text", { enumerable: true, get: boom })],
  ["toJSON that throws", { toJSON: boom }],
  ["toString that throws", { toString: boom, valueOf: boom }],
  ["a date", new Date(0)],
  ["no date", new Date(Number.NaN)],
  ["a map", new Map<unknown, unknown>([[1, CYCLIC]])],
  ["a set", new Set([1])],
  ["a buffer", Buffer.from("\u0000\u0001hostile")],
  ["an error", new Error("hostile")],
  ["an error without words", Object.defineProperty(new Error("x"), "message", { get: boom })],
  ["an error whose message is no text", Object.assign(new Error("x"), { message: CYCLIC })],
  ["NUL", "\u0000"],
  ["a lone surrogate", "\ud800"],
  ["line separators", "a\u2028b\u2029c\u0085d"],
  ["terminal escapes", "\u001b[2J\u001b]0;title\u0007\u001b[31mred"],
  ["a name of a prototype", "__proto__"],
  ["text of 100 KB", "hostile text ".repeat(8000)],
]

/** Any of those, or anything fast-check can think of. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...oddValues.map(([, value]) => value)) },
  {
    weight: 1,
    arbitrary: fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
  },
)

/** A record with these fields: each as it should be, odd, absent, or a getter that throws. */
export function hostileRecord(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const names = Object.keys(fields)
  const rows = Object.entries(fields).map(
    ([name, value]) =>
      [name, fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: oddValue })] as const,
  )
  const record = fc.record(Object.fromEntries(rows), { requiredKeys: [] })
  const trapped = fc
    .tuple(record, fc.constantFrom(...names))
    .map(([value, name]) =>
      Object.defineProperty({ ...value }, name, { enumerable: true, configurable: true, get: boom }),
    )
  return fc.oneof(
    { weight: 6, arbitrary: record },
    { weight: 1, arbitrary: trapped },
    { weight: 1, arbitrary: oddValue },
  )
}
