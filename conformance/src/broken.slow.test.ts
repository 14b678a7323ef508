import { brokenImplementations, formatMatrix, hasTeeth, killMatrix } from "@proofloop/conformance/broken"
import { describe, expect, it } from "vitest"
import { firstKill } from "../broken/kill_matrix.ts"
import { detector, fold, loop } from "../broken/parts/define.ts"
import { loadCases } from "./load_cases.ts"
import { loadRequirements } from "./requirements.ts"

const cases = await loadCases()
const { promises } = await loadRequirements()

describe("broken implementations", () => {
  it.each(brokenImplementations.map((broken) => [broken.wrong, broken] as const))(
    "catch: %s",
    async (_wrong, broken) => {
      expect(await firstKill(cases, broken)).not.toBeNull()
    },
  )

  it("are known by sentences of their own", () => {
    const all = brokenImplementations.map(({ wrong }) => wrong)
    expect(all.filter((wrong, index) => all.indexOf(wrong) !== index)).toEqual([])
  })

  it("violate promises that exist, and each is violated by one", () => {
    const violated = new Set(brokenImplementations.flatMap(({ violates }) => violates))
    expect([...violated].filter((id) => !Object.hasOwn(promises, id))).toEqual([])
    expect(Object.keys(promises).filter((id) => !violated.has(id))).toEqual([])
  })
})

describe("a breakage that changes nothing", () => {
  const nothing = ["repair.streak.survives-edits"] as const

  it("fails no case", async () => {
    const same = [
      detector("The same detector.", nothing, { steps: () => (request, play) => play(request) }),
      fold("The same fold.", nothing, { evidence: (turn) => turn }),
      loop("The same loop.", nothing, { event: (event) => [event], result: (result) => result }),
    ]
    const { red, broken } = await killMatrix(cases, same, { every_case: true })
    expect([red, ...broken.map(({ killed_by }) => killed_by)]).toEqual([[], [], [], []])
  })
})

describe("killMatrix", () => {
  const some = cases.filter(({ requirement }) => requirement === "repair.streak.survives-edits")
  const first_draft = brokenImplementations.filter(({ wrong }) =>
    wrong.startsWith("The streak goes on only within one write epoch"),
  )

  it("names what catches a broken implementation, and the near misses beside it", async () => {
    const { red, broken, cases: rows } = await killMatrix(some, first_draft)
    expect(red).toEqual([])
    expect(broken[0]?.killed_by).toContain("repair/streak/edit_retest_thrash")
    expect(rows.find(({ id }) => id === "repair/streak/pass_between_resets")?.standing).toBe("twin")
  })

  it("finds cases that kill nothing and implementations that nobody catches", async () => {
    const broken = {
      wrong: "Nothing is wrong.",
      violates: ["repair.streak.survives-edits"],
      parts: {},
    } as const
    const matrix = await killMatrix(some, [broken])
    expect(matrix.broken[0]).toMatchObject({ killed_by: [], unnoticed: ["repair.streak.survives-edits"] })
    expect(matrix.cases.every(({ standing }) => standing === "idle")).toBe(true)
    expect(hasTeeth(matrix)).toBe(false)
    const text = formatMatrix(matrix)
    expect(text).toContain(
      "not caught: Nothing is wrong.\nunnoticed: Nothing is wrong. violates repair.streak.survives-edits",
    )
    expect(text).toContain("idle: repair/streak/edit_retest_thrash kills nothing")
  })

  it("finds broken implementations that throw", async () => {
    const create = (): never => {
      throw new TypeError("not broken but missing")
    }
    const broken = {
      wrong: "Throws.",
      violates: ["repair.streak.survives-edits"],
      parts: { create },
    } as const
    const matrix = await killMatrix(some, [broken])
    expect(matrix.broken[0]?.crashed).toHaveLength(some.length)
    expect(hasTeeth(matrix)).toBe(false)
  })
})
