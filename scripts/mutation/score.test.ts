import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { equivalents } from "./equivalents.mjs"
import { EXCLUSIONS } from "./exclusions.mjs"
import { isGreen, renderReport } from "./report.mjs"
import { interval, mutantIds, sampleOf } from "./sample.mjs"
import { percentage, scoreOf } from "./score.mjs"
import { mutableRanges, PARTS, sourceFiles } from "./sources.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const files = sourceFiles(root)
const listed: Readonly<Record<string, readonly { readonly line: string; readonly change: string }[]>> =
  equivalents
const LINES = ["const table = [", '  "a",', "]", "export function f(a: number) {", "  return a > 1", "}"]
const FILE = {
  part: "stall",
  name: "stall/a.ts",
  path: "packages/runtime/src/stall/a.ts",
  text: LINES.join("\n"),
  lines: LINES,
}

function mutant(status: string, replacement: string, column = 10) {
  const location = { start: { line: 5, column }, end: { line: 5, column: 15 } }
  return { path: FILE.path, status, replacement, location }
}

describe("the lists", () => {
  it("name declarations that are there", () => {
    expect(files.map(({ part }) => part)).toEqual(expect.arrayContaining([...PARTS]))
    for (const source of files) expect(() => mutableRanges(source, EXCLUSIONS)).not.toThrow()
    const known = files.map(({ name }) => name)
    const excluded = Object.values(EXCLUSIONS).flatMap(Object.keys)
    expect(excluded.filter((name) => !known.includes(name))).toEqual([])
  })

  it("quote lines that are there", () => {
    const gone = Object.entries(listed).flatMap(([name, entries]) => {
      const source = files.find((candidate) => candidate.name === name)
      const known = new Set(source?.lines.map((line: string) => line.trim()))
      return entries.filter(({ line }) => !known.has(line)).map((entry) => ({ name, ...entry }))
    })
    expect(gone).toEqual([])
  })
})

describe("sourceFiles", () => {
  it("finds a part, a folder or a file, by any of its paths", () => {
    const names = (only: string) => sourceFiles(root, only).map(({ name }) => name)
    expect(names("stall/fold.ts")).toEqual(["stall/fold.ts"])
    expect(names("./packages/runtime/src/stall/fold.ts")).toEqual(["stall/fold.ts"])
    expect(names("stall/patterns/")).toContain("stall/patterns/ping_pong.ts")
    expect(names("stall").every((name) => name.startsWith("stall/"))).toBe(true)
    expect(names("stall").some((name) => /\.(?:test|fixture)\.ts$/.test(name))).toBe(false)
    expect(names("stall/fol")).toEqual([])
  })
})

describe("mutableRanges", () => {
  it("leaves out what is excluded by name", () => {
    expect(mutableRanges(FILE, {})).toEqual([`${FILE.path}:1-6`])
    expect(mutableRanges(FILE, { tables: { "stall/a.ts": ["table"] } })).toEqual([`${FILE.path}:4-6`])
    expect(mutableRanges(FILE, { functions: { "stall/a.ts": ["f"] } })).toEqual([`${FILE.path}:1-3`])
    expect(() => mutableRanges(FILE, { tables: { "stall/a.ts": ["gone"] } })).toThrow(
      "stall/a.ts declares no gone",
    )
  })
})

