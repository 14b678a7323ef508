import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { verdictOf } from "../verdict/read_verdict.fixture.ts"
import { openVerdictLedger } from "./ledger.ts"

const module = fileURLToPath(new URL("./ledger.ts", import.meta.url))
const fixture = fileURLToPath(new URL("../verdict/read_verdict.fixture.ts", import.meta.url))

/** Appends batches of one and of two, so that a batch torn apart would show. */
const PROGRAM = `
  const [, , , path, writer, count] = process.argv
  const { openVerdictLedger } = await import(process.argv[1])
  const { verdictOf } = await import(process.argv[2])
  const ledger = openVerdictLedger(path)
  for (let index = 0; index < Number(count); index += 1) {
    const one = verdictOf("wiring", { refutation: writer + " " + index })
    await ledger.append(index % 5 === 0 ? [one, verdictOf("contract-conformance")] : [one])
  }`

function start(path: string, writer: number, count: number): ChildProcess {
  const flags = ["--import", "tsx", "--input-type=module", "-e", PROGRAM]
  const values = [module, fixture, path, String(writer), String(count)]
  return spawn(process.execPath, [...flags, ...values], { stdio: "inherit" })
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop ledger "))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, "deep")
}

it("of eight processes that append at once loses nothing, and its chain is whole", async () => {
  const path = join(await emptyFolder(), "verdicts.jsonl")
  const ledger = openVerdictLedger(path)
  let running = 8
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const child = start(path, writer, 50)
    expect(await once(child, "exit")).toEqual([0, null])
    running -= 1
  })
  // A reader during writes sees whole batches, and never fewer than before.
  const seen: number[] = [0]
  while (running > 0) {
    const entries = await ledger.read()
    expect(entries.at(-1)?.batch_end ?? 0).toBe(entries.length)
    expect(entries.length).toBeGreaterThanOrEqual(seen.at(-1) ?? 0)
    seen.push(entries.length)
    await wait(20)
  }
  await Promise.all(writers)
  expect(new Set(seen).size).toBeGreaterThan(2)
  const entries = await ledger.read()
  const written = entries.map(({ verdict }) => verdict.refutation).filter((text) => text !== undefined)
  expect(entries).toHaveLength(8 * 60)
  expect(new Set(written).size).toBe(8 * 50)
  for (let writer = 0; writer < 8; writer += 1) {
    const own = written.filter((text) => text.startsWith(`${writer} `))
    expect(own).toEqual(Array.from({ length: 50 }, (__, index) => `${writer} ${index}`))
  }
  const pairs = entries.filter(({ seq, batch_end }) => batch_end > seq)
  expect(pairs.map(({ seq }) => entries[seq]?.verdict.lens)).toEqual(pairs.map(() => "contract-conformance"))
  expect(await readdir(dirname(path))).toEqual(["verdicts.jsonl"])
})

it("whose writers are killed again and again keeps every batch that was acknowledged", async () => {
  const path = join(await emptyFolder(), "verdicts.jsonl")
  const ledger = openVerdictLedger(path)
  let before = 0
  for (let round = 0; round < 3; round += 1) {
    const child = start(path, round, 10_000)
    const exit = once(child, "exit")
    while ((await ledger.read()).length < before + 5 + round) await wait(10)
    child.kill("SIGKILL")
    expect(await exit).toEqual([null, "SIGKILL"])
    const [entry] = await ledger.append([verdictOf("wiring")])
    const entries = await ledger.read()
    expect(entries.at(-1)).toEqual(entry)
    expect(entries.length).toBeGreaterThan(before)
    before = entries.length
  }
  expect(await readdir(dirname(path))).toEqual(["verdicts.jsonl"])
})
