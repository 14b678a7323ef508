import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { buildBrief } from "@proofloop/jobs/internal/verifier"
import { consensus, type LensVerdict, openVerdictLedger } from "@proofloop/jobs/verifier"
import type { Benchmark, Effort, Figure } from "./benchmark.ts"
import { measure } from "./measure.ts"
import { percentile } from "./percentile.ts"

const VERDICTS = 1_000
const FILES = 200
const SUBJECT = { diff_sha256: "a".repeat(64), contract_sha256: "b".repeat(64) }

/** What a verdict costs to keep, to read and to decide on, and what a verifier is given to build. */
export const verifier: Benchmark = {
  name: "verifier",
  about: `a ledger of ${VERDICTS} verdicts, consensus on them, the brief of a change of ${FILES} files`,
  async run(effort) {
    const folder = await mkdtemp(join(tmpdir(), "proofloop-bench-"))
    try {
      return [
        ...(await ledgerFigures(join(folder, "ledger"), effort)),
        await consensusFigure(effort),
        await briefFigure(join(folder, "shop"), effort),
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function ledgerFigures(folder: string, { rounds }: Effort): Promise<Figure[]> {
  const verdicts = manyVerdicts()
  const batch: number[] = []
  const read: number[] = []
  const one: number[] = []
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    const ledger = openVerdictLedger(join(folder, `${round}.jsonl`))
    batch.push(await timeOf(() => ledger.append(verdicts)))
    read.push(await timeOf(() => ledger.read()))
    for (const verdict of verdicts.slice(0, 3)) one.push(await timeOf(() => ledger.append([verdict])))
  }
  const a_second = (times: readonly number[]): number => (VERDICTS * 1000) / percentile(times, 0.5)
  return [
    { name: "append, all as one batch", value: a_second(batch), unit: "1/s", note: "verdicts" },
    { name: "append, one to all of them", value: percentile(one, 0.5), unit: "ms", note: "with its fsync" },
    { name: "read", value: a_second(read), unit: "1/s", note: "verdicts, the chain checked" },
  ]
}

async function consensusFigure(effort: Effort): Promise<Figure> {
  const verdicts = manyVerdicts()
  const [value] = await measure([() => consensus(verdicts, { subject: SUBJECT })], effort)
  return { name: "consensus", value, unit: "ms", note: `on ${VERDICTS}` }
}

async function briefFigure(root: string, { rounds }: Effort): Promise<Figure> {
  const paths = Array.from({ length: FILES }, (_none, index) => `src/part_${index}.ts`)
  const write = (version: number): Promise<unknown> =>
    Promise.all(paths.map((path, index) => writeFile(join(root, path), moduleText(index, version))))
  await mkdir(join(root, "src"), { recursive: true })
  await initRepository(root)
  await write(1)
  await writeFile(join(root, "CONTRACT.md"), "# Parts\n\nEach part adds.\n")
  await commitPaths(root, [...paths, "CONTRACT.md"], "The parts")
  await write(2)
  const times: number[] = []
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    times.push(await timeOf(() => buildBrief({ root, contract: ["CONTRACT.md"] })))
  }
  return {
    name: "brief",
    value: percentile(times, 0.5),
    unit: "ms",
    note: `of ${FILES} changed files, in git`,
  }
}

function manyVerdicts(): readonly LensVerdict[] {
  return Array.from({ length: VERDICTS }, (_none, index) => ({
    lens: ["wiring", "concurrency-security", "contract-conformance"][index % 3] ?? "wiring",
    verdict: "pass",
    evidence: `src/part_${index}.ts:4 adds what its caller in src/part_${index + 1}.ts gives it, and nothing else.`,
    refutation: "Followed every caller to what it calls.",
    verifier: { id: `reviewer-${index}`, session_id: `session-${index}`, model_name: "qwen3-coder" },
    subject: SUBJECT,
    brief_sha256: "c".repeat(64),
  }))
}

function moduleText(index: number, version: number): string {
  const lines = Array.from(
    { length: 40 },
    (_none, line) => `export const value_${index}_${line} = (given: number): number => given + ${line}\n`,
  )
  return `${lines.join("")}export const version_${index} = ${version}\n`
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
