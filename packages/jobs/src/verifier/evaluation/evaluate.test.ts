import { isRecord } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { consensus } from "../consensus/consensus.ts"
import { STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"
import { evaluateConsensus } from "./evaluate.ts"
import { type DecisionFixture, loadFixtures } from "./fixtures.ts"

const EVIDENCE = "src/refunds.ts:31 takes the row lock before it reads the balance"
const passes = STANDARD_LENS_IDS.map((lens) => ({ lens, verdict: "pass", evidence: EVIDENCE }))
const good: DecisionFixture = { name: "good", label: "PASS", verdicts: passes }
const race: DecisionFixture = {
  name: "race",
  label: "HARD-STOP",
  verdicts: [...passes, { lens: "concurrency-security", verdict: "fail", evidence: EVIDENCE }],
}
const UNSURE: DecisionFixture = { name: "unsure", label: "ESCALATE", verdicts: [] }

const always = (outcome: "PASS" | "HARD-STOP" | "ESCALATE") => () => ({ outcome, reason: "always" })

describe("evaluateConsensus", () => {
  it("scores a decision that is right", () => {
    expect(evaluateConsensus([good, race])).toMatchObject({
      fixtures: 2,
      accuracy: 1,
      precision: 1,
      recall: 1,
      tp: 1,
      fp: 0,
      tn: 1,
      fn: 0,
      ok: true,
      rows: [
        { fixture: "good", label: "PASS", outcome: "PASS", match: true },
        { fixture: "race", label: "HARD-STOP", outcome: "HARD-STOP", match: true },
      ],
    })
  })

  it("finds what lets bad builds through", () => {
    const scored = evaluateConsensus([good, race, UNSURE], { decide: always("PASS") })
    expect(scored).toMatchObject({ fn: 2, tn: 1, tp: 0, fp: 0, recall: 0, precision: null, ok: false })
    expect(scored.accuracy).toBeCloseTo(1 / 3)
    expect(scored.confusion).toEqual({
      PASS: { PASS: 1, "HARD-STOP": 0, ESCALATE: 0 },
      "HARD-STOP": { PASS: 1, "HARD-STOP": 0, ESCALATE: 0 },
      ESCALATE: { PASS: 1, "HARD-STOP": 0, ESCALATE: 0 },
    })
  })

  it("finds what blocks good ones, and blocks in the wrong way", () => {
    const scored = evaluateConsensus([good, race, UNSURE], { decide: always("ESCALATE") })
    expect(scored).toMatchObject({ fp: 1, tp: 2, fn: 0, tn: 0, recall: 1, ok: false })
    expect(scored.precision).toBeCloseTo(2 / 3)
    expect(scored.rows.map(({ match }) => match)).toEqual([false, false, true])
  })

  it("says of nothing that it is not defined, and not well", () => {
    expect(evaluateConsensus([])).toMatchObject({ accuracy: null, precision: null, recall: null, ok: false })
    expect(evaluateConsensus([good])).toMatchObject({ accuracy: 1, precision: null, recall: null, ok: true })
  })

  it("has a least number of lenses for fixtures that do not say", () => {
    const lenses = [...STANDARD_LENS_IDS, "performance"]
    const fixtures = [
      { ...good, lenses },
      { ...good, lenses, min_lenses: 3 },
      { ...good, lenses, min_lenses: undefined },
    ]
    const { rows } = evaluateConsensus(fixtures, { min_lenses: 4 })
    expect(rows.map(({ outcome }) => outcome)).toEqual(["ESCALATE", "PASS", "ESCALATE"])
  })

  it("refuses a number that weakens the gate, and a fixture that has one", () => {
    expect(() => evaluateConsensus([good], { min_lenses: 2 })).toThrow(
      /^min_lenses: expected a whole number from 3/,
    )
    expect(() => evaluateConsensus([{ ...good, min_lenses: 1 }])).toThrow(
      expect.objectContaining({
        code: "eval_fixture_invalid",
        message: expect.stringMatching(/^good: min_lenses: /) as string,
      }),
    )
  })
})

describe("the fixtures of this package", () => {
  it("are decided as labelled", async () => {
    const fixtures = await loadFixtures()
    const { rows, ok, fn } = evaluateConsensus(fixtures)
    expect(rows.filter(({ match }) => !match)).toEqual([])
    expect([ok, fn]).toEqual([true, 0])
    expect(fixtures.length).toBeGreaterThanOrEqual(50)
    expect(fixtures.map(({ name }) => name)).toEqual(fixtures.map(({ name }) => name).toSorted())
    expect(fixtures.filter(({ note }) => note === undefined)).toEqual([])
  })

  it("have several bad builds for each lens to find alone", async () => {
    const fixtures = await loadFixtures()
    const finders = fixtures.flatMap(({ verdicts, label }) => {
      const failed = verdicts.filter((record) => Object(record).verdict === "fail")
      return label === "HARD-STOP" && failed.length === 1 ? [String(Object(failed[0]).lens)] : []
    })
    for (const lens of STANDARD_LENS_IDS)
      expect(finders.filter((finder) => finder === lens).length).toBeGreaterThanOrEqual(4)
  })

  const broken: ReadonlyArray<readonly [string, typeof consensus]> = [
    [
      "forgets records it cannot read",
      (records, options) =>
        consensus(
          records.filter((record) => consensus([record], options).invalid === 0),
          options,
        ),
    ],
    [
      "forgets whose work it is",
      (records, options) => consensus(records, { ...options, builder_id: undefined }),
    ],
    [
      "lets verdicts on any build count",
      (records, options) =>
        consensus(
          records.map((record) => about(record, options.subject)),
          options,
        ),
    ],
    ["takes every session for another", (records, options) => consensus(records.map(inOwnSession), options)],
    ["lets the first of a lens win", (records, options) => consensus(records.toReversed(), options)],
    [
      "takes a risk for a pass",
      (records, options) =>
        consensus(
          records.map((record) => withVerdict(record, "risk")),
          options,
        ),
    ],
    [
      "takes a fail for a pass",
      (records, options) =>
        consensus(
          records.map((record) => withVerdict(record, "fail")),
          options,
        ),
    ],
    [
      "never asks for more than three lenses",
      (records, options) => consensus(records, { ...options, min_lenses: undefined }),
    ],
    [
      "counts any lens",
      (records, options) =>
        consensus(records, {
          ...options,
          lenses: [...(options.lenses ?? STANDARD_LENS_IDS), "vibes", "style", "mood"],
        }),
    ],
  ]

  it.each(broken)("find a decision that %s", async (_, decide) => {
    const { fn, recall, ok } = evaluateConsensus(await loadFixtures(), { decide })
    expect(fn).toBeGreaterThan(0)
    expect(recall).toBeLessThan(1)
    expect(ok).toBe(false)
  })
})

function changed(record: unknown, change: object): unknown {
  return isRecord(record) ? { ...record, ...change } : record
}

function about(record: unknown, subject: object): unknown {
  return changed(record, { subject })
}

function inOwnSession(record: unknown, index: number): unknown {
  return changed(record, { verifier: { id: `v${index}`, session_id: `s${index}`, model_name: null } })
}

function withVerdict(record: unknown, mistaken: string): unknown {
  return Object(record).verdict === mistaken ? changed(record, { verdict: "pass", security: false }) : record
}

describe("loadFixtures", () => {
  it("reads a folder in the order of names, JSON files alone", async () => {
    const text = JSON.stringify({ verdicts: [], label: "ESCALATE" })
    const folder = await folderWith({ "b.json": text, "a.json": text, "notes.md": "no fixture" })
    expect(await loadFixtures(folder)).toEqual([
      { name: "a", verdicts: [], label: "ESCALATE" },
      { name: "b", verdicts: [], label: "ESCALATE" },
    ])
  })

  it.each([["notes.md"], ["deep/a.json"]])("needs some beside %s", async (file) => {
    const folder = await folderWith({ [file]: "{}" })
    await expect(loadFixtures(folder)).rejects.toMatchObject({ code: "eval_no_fixtures" })
    await expect(loadFixtures(`${folder}/none`)).rejects.toThrow(
      /none: expected fixtures \(\*\.json\), got none/,
    )
  })

  it.each([
    ["{", /x\.json: expected JSON/],
    ["[]", /x\.json: fixture: /],
    ['{"label":"PASS"}', /x\.json: verdicts: /],
    ['{"verdicts":{},"label":"PASS"}', /x\.json: verdicts: /],
    ['{"verdicts":[],"label":"pass"}', /x\.json: label: .*"PASS"/],
    ['{"verdicts":[],"label":"PASS","lable":1}', /x\.json: fixture: .*lable/],
    ['{"verdicts":[],"label":"PASS","min_lenses":"3"}', /x\.json: min_lenses: /],
    [
      '{"verdicts":[],"label":"PASS","subject":{}}',
      /x\.json: subject\.diff_sha256: .*; subject\.contract_sha256: /,
    ],
    [`{"verdicts":["${"x".repeat(2 ** 20)}"],"label":"PASS"}`, /x\.json: expected a file of at most 1 MiB/],
  ])("refuses %.60s", async (text, message) => {
    const folder = await folderWith({ "x.json": text })
    await expect(loadFixtures(folder)).rejects.toThrow(message)
    await expect(loadFixtures(folder)).rejects.toMatchObject({ code: "eval_fixture_invalid" })
  })
})
