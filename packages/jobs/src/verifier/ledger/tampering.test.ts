import { appendFile, readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { verdictOf } from "../verdict/read_verdict.fixture.ts"
import { readChain } from "./chain.ts"
import { isLedgerError } from "./error.ts"
import { openVerdictLedger } from "./ledger.ts"

/** Four entries, the last two written together. */
async function ledgerOfFour() {
  const path = join(await folderWith(), "verdicts.jsonl")
  const ledger = openVerdictLedger(path)
  await ledger.append([verdictOf("wiring")])
  await ledger.append([verdictOf("concurrency-security", { verdict: "fail" })])
  await ledger.append([verdictOf("contract-conformance"), verdictOf("wiring")])
  const text = await readFile(path, "utf8")
  return { path, ledger, text, lines: text.split("\n").slice(0, -1) }
}

const changes: ReadonlyArray<readonly [string, (lines: string[]) => readonly string[], RegExp]> = [
  [
    "an edited field",
    (lines) => lines.with(2, edited(lines, 2, '"fail"', '"pass"')),
    /line 3: its content does not fit its hash/,
  ],
  [
    "an edited time",
    (lines) => lines.with(1, edited(lines, 1, '"recorded_at":"2', '"recorded_at":"1')),
    /line 2: its content/,
  ],
  [
    "an edited hash",
    (lines) => lines.with(4, lines[4]?.replace(/"sha256":"./, '"sha256":"g') ?? ""),
    /line 5: expected an entry; sha256: /,
  ],
  ["another white space", (lines) => lines.with(1, ` ${lines[1]}`), /line 2: its content/],
  [
    "a field twice",
    (lines) => lines.with(1, edited(lines, 1, '"seq":1', '"seq":2,"seq":1')),
    /line 2: its content/,
  ],
  [
    "a field more",
    (lines) => lines.with(1, edited(lines, 1, '"seq":1', '"note":"","seq":1')),
    /line 2: expected an entry/,
  ],
  ["a deleted line", (lines) => lines.toSpliced(2, 1), /line 3: expected entry 2, got 3: lines are missing/],
  ["a deleted first line", (lines) => lines.toSpliced(1, 1), /line 2: expected entry 1, got 2/],
  [
    "swapped lines",
    (lines) => [...lines.slice(0, 1), lines[2] ?? "", lines[1] ?? "", ...lines.slice(3)],
    /line 2: expected entry 1, got 2/,
  ],
  ["a doubled line", (lines) => lines.toSpliced(2, 0, lines[2] ?? ""), /line 4: expected entry 3, got 2/],
  ["an inserted line", (lines) => lines.toSpliced(2, 0, "{}"), /line 3: expected an entry/],
  ["an empty line", (lines) => lines.toSpliced(2, 0, ""), /line 3: expected JSON/],
  ["a line that is not an object", (lines) => lines.toSpliced(2, 0, "null"), /line 3: expected an entry/],
  ["no JSON", (lines) => [...lines, "pass"], /line 6: expected JSON/],
  [
    "another header",
    (lines) => lines.with(0, edited(lines, 0, '"id":"', '"id":"0').replace(/.(?=","ledger)/, "")),
    /line (?:1: expected the header|2: it does not follow)/,
  ],
  [
    "a later version",
    (lines) => lines.with(0, edited(lines, 0, '"version":1', '"version":2')),
    /line 1: expected the header of a verdict ledger, version 1/,
  ],
  ["no header", (lines) => lines.slice(1), /line 1: expected the header/],
  [
    "a batch cut between its lines",
    (lines) => lines.slice(0, 4),
    /line 4: what was being written here was never finished/,
  ],
]

function edited(lines: readonly string[], at: number, from: string, to: string): string {
  return lines[at]?.replace(from, to) ?? ""
}

describe("tampering", () => {
  it.each(changes)("is found: %s", async (_, change, message) => {
    const { path, ledger, lines } = await ledgerOfFour()
    await writeFile(
      path,
      change(lines)
        .map((line) => `${line}\n`)
        .join(""),
    )
    await expect(ledger.read()).rejects.toThrow(message)
    await expect(ledger.read()).rejects.toMatchObject({
      code: "verdict_ledger_invalid",
      line: expect.any(Number) as number,
    })
  })

  it("is found: an entry of another ledger", async () => {
    const [first, second] = [await ledgerOfFour(), await ledgerOfFour()]
    await writeFile(
      first.path,
      second.lines
        .with(0, first.lines[0] ?? "")
        .map((line) => `${line}\n`)
        .join(""),
    )
    await expect(first.ledger.read()).rejects.toThrow(/line 2: it does not follow the line before/)
  })

  it("is found wherever a byte changes", async () => {
    const { path, text } = await ledgerOfFour()
    const bytes = Buffer.from(text)
    const entries = JSON.stringify(readChain(bytes, path).entries)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ flip
        expect(chainOf(changed)).not.toBe(entries)
      }),
      { numRuns: 300 },
    )
  })

  it("also stops who wants to add", async () => {
    const { path, ledger, lines } = await ledgerOfFour()
    const text = lines.toSpliced(2, 1).join("\n")
    await writeFile(path, `${text}\n`)
    await expect(ledger.append([verdictOf("wiring")])).rejects.toThrow(/line 3/)
    expect(await readFile(path, "utf8")).toBe(`${text}\n`)
  })
})