describe("the score", () => {
  const missed = mutant("Survived", "a >= 1")
  const entry = { line: "return a > 1", change: "a > 1 -> a >= 1", why: "whatever" }

  it("is the share that was found", () => {
    const [scored] = scoreOf(
      [FILE],
      [mutant("Killed", "a < 1"), mutant("Timeout", "true"), missed, mutant("Ignored", "x")],
      {},
    )
    expect(scored).toMatchObject({ found: 2, equivalent: 0, stale: [] })
    expect(scored?.missed).toEqual([
      { row: 5, line: "return a > 1", change: "a > 1 -> a >= 1", found: false },
    ])
    expect(percentage([scored])).toBeCloseTo(66.67)
    expect(percentage([])).toBe(100)
  })

  it("shows of a long pattern where it was changed", () => {
    const pattern = `/${"a".repeat(130)}b?c${"d".repeat(130)}/`
    const location = { start: { line: 5, column: 10 }, end: { line: 5, column: 10 + pattern.length } }
    const long = { ...FILE, lines: LINES.with(4, `  return ${pattern}`) }
    const [scored] = scoreOf([long], [{ ...mutant("Survived", pattern.replace("b?", "b")), location }], {})
    const [shown] = scored?.missed ?? []
    expect(shown?.change).toBe(
      `...${"a".repeat(39)}b?c${"d".repeat(75)}... -> ...${"a".repeat(39)}bc${"d".repeat(76)}...`,
    )
  })

  it("leaves out what is listed as equivalent", () => {
    const [scored] = scoreOf([FILE], [missed], { "stall/a.ts": [entry] })
    expect(scored).toMatchObject({ found: 0, missed: [], equivalent: 1, stale: [] })
  })

  it("is red on an entry that is gone or found, and below the threshold", () => {
    const green = scoreOf([FILE], [mutant("Killed", "a < 1")], {})
    const stale = scoreOf([FILE], [mutant("Killed", "a >= 1")], { "stall/a.ts": [entry] })
    const low = scoreOf([FILE], [missed, mutant("NoCoverage", "true")], {})
    expect(isGreen({ thresholds: { stall: 90 }, files: green })).toBe(true)
    expect(isGreen({ thresholds: { stall: 90 }, files: stale })).toBe(false)
    expect(isGreen({ thresholds: { stall: 90 }, files: low })).toBe(false)
    expect(renderReport({ thresholds: { stall: 90 }, files: stale })).toContain(
      "found by a test or gone:\nstall/a.ts  a > 1 -> a >= 1",
    )
    expect(renderReport({ thresholds: { stall: 90 }, files: low })).toContain("stall: 0.0 %, BELOW 90 %")
    expect(renderReport({ thresholds: { stall: 90 }, files: low })).toContain(
      "stall/a.ts:5  a > 1 -> true\n    return a > 1",
    )
  })
  it("of a sample says where that of all lies, and of the list nothing", () => {
    const sample = { size: 2, seed: "7" }
    const scored = scoreOf([FILE, { ...FILE, path: "b.ts" }], [missed, mutant("Killed", "a < 1")], {}, sample)
    const report = { files: scored, sample }
    expect(renderReport({ ...report, thresholds: { stall: 90 } })).toMatch(
      /^stall\/a\.ts {2}50\.0 %.*\n\n(?:.*\n)*stall: 50\.0 %, of 2 by chance \(seed 7\): 9\.5 to 90\.5 % of all with 95 % confidence, perhaps 90 %$/,
    )
    expect(renderReport({ ...report, thresholds: { stall: 91 } })).toMatch(/BELOW 91 %$/)
    expect(renderReport({ ...report, thresholds: { stall: 9 } })).toMatch(/at least 9 %$/)
    expect(isGreen({ ...report, thresholds: { stall: 90 } })).toBe(true)
    expect(isGreen({ ...report, thresholds: { stall: 91 } })).toBe(false)
    expect(scoreOf([FILE], [], { "stall/a.ts": [entry] }, sample)[0]?.stale).toEqual([])
  })
})

describe("a sample", () => {
  const ids = Array.from({ length: 1000 }, (_, at) => String(at))

  it("is of the size asked for, the same for its seed, and takes each as often", () => {
    const sample = sampleOf(ids, { size: 100, seed: "1" })
    expect(sample.size).toBe(100)
    expect(sampleOf(ids.toReversed(), { size: 100, seed: "1" })).toEqual(sample)
    expect(sampleOf(ids, { size: 100, seed: "2" })).not.toEqual(sample)
    expect(sampleOf(ids, { size: 2000, seed: "1" }).size).toBe(1000)
    const lower = Array.from({ length: 40 }, (_, seed) => sampleOf(ids, { size: 100, seed: String(seed) }))
      .flatMap((drawn) => [...drawn])
      .filter((id) => Number(id) < 500).length
    expect(lower / 4000).toBeCloseTo(0.5, 1)
  })

  it("is of the mutants that instrumented sources hold", () => {
    const texts = ['stryMutAct_9fa48("3") ? 1 : (stryCov_9fa48("3"), 2)', 'stryMutAct_9fa48("12")', ""]
    expect(mutantIds(texts)).toEqual(["3", "12"])
  })

  it("bounds the share of all, by Wilson's interval", () => {
    const rounded = (found: number, total: number) =>
      interval(found, total).map((share: number) => Number(share.toFixed(1)))
    expect(rounded(285, 300)).toEqual([91.9, 96.9])
    expect(rounded(300, 300)).toEqual([98.7, 100])
    expect(rounded(0, 300)).toEqual([0, 1.3])
    expect(interval(0, 0)).toEqual([0, 100])
  })
})
