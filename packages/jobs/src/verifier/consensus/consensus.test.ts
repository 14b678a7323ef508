import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import type { ConsensusOptions } from "../verdict/lens_verdict.ts"
import { OTHER_SUBJECT, sessionOf, SUBJECT, verdictOf } from "../verdict/read_verdict.fixture.ts"
import { consensus } from "./consensus.ts"

const wiring = verdictOf("wiring")
const safety = verdictOf("concurrency-security")
const contract = verdictOf("contract-conformance")
const passes = [wiring, safety, contract]

function decide(records: readonly unknown[], options: Partial<ConsensusOptions> = {}) {
  return consensus(records, { subject: SUBJECT, ...options })
}

describe("the table", () => {
  it("passes what three lenses could not refute", () => {
    expect(decide(passes)).toEqual({
      outcome: "PASS",
      reason: "3 distinct lenses could not refute the work",
      counted: passes,
      lenses: ["concurrency-security", "contract-conformance", "wiring"],
      stale: 0,
      superseded: 0,
      own: 0,
      invalid: 0,
      caveats: [],
    })
  })

  it.each([
    ["nothing", [], "ESCALATE", /no independent verdict/],
    [
      "one fail",
      [wiring, { ...safety, verdict: "fail" }, contract],
      "HARD-STOP",
      /^concurrency-security refuted/,
    ],
    [
      "a risk",
      [wiring, safety, { ...contract, verdict: "risk" }],
      "ESCALATE",
      /^contract-conformance sees a risk/,
    ],
    [
      "a security risk",
      [{ ...wiring, verdict: "risk", security: true }, safety, contract],
      "HARD-STOP",
      /^wiring has a security finding \(risk\)/,
    ],
    [
      "security behind a fail",
      [
        { ...wiring, verdict: "fail" },
        { ...safety, verdict: "fail", security: true },
      ],
      "HARD-STOP",
      /^concurrency-security has a security/,
    ],
    [
      "the first of two fails",
      [
        { ...safety, verdict: "fail" },
        { ...wiring, verdict: "fail" },
      ],
      "HARD-STOP",
      /^concurrency-security/,
    ],
    [
      "a fail and a risk",
      [
        { ...wiring, verdict: "risk" },
        { ...safety, verdict: "fail" },
      ],
      "HARD-STOP",
      /^concurrency-security/,
    ],
    ["two lenses", [wiring, safety], "ESCALATE", /^2\/3 distinct lenses agree$/],
    ["one lens three times", [wiring, wiring, wiring], "ESCALATE", /^1\/3/],
    [
      "one lens in three spellings",
      [wiring, { ...wiring, lens: "Wiring" }, { ...wiring, lens: " WIRING" }],
      "ESCALATE",
      /^1\/3/,
    ],
  ] as const)("%s", (_, records, outcome, reason) => {
    const decision = decide(records)
    expect([decision.outcome, decision.reason]).toEqual([outcome, expect.stringMatching(reason)])
  })
})

describe("what does not count", () => {
  it("is stale: about another diff, or another contract", () => {
    const other_contract = { ...SUBJECT, contract_sha256: "f".repeat(64) }
    const stale = [{ ...wiring, subject: OTHER_SUBJECT }, { ...safety, subject: other_contract }, contract]
    expect(decide(stale)).toMatchObject({
      outcome: "ESCALATE",
      stale: 2,
      reason: "1/3 distinct lenses agree (not counted: 2 stale)",
    })
    expect(decide([...passes, { ...wiring, verdict: "fail", subject: OTHER_SUBJECT }])).toMatchObject({
      outcome: "PASS",
      stale: 1,
    })
  })

  it("is stale: about another base; what names none is about any", () => {
    const base = { ...SUBJECT, base_commit: "a".repeat(40) }
    const on = (subject: object) => passes.map((one) => ({ ...one, subject }))
    expect(decide(on(base), { subject: base })).toMatchObject({ outcome: "PASS", stale: 0 })
    const moved = { ...base, base_commit: "b".repeat(40) }
    expect(decide(on(base), { subject: moved })).toMatchObject({ outcome: "ESCALATE", stale: 3 })
    expect(decide(on(SUBJECT), { subject: base })).toMatchObject({ outcome: "PASS", stale: 0 })
    expect(decide(on(base))).toMatchObject({ outcome: "PASS", stale: 0 })
  })

  it("is of the builder, in any spelling, be it the only one", () => {
    const own = passes.map((one) => ({ ...one, verifier: { ...one.verifier, id: " Builder" } }))
    expect(decide(own, { builder_id: "builder" })).toMatchObject({
      outcome: "ESCALATE",
      own: 3,
      reason: "no independent verdict on this change is recorded (not counted: 3 of the builder)",
    })
    expect(decide(own, { builder_id: ["ada", "BUILDER "] })).toMatchObject({ own: 3 })
    expect(decide([...passes, ...own], { builder_id: "builder" })).toMatchObject({ outcome: "PASS", own: 3 })
  })

  it("is superseded: the latest of a lens wins, but for a stop", () => {
    const fail = { ...wiring, verdict: "fail" as const }
    const risk = { ...wiring, verdict: "risk" as const }
    expect(decide([risk, ...passes])).toMatchObject({ outcome: "PASS", superseded: 1, counted: passes })
    expect(decide([...passes, risk])).toMatchObject({ outcome: "ESCALATE", superseded: 1 })
    expect(decide([...passes, fail])).toMatchObject({ outcome: "HARD-STOP", superseded: 1 })
  })

  it("does not supersede what counts", () => {
    const stale = { ...wiring, subject: OTHER_SUBJECT }
    const own = { ...wiring, verifier: { ...wiring.verifier, id: "b" } }
    const records = [
      { ...wiring, verdict: "fail" as const },
      safety,
      contract,
      stale,
      own,
      { ...wiring, verdict: "ok" },
    ]
    expect(decide(records, { builder_id: "b" })).toMatchObject({
      outcome: "HARD-STOP",
      superseded: 0,
      stale: 1,
      own: 1,
      invalid: 1,
    })
  })
})

