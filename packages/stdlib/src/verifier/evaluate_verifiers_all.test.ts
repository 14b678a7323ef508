import { expect, it } from "vitest"
import { buildIn, found, seen } from "./builds.fixture.ts"
import { loadBuilds } from "./builds.ts"
import { evaluateVerifiers } from "./evaluate_verifiers.ts"
import { submit, verifiersThat } from "./verifier.fixture.ts"

it("all builds, by a model that finds what is seeded in each: all right, with the place", async () => {
  const builds = await loadBuilds()
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
}, 60_000)
