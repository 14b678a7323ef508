import { describe, expect, it } from "vitest"
import { fieldNames, firstPresent, readCount, readField, readFields, readItems } from "./read_field.ts"

const throwing: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no")
    },
    ownKeys: () => {
      throw new Error("no")
    },
  },
)
const revoked = Proxy.revocable([], {})
revoked.revoke()

describe("readField and firstPresent", () => {
  it("read fields of objects alone", () => {
    expect(readField({ a: 1 }, "a")).toBe(1)
    expect(readField({ a: 1 }, "b")).toBeUndefined()
    for (const value of [null, undefined, "text", 3, throwing, () => 1]) {
      expect(readField(value, "length")).toBeUndefined()
    }
  })

  it("take the first that is neither undefined nor null", () => {
    expect(firstPresent({ a: null, b: 0, c: 1 }, ["a", "b", "c"])).toBe(0)
    expect(firstPresent({}, ["a"])).toBeUndefined()
  })
})

describe("readCount", () => {
  it.each([
    [0, 0],
    [7, 7],
    [-1, undefined],
    [1.5, undefined],
    [Number.NaN, undefined],
    [2 ** 60, undefined],
    ["7", undefined],
  ])("reads %s as %s", (value, count) => {
    expect(readCount({ a: value }, ["a"])).toBe(count)
  })
})

describe("readItems", () => {
  it("copies a list up to a limit", () => {
    expect(readItems([1, 2, 3], 2)).toEqual([1, 2])
    expect(readItems([], 2)).toEqual([])
    expect(readItems(Object.assign([], { length: 2 }), 3)).toEqual([undefined, undefined])
  })

  it("reads nothing else, and nothing that throws", () => {
    for (const value of ["text", { length: 1 }, null, revoked.proxy])
      expect(readItems(value, 2)).toBeUndefined()
  })
})

describe("fieldNames", () => {
  it("sorts the own names of objects alone", () => {
    expect(fieldNames({ b: 1, a: 2 })).toEqual(["a", "b"])
    for (const value of [null, "text", throwing, revoked.proxy]) expect(fieldNames(value)).toEqual([])
  })
})

describe("readFields", () => {
  it("copies the named fields that are there", () => {
    const list = [1, 2]
    const fields = readFields({ a: 1, b: null, c: undefined, d: list, e: "no" }, ["a", "b", "c", "d", "f"])
    expect(fields).toStrictEqual({ a: 1, b: null, d: [1, 2] })
    expect(fields["d"]).not.toBe(list)
  })

  it("finds none in what cannot be read", () => {
    for (const value of [null, undefined, "text", throwing])
      expect(readFields(value, ["a"])).toStrictEqual({})
  })
})