describe("a stop", () => {
  const fail = { ...wiring, verdict: "fail" as const }
  const finding = { ...wiring, verdict: "risk" as const, security: true }
  const lifts = "the route is registered by src/app.ts:18, which the finding did not read"
  const lifting = { ...wiring, verifier: sessionOf("second look"), lifts }

  it.each([
    ["by the same verifier", fail, [{ ...wiring }]],
    [
      "by the same verifier in another spelling, with a reason",
      fail,
      [{ ...lifting, verifier: fail.verifier }],
    ],
    ["by three passes", fail, [...passes, ...passes, ...passes]],
    ["by another verifier without a reason", finding, [{ ...lifting, lifts: undefined }]],
    ["through another lens", finding, [{ ...lifting, lens: "contract-conformance" }]],
    ["by the builder", finding, [{ ...lifting, verifier: { ...lifting.verifier, id: "Builder" } }]],
    ["by a model", finding, [{ ...lifting, verifier: { ...lifting.verifier, model_name: "glm" } }]],
    ["by a risk", finding, [{ ...lifting, verdict: "risk" }]],
    ["before it was made", finding, []],
  ])("is not lifted %s", (_, stop, later) => {
    const records = [lifting, stop, safety, contract, ...later]
    const { outcome, caveats } = decide(records, { builder_id: "builder" })
    expect([outcome, caveats.filter(({ kind }) => kind === "lifted_stop")]).toEqual(["HARD-STOP", []])
  })

  it("is lifted by another person with a reason, which stays beside whatever follows", () => {
    const records = [fail, finding, safety, contract, lifting]
    const caveat = { kind: "lifted_stop", lenses: ["wiring"], says: expect.stringContaining(lifts) as string }
    const expected = { outcome: "PASS", caveats: [caveat, caveat], superseded: 2 }
    expect(decide(records)).toMatchObject({ ...expected, counted: [safety, contract, lifting] })
    expect(decide([...records, wiring])).toMatchObject({ ...expected, superseded: 3 })
    expect(decide(records, { requirements: ["undisputed"] })).toMatchObject({ outcome: "ESCALATE" })
    expect(decide([...records, finding])).toMatchObject({ outcome: "HARD-STOP" })
  })

  it("is lifted for those alone who did not make it", () => {
    const own = { ...finding, verifier: lifting.verifier }
    expect(decide([own, fail, safety, contract, lifting])).toMatchObject({
      outcome: "HARD-STOP",
      reason: expect.stringMatching(/^wiring has a security finding/) as string,
      caveats: [{ kind: "lifted_stop" }],
    })
  })
})

