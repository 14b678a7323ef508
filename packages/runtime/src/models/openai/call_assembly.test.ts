import { describe, expect, test } from "vitest"
import { createCallAssembly } from "./call_assembly.ts"
import type { WireCall } from "./wire.ts"

/** [index, id, name, arguments] of each fragment. */
type Fragment = readonly [number | null, string | null, string | null, unknown]

function assemble(...fragments: Fragment[]): Array<[string | null, string | null, unknown]> {
  const calls = createCallAssembly()
  for (const [index, id, name, given] of fragments) {
    const fragment: WireCall = { index, id, function: { name, arguments: given } }
    calls.add(fragment)
  }
  return calls.finish().map(({ id, name, arguments: joined }) => [id, name, joined])
}

describe("createCallAssembly", () => {
  test("joins by index, interleaved", () => {
    expect(
      assemble(
        [0, "a", "one", ""],
        [1, "b", "two", ""],
        [0, null, null, '{"x"'],
        [1, null, null, "{}"],
        [0, null, null, ":1}"],
      ),
    ).toEqual([
      ["a", "one", '{"x":1}'],
      ["b", "two", "{}"],
    ])
  })

  test("keeps the order of the first fragments, whatever the indexes", () => {
    expect(assemble([5, "a", "one", "{}"], [2, "b", "two", "{}"]).map(([id]) => id)).toEqual(["a", "b"])
  })

  test("joins by id without an index", () => {
    expect(
      assemble(
        [null, "a", "one", "{"],
        [null, "b", "two", "{"],
        [null, "a", null, "}"],
        [null, "b", null, "}"],
      ),
    ).toEqual([
      ["a", "one", "{}"],
      ["b", "two", "{}"],
    ])
  })

  test("joins to the last call without index and id", () => {
    expect(assemble([null, null, "one", "{"], [null, null, null, "}"], [null, null, "two", "{}"])).toEqual([
      [null, "one", "{}"],
      [null, "two", "{}"],
    ])
  })

  test("keeps whole calls apart that all claim index 0", () => {
    expect(assemble([0, "a", "one", "{}"], [0, "b", "one", '{"x":1}'])).toEqual([
      ["a", "one", "{}"],
      ["b", "one", '{"x":1}'],
    ])
    expect(assemble([0, null, "one", "{}"], [0, null, "one", '{"x":1}'])).toEqual([
      [null, "one", "{}"],
      [null, "one", '{"x":1}'],
    ])
  })

  test("whole arguments are not gone on with, except by nothing", () => {
    expect(assemble([0, "a", "one", "{}"], [0, null, "one", '{"x":1}'])).toEqual([
      ["a", "one", "{}"],
      [null, "one", '{"x":1}'],
    ])
    expect(assemble([0, null, "one", "{}"], [0, null, "one", ""], [0, null, "one", null])).toEqual([
      [null, "one", "{}"],
    ])
  })

  test("a repeated name, with the same id or with none, begins no new call", () => {
    expect(assemble([0, "a", "one", '{"x"'], [0, "a", "one", ":1"], [0, "a", "one", "}"])).toEqual([
      ["a", "one", '{"x":1}'],
    ])
    expect(assemble([0, "a", "one", "{"], [0, null, "one", "}"])).toEqual([["a", "one", "{}"]])
    expect(assemble([0, null, "one", "{"], [0, null, "one", "}"])).toEqual([[null, "one", "{}"]])
  })

  test("an id that changes in every nameless fragment begins no new call", () => {
    expect(assemble([0, "a", "one", "{"], [0, "b", null, "}"])).toEqual([["a", "one", "{}"]])
    expect(assemble([null, "a", "one", "{"], [null, "b", null, "}"])).toEqual([["a", "one", "{}"]])
  })

  test("takes arguments that are an object already", () => {
    expect(assemble([0, "a", "one", { x: 1 }])).toEqual([["a", "one", { x: 1 }]])
    expect(assemble([0, null, "one", { x: 1 }], [0, null, "one", { x: 2 }])).toHaveLength(2)
  })

  test("a fragment before any call, and one without a function, do not throw", () => {
    expect(assemble([null, null, null, "{}"])).toEqual([[null, null, "{}"]])
    const calls = createCallAssembly()
    calls.add({})
    expect(calls.finish()).toEqual([{ id: null, name: null, arguments: "" }])
  })
})
