import { isRecord } from "@proofloop/foundation/text"
import fc from "fast-check"
import { expect, test } from "vitest"
import { type Branch, layOver, plainValue, treeAt } from "./tree.ts"

const CALL = { from: "call" } as const
const PRESET = { from: "preset x" } as const
const EMPTY: Branch = { kind: "branch", origin: PRESET, touched_by: PRESET, children: new Map() }

const key = fc.constantFrom("a", "b", "c", "__proto__", "constructor", "done_sentinel", "verify_timeout_ms")
const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 2 }))
const { layer } = fc.letrec<{ layer: Record<string, unknown>; value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.constantFrom(null, undefined),
    tie("layer"),
  ),
  layer: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
}))

test("merging is what the rules say, key by key", () => {
  fc.assert(
    fc.property(layer, layer, (low, high) => {
      expect(plainValue(merged(low, high))).toEqual(expected(expected({}, low), high))
    }),
  )
})

test("saying a layer twice changes nothing, and an empty or undefined one says nothing", () => {
  fc.assert(
    fc.property(layer, layer, (low, high) => {
      const once = plainValue(merged(low, high))
      expect(plainValue(merged(low, high, high))).toEqual(once)
      const silent = Object.fromEntries(Object.keys(low).map((name) => [name, undefined]))
      expect(plainValue(merged(low, high, silent, {}))).toEqual(once)
    }),
  )
})

test("every value belongs to the last layer that gave it, and no prototype is reached", () => {
  fc.assert(
    fc.property(layer, layer, (low, high) => {
      const tree = layOver(layOver(EMPTY, low, PRESET), high, CALL)
      const leaves = Object.keys(high).filter((name) => isGiven(high[name]) && !isRecord(high[name]))
      for (const name of leaves) expect(treeAt(tree, name)?.origin).toBe(CALL)
      for (const name of Object.keys(low).filter((name) => !Object.hasOwn(high, name))) {
        expect(treeAt(tree, name)?.origin ?? PRESET).toBe(PRESET)
      }
      expect(Object.keys(Object.prototype)).toEqual([])
      expect(Object.getPrototypeOf(plainValue(tree))).toBe(Object.prototype)
    }),
  )
})

function merged(...layers: readonly Record<string, unknown>[]): Branch {
  return layers.reduce<Branch>((below, next) => layOver(below, next, CALL), EMPTY)
}

/** The rules once more, on plain records. */
function expected(below: unknown, layer: Record<string, unknown>): Record<string, unknown> {
  const result = new Map(isRecord(below) ? Object.entries(below) : [])
  for (const [name, value] of Object.entries(layer)) {
    if (value === null && !["done_sentinel", "verify_timeout_ms"].includes(name)) result.delete(name)
    else if (isRecord(value)) result.set(name, expected(result.get(name), value))
    else if (value !== undefined) result.set(name, value)
  }
  return Object.fromEntries(result)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
