import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises"
import { dirname, join } from "node:path"
import { lockFile } from "@proofloop/foundation/process"
import fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { verdictOf } from "../verdict/read_verdict.fixture.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { openVerdictLedger } from "./ledger.ts"

const NOON = Date.parse("2026-05-01T12:00:00Z")
const LENSES = ["wiring", "concurrency-security", "contract-conformance"]

async function emptyLedger() {
  const path = join(await folderWith(), "deep", "er", "verdicts.jsonl")
  return { path, ledger: openVerdictLedger(path, { now: () => NOON }) }
}

/** A ledger with one entry for each lens. */
async function fullLedger() {
  const { path, ledger } = await emptyLedger()
  for (const lens of LENSES) await ledger.append([verdictOf(lens)])
  const text = await readFile(path, "utf8")
  return { path, ledger, text, lines: text.split("\n").slice(0, -1) }
}

describe("append", () => {
  it("resolves to the entries as they will be read", async () => {
    const { ledger } = await emptyLedger()
    const [first] = await ledger.append([{ ...verdictOf("wiring"), lens: " Wiring" }])
    const rest = await ledger.append([verdictOf("concurrency-security"), verdictOf("contract-conformance")])
    expect(first).toEqual({
      seq: 1,
      batch_end: 1,
      recorded_at: "2026-05-01T12:00:00.000Z",
      verdict: verdictOf("wiring"),
      prev_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(rest.map(({ seq, batch_end }) => [seq, batch_end])).toEqual([
      [2, 3],
      [3, 3],
    ])
    expect(rest[0]?.prev_sha256).toBe(first?.sha256)
    expect(await ledger.read()).toEqual([first, ...rest])
  })

  it("makes a file for its owner alone, also where it was not, with a header and a line an entry", async () => {
    const { path, ledger, lines } = await fullLedger()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      ledger: "proofloop verdicts",
      version: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(lines).toHaveLength(4)
    await chmod(path, 0o644)
    await ledger.append([verdictOf("wiring")])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(dirname(path))).toEqual(["verdicts.jsonl"])
  })

  it("of nothing touches nothing", async () => {
    const { path, ledger } = await emptyLedger()
    expect(await ledger.append([])).toEqual([])
    await expect(stat(dirname(path))).rejects.toThrow("ENOENT")
  })

  it("of a batch with bad records writes nothing, makes no folder, and tells all that is wrong", async () => {
    const { path, ledger } = await emptyLedger()
    const batch = [verdictOf("wiring"), { ...verdictOf("wiring"), verdict: "ok", evidence: "" }, null]
    await expect(ledger.append(batch)).rejects.toMatchObject({
      code: "verdict_invalid",
      message: expect.stringMatching(
        /^record 2: verdict: .*; evidence: .*\nrecord 3: verdict: expected an object/,
      ) as string,
    })
    await expect(stat(dirname(path))).rejects.toThrow("ENOENT")
    await expect(ledger.append("pass" as never)).rejects.toMatchObject({ code: "verdict_invalid" })
  })

  it("keeps what is there when a later batch is bad", async () => {
    const { path, ledger, text } = await fullLedger()
    await expect(ledger.append([{}])).rejects.toMatchObject({ code: "verdict_invalid" })
    expect(await readFile(path, "utf8")).toBe(text)
  })

  it("takes secrets out of what is told, and refuses what is nothing without them", async () => {
    const { path, ledger } = await emptyLedger()
    const token = `ghp_${"a1".repeat(18)}`
    const evidence = `settings.ts:3 of the change ships ${token} to every client`
    const [entry] = await ledger.append([verdictOf("wiring", { evidence, refutation: token })])
    expect(await readFile(path, "utf8")).not.toContain(token)
    expect(entry?.verdict).toMatchObject({
      refutation: "[redacted]",
      evidence: expect.stringContaining("settings.ts:3") as string,
    })
    await expect(ledger.append([verdictOf("wiring", { evidence: `${token} ${token}` })])).rejects.toThrow(
      /evidence/,
    )
  })

  it("keeps to the lenses it is given", async () => {
    const { path } = await emptyLedger()
    await openVerdictLedger(path).append([verdictOf("performance")])
    await expect(
      openVerdictLedger(path, { lenses: LENSES }).append([verdictOf("performance")]),
    ).rejects.toThrow(/record 1: lens/)
  })

  it("many times at once, of two ledgers on one file, has an order", async () => {
    const { path, ledger } = await emptyLedger()
    const other = openVerdictLedger(path)
    const batches = Array.from({ length: 12 }, async (_, index) =>
      (index % 2 === 0 ? ledger : other).append([verdictOf("wiring")]),
    )
    const written = (await Promise.all(batches)).flat().map(({ seq }) => seq)
    expect(written.sort((left, right) => left - right)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    expect(await ledger.read()).toHaveLength(12)
  })

  it("goes on after one that failed", async () => {
    const { ledger, path, text } = await fullLedger()
    await writeFile(path, "no ledger\n")
    await expect(ledger.append([verdictOf("wiring")])).rejects.toMatchObject({
      code: "verdict_ledger_invalid",
    })
    await writeFile(path, text)
    expect(await ledger.append([verdictOf("wiring")])).toMatchObject([{ seq: 4 }])
  })

  it("names who is in the way when it has waited long enough", async () => {
    const { path } = await fullLedger()
    const lock = await lockFile(path)
    onTestFinished(async () => ("release" in lock ? lock.release() : undefined))
    await expect(
      openVerdictLedger(path, { wait_ms: 50 }).append([verdictOf("wiring")]),
    ).rejects.toMatchObject({
      code: "ledger_busy",
      message: expect.stringContaining(`process ${process.pid} on `) as string,
    })
  })
})

it("a time to wait is a number of milliseconds", () => {
  expect(() => openVerdictLedger("verdicts.jsonl", { wait_ms: Number.NaN })).toThrow(/^wait_ms: /)
  expect(() => openVerdictLedger("verdicts.jsonl", { wait_ms: -1 })).toThrow(/^wait_ms: /)
})

it("what JSON can say in further fields is read as it was written", async () => {
  const { ledger } = await emptyLedger()
  const extras = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 120, seed: 5 })
  const verdicts = extras
    .map((extra) => ({ ...verdictOf("wiring"), extra }))
    .filter((verdict) => "verdict" in readLensVerdict(verdict))
  expect(verdicts.length).toBeGreaterThan(100)
  const written = await ledger.append(verdicts)
  expect(await ledger.read()).toEqual(written)
})

