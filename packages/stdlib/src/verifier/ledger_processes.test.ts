import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { openVerdictLedger } from "./ledger.ts"

const module = fileURLToPath(new URL("./ledger.ts", import.meta.url))
const fixture = fileURLToPath(new URL("./read_verdict.fixture.ts", import.meta.url))

/** Appends batches of one and of two, so that a batch torn apart would show. */
const program = `
  const [, , , path, writer, count] = process.argv
  const { openVerdictLedger } = await import(process.argv[1])
  const { verdictOf } = await import(process.argv[2])
  const ledger = openVerdictLedger(path)
  for (let index = 0; index < Number(count); index += 1) {
    const one = verdictOf("wiring", { refutation: writer + " " + index })
    await ledger.append(index % 5 === 0 ? [one, verdictOf("contract-conformance")] : [one])
  }`

async function write(path: string, writer: number, count: number): Promise<void> {
  const flags = ["--import", "tsx", "--input-type=module", "-e", program]
  const values = [module, fixture, path, String(writer), String(count)]
  const child = spawn(process.execPath, [...flags, ...values], { stdio: "inherit" })
  expect(await once(child, "exit")).toEqual([0, null])
}

it("of eight processes that append at once loses nothing, and its chain is whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop ledger "))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, "deep", "verdicts.jsonl")
  await Promise.all(Array.from({ length: 8 }, async (_, writer) => write(path, writer, 50)))
  const entries = await openVerdictLedger(path).read()
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
}, 120_000)
