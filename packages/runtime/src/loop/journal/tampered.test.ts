import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isJournalError } from "../../errors/journal_error.ts"
import type { RunResult } from "../../protocol/result.ts"
import { repairTools } from "../loop.fixture.ts"
import { loopWith, resealed } from "./crashed_run.fixture.ts"

let folder = ""
let file = ""
let text = ""
let other = ""
let result: RunResult | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop tampered-"))
  file = join(folder, "a journal.jsonl")
  result = await loopWith().run("fix it", { run_id: "run-1", journal: file }).result
  text = await readFile(file, "utf8")
  const stranger = join(folder, "other.jsonl")
  await loopWith().run("fix it", { run_id: "run-2", journal: stranger }).result
  other = await readFile(stranger, "utf8")
})
afterAll(() => rm(folder, { recursive: true }))

type Lines = readonly string[]

const linesOf = (given: string): Lines => given.split("\n").slice(0, -1)
const textOf = (lines: Lines): string => lines.map((line) => `${line}\n`).join("")

/** An edit of the lines, and of the text for one that keeps no lines. */
const onLines =
  (edit: (lines: Lines) => Lines) =>
  (given: string): string =>
    textOf(edit(linesOf(given)))
const replaced =
  (from: string | RegExp, to: string) =>
  (given: string): string =>
    given.replace(from, to)
const inLine = (index: number, from: string | RegExp, to: string) =>
  onLines((lines) => lines.map((line, at) => (at === index ? line.replace(from, to) : line)))

async function resumed(tampered: string | Buffer, expected_head?: string): Promise<RunResult> {
  await writeFile(file, tampered)
  const run = await loopWith().resume(file, { expected_head })
  return run.result
}

const MOVED = /: record \d+ stands where record \d+ belongs: a record was left out, doubled or moved$/
const CHANGED = /: record \d+ does not follow the one before it: it was changed, or it belongs to another/
const UNSEALED = /: the record does not end with its number and hash$/
const NOT_JSON = /: not JSON$/
const NO_RECORD = /: no journal record: /

