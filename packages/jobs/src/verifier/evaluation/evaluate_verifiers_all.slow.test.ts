import { beforeAll, describe, expect, it } from "vitest"
import { submit, verifiersThat } from "../session/verifier.fixture.ts"
import { buildIn, found, seen } from "./builds.fixture.ts"
import { loadBuilds, type SeededBuild } from "./builds.ts"
import { evaluateVerifiers } from "./evaluate_verifiers.ts"

let builds: readonly SeededBuild[] = []
beforeAll(async () => {
  builds = await loadBuilds()
})

it("all builds, by a model that finds what is seeded in each: all right, with the place", async () => {
  const { model, requests } = verifiersThat((_, __, request) => {
    const build = buildIn(request, builds)
    if (build.label === "good") return submit("pass", { evidence: seen(build) })
    return submit("fail", { evidence: found(build) })
  })
  const { overall, by_lens, rows, ok } = await evaluateVerifiers({ model })
  expect(rows.filter(({ match }) => match !== true)).toEqual([])
  expect(overall).toMatchObject({ accuracy: 1, precision: 1, recall: 1, fn: 0, fp: 0, unanswered: 0 })
  expect(Object.values(by_lens).map(({ recall }) => recall)).toEqual([1, 1, 1])
  expect(rows.map(({ build }) => build)).toEqual(builds.map(({ id }) => id))
  expect(rows.filter(({ label, names_seed }) => (label === "bad") !== (names_seed === true))).toEqual([])
  expect(requests).toHaveLength(builds.length)
  expect(ok).toBe(true)
})

describe("evaluateVerifiers", () => {
  it("tell no verifier which is which", async () => {
    const two = builds.filter(({ id }) => id.startsWith("contract-off-by-one"))
    const { model, requests } = verifiersThat((_, __, request) => {
      const build = buildIn(request, builds)
      return submit("pass", { evidence: seen(build) })
    })
    await evaluateVerifiers({ model, builds: two })
    expect(requests).toHaveLength(2)
    for (const { id, seeded } of two) {
      expect(requests.join("\n")).not.toContain(id)
      expect(requests.join("\n")).not.toContain(seeded ?? "no such text")
    }
  })
  it("of one that finds what is seeded: all right, with the place; a risk blocks as well", async () => {
    const some = builds.filter(({ id }) => /^(?:contract-off|wiring-second-caller-bad)/.test(id))
    const { model } = verifiersThat((lens, _, request) => {
      const build = buildIn(request, builds)
      return build.label === "good"
        ? submit("pass", { evidence: seen(build) })
        : submit(lens === "wiring" ? "fail" : "risk", { evidence: found(build) })
    })
    const { overall, rows, ok } = await evaluateVerifiers({ model, builds: some })
    expect(overall).toMatchObject({ accuracy: 1, precision: 1, recall: 1, fn: 0, fp: 0, unanswered: 0 })
    expect(overall.confusion.bad).toEqual({ pass: 0, fail: 1, risk: 1, none: 0 })
    expect(rows.map(({ build, names_seed }) => [build, names_seed])).toEqual([
      ["contract-off-by-one-bad", true],
      ["contract-off-by-one-good", null],
      ["wiring-second-caller-bad", true],
    ])
    expect(ok).toBe(true)
  })

  it("what gives no verdict is no find: unanswered, and nothing is defined", async () => {
    const { model } = verifiersThat(() => ({ text: "Fine." }))
    const one = builds.filter(({ id }) => id === "contract-half-written-bad")
    const { overall, rows, ok } = await evaluateVerifiers({ model, builds: one, max_iterations: 2 })
    expect(overall).toMatchObject({
      unanswered: 1,
      accuracy: null,
      precision: null,
      recall: null,
      tp: 0,
      fn: 0,
    })
    expect(rows[0]?.said).toBe("it gave no verdict within 2 turns")
    expect(ok).toBe(false)
  })
})
