import { knobs } from "@proofloop/runtime/detector"
import { catalogue } from "@proofloop/stdlib/critics"
import { describe, expect, it } from "vitest"
import { type Case, type Suite, suiteOf } from "./case.ts"
import { casesDirectory, loadCases } from "./load_cases.ts"
import { loadRequirements, REQUIREMENT_ORIGINS } from "./requirements.ts"

const own = (await loadCases()).filter(({ id }) => !id.includes("@"))
const golden = await loadCases(casesDirectory("golden"))
const forged = await loadCases(casesDirectory("forged"))
const cases = [...own, ...golden, ...forged]
const requirements = await loadRequirements()
const ids = new Set(cases.map(({ id }) => id))

describe("requirements", () => {
  it("are of the suite that their cases lie in", () => {
    const strays = (some: readonly Case[], suite: Suite) =>
      some.filter((one) => suiteOf(one) !== suite || !Object.hasOwn(requirements[suite], one.requirement))
    expect(strays(own, "promises").map(({ id }) => id)).toEqual([])
    expect(strays(golden, "golden").map(({ id }) => id)).toEqual([])
    expect(strays(forged, "forged").map(({ id }) => id)).toEqual([])
  })

  it("stand in one suite", () => {
    const { promises, golden: of_ours, forged: of_loops } = requirements
    const ids_of_all = [promises, of_ours, of_loops].flatMap((some) => Object.keys(some))
    expect(new Set(ids_of_all).size).toBe(ids_of_all.length)
  })

  it.each(Object.entries({ ...requirements.promises, ...requirements.golden, ...requirements.forged }))(
    "%s says what it asks for, and its origin",
    (_id, requirement) => {
      const { text, origin, ...rest } = requirement
      expect(text).toMatch(/\b(?:MUST|SHOULD)\b.*\.$/s)
      expect(REQUIREMENT_ORIGINS).toContain(origin)
      expect(["no_case", "no_twin"]).toEqual(expect.arrayContaining(Object.keys(rest)))
    },
  )

  it.each(Object.entries(requirements.promises))(
    "%s has a case, and a near miss or a reason for none",
    (id, { no_case, no_twin }) => {
      const some = own.filter(({ requirement }) => requirement === id)
      expect(no_case).toBeUndefined()
      expect(
        some.some(({ twin_of }) => twin_of === undefined),
        "a case of its own",
      ).toBe(true)
      expect(
        some.some(({ twin_of }) => twin_of !== undefined) || no_twin !== undefined,
        "a twin, or no_twin",
      ).toBe(true)
    },
  )

  it.each(Object.entries(requirements.golden))(
    "%s has a golden case, a near miss being welcome, or a reason to have none",
    (id, { no_case }) => {
      expect(golden.some(({ requirement }) => requirement === id)).toBe(no_case === undefined)
    },
  )

  it.each(Object.keys(requirements.forged))("%s has a forged case", (id) => {
    expect(forged.some(({ requirement }) => requirement === id)).toBe(true)
  })

  it.each(catalogue.map(({ id }) => [id] as const))("%s passes one change and fails another", (id) => {
    const statuses = golden
      .filter(({ subject, input = {} }) => subject === "critic" && input["critic"] === id)
      .map(({ expect: expected }) => Object(expected).status as unknown)
    expect([...new Set(statuses)]).toEqual(expect.arrayContaining(["pass", "fail"]))
  })

  it("presuppose knobs that exist", () => {
    const names = new Set(knobs.map(({ name }) => name))
    expect(
      Object.values(requirements.presupposes)
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
    const doubled = cases.filter((one) => {
      const { id, requirement, description } = one
      const key = suiteOf(one) === "golden" ? `${requirement}: ${description}` : description
      return seen.has(key) || !seen.set(key, id)
    })
    expect(doubled.map(({ id }) => id)).toEqual([])
  })
})
