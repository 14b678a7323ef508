import { appendFile, mkdtemp, rm, stat, truncate } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  emitSafely,
  failureLabels,
  observationClient,
  openObservationLedger,
  subtaskFailedEvent,
} from "@proofloop/stdlib"
import type {
  FailedSubtask,
  FailureCause,
  LedgerQuery,
  Observation,
} from "@proofloop/stdlib/internal/observations"
import type { Subject } from "./subject.ts"

interface Input {
  readonly ask: "labels" | "failed_event" | "ledger" | "gateway"
  /** For labels: causes, each answered by its labels. */
  readonly causes?: readonly FailureCause[]
  /** For failed_event; every listener throws. */
  readonly failed?: FailedSubtask
  /** For ledger: recorded one after the other, an hour apart, the last one now; keys left out are filled in. */
  readonly observations?: ReadonlyArray<Partial<Observation>>
  /** For ledger: this many bytes are cut off the end, then this is written there, then these are recorded. */
  readonly cut?: number
  readonly write?: string
  readonly then?: ReadonlyArray<Partial<Observation>>
  readonly query?: LedgerQuery
  /** For gateway: what it answers to everything; without it nobody listens. */
  readonly answers?: { readonly status: number; readonly body: string }
}

const HOUR = 3_600_000

/** Records of runs and their reading: labels, the event of a failure, the ledger and the client. */
export const observations: Subject = {
  name: "observations",
  async answer(given) {
    const input = given as unknown as Input
    if (input.ask === "labels") return { labels: (input.causes ?? []).map(failureLabels) }
    if (input.ask === "ledger") return askLedger(input)
    if (input.ask === "gateway") return askGateway(input)
    const { failed } = input
    if (failed === undefined) throw new Error("failed_event needs failed")
    const event = subtaskFailedEvent(failed)
    await emitSafely(() => Promise.reject(new Error("the listener fails")), event)
    return { event, error_length: Array.from(event.error).length }
  },
}

async function askLedger({ observations: first = [], cut, write, then = [], query }: Input) {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-case-"))
  try {
    const path = join(folder, "ledger.jsonl")
    let now = Date.now() - Math.max(0, first.length - 1) * HOUR
    const ledger = openObservationLedger(path, { now: () => now })
    for (const [index, observation] of first.entries()) {
      if (index > 0) now += HOUR
      await ledger.append(filled(observation, index))
    }
    if (cut !== undefined) await truncate(path, (await stat(path)).size - cut)
    if (write !== undefined) await appendFile(path, write)
    for (const [index, observation] of then.entries()) await ledger.append(filled(observation, index))
    const page = await ledger.query(query)
    return { ...page, runs: page.observations.map(({ run_id }) => run_id) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function filled(observation: Partial<Observation>, index: number): Observation {
  const known = { agent: "a", subtask_id: "T001-S01", model: "m", branch: "b", confidence: 0.3 }
  const outcome = { outcome: "fail" as const, touched_files: [], failure_modes: [] }
  return { run_id: `run-${index + 1}`, ...known, ...outcome, ...observation }
}

async function askGateway({ answers }: Input) {
  const server = createServer((_, response) => response.writeHead(answers?.status ?? 500).end(answers?.body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  if (answers === undefined) await new Promise((resolve) => server.close(resolve))
  try {
    const client = observationClient({ url: `http://127.0.0.1:${port}` })
    return {
      id: await client.report(filled({}, 0)),
      log: await client.agentLog(),
      context: await client.repositoryContext(),
      fingerprint: await client.fingerprint(),
    }
  } finally {
    server.close()
  }
}
