import { openAICompatible } from "@proofloop/runtime"
import { startLoopbackModelServer } from "@proofloop/runtime/testing"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { submit, verifiersThat } from "../session/verifier.fixture.ts"
import { STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"
import { buildIn, seen } from "./builds.fixture.ts"
import { loadBuilds, type SeededBuild } from "./builds.ts"
import { evaluateVerifiers } from "./evaluate_verifiers.ts"

let builds: readonly SeededBuild[] = []
beforeAll(async () => {
  builds = await loadBuilds()
})

describe("the builds", () => {
  it("are at least three bad ones a lens, each with a twin that differs by the defect", () => {
    for (const lens of STANDARD_LENS_IDS) {
      const own = builds.filter((build) => build.lens === lens)
      expect(own.filter(({ label }) => label === "bad").length).toBeGreaterThanOrEqual(3)
    }
    const good = builds.filter(({ label }) => label === "good")
    for (const build of builds.filter(({ label }) => label === "bad")) {
      const twin = good.find(({ id }) => id === build.twin)
      expect(twin).toMatchObject({ lens: build.lens, before: build.before, contract: build.contract })
      expect(twin?.after).not.toEqual(build.after)
      expect(build.seeded_paths.length).toBeGreaterThan(0)
    }
    expect(builds.length).toBeGreaterThanOrEqual(14)
  })
})

describe("evaluateVerifiers", () => {
  it("of a model that passes everything: recall 0, and every miss by name", async () => {
    const some = builds.filter(({ id }) =>
      /^(?:wiring-flag-not-passed-bad|security-sql-injection-good)$/.test(id),
    )
    const { model } = verifiersThat((_, __, request) =>
      submit("pass", { evidence: seen(buildIn(request, builds)) }),
    )
    const { overall, by_lens, dangerous_misses, ok } = await evaluateVerifiers({ model, builds: some })
    expect(overall).toMatchObject({ builds: 2, recall: 0, precision: null, accuracy: 0.5, fn: 1, tn: 1 })
    expect(overall.confusion).toEqual({
      good: { pass: 1, fail: 0, risk: 0, none: 0 },
      bad: { pass: 1, fail: 0, risk: 0, none: 0 },
    })
    expect(Object.keys(by_lens).toSorted()).toEqual(["concurrency-security", "wiring"])
    expect(dangerous_misses.map(({ build, match }) => [build, match])).toEqual([
      ["wiring-flag-not-passed-bad", false],
    ])
    expect(ok).toBe(false)
  })

  it("asks a real server", async () => {
    const server = await startLoopbackModelServer({
      script: [
        { tool_calls: [{ name: "read_file", arguments: { path: "src/book_seat.ts" } }] },
        submit("fail", {
          evidence: "src/book_seat.ts:6 awaits between the check and the write of the seat.",
        }),
      ],
    })
    onTestFinished(() => server.close())
    const model = openAICompatible({ base_url: server.url, model: "loopback" })
    const one = builds.filter(({ id }) => id === "concurrency-check-then-await-bad")
    const { overall, rows } = await evaluateVerifiers({ model, builds: one })
    expect(rows).toMatchObject([{ verdict: "fail", match: true, names_seed: true }])
    expect(overall.recall).toBe(1)
    expect(server.requests).toHaveLength(2)
  })
})

describe("bad input", () => {
  const { model } = verifiersThat(() => submit("pass"))
  const good = { id: "a", lens: "wiring", label: "good", seeded: null, seeded_paths: [], contract: ["a.md"] }
  const build = { ...good, tests: [], before: { "a.md": "a" }, after: { "b.md": "b" } }

  it("names the file, the build or the option", async () => {
    const folder = await folderWith({ "a.json": "{", "note.txt": "" })
    await expect(loadBuilds(folder)).rejects.toThrow(/^a\.json: expected a build/)
    const empty = await folderWith({ "note.txt": "" })
    await expect(loadBuilds(empty)).rejects.toThrow(/^builds: expected a folder with/)
    const twice = await folderWith({ "a.json": JSON.stringify(build), "b.json": JSON.stringify(build) })
    await expect(loadBuilds(twice)).rejects.toThrow(/^b\.json: expected an id of its own/)
    for (const [change, message] of [
      [{ label: "bad" }, /a bad build says what is seeded/],
      [{ after: { "../x": "x" } }, /Invalid key in record/],
      [{ after: { ".git/config": "x" } }, /Invalid key in record/],
      [{ lens: "wirin" }, /^a: expected one of .* Did you mean "wiring"/],
    ] as const) {
      // @ts-expect-error what a host without types may pass
      await expect(evaluateVerifiers({ model, builds: [{ ...build, ...change }] })).rejects.toThrow(message)
    }
    await expect(evaluateVerifiers({ model, concurrency: Number.NaN })).rejects.toThrow(/^concurrency/)
    await expect(evaluateVerifiers({ model, only: ["wirin"] })).rejects.toThrow(/Did you mean "wiring"/)
  })
})