describe("what is not a verdict", () => {
  it.each([
    ["an unknown value", { ...contract, verdict: "approve" }, /^record 4 is not a verdict \(verdict: /],
    ["a list", [], /^record 4 is not a verdict \(verdict: expected an object/],
    ["null", null, /got null/],
    ["a security finding that passes", { ...contract, security: true }, /security finding never passes/],
    ["approval", { ...contract, evidence: "lgtm" }, /\(evidence: /],
    [
      "a lens nobody configured",
      { ...contract, lens: "vibes" },
      /\(lens: expected one of wiring.*got "vibes"/,
    ],
    ["a fail nobody can read", { ...contract, verdict: "fail", evidence: "" }, /\(evidence: /],
  ])("never passes: %s", (_, record, reason) => {
    expect(decide([...passes, record])).toMatchObject({
      outcome: "ESCALATE",
      invalid: 1,
      reason: expect.stringMatching(reason) as string,
    })
  })

  it("does not undo a stop, and is told before risk and number", () => {
    expect(decide([null, { ...wiring, verdict: "fail" }]).outcome).toBe("HARD-STOP")
    expect(decide([null, { ...wiring, verdict: "risk" }, 7]).reason).toMatch(
      /^record 1 .*, and 1 more: it never/,
    )
  })

  it("is told in few words", () => {
    expect(decide([{ ...wiring, lens: "x".repeat(40_000) }]).reason.length).toBeLessThan(300)
  })
})

describe("independence", () => {
  it("is lost when two that count are of one session", () => {
    const twice = {
      ...contract,
      verifier: { ...contract.verifier, session_id: `${wiring.verifier.session_id.toUpperCase()} ` },
    }
    expect(decide([wiring, safety, twice])).toMatchObject({
      outcome: "ESCALATE",
      reason: "wiring and contract-conformance were judged in one session: they are not independent",
    })
  })

  it("is not lost by a session whose other verdict is superseded", () => {
    const first = { ...wiring, verifier: safety.verifier }
    expect(decide([first, safety, contract, wiring]).outcome).toBe("PASS")
  })

  it("is less with the builder's model, which is told by lens", () => {
    const same = { ...safety, caveats: ["same_model" as const, "same_model" as const] }
    expect(decide([wiring, same, contract])).toMatchObject({
      outcome: "PASS",
      caveats: [{ kind: "same_model", lenses: ["concurrency-security"] }],
    })
  })
})

describe("options", () => {
  const four = ["wiring", "concurrency-security", "Contract-Conformance", "performance"]

  it("may ask for more lenses, of a larger closed set", () => {
    const options = { lenses: four, min_lenses: 4 }
    expect(decide(passes, options).reason).toMatch(/^3\/4/)
    expect(decide([...passes, verdictOf("performance")], options).outcome).toBe("PASS")
    expect(decide([...passes, verdictOf("Performance", { verdict: "fail" })], { lenses: four }).outcome).toBe(
      "HARD-STOP",
    )
  })

  it.each([
    [{ min_lenses: 2 }, /^min_lenses: expected a whole number from 3 to 3/],
    [{ min_lenses: 0 }, /^min_lenses/],
    [{ min_lenses: -1 }, /^min_lenses/],
    [{ min_lenses: 4 }, /^min_lenses/],
    [{ min_lenses: 3.5 }, /^min_lenses/],
    [{ min_lenses: Number.NaN }, /^min_lenses/],
    [{ lenses: ["a", "b"] }, /^lenses: expected 3 to 64/],
    [{ lenses: ["wiring", "Wiring ", "b", "c"] }, /^lenses\.1: expected different names/],
    [{ lenses: ["a", "b", ""] }, /^lenses\.2/],
    [{ lenses: "abc" }, /^lenses/],
    [{ builder_id: " " }, /^builder_id/],
    [{ builder_model: "" }, /^builder_model: expected the name of a model/],
    [{ promised: "all" }, /^promised: expected one of contract, tests, nothing/],
    [{ requirements: "brief" }, /^requirements: expected a list of distinct_models/],
    [{ requirements: ["briefs"] }, /^requirements\.0: .*Did you mean "brief"/],
    [{ subject: { ...SUBJECT, diff_sha256: "x" } }, /^subject\.diff_sha256/],
    [{ subject: undefined }, /^subject: /],
    [{ subject: { ...SUBJECT, base_commit: "HEAD" } }, /^subject\.base_commit/],
    [{ minlenses: 4 }, /^minlenses: .*Did you mean "min_lenses"/],
  ])("refuses %j", (options, message) => {
    expect(() => decide(passes, options as never)).toThrow(message)
  })

  it("come with a list", () => {
    expect(() => decide("pass" as never)).toThrow(/^records: expected a list/)
    expect(() => consensus([], null as never)).toThrow(/^options: /)
  })
})

it("the decision imports no model and no file system", async () => {
  expect(await packagesOf(new URL("consensus.ts", import.meta.url))).toEqual([
    "@proofloop/foundation/errors",
    "@proofloop/foundation/text",
    "zod",
  ])
})

/** Packages that a file imports, and those that the files it imports do. */
async function packagesOf(start: URL): Promise<readonly string[]> {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = async (file: URL): Promise<void> => {
    if (files.has(file.href)) return
    files.add(file.href)
    const text = await readFile(file, "utf8")
    for (const [, name = ""] of text.matchAll(/^(?:import|export|\}) .*from "(.+)"$/gm)) {
      if (name.startsWith(".")) await visit(new URL(name, file))
      else packages.add(name)
    }
  }
  await visit(start)
  return [...packages].sort()
}
