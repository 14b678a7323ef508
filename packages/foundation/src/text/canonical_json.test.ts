import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical_json.ts"

describe("canonicalJson", () => {
  it.each([
    [null, "null"],
    [undefined, "null"],
    [true, "true"],
    [false, "false"],
    [1, "1"],
    [1.0, "1"],
    [-0, "0"],
    [0.1, "0.1"],
    [1e21, "1000000000000000000000"],
    [-1.5e300, `-15${"0".repeat(299)}`],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [Number.NaN, "null"],
    [Number.POSITIVE_INFINITY, "null"],
    [123456789012345678901234567890n, "123456789012345678901234567890"],
    [Symbol("a"), "null"],
    [() => 1, "null"],
    ["", '""'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ["\n\r\t", '"\\n\\r\\t"'],
    ["\b\f\u0000\u001f\u007f\u0080\u009f", '"\\u0008\\u000c\\u0000\\u001f\\u007f\\u0080\\u009f"'],
    ["\u00a0é€😀\u2028", '"\u00a0é€😀\u2028"'],
    ["a\ud800b\udc00", '"a\ufffdb\ufffd"'],
    [[1, [2, undefined], {}], "[1,[2,null],{}]"],
    [{ b: 1, a: { d: null, c: undefined } }, '{"a":{"d":null},"b":1}'],
    [{ f: () => 1, s: Symbol("x") }, '{"f":null,"s":null}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ toJSON: () => 1, a: 2 }, '{"a":2,"toJSON":null}'],
    [Object.create({ toJSON: 1 }), "{}"],
    [{ "\ud83d\ude00a": 1, "\ud83d\ude00": 2, b: 3 }, '{"b":3,"\ud83d\ude00":2,"\ud83d\ude00a":1}'],
    [
      { "\ud83d\ude00": 1, "\ud83d\ude00b": 2, "\ud83d\ude00a": 3 },
      '{"\ud83d\ude00":1,"\ud83d\ude00a":3,"\ud83d\ude00b":2}',
    ],
    [{ "\ufffd": 1, "\ud83d\ude00": 2 }, '{"\ufffd":1,"\ud83d\ude00":2}'],
    [1, "1"],
    [-1e21, "-1000000000000000000000"],
  ])("prints %s as %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it("sorts keys by the bytes of their UTF-8 form", () => {
    const keys = ["\ufffd", "😀", "z", "Z", "é", "10", "9", "_"]
    const value = Object.fromEntries(keys.map((key) => [key, 1]))
    const sorted = [...keys].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object).filter((key) => !/^\d/.test(key))).toEqual(
      sorted.filter((key) => !/^\d/.test(key)),
    )
    expect(canonicalJson({ 10: 1, 9: 1 })).toBe('{"10":1,"9":1}')
  })

  it("takes only own keys, among them one named __proto__", () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}')
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"b":2}')
    expect(canonicalJson(Object.create({ inherited: 1 }))).toBe("{}")
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
  })

  it("prints a cycle as a word, and a shared value twice", () => {
    const shared = { a: 1 }
    const cyclic: Record<string, unknown> = { left: shared, right: shared }
    cyclic["self"] = [cyclic]
    expect(canonicalJson(cyclic)).toBe('{"left":{"a":1},"right":{"a":1},"self":["[cyclic]"]}')
  })

  it("stops at depth 64", () => {
    let value: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) value = [value]
    expect(canonicalJson(value)).toBe(`${"[".repeat(64)}"[deep]"${"]".repeat(64)}`)
  })

  it("stops at depth 64 of records, and of values that stand for others", () => {
    let value: unknown = 1
    for (let depth = 0; depth < 100; depth += 1) value = { a: value }
    expect(canonicalJson(value)).toBe(`${'{"a":'.repeat(64)}"[deep]"${"}".repeat(64)}`)
    class Endless {
      toJSON(): unknown {
        return new Endless()
      }
    }
    expect(canonicalJson(new Endless())).toBe('"[deep]"')
  })

  it("stops where shared values would explode", () => {
    let value: unknown = "x".repeat(10)
    for (let depth = 0; depth < 60; depth += 1) value = [value, value]
    const text = canonicalJson(value, { characters: 100_000, text: 1000 })
    expect(text).toContain('"[large]"')
    expect(text.length).toBeGreaterThan(100_000)
    expect(text.length).toBeLessThan(200_000)
    const record = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key${index}`, [index]]))
    expect(canonicalJson(record, { characters: 9, text: 1000 })).toBe(
      '{"key0":[0],"key1":"[large]","[large]":true}',
    )
  })

  it("prints a text above the limit as its length and digest", () => {
    const limits = { characters: 100_000, text: 1000 }
    const longest = "\u0000".repeat(1000)
    expect(canonicalJson(longest, limits)).toHaveLength(6 * 1000 + 2)
    expect(canonicalJson([`${longest}x`], limits)).toMatch(/^\["\[1001 characters, sha256:[0-9a-f]{64}\]"\]$/)
    expect(canonicalJson(`${longest}x`, limits)).not.toBe(canonicalJson(`${longest}y`, limits))
  })

  it("survives what cannot be read", () => {
    const throwing = {
      get a(): number {
        throw new Error("no")
      },
    }
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no")
        },
      },
    )
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    expect(canonicalJson([throwing, hostile, { toJSON: 1 }])).toBe(
      '["[unreadable]","[unreadable]",{"toJSON":1}]',
    )
    expect(canonicalJson({ at: revoked.proxy })).toContain("[unreadable]")
  })

  it("is equal for equal data in any order of keys, and differs otherwise", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(canonicalJson(shuffled(left))).toBe(canonicalJson(left))
        const same = canonicalJson(left) === canonicalJson(right)
        expect(same).toBe(isDeepStrictEqual(plain(left), plain(right)))
      }),
    )
  })

  it("reads back as what it printed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(plain(value))
      }),
    )
  })

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          expect(typeof canonicalJson(value)).toBe("string")
        },
      ),
    )
  })
})

/** What survives JSON: -0 is 0. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  )
}