// @requirement journal.chain
describe("a journal that somebody changed is refused, naming file and record", () => {
  test.each<readonly [string, (given: string) => string, RegExp]>([
    ["verified turned true", replaced(/"verified":true,"proof"/, '"verified":false,"proof"'), CHANGED],
    ["the proof taken away", replaced(/"proof":\{[^}]*\}/, '"proof":null'), CHANGED],
    ["another command in the proof", replaced(/"check_id":"[^"]*"/, '"check_id":"other"'), CHANGED],
    ["another stop reason", replaced(/"stop_reason":"\w+"/, '"stop_reason":"natural"'), CHANGED],
    ["another status", replaced(/"status":"done"/, '"status":"aborted"'), CHANGED],
    ["a failing result turned into a pass", replaced('"ok":false', '"ok":true'), CHANGED],
    ["another output of a tool", replaced("12 passed", "13 passed"), CHANGED],
    ["another text of the model", replaced("Done. ##DONE##", "Over. ##DONE##"), CHANGED],
    ["another call of the model", replaced('"name":"apply_fix"', '"name":"look"'), CHANGED],
    ["another task", replaced('"task":"fix it"', '"task":"skip it"'), CHANGED],
    ["another run id", replaced('"run_id":"run-1"', '"run_id":"run-9"'), CHANGED],
    ["another knob", replaced('"repair_aware":true', '"repair_aware":false'), CHANGED],
    ["check files put in", replaced('"task":"fix it"', '"task":"fix it","check_files":{}'), CHANGED],
    ["another time", replaced(/"at_ms":0/, '"at_ms":1'), CHANGED],
    ["another number of events", inLine(3, /"events":\d+/, '"events":9'), CHANGED],
    ["another key", inLine(2, '"key":"turn:1', '"key":"turn:2'), CHANGED],
    ["another record number", inLine(4, /"record":\d+/, '"record":9'), MOVED],
    ["a record number with a nought", inLine(4, /"record":5/, '"record":05'), NOT_JSON],
    ["another hash", inLine(4, /"sha256":"\w{4}/, '"sha256":"0000'), CHANGED],
    ["a hash in capitals", inLine(4, /"sha256":"\w{64}/, `"sha256":"${"A".repeat(64)}`), UNSEALED],
    ["no hash", inLine(4, /,"sha256":"\w{64}"/, ""), UNSEALED],
    ["a field behind the hash", inLine(4, /\}$/, ',"ok":true}'), UNSEALED],
    ["a space behind the record", inLine(4, /$/, " "), UNSEALED],
    ["a space in the record", inLine(4, '{"type":', '{ "type":'), CHANGED],
    ["a field twice", inLine(4, /^\{/, '{"key":"turn:1",'), CHANGED],
    ["__proto__", inLine(4, /^\{/, '{"__proto__":{"ok":true},'), CHANGED],
    ["a null byte", inLine(4, /^\{/, "\0{"), NOT_JSON],
    ["a byte order mark", replaced(/^/, "\uFEFF"), NOT_JSON],
    ["line ends of Windows", (given) => given.replaceAll("\n", "\r\n"), UNSEALED],
    ["a huge line", inLine(4, /^.*$/, `{"a":"${"x".repeat(8_000_000)}"}`), NO_RECORD],
    ["a deep line", inLine(4, /^.*$/, "[".repeat(100_000)), NOT_JSON],
    ["prose", inLine(4, /^.*$/, "once upon a time"), NOT_JSON],
    ["an empty line", onLines((lines) => lines.toSpliced(4, 0, "")), NOT_JSON],
    ["no first record", onLines((lines) => lines.slice(1)), /a journal begins with the record "begun"/],
    ["a record left out", onLines((lines) => lines.toSpliced(4, 1)), MOVED],
    ["a record doubled", onLines((lines) => lines.toSpliced(4, 0, lines[4] ?? "")), MOVED],
    ["two records swapped", onLines((lines) => lines.with(4, lines[5] ?? "").with(5, lines[4] ?? "")), MOVED],
    ["all records the other way", onLines((lines) => lines.toReversed()), /begins with the record "begun"/],
    ["two first records", onLines((lines) => [lines[0] ?? "", ...lines]), MOVED],
    ["two ends", onLines((lines) => [...lines, lines.at(-1) ?? ""]), MOVED],
    ["a record behind the end", onLines((lines) => [...lines, lines[4] ?? ""]), MOVED],
    ["a record of another run", onLines((lines) => lines.with(4, linesOf(other)[4] ?? "")), CHANGED],
    [
      "the end of another run",
      onLines((lines) => [...lines.slice(0, -1), linesOf(other).at(-1) ?? ""]),
      CHANGED,
    ],
    [
      "the beginning of another run",
      onLines((lines) => [linesOf(other)[0] ?? "", ...lines.slice(1)]),
      CHANGED,
    ],
    ["the journal twice", (given) => given + given, MOVED],
    ["nothing", () => "", /is empty: no run has begun in it, and a new one may$/],
  ])("%s", async (_what, tamper, said) => {
    const tampered = tamper(text)
    expect(tampered).not.toBe(text)
    const refusal = resumed(tampered)
    await expect(refusal).rejects.toSatisfy(isJournalError)
    await expect(refusal).rejects.toThrow(said)
    await expect(refusal).rejects.toThrow(file)
    // What is refused stays as it is.
    expect(await readFile(file, "utf8")).toBe(tampered)
  })
})

const failing = { tools: repairTools([{ ok: false, error: "AssertionError: expected 3, got 4" }]) }

// @requirement journal.derived
describe("an end that the records do not lead to is refused, also when every hash was made anew", () => {
  let failed = ""
  beforeAll(async () => {
    const journal = join(folder, "failed.jsonl")
    await loopWith(failing).run("fix it", { run_id: "run-1", journal }).result
    failed = await readFile(journal, "utf8")
  })
  const ended =
    (from: string | RegExp, to: string) =>
    (given: string): string => {
      const lines = linesOf(given)
      return textOf([...lines.slice(0, -1), (lines.at(-1) ?? "").replace(from, to)])
    }
  const stray = '{"type":"finished","key":"turn:9/x","events":0,"seq":0,"at_ms":0}'
  const FINISHED = /^\{"type":"finished","key":"turn:3\/tool/

  test.each<readonly [string, "passed" | "failed", (given: string) => string, string]>([
    [
      "verified turned true",
      "failed",
      ended('"verified":false', '"verified":true'),
      "verified = the boolean true",
    ],
    ["a proof put in", "failed", ended('"proof":null', '"proof":{"source":"command"}'), "the end says proof"],
    ["verified turned false", "passed", ended('"verified":true', '"verified":false'), "says verified"],
    [
      "the proof taken away",
      "passed",
      ended(/"proof":\{[^}]*\}/, '"proof":null'),
      "the end says proof = null",
    ],
    [
      "another check in the proof",
      "passed",
      ended(/"check_id":"[^"]*"/, '"check_id":"x"'),
      "says proof.check_id",
    ],
    ["another status", "passed", ended('"status":"done"', '"status":"stopped"'), "the end says status"],
    [
      "another stop reason",
      "passed",
      ended('"stop_reason":"sentinel"', '"stop_reason":"natural"'),
      "stop_reason",
    ],
    ["another text", "passed", ended('"text":"', '"text":"Well. '), "the end says text"],
    ["fewer turns", "passed", ended('"iterations":4', '"iterations":3'), "the end says usage.iterations"],
    ["another time", "passed", ended('"duration_ms":0', '"duration_ms":7'), "usage.duration_ms"],
    [
      "an output turned into a pass",
      "failed",
      replaced('"value":{"ok":false', '"value":{"ok":true'),
      "the end says",
    ],
    [
      "an output turned into a failure",
      "passed",
      replaced("12 passed", "1 failed, 11 passed"),
      "the end says",
    ],
    [
      "another text of the model",
      "passed",
      replaced("Done. ##DONE##", "Over. ##DONE##"),
      "the end says text",
    ],
    ["another task", "passed", replaced('"task":"fix it"', '"task":"skip it"'), "says transcript.0.content"],
    ["another run id", "passed", replaced('"run_id":"run-1"', '"run_id":"run-9"'), "the end says run_id"],
    [
      "an outcome left out",
      "passed",
      onLines((lines) => lines.filter((line) => !FINISHED.test(line))),
      "the run asks for turn:3/tool",
    ],
    [
      "an outcome of another key",
      "passed",
      replaced(/"type":"finished","key":"turn:3\/tool[^"]*"/, '"type":"finished","key":"turn:3/other"'),
      "turn:3",
    ],
    [
      "an effect that nobody asked for",
      "passed",
      onLines((lines) => lines.toSpliced(-1, 0, stray)),
      "turn:9/x was recorded",
    ],
    [
      "only the beginning and the end",
      "passed",
      onLines((lines) => [lines[0] ?? "", lines.at(-1) ?? ""]),
      "the run asks for turn:1/model",
    ],
    [
      "the end of another run",
      "failed",
      (given) => textOf([...linesOf(given).slice(0, -1), linesOf(text).at(-1) ?? ""]),
      "the end says",
    ],
    [
      "an end for lack of time, where time has no limit",
      "passed",
      (given) =>
        ended(
          '"stop_reason":"sentinel"',
          '"stop_reason":"wall_clock"',
        )(textOf([...linesOf(given).slice(0, 6), linesOf(given).at(-1) ?? ""])),
      "where its end is recorded",
    ],
    ["another knob", "passed", replaced('"repair_aware":true', '"repair_aware":false'), "repair_aware"],
    ["the journal twice", "passed", onLines((lines) => [...lines, ...lines]), "a second run begins"],
    ["two beginnings", "passed", onLines((lines) => [lines[0] ?? "", ...lines]), "a second run begins"],
    [
      "a record behind the end",
      "passed",
      onLines((lines) => [...lines, stray]),
      "follows the end of the run",
    ],
    ["two ends", "passed", onLines((lines) => [...lines, lines.at(-1) ?? ""]), "follows the end of the run"],
    ["an end without its facts", "passed", ended(/"end":\{[^}]*\},/, ""), "no journal record: end"],
    ["another schema", "passed", replaced('"journal":3', '"journal":2'), "reads and writes schema 3"],
  ])("%s", async (_what, which, tamper, said) => {
    const given = which === "passed" ? text : failed
    const tampered = textOf(resealed(linesOf(tamper(given))))
    expect(tampered).not.toBe(given)
    await writeFile(file, tampered)
    const refusal = loopWith(which === "passed" ? {} : failing).resume(file)
    await expect(refusal).rejects.toSatisfy(isJournalError)
    await expect(refusal).rejects.toThrow(said)
    await expect(refusal).rejects.toThrow(file)
    expect(await readFile(file, "utf8")).toBe(tampered)
  })
})

describe("a head that was kept elsewhere", () => {
  const head = (): string => result?.journal?.head_sha256 ?? ""

  test("is the hash of the last record, and the journal that holds it is taken", async () => {
    const lines = linesOf(text)
    expect(result?.journal).toEqual({ records: lines.length, head_sha256: expect.any(String) as string })
    expect(lines.at(-1)).toContain(`"record":${lines.length},"sha256":"${head()}"}`)
    expect(await resumed(text, head())).toEqual(JSON.parse(JSON.stringify(result)))
  })

  test.each<readonly [string, (given: string) => string]>([
    ["records cut off its end", onLines((lines) => lines.slice(0, -3))],
    ["the last line cut", (given) => given.slice(0, -20)],
    ["another run in its place", () => other],
  ])("shows %s", async (_what, tamper) => {
    const refusal = resumed(tamper(text), head())
    await expect(refusal).rejects.toMatchObject({ code: "journal_altered" })
    await expect(refusal).rejects.toThrow(`no record has the hash ${head()}`)
  })

  test.each(["", "abc", "A".repeat(64), 3])("is no %j", async (expected_head) => {
    await expect(loopWith().resume(file, { expected_head } as never)).rejects.toThrow(
      "resume.expected_head: expected a head_sha256: 64 hexadecimal digits in lower case",
    )
  })
})

test("a journal with any byte changed is refused, or its run comes to the same end", async () => {
  const bytes = Buffer.from(text)
  const { journal: _journal, ...whole } = JSON.parse(JSON.stringify(result)) as RunResult
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ by
      const end = await resumed(changed).catch((error: unknown) => {
        if (isJournalError(error)) return null
        throw error
      })
      if (end === null) return
      const { journal: _head, ...rest } = end
      expect(rest).toEqual(whole)
    }),
    { numRuns: Number(process.env["PROOFLOOP_RUNS"] ?? 150) },
  )
})