describe("read", () => {
  it("of a ledger nobody wrote is empty, and makes nothing", async () => {
    const { path, ledger } = await emptyLedger()
    expect(await ledger.read()).toEqual([])
    await expect(stat(dirname(path))).rejects.toThrow("ENOENT")
  })

  it("needs no lock", async () => {
    const { path, ledger } = await fullLedger()
    const lock = await lockFile(path)
    onTestFinished(async () => ("release" in lock ? lock.release() : undefined))
    expect(await ledger.read()).toHaveLength(3)
  })

  it("knows the head it is to have", async () => {
    const { path, ledger, lines } = await fullLedger()
    const head = (await ledger.read()).at(-1) ?? { seq: 0, sha256: "" }
    await ledger.append([verdictOf("wiring")])
    expect(await ledger.read({ expected_head: head })).toHaveLength(4)
    await writeFile(
      path,
      lines
        .slice(0, 3)
        .map((line) => `${line}\n`)
        .join(""),
    )
    expect(await ledger.read()).toHaveLength(2)
    await expect(ledger.read({ expected_head: head })).rejects.toThrow(/expected entry 3 .* got 2 entries/)
    await ledger.append([verdictOf("wiring")])
    await expect(ledger.read({ expected_head: head })).rejects.toThrow(
      /got another one: lines were taken away or replaced/,
    )
  })

  it("of no ledger has no head", async () => {
    const { ledger } = await emptyLedger()
    expect(await ledger.read()).toEqual([])
    await expect(ledger.read({ expected_head: { seq: 1, sha256: "a".repeat(64) } })).rejects.toThrow(
      /got 0 entries/,
    )
  })
})

describe("a symbolic link", () => {
  it("is no ledger, a folder reached through one is", async () => {
    const { path, ledger } = await fullLedger()
    const folder = await folderWith()
    await symlink(path, join(folder, "link.jsonl"))
    const linked = openVerdictLedger(join(folder, "link.jsonl"))
    await expect(linked.read()).rejects.toMatchObject({ code: "verdict_ledger_invalid" })
    await expect(linked.append([verdictOf("wiring")])).rejects.toThrow(/expected a file, got a symbolic link/)
    await symlink(dirname(path), join(folder, "folder"))
    await openVerdictLedger(join(folder, "folder", "verdicts.jsonl")).append([verdictOf("wiring")])
    expect(await ledger.read()).toHaveLength(4)
  })

  it("is refused like a folder of that name", async () => {
    const { path, ledger } = await emptyLedger()
    await mkdir(path, { recursive: true })
    await expect(ledger.read()).rejects.toThrow(/expected a file, got something else/)
  })
})

describe("a file", () => {
  it("of more than 64 MiB is refused", async () => {
    const { path, ledger } = await fullLedger()
    await truncate(path, 64 * 2 ** 20 + 1)
    await expect(ledger.read()).rejects.toThrow(/expected at most 64 MiB/)
    await expect(ledger.append([verdictOf("wiring")])).rejects.toThrow(/expected at most 64 MiB/)
  })

  it("with a line of any length is not added to", async () => {
    const { path, ledger, text } = await fullLedger()
    await appendFile(path, " ".repeat(80_000))
    await appendFile(path, "\n")
    await expect(ledger.append([verdictOf("wiring")])).rejects.toThrow(/line 5: expected at most/)
    expect((await readFile(path, "utf8")).startsWith(text)).toBe(true)
  })
})