/** The readable part of changed bytes; null where reading fails, as for something unfinished. */
function chainOf(bytes: Buffer): string | null {
  try {
    const { entries, torn_line } = readChain(bytes, "ledger")
    return torn_line === null ? JSON.stringify(entries) : null
  } catch (error) {
    if (isLedgerError(error)) return null
    throw error
  }
}

describe("a crash in the middle of a write", () => {
  it("fails closed wherever it cut, and the next append takes away what was left of that batch alone", async () => {
    const { path, ledger, text, lines } = await ledgerOfFour()
    const acknowledged = Buffer.byteLength(`${lines.slice(0, 3).join("\n")}\n`)
    const size = Buffer.byteLength(text)
    const cuts = [
      acknowledged + 1,
      acknowledged + 300,
      size - Buffer.byteLength(lines[4] ?? "") - 1,
      size - 40,
      size - 1,
    ]
    for (const cut of cuts) {
      await writeFile(path, text)
      await truncate(path, cut)
      await expect(ledger.read()).rejects.toThrow(/line 4: what was being written here was never finished/)
      const added = await ledger.append([verdictOf("wiring"), verdictOf("contract-conformance")])
      expect(added.map(({ seq, after_torn }) => [seq, after_torn?.bytes])).toEqual([
        [3, cut - acknowledged],
        [4, undefined],
      ])
      expect(await ledger.read()).toMatchObject([
        { seq: 1 },
        { seq: 2, verdict: { verdict: "fail" } },
        ...added,
      ])
    }
  })

  it("may be the first write", async () => {
    const { path, ledger, text } = await ledgerOfFour()
    for (const cut of [0, 3, 50]) {
      await writeFile(path, text)
      await truncate(path, cut)
      await expect(ledger.read()).rejects.toThrow(/line 1: what was being written here/)
      expect(await ledger.append([verdictOf("wiring")])).toMatchObject([{ seq: 1 }])
      expect(await ledger.read()).toHaveLength(1)
    }
  })

  it("is not what a file of something else comes from", async () => {
    const { path, ledger } = await ledgerOfFour()
    await writeFile(path, "my only copy")
    await expect(ledger.append([verdictOf("wiring")])).rejects.toThrow(/line 1: expected the header/)
    await appendFile(path, "\nof it")
    await expect(ledger.append([verdictOf("wiring")])).rejects.toThrow(/line 1: expected JSON/)
    expect(await readFile(path, "utf8")).toBe("my only copy\nof it")
  })
})
