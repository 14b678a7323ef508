import { knobs } from "@proofloop/runtime/detector"
import { catalogue } from "@proofloop/stdlib/critics"
import { describe, expect, it } from "vitest"
import { loadCases } from "./load_cases.ts"
import { loadRequirements, REQUIREMENT_ORIGINS } from "./requirements.ts"

const cases = (await loadCases()).filter(({ id }) => !id.includes("@"))
const { requirements, presupposes } = await loadRequirements()
const ids = new Set(cases.map(({ id }) => id))
/** Of parts that stand for themselves, as critics do: a case is enough, a near miss welcome. */
const judged = new Set(cases.filter(({ kind }) => kind === "critics").map(({ requirement }) => requirement))

describe("requirements", () => {
  it("are known to every case", () => {
    expect(
      cases.filter(({ requirement }) => !Object.hasOwn(requirements, requirement)).map(({ id }) => id),
    ).toEqual([])
  })

  it.each(Object.entries(requirements))("%s says what it asks for, and its origin", (_id, requirement) => {
    const { text, origin, ...rest } = requirement
    expect(text).toMatch(/\b(?:MUST|SHOULD)\b.*\.$/s)
    expect(REQUIREMENT_ORIGINS).toContain(origin)
    expect(["no_case", "no_twin"]).toEqual(expect.arrayContaining(Object.keys(rest)))
  })

  it.each(Object.entries(requirements).filter(([id]) => !judged.has(id)))(
    "%s has a case, and a near miss or a reason for none; or a reason to have no case",
    (id, { no_case, no_twin }) => {
      const own = cases.filter(({ requirement }) => requirement === id)
      expect(
        own.some(({ twin_of }) => twin_of === undefined),
        "a case of its own, or no_case",
      ).toBe(no_case === undefined)
      expect(
        own.some(({ twin_of }) => twin_of !== undefined) || no_twin !== undefined,
        "a twin, or no_twin",
      ).toBe(no_case === undefined)
    },
  )

  it.each(catalogue.map(({ id }) => [id] as const))("%s passes one change and fails another", (id) => {
    const statuses = cases
      .filter(({ subject, input = {} }) => subject === "critic" && input["critic"] === id)
      .map(({ expect: expected }) => Object(expected).status as unknown)
    expect([...new Set(statuses)]).toEqual(expect.arrayContaining(["pass", "fail"]))
  })

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
    const doubled = cases.filter(({ id, kind, requirement, description }) => {
      const key = kind === "critics" ? `${requirement}: ${description}` : description
      return seen.has(key) || !seen.set(key, id)
    })
    expect(doubled.map(({ id }) => id)).toEqual([])
  })
})
