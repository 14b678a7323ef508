import { knobs } from "@proofloop/runtime/detector"
import { describe, expect, it } from "vitest"
import { loadCases } from "./load_cases.ts"
import { loadRequirements } from "./requirements.ts"

const cases = (await loadCases()).filter(({ id }) => !id.includes("@"))
const { requirements, presupposes } = await loadRequirements()
const ids = new Set(cases.map(({ id }) => id))

describe("requirements", () => {
  it("are known to every case", () => {
    expect(
      cases.filter(({ requirement }) => !Object.hasOwn(requirements, requirement)).map(({ id }) => id),
    ).toEqual([])
  })

  it.each(Object.entries(requirements))(
    "%s says what, whence and since when",
    (_id, { text, source, since }) => {
      expect(text).toMatch(/\b(?:MUST|SHOULD)\b.*\.$/s)
      expect(source).not.toBe("")
      expect(["V1", "V2", "V3", "proofloop"]).toContain(since)
    },
  )

  it.each(Object.entries(requirements).filter(([id]) => !id.startsWith("critics.")))(
    "%s has a case, and a near miss or a reason for none",
    (id, { no_twin }) => {
      const own = cases.filter(({ requirement }) => requirement === id)
      expect(
        own.some(({ twin_of }) => twin_of === undefined),
        "a case of its own",
      ).toBe(true)
      expect(
        own.some(({ twin_of }) => twin_of !== undefined) || no_twin !== undefined,
        "a twin, or no_twin",
      ).toBe(true)
    },
  )

  it("presuppose knobs that exist", () => {
    const names = new Set(knobs.map(({ name }) => name))
    expect(
      Object.values(presupposes)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([])
  })
})

describe("cases", () => {
  it("are near misses of cases that exist", () => {
    const unknown = cases.filter(({ twin_of }) => twin_of !== undefined && !ids.has(twin_of))
    expect(unknown.map(({ id, twin_of }) => `${id}: ${twin_of}`)).toEqual([])
  })

  it("have a description of their own", () => {
    const seen = new Map<string, string>()
    const doubled = cases.filter(({ id, description }) => seen.has(description) || !seen.set(description, id))
    expect(doubled.map(({ id }) => id)).toEqual([])
  })
})
